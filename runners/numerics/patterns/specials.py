"""One side is NaN, infinite, at the limit of its type, or zero, where the other one has a number."""

from collections.abc import Callable, Iterator

import numpy as np

from runners.element_types import ElementType
from runners.numerics.elements import Array, Mask, is_finite
from runners.numerics.limits import limits
from runners.numerics.patterns.claim import Claim, Evidence, bits
from runners.numerics.patterns.view import Batch

_NEAR = 0.5
"""Of a limit: what was still below the limit on one side may be beyond it on the other, after another rounding or scale."""


def nan_only(evidence: Evidence) -> Iterator[Claim]:
    """NaN on ``side`` only. True by definition, of a single mismatch too."""
    if evidence.view.work.kind in "fc":
        yield from _by_definition(evidence, "nan_only", lambda batch: np.isnan(batch.got) & ~np.isnan(batch.want))


def overflow(evidence: Evidence) -> Iterator[Claim]:
    """Infinite on ``side``, finite on the other. True by definition, of a single mismatch too."""
    if evidence.view.work.kind in "fc":
        yield from _by_definition(evidence, "overflow", lambda batch: np.isinf(batch.got) & ~np.isnan(batch.got) & is_finite(batch.want))


def saturated(evidence: Evidence) -> Iterator[Claim]:
    """The largest or smallest finite value of its type on ``side``, on the other at least half of that with the same sign, or more."""
    kind = evidence.view.got.kind
    bounds = _bounds(kind)
    if bounds is None or evidence.view.work.kind == "c":
        return
    lowest, highest = bounds

    def holds(batch: Batch) -> Mask:
        at_top: Mask = (batch.got == highest) & (batch.want >= highest * _NEAR)
        at_bottom: Mask = (batch.got == lowest) & (batch.want <= lowest * _NEAR) & (lowest < 0)
        return (at_top | at_bottom) & is_finite(batch.want)

    yield from _unlikely(evidence, "saturated", holds)


def underflow_to_zero(evidence: Evidence) -> Iterator[Claim]:
    """Zero on ``side``, a subnormal of the (narrower) type, or less, on the other."""
    kind = evidence.view.kind
    if kind is None:
        return
    normal = 2.0 ** limits(kind.numpy).lowest_exponent
    yield from _unlikely(evidence, "underflow_to_zero", lambda batch: (batch.got == 0) & (np.abs(batch.want) < normal))


def _by_definition(evidence: Evidence, kind: str, holds: Callable[[Batch], Mask]) -> Iterator[Claim]:
    if holds(evidence.survey.sample).mean() >= evidence.demands.share:
        yield Claim(kind, {"side": evidence.view.side}, holds)


def _unlikely(evidence: Evidence, kind: str, holds: Callable[[Batch], Mask]) -> Iterator[Claim]:
    """Against the odds that as many values of random bits are one of two values."""
    sample, demands = evidence.survey.sample, evidence.demands
    share = float(holds(sample).mean())
    chance = 2.0 ** (1 - evidence.view.got.kind.bits)
    if sample.size >= demands.mismatches and share >= demands.share and bits(share, chance, sample.size) >= demands.bits:
        yield Claim(kind, {"side": evidence.view.side}, holds)


def _bounds(kind: ElementType) -> tuple[Array | float | int, Array | float | int] | None:
    """The smallest and the largest finite value; None for booleans."""
    match kind.kind:
        case "bool":
            return None
        case "signed":
            return -(1 << (kind.bits - 1)), (1 << (kind.bits - 1)) - 1
        case "unsigned":
            return 0, (1 << kind.bits) - 1
    of = limits(kind.numpy)
    return of.smallest, of.largest
