"""What a comparison has seen so far, and how two such records become one."""

import heapq
import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(slots=True)
class Sides:
    """How many elements of each side are NaN, infinite, zero."""

    nan: int = 0
    inf: int = 0
    zero: int = 0

    def add(self, other: "Sides") -> None:
        """Count what ``other`` counted too."""
        self.nan += other.nan
        self.inf += other.inf
        self.zero += other.zero


@dataclass(slots=True)
class Tally:
    """The figures of some elements of a pair of tensors. Positions are row-major.

    :ivar keep: how many of the worst elements are remembered.
    :ivar floor: only mismatches farther than this can be among the worst, as elements before these have shown.
    :ivar finite: elements where both sides are finite; ``max_abs``, ``max_ulp`` and the norms are over these.
    :ivar max_rel: over those of them where b is not zero; None where there is none.
    :ivar norm: ‖a-b‖ and ``norm_b`` ‖b‖.
    :ivar nonfinite: mismatches where a side is not finite; ``nonfinite_at`` the first of their positions.
    :ivar farthest: of the finite mismatches the farthest, as (-distance, position), in order.
    """

    keep: int
    floor: float = 0
    mismatched: int = 0
    first: int | None = None
    finite: int = 0
    max_abs: float = 0
    max_rel: float | None = None
    max_ulp: int = 0
    norm: float = 0.0
    norm_b: float = 0.0
    a: Sides = field(default_factory=Sides)
    b: Sides = field(default_factory=Sides)
    nonfinite: int = 0
    nonfinite_at: list[int] = field(default_factory=list)
    farthest: list[tuple[float, int]] = field(default_factory=list)

    def add_norms(self, norm: float, norm_b: float) -> None:
        """Take in further elements with these norms. (hypot neither overflows nor underflows where the squares do.)"""
        self.norm = math.hypot(self.norm, norm)
        self.norm_b = math.hypot(self.norm_b, norm_b)

    def raise_rel(self, largest: float | None) -> None:
        """Take in a further largest relative difference."""
        if largest is not None and (self.max_rel is None or largest > self.max_rel):
            self.max_rel = largest

    def note_mismatches(self, mask: npt.NDArray[np.bool_], start: int) -> int:
        """Take in the mismatches of the elements from ``start`` on, which come after all those seen before; how many there are."""
        count = int(np.count_nonzero(mask))
        self.mismatched += count
        if count and self.first is None:
            self.first = start + int(mask.argmax())
        return count

    def note_nonfinite(self, mask: npt.NDArray[np.bool_], start: int) -> None:
        """Take in the mismatches that are not finite on some side, as :meth:`note_mismatches` does."""
        count = int(np.count_nonzero(mask))
        self.nonfinite += count
        if count and len(self.nonfinite_at) < self.keep:
            self.nonfinite_at += [start + int(i) for i in np.flatnonzero(mask)[: self.keep - len(self.nonfinite_at)]]

    @property
    def bar(self) -> float:
        """A later element is one of the worst only if it is farther than this."""
        if self.keep == 0:
            return math.inf
        return self.floor if len(self.farthest) < self.keep else max(self.floor, -self.farthest[-1][0])

    def note_distances(self, distance: npt.NDArray[Any], start: int) -> None:
        """Take in distances, 0 for elements that are no mismatch, as :meth:`note_mismatches` does."""
        candidates = np.flatnonzero(distance > self.bar)
        if candidates.size > self.keep:
            # All that are farther than the last of the worst, and the first of those that are as far.
            near = distance[candidates]
            last = np.partition(near, near.size - self.keep)[near.size - self.keep]
            farther = candidates[near > last]
            candidates = np.concatenate([farther, candidates[near == last][: self.keep - farther.size]])
        found = zip(distance[candidates].tolist(), candidates.tolist(), strict=True)
        self.farthest = heapq.nsmallest(self.keep, [*self.farthest, *((-far, start + i) for far, i in found)])

    def successor(self) -> "Tally":
        """An empty tally for later elements, which need not be measured as far as these here make them irrelevant."""
        return Tally(self.keep, floor=self.bar, max_rel=self.max_rel, max_ulp=self.max_ulp)

    def merge(self, later: "Tally") -> None:
        """Take in the tally of elements that come after all of these."""
        self.mismatched += later.mismatched
        self.first = later.first if self.first is None else self.first
        self.finite += later.finite
        self.max_abs = max(self.max_abs, later.max_abs)
        self.raise_rel(later.max_rel)
        self.max_ulp = max(self.max_ulp, later.max_ulp)
        self.add_norms(later.norm, later.norm_b)
        self.a.add(later.a)
        self.b.add(later.b)
        self.nonfinite += later.nonfinite
        self.nonfinite_at = [*self.nonfinite_at, *later.nonfinite_at][: self.keep]
        self.farthest = heapq.nsmallest(self.keep, [*self.farthest, *later.farthest])
