"""What a pattern has to bring before it is claimed: enough mismatches, enough distinct values, and odds against chance."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from runners.numerics.elements import Array, Mask
from runners.numerics.patterns.survey import Survey
from runners.numerics.patterns.view import Batch, View

Parameters = Mapping[str, int | float | str | list[int]]

EXPLAINED = 0.9
"""A pattern that accounts for fewer of the mismatches is not claimed."""

ON_SAMPLE = 0.87
"""So many of a sample are enough to ask all mismatches: five standard deviations below 90 % of 16 Ki are 88.8 %, and
small samples are all the mismatches there are."""

MISMATCHES = 8
"""Fewer mismatches show no pattern, save those that say what one single element is (NaN, infinite)."""

DISTINCT = 4
"""What is said of where values went or what was done to them rests on at least so many distinct values. Among two or
three of them almost any rule holds by accident: whatever is wrong in an i1 is the other value."""

BITS = 20
"""A claim must be 2^20 times less likely by chance than it is to be tried: one false claim in a million."""


@dataclass(frozen=True, slots=True)
class Demands:
    """What must speak for a pattern before it is claimed.

    :ivar share: of the mismatches that were drawn; ``votes`` of a few of them, before a rule is looked at closely.
    :ivar one_sided: of the mismatches, for what is said of a direction.
    """

    share: float = ON_SAMPLE
    votes: float = 2 / 3
    one_sided: float = 0.95
    mismatches: int = MISMATCHES
    distinct: int = DISTINCT
    bits: float = BITS


OF_A_FINDING = Demands()
OF_A_QUESTION = Demands(share=0.0, votes=0.25, one_sided=0.0, mismatches=1, distinct=0, bits=-math.inf)
"""Somebody asks how much a pattern explains: that may be little, and no claim is made."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A pattern that the sample speaks for.

    :ivar holds: applies the pattern to mismatches, seen from the side that proposed it; which of them it accounts for.
    :ivar agrees: the share of the elements that are no mismatch for which it holds too, 1 where there are none.
    """

    kind: str
    parameters: Parameters
    holds: Callable[[Batch], Mask]
    agrees: float = 1.0


@dataclass(frozen=True, slots=True)
class Tiling:
    """Blocks of these extents, axis by axis, and how many of their boundaries were seen along the axis with most."""

    extents: tuple[int, ...]
    boundaries: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a family of patterns makes its claims from, seen from one side.

    :ivar tilings: blocks on whose boundaries mismatches begin and end.
    :ivar block: extents of those of them that mismatches fill; None where they fill none.
    :ivar asked: values of parameters that somebody wants to know of; families that can take any value take these.
    """

    view: View
    survey: Survey
    tilings: list[Tiling]
    block: tuple[int, ...] | None
    demands: Demands = OF_A_FINDING
    asked: Parameters = field(default_factory=dict)

    @property
    def flipped(self) -> "Evidence":
        """The same from the other side."""
        return replace(self, view=self.view.flipped, survey=self.survey.flipped)


@dataclass(frozen=True, slots=True)
class Transformation:
    """A claim-to-be: ``got`` is made of the values of ``want``.

    :ivar predict: for elements of both sides, the value that ``got`` should have.
    :ivar fits: whether ``got`` has the value predicted, to within what the pattern allows. By default as it would be
        for a copy, see :meth:`View.reached`.
    :ivar tried: how many such rules were tried before this one was picked.
    """

    kind: str
    parameters: Parameters
    predict: Callable[[Batch], Array]
    fits: Callable[[Array, Batch], Mask] | None = None
    tried: int = field(default=1, kw_only=True)


def supported(evidence: Evidence, rule: Transformation) -> Iterator[Claim]:
    """The claim, if the sample speaks for it.

    It must hold for a share of the mismatches, of which there must be some, with some distinct values predicted, all as
    the evidence demands, and do so against the odds. These are measured: the predictions are dealt out to other mismatches, and it is counted
    how often they fit there. Runs of the same value predicted for the same value count once, since what a block of
    equal values shows, it shows once.
    """
    view, survey, demands = evidence.view, evidence.survey, evidence.demands
    fits = rule.fits or view.reached

    def holds(batch: Batch) -> Mask:
        return fits(rule.predict(batch), batch)

    sample = survey.sample
    if sample.size < demands.mismatches or holds(survey.few).mean() < demands.share - 0.25:
        return
    predicted = rule.predict(sample)
    held = fits(predicted, sample)
    if held.mean() < demands.share or np.unique(predicted[held]).size < demands.distinct:
        return
    odds = bits(float(held.mean()), by_chance(fits, predicted, sample), _runs(predicted, sample.got))
    if odds < demands.bits + math.log2(rule.tried):
        return
    yield Claim(rule.kind, rule.parameters, holds, float(holds(survey.agreeing).mean()) if survey.agreeing.size else 1.0)


def by_chance(fits: Callable[[Array, Batch], Mask], predicted: Array, sample: Batch) -> float:
    """How often a prediction fits another element than the one it was made for."""
    most = max(1, min(32, (1 << 17) // sample.size))
    offsets = np.random.default_rng(sample.size).permutation(np.arange(1, sample.size))[:most]
    hits = sum(int(np.count_nonzero(fits(np.roll(predicted, offset), sample))) for offset in offsets.tolist())
    return (hits + 1) / (sample.size * offsets.size + 1)


def bits(share: float, chance: float, count: float) -> float:
    """log2 of the odds against so large a share of ``count`` elements where each one has this chance (Chernoff's bound)."""
    if share <= chance:
        return 0.0
    other = (1 - share) * math.log2((1 - share) / (1 - chance)) if share < 1 else 0.0
    return count * (share * math.log2(share / chance) + other)


def _runs(predicted: Array, got: Array) -> int:
    repeats = (predicted[1:] == predicted[:-1]) & (got[1:] == got[:-1])
    return predicted.size - int(np.count_nonzero(repeats))
