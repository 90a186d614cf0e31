"""The culprit with what it should have given: what a repro bundle shows and the knobs are tried on."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from runners.contract import Fault
from runners.divergence.audit import Audit
from runners.divergence.bench import Bench
from runners.divergence.case import Case
from runners.divergence.events import judging_of
from runners.divergence.local import Request
from runners.divergence.locate import Located
from runners.divergence.roles import Finding, Side

Expected = Mapping[int, npt.NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Culprit:
    """One run of a dispatch of one build that is wrong, and the right values of its results by position."""

    bench: Bench
    request: Request
    expected: Expected

    @property
    def case(self) -> Case:
        """What the bundle is written of."""
        observed, traced = self.bench.observed, self.bench.traced
        return Case(
            observed.flow,
            self.request.ordinal,
            traced.node(self.request.ordinal).symbol,
            lambda ordinal, side: traced.tensors(ordinal, side, self.request.iteration),
            observed.prepared.flags,
            self.expected,
            judging_of(traced, self.request.ordinal),
            observed.prepared.variant.run,
        )


def culprit_of(located: Located, fault: Fault) -> Culprit | None:
    """The culprit of a pair, with what the other side gives; None where there is none.

    Also one that does not show the difference alone: together with what runs before it, it may.

    :param fault: the variant at fault.
    """
    finding = located.best
    if finding is None or finding.confirmed is None or not finding.confirmed.of:
        return None
    side: Side = "A" if (fault if fault in ("A", "B") else finding.named) == "A" else "B"
    ordinal = finding.group.ordinal(side)
    if ordinal is None or finding.group.within(side):
        return None
    bench = located.benches.of(side)
    request = Request(ordinal, finding.group.iteration)
    expected = _of_the_other(located, finding, side) if finding.at_fault != "both" else bench.expected(request)
    return Culprit(bench, request, expected) if expected else None


def _of_the_other(located: Located, finding: Finding, side: Side) -> Expected:
    """What the other side gives, where it has the shape that this side's result has."""
    other: Side = "A" if side == "B" else "B"
    found = {}
    for pair in finding.group.pairs:
        theirs = located.benches.of(other).traced.result(pair.on(other), finding.group.iteration)
        mine = located.benches.of(side).traced.result(pair.on(side), finding.group.iteration)
        if theirs is not None and mine is not None and pair.on(side)[1] >= 0 and theirs.shape == mine.shape:
            found[pair.on(side)[1]] = theirs.load()
    return found


def first_wrong(audit: Audit) -> Culprit | None:
    """The first dispatch that an audit found wrong, with what its code says; None where that is not to be had."""
    for local in audit.wrong:
        expected = audit.bench.expected(local.request)
        if expected:
            return Culprit(audit.bench, local.request, expected)
    return None
