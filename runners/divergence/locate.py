"""Where two builds of one program begin to differ: from the outputs that differ back to the suspects, and each examined.

The search goes on behind what is cleared (its own arithmetic is right, and it only carries on what rounding explains),
until a suspect is the culprit or nothing is left.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from runners.contract import Output
from runners.divergence.align import Pair, align
from runners.divergence.bench import Bench
from runners.divergence.events import Traced, held_against, judging_of
from runners.divergence.frontier import AGREES, State, first_difference, suspects, unexplained
from runners.divergence.graph import Graph, Result
from runners.divergence.inner import Inner
from runners.divergence.overwritten import Overwritten, overwritten
from runners.divergence.pairs import compared
from runners.divergence.roles import SIDES, Benches, Finding, Group, Side, examine
from runners.element_types import byte_length
from runners.stages.invocation import Tensor
from runners.stages.places import Places

MOST_EXAMINED = 24
"""Suspects that are examined before the search gives up: each takes about a second."""


@dataclass(frozen=True, slots=True)
class Located:
    """What the search found: every suspect in the order of examination, and what it rests on.

    :ivar overwritten: by side, values that changed after they were made.
    :ivar reached: by side, the dispatches that can have brought the difference about.
    """

    benches: Benches
    findings: tuple[Finding, ...]
    overwritten: Mapping[Side, tuple[Overwritten, ...]]
    reached: Mapping[Side, frozenset[int]]

    @property
    def best(self) -> Finding | None:
        """The culprit; else what begins before any dispatch; else the first that could not be confirmed."""
        ranks = {"culprit": 0, "victim": 1, "unconfirmed": 2}
        found = [
            finding
            for finding in self.findings
            if finding.role in ranks and not (finding.role == "unconfirmed" and finding.cleared and not finding.group.pairs)
        ]
        return min(found, key=lambda finding: ranks[finding.role], default=None)


def locate(a: Bench, b: Bench, places: tuple[Places | None, Places | None], passed: Sequence[Tensor], outputs: Sequence[Output]) -> Located:
    """Find the suspects of a difference and examine them.

    :param passed: the function's arguments.
    :param outputs: the function's results, A against B.
    :raises MachineError: when a tool cannot be started or the disk is full.
    """
    aligned = align(a.traced, b.traced, places, lambda x, y: held_against(x, y, judging_of(b.traced, 0)).judgement != "different")
    benches = Benches(a, b, compared(a.traced, b.traced, aligned), tuple(passed))
    differing = [output.index for output in outputs if output.judgement == "different"]
    changed = {side: overwritten(benches.of(side).traced, passed, benches.of(side).observed.untraced) for side in SIDES}
    inner = Inner({"A": a, "B": b}, {"A": places[0], "B": places[1]})
    findings, reached = _search(benches, inner, differing)
    return Located(benches, tuple(findings), changed, reached)


def windows(
    pair: tuple[Traced, Traced], places: tuple[Places | None, Places | None], outputs: Sequence[Output], budget: int
) -> tuple[frozenset[int], frozenset[int]]:
    """For two builds of whose tensors there are sketches: the dispatches of each whose tensors are needed to go on.

    They are those that can have brought the difference about, the first ones first, as many as fit.

    :param budget: bytes that the tensors of one build may have.
    """
    a, b = pair
    aligned = align(a, b, places, lambda x, y: held_against(x, y, judging_of(b, 0)).judgement != "different")
    both = compared(a, b, aligned)
    differing = [output.index for output in outputs if output.judgement == "different"]
    found = []
    for side, traced in zip(SIDES, pair, strict=True):
        reached = unexplained(traced.graph, _not_run(traced) | both.states(_side(side)), _starts(traced, differing))
        found.append(frozenset(fitting(traced, sorted(reached), budget)))
    return found[0], found[1]


def fitting(traced: Traced, ordinals: Sequence[int], budget: int) -> list[int]:
    """The first of these dispatches, as many as have no more than ``budget`` bytes of distinct tensors."""
    seen: dict[str, int] = {}
    found = []
    for ordinal in ordinals:
        for side in ("in", "out"):
            for k in range(traced.iterations(ordinal)):
                seen.update({tensor.sha256: byte_length(tensor.shape, tensor.kind) for tensor in traced.tensors(ordinal, side, k)})
        if sum(seen.values()) > budget:
            break
        found.append(ordinal)
    return found


def _search(benches: Benches, inner: Inner, differing: Sequence[int]) -> tuple[list[Finding], Mapping[Side, frozenset[int]]]:
    states = {side: _not_run(benches.of(side).traced) | benches.compared.states(_side(side)) for side in SIDES}
    starts = {side: _starts(benches.of(side).traced, differing) for side in SIDES}
    reached = {side: unexplained(benches.of(side).traced.graph, states[side], starts[side]) for side in SIDES}
    left = dict(reached)
    findings: list[Finding] = []
    seen: set[_Key] = set()
    while len(findings) < MOST_EXAMINED:
        _match_inner(benches, inner, states, left)
        left = {side: unexplained(benches.of(side).traced.graph, states[side], starts[side]) for side in SIDES}
        groups = [group for group in _groups(benches, states, left) if (group.a, group.b) not in seen]
        if not groups:
            break
        for group in groups[: MOST_EXAMINED - len(findings)]:
            seen.add((group.a, group.b))
            findings.append(examine(benches, group))
        if any(finding.role in ("culprit", "victim") for finding in findings) or not all(finding.cleared for finding in findings):
            break
        for finding in findings:
            _clear(benches, states, finding.group)
        left = {side: unexplained(benches.of(side).traced.graph, states[side], starts[side]) for side in SIDES}
    return findings, reached


_Key = tuple[int | None, int | None]
"""The dispatch of A and the one of B."""


def _side(side: Side) -> Callable[[Pair], Result]:
    return lambda pair: pair.on(side)


def _not_run(traced: Traced) -> dict[Result, State]:
    """What never ran (another entry point's work, a branch that was not taken) has brought nothing about."""
    return {result: AGREES for result in traced.graph.results() if not traced.iterations(result[0])}


def _starts(traced: Traced, differing: Collection[int]) -> set[Result]:
    """The dispatch results that the differing outputs are made of."""
    returned = traced.graph.returned(traced.function)
    return {result for i, operand in enumerate(returned) if i in differing for result in operand.depends}


def _groups(benches: Benches, states: Mapping[Side, Mapping[Result, State]], left: Mapping[Side, frozenset[int]]) -> list[Group]:
    """The suspects of both sides; two that make the same values are one."""
    found: dict[_Key, list[Pair]] = {}
    iterations: dict[_Key, int] = {}
    named = {side: suspects(benches.of(side).traced.graph, states[side], left[side]) for side in SIDES}
    for side in SIDES:
        graph = benches.of(side).traced.graph
        for ordinal in named[side]:
            pairs = [p for p in benches.compared.iterations if p.on(side)[0] == ordinal and not states[side].get(p.on(side), AGREES).agrees]
            at = first_difference(graph, states[side], ordinal)
            keys: set[_Key] = {(p.a[0], p.b[0]) for p in pairs}
            keys = keys or {(ordinal, None) if side == "A" else (None, ordinal)}
            for key in keys:
                found.setdefault(key, [p for p in pairs if (p.a[0], p.b[0]) == key])
                iterations.setdefault(key, int(at) if at is not None and at != float("inf") else 0)
    # A suspect of one side may make what several dispatches of the other make one after the other: the first is enough.
    first = {key for key in found if all(at in named[side] or at not in left[side] for side, at in zip(SIDES, key, strict=True))}
    later = {key for key in found if key not in first and any(key[0] == a or key[1] == b for a, b in first)}
    groups = [Group(a, b, iterations[a, b], tuple(pairs)) for (a, b), pairs in found.items() if (a, b) not in later]
    return sorted(groups, key=lambda group: (group.b if group.b is not None else -1, group.a if group.a is not None else -1))


def _match_inner(benches: Benches, inner: Inner, states: Mapping[Side, dict[Result, State]], left: Mapping[Side, frozenset[int]]) -> None:
    """Give the suspects' results that have no counterpart one from within a dispatch of the other side, where there is one.

    What then agrees is explained, which makes others suspects; so this goes on until nothing is found any more.
    """
    tried: set[tuple[Side, Result]] = set()
    for side in SIDES:
        graph, pending = benches.of(side).traced.graph, True
        while pending:
            pending = False
            reached = unexplained(graph, states[side], [(ordinal, i) for ordinal in left[side] for i in range(len(graph.dispatches[ordinal].results))])
            for ordinal in suspects(graph, states[side], reached):
                for i in range(len(graph.dispatches[ordinal].results)):
                    result = (ordinal, i)
                    if result in states[side] or (side, result) in tried:
                        continue
                    tried.add((side, result))
                    there = inner.of(side, result)
                    if there is not None:
                        pair = Pair(result, there, "place") if side == "A" else Pair(there, result, "place")
                        states[side][result] = benches.compared.add(pair)
                        pending = True


def _clear(benches: Benches, states: Mapping[Side, dict[Result, State]], group: Group) -> None:
    """Take what a cleared suspect gives as agreeing."""
    for side in SIDES:
        ordinal = group.ordinal(side)
        if ordinal is not None and (group.pairs or group.ordinal("B" if side == "A" else "A") is None):
            _agree(benches.of(side).traced.graph, states[side], ordinal)


def _agree(graph: Graph, states: dict[Result, State], ordinal: int) -> None:
    for position in range(len(graph.dispatches[ordinal].results)):
        states[ordinal, position] = AGREES
