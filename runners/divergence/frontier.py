"""The frontier: from the outputs that differ back to the dispatches where the difference can have begun.

A dispatch is *explained* when what it gives is aligned and agrees, or when every path from it leads to one that is (an
intermediate that the other side fused away). The *suspects* are the unexplained dispatches that read only what is explained.
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from runners.divergence.graph import Graph, Result


@dataclass(frozen=True, slots=True)
class State:
    """What is known of one dispatch result: the first iteration in which it differs from its counterpart.

    ``math.inf`` where it agrees in all; None where it has no counterpart.
    """

    differs_at: float | None

    @property
    def agrees(self) -> bool:
        """Whether it has a counterpart and agrees with it every time."""
        return self.differs_at == math.inf


UNMATCHED = State(None)
AGREES = State(math.inf)


def unexplained(graph: Graph, states: Mapping[Result, State], starts: Collection[Result]) -> frozenset[int]:
    """Every dispatch that can have brought the difference about.

    Reached backwards from ``starts``, the dispatch results that the differing outputs are made of, and not going on at
    what agrees. Linear in the number of edges.
    """
    reached: set[int] = set()
    pending = [result for result in starts if not states.get(result, UNMATCHED).agrees]
    while pending:
        ordinal = pending.pop()[0]
        if ordinal in reached:
            continue
        reached.add(ordinal)
        pending.extend(result for result in graph.dispatches[ordinal].depends if not states.get(result, UNMATCHED).agrees)
    return frozenset(reached)


def suspects(graph: Graph, states: Mapping[Result, State], reached: Collection[int]) -> tuple[int, ...]:
    """The unexplained dispatches that read nothing of another unexplained one, in program order.

    Within a loop a dispatch also reads what the iteration before has made. That does not clear it of being first: it is
    only fed by a dispatch behind it in the loop that differs in an earlier iteration, or by one before it that differs
    in the same one.
    """
    found = []
    for ordinal in sorted(reached):
        sources = {result for result in graph.dispatches[ordinal].depends if result[0] in reached and not states.get(result, UNMATCHED).agrees}
        if not any(_feeds(graph, states, source, ordinal) for source in sources):
            found.append(ordinal)
    if reached and not found:  # loops in loops that feed each other: the earliest that is seen to differ
        found.append(min(reached, key=lambda ordinal: (math.inf if (at := first_difference(graph, states, ordinal)) is None else at, ordinal)))
    return tuple(found)


def _feeds(graph: Graph, states: Mapping[Result, State], source: Result, ordinal: int) -> bool:
    """Whether a difference in ``source`` can be what ``ordinal`` shows first."""
    if graph.dispatches[source[0]].loop is None or graph.dispatches[source[0]].loop != graph.dispatches[ordinal].loop:
        return source[0] != ordinal
    began = states.get(source, UNMATCHED).differs_at
    own = first_difference(graph, states, ordinal)
    if began is None or own is None:
        return source[0] < ordinal
    return began <= own if source[0] < ordinal else began < own


def first_difference(graph: Graph, states: Mapping[Result, State], ordinal: int) -> float | None:
    """The first iteration in which one of a dispatch's results differs; None where none has a counterpart."""
    known = [at for position in range(len(graph.dispatches[ordinal].results)) if (at := states.get((ordinal, position), UNMATCHED).differs_at) is not None]
    return min(known, default=None)
