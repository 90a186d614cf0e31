"""From a pair of tensors to the patterns of its differences: propose, verify on everything, keep what is worth saying."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.contract import Pattern
from runners.element_types import ElementType
from runners.numerics.chunks import CHUNK, over_spans
from runners.numerics.patterns.blocks import block_of, tilings_of
from runners.numerics.patterns.claim import EXPLAINED, Claim, Evidence
from runners.numerics.patterns.layout import reversed_groups, rotated, transposed
from runners.numerics.patterns.located import confined, tail
from runners.numerics.patterns.permuted import permuted
from runners.numerics.patterns.repeated import repeated
from runners.numerics.patterns.rounding import one_ulp, shortened, truncated
from runners.numerics.patterns.specials import nan_only, overflow, saturated, underflow_to_zero
from runners.numerics.patterns.survey import survey
from runners.numerics.patterns.unwritten import garbage, unwritten
from runners.numerics.patterns.values import byte_swapped, offset, scaled, sign_reinterpreted
from runners.numerics.patterns.view import Batch, View

Family = Callable[[Evidence], Iterator[Claim]]

Sided = tuple[Claim, bool]
"""A claim, and whether it is made with the sides exchanged."""

ONE_SIDE: tuple[Family, ...] = (reversed_groups, byte_swapped, rotated, scaled, offset, one_ulp, tail)
"""What is the same, or says it of both sides, whichever is explained from the other."""

EACH_SIDE: tuple[Family, ...] = (
    transposed, sign_reinterpreted, repeated, truncated, shortened, underflow_to_zero, saturated, overflow, nan_only, unwritten,
)  # fmt: skip
"""What happened to one side only, asked of a and of b."""

SPECIFIC = (
    "reversed_groups", "byte_swapped", "transposed", "repeated", "rotated", "sign_reinterpreted", "permuted", "scaled", "offset", "truncated", "one_ulp",
    "underflow_to_zero", "saturated", "overflow", "nan_only", "unwritten", "tail", "confined",
)  # fmt: skip
"""All patterns, the most specific first: a pattern that could be taken for a later one is told before it."""

LAYOUT = frozenset({"reversed_groups", "transposed", "repeated", "rotated"})
"""One of these is told, the one that also holds for most of the elements that agree: two fit the same values only where
both move the mismatches alike (in an axis of two, reversing and shifting by one are the same)."""

NOTHING_NEW: dict[str, frozenset[str]] = {
    "offset": frozenset({"sign_reinterpreted", "truncated", "one_ulp"}),
    "one_ulp": frozenset({"truncated"}),
    "unwritten zeros": frozenset({"underflow_to_zero"}),
    "unwritten constant": frozenset({"saturated", "overflow"}),
}
"""Patterns (with what fills a region) that are left out where one of others was found, which explains them."""

_MOST_OF_A_KIND = 3
"""Claims of one kind that are verified on everything: in periodic tensors many shifts fit."""


@dataclass(frozen=True, slots=True)
class _Verified:
    claim: Claim
    explained: float

    @property
    def rank(self) -> tuple[float, int]:
        return -round(self.explained, 2), SPECIFIC.index(self.claim.kind)


def patterns(a: npt.NDArray[Any], b: npt.NDArray[Any], *, kind_a: ElementType, kind_b: ElementType, digits: int | None = None) -> tuple[Pattern, ...]:
    """What the differences between two tensors look like, best and most specific pattern first.

    See :mod:`runners.numerics.patterns` for all of them, with their parameters and with what is needed to claim them.
    ``explained`` is the fraction of the mismatches that a pattern accounts for; patterns below 0.9 are not reported.

    Mismatches are those of :func:`runners.numerics.compare.compare`, except that with two types of which one is a float,
    elements that agree when they are rounded to the narrower float type are none. Tensors of as many elements but another
    shape are compared in row-major order, with axes and positions in a's shape.

    Two or three passes over both tensors, each in chunks by threads; memory does not grow with them. The same tensors
    give the same patterns.

    :param a: in any memory layout, in the numpy type of its element type; ``b`` too.
    :param digits: b was printed with so many significant digits and read back.
    :return: nothing where there is no mismatch, and where the numbers of elements differ.
    :raises ValueError: when an array is not of its element type.
    """
    with np.errstate(all="ignore"):
        evidence = evidence_of(a, b, kind_a, kind_b, digits)
        if evidence is None:
            return ()
        found = _telling(_verified(evidence, _proposed(evidence)))
        if all(one.claim.kind == "tail" for one in found):
            found += _last_resort(evidence, bool(found))
    ranked = sorted(found, key=lambda one: one.rank)
    return tuple(Pattern(kind=one.claim.kind, explained=one.explained, parameters=_parameters(one.claim, evidence.block)) for one in ranked)


def evidence_of(a: npt.NDArray[Any], b: npt.NDArray[Any], kind_a: ElementType, kind_b: ElementType, digits: int | None) -> Evidence | None:
    """What patterns are claimed from; None where there is no mismatch, or another number of elements.

    :raises ValueError: when an array is not of its element type.
    """
    for array, kind, side in ((a, kind_a, "a"), (b, kind_b, "b")):
        if array.dtype != kind.numpy:
            raise ValueError(f"{side} is an array of {array.dtype}, {kind.name} is held in {kind.numpy}")
    if a.size != b.size or a.size == 0:
        return None
    view = View.of(a, b, kind_a, kind_b, digits)
    seen = survey(view)
    if seen.mismatched == 0:
        return None
    tilings = tilings_of(view, seen)
    return Evidence(view, seen, tilings, block_of(view, seen, tilings))


def _parameters(claim: Claim, block: tuple[int, ...] | None) -> dict[str, int | float | str | list[int]]:
    """With the extents of blocks, if these say something more: a tile or a range names its place, and a layout that holds everywhere has none."""
    place = "tile" in claim.parameters or claim.parameters.get("region") == "range"
    everywhere = claim.kind in LAYOUT and round(claim.agrees, 1) == 1
    return {**claim.parameters, **({} if block is None or place or everywhere else {"block": list(block)})}


def _proposed(evidence: Evidence) -> Iterator[Sided]:
    """All claims."""
    for family in (*ONE_SIDE, *EACH_SIDE):
        yield from ((claim, False) for claim in family(evidence))
    flipped = evidence.flipped
    for family in EACH_SIDE:
        yield from ((claim, True) for claim in family(flipped))


def _verified(evidence: Evidence, proposed: Iterable[Sided]) -> list[_Verified]:
    """Those that hold for enough of all mismatches."""
    claims: list[Sided] = []
    for claim, flipped in sorted(proposed, key=lambda one: -one[0].agrees):
        if sum(other.kind == claim.kind for other, _ in claims) < _MOST_OF_A_KIND:
            claims.append((claim, flipped))
    verified = (_Verified(claim, share) for (claim, _), share in zip(claims, explained(evidence, claims), strict=True))
    return [one for one in verified if one.explained >= EXPLAINED]


def explained(evidence: Evidence, claims: Sequence[Sided]) -> list[float]:
    """The share of all mismatches that each claim accounts for."""
    view, seen = evidence.view, evidence.survey
    if not claims:
        return []

    def held(batch: Batch) -> list[int]:
        return [int(np.count_nonzero(claim.holds(batch.flipped if flipped else batch))) for claim, flipped in claims] if batch.size else [0] * len(claims)

    def count(starts: range) -> list[int]:
        return _sums(held(view.mismatches(start, min(start + CHUNK, view.size))) for start in starts)

    counts = held(seen.sample) if seen.complete else _sums(over_spans(view.size, CHUNK, count))
    return [count / seen.mismatched for count in counts]


def _sums(counts: Iterable[list[int]]) -> list[int]:
    return [sum(column) for column in zip(*counts, strict=True)]


def _telling(verified: list[_Verified]) -> list[_Verified]:
    """Of each kind, of all layouts and of patterns that explain one another, the one that says most."""
    best: dict[tuple[str, Any], _Verified] = {}
    for one in sorted(verified, key=lambda one: (-round(one.claim.agrees, 1), *one.rank, -one.explained)):
        kind = one.claim.kind
        best.setdefault(("layout", None) if kind in LAYOUT else (kind, one.claim.parameters.get("side") if kind == "unwritten" else None), one)
    kinds = {one.claim.kind for one in best.values()}
    return [one for one in best.values() if not NOTHING_NEW.get(_name(one.claim), frozenset()) & kinds]


def _name(claim: Claim) -> str:
    return f"{claim.kind} {claim.parameters['fill']}" if "fill" in claim.parameters else claim.kind


def _last_resort(evidence: Evidence, has_place: bool) -> list[_Verified]:
    """What is told of values, or else of places, when nothing more specific was found."""
    shared = permuted(evidence.view, evidence.survey)
    if shared is not None:
        return [_Verified(Claim("permuted", {}, lambda batch: np.ones(batch.size, np.bool_)), shared)]
    proposed = [*((claim, False) for claim in garbage(evidence)), *((claim, True) for claim in garbage(evidence.flipped))]
    if not proposed and not has_place:
        proposed = [(claim, False) for claim in confined(evidence)]
    return _verified(evidence, proposed)
