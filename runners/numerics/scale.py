"""The size that the values of a tensor usually have, without the huge finite values that mask elements out.

Attention is masked by adding -10000, -65504, -1e9 or the lowest value of the type, twice perhaps. Beside such values all
others are nothing in a root mean square. By its size alone a mask cannot be told from values that are right beside
others that cancelled to almost nothing (one beside 1e-9), so it is told by what masks are: huge in themselves, of one
sign and nearly one size, with nothing of a size in between.
"""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.element_types import ElementType
from runners.numerics.chunks import flat_part, over_spans
from runners.numerics.compare import Figures
from runners.numerics.norms import norm
from runners.numerics.wide import widened, working_type

HUGE = 13
"""A mask is 2^13 at least."""
_SPAN = 3
"""Binades that a mask may lie in: that of one, and what becomes of it when up to three are added."""
_APART = 7
"""A mask lies so many binades above all other values, at least."""

_CHUNK = 1 << 17


@dataclass(frozen=True, slots=True)
class Scale:
    """The usual size of values.

    :ivar rms: root mean square of those that are no mask.
    :ivar masked: how many are; ``mask`` is the one that is largest in magnitude, 0 where there is none.
    """

    rms: float
    masked: int = 0
    mask: float = 0.0


@dataclass(slots=True)
class _Binade:
    """The values of at least 2^HUGE with one exponent."""

    count: int = 0
    negative: int = 0
    norm: float = 0.0
    largest: float = 0.0

    def add(self, count: int, negative: int, length: float, largest: float) -> None:
        self.count += count
        self.negative += negative
        self.norm = math.hypot(self.norm, length)
        self.largest = max(self.largest, largest)


@dataclass(slots=True)
class _Sizes:
    """Values below 2^HUGE by their largest and their norm, all others by binade."""

    largest: float = 0.0
    norm: float = 0.0
    count: int = 0
    huge: dict[int, _Binade] = field(default_factory=dict)

    def add(self, values: npt.NDArray[Any]) -> None:
        size = np.abs(values)
        largest = float(size.max(initial=0))
        if largest >= 2.0**HUGE:
            huge = size >= 2.0**HUGE
            self._add_huge(values[huge])
            values, size = values[~huge], size[~huge]
            largest = float(size.max(initial=0))
        self.largest = max(self.largest, largest)
        self.norm = math.hypot(self.norm, norm(values))
        self.count += values.size

    def _add_huge(self, values: npt.NDArray[Any]) -> None:
        exponents = np.frexp(values)[1] - 1
        for exponent in np.unique(exponents).tolist():
            of = values[exponents == exponent]
            binade = self.huge.setdefault(exponent, _Binade())
            binade.add(of.size, int(np.count_nonzero(of < 0)), norm(of), float(np.abs(of).max()))

    def merge(self, other: "_Sizes") -> None:
        self.largest = max(self.largest, other.largest)
        self.norm = math.hypot(self.norm, other.norm)
        self.count += other.count
        for exponent, of in other.huge.items():
            self.huge.setdefault(exponent, _Binade()).add(of.count, of.negative, of.norm, of.largest)


def usual_scale(a: npt.NDArray[Any], b: npt.NDArray[Any], kind_a: ElementType, kind_b: ElementType, figures: Figures) -> Scale:
    """The usual size of b over the elements where both sides are finite.

    :param a: in any layout, in the numpy type of its element type; ``b`` too, with as many elements.
    :param figures: what :func:`runners.numerics.compare.compare` says of them; there is a finite element.
    :raises ValueError: when there is none.
    """
    rms, output = figures.rms_b, figures.output
    if rms is None:
        raise ValueError("no element is finite on both sides")
    work = working_type(kind_a, kind_b)
    if work.kind != "f" or rms * math.sqrt(b.size) < 2.0**HUGE:
        return Scale(rms)
    all_finite = not any(count for what in (output.nan, output.inf) for count in (what.a, what.b))

    def measure(starts: range) -> _Sizes:
        found = _Sizes()
        for start in starts:
            stop = min(start + _CHUNK, b.size)
            y = widened(flat_part(b, start, stop), work)
            if not all_finite:
                y = y[np.isfinite(y) & np.isfinite(widened(flat_part(a, start, stop), work))]
            found.add(y)
        return found

    sizes = _Sizes()
    for later in over_spans(b.size, _CHUNK, measure):
        sizes.merge(later)
    return _without_masks(sizes, rms)


def _without_masks(sizes: _Sizes, rms: float) -> Scale:
    masked, mask = 0, 0.0
    left = sorted(sizes.huge, reverse=True)
    below = math.frexp(sizes.largest)[1] - 1 if sizes.largest else -math.inf
    while left:
        top = [exponent for exponent in left if exponent > left[0] - _SPAN]
        rest = left[len(top) :]
        count, negative = (sum(getattr(sizes.huge[exponent], what) for exponent in top) for what in ("count", "negative"))
        if top[-1] - (rest[0] if rest else below) < _APART or negative not in (0, count):
            break
        masked += count
        mask = mask or math.copysign(sizes.huge[top[0]].largest, -1 if negative else 1)
        left = rest
    others = sizes.count + sum(sizes.huge[exponent].count for exponent in left)
    if not masked or not others:
        return Scale(rms)
    return Scale(math.hypot(sizes.norm, *(sizes.huge[exponent].norm for exponent in left)) / math.sqrt(others), masked, mask)
