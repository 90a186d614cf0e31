"""What a traced run recorded, by dispatch and iteration."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from runners.compared import Judging
from runners.divergence.graph import DispatchNode, Graph, Result
from runners.stages.invocation import Tensor, TraceEvent


@dataclass(frozen=True, slots=True)
class Traced:
    """One variant's graph and what each of its dispatches read and wrote.

    Events are matched by dispatch, never by arrival, since some releases report all inputs before all outputs; the k-th
    event of a dispatch is its iteration k.

    :ivar results: what the function gave.
    :ivar function: its name.
    :ivar inner: tensors that a dispatch makes on its way and does not give away, as far as they were computed, by ordinal
        and a position below 0.
    """

    graph: Graph
    events: tuple[TraceEvent, ...]
    results: tuple[Tensor, ...] = ()
    function: str = ""
    inner: dict[Result, Tensor] = field(default_factory=dict, repr=False, compare=False)
    _found: dict[tuple[int, str], list[TraceEvent]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Sort the events."""
        found: dict[tuple[int, str], list[TraceEvent]] = defaultdict(list)
        for event in self.events:
            found[event.ordinal, event.side].append(event)
        object.__setattr__(self, "_found", dict(found))

    def iterations(self, ordinal: int) -> int:
        """How often a dispatch ran to its end."""
        return len(self._found.get((ordinal, "out"), ()))

    def tensors(self, ordinal: int, side: str, iteration: int = 0) -> tuple[Tensor, ...]:
        """The tensors of one event; empty where there is none."""
        events: Sequence[TraceEvent] = self._found.get((ordinal, side), ())
        return events[iteration].tensors if iteration < len(events) else ()

    def result(self, result: Result, iteration: int = 0) -> Tensor | None:
        """One result of one run of a dispatch, or a tensor within its first run."""
        if result[1] < 0:
            return self.inner.get(result)
        tensors = self.tensors(result[0], "out", iteration)
        return tensors[result[1]] if result[1] < len(tensors) else None

    def node(self, ordinal: int) -> DispatchNode:
        """The dispatch of this ordinal."""
        return self.graph.dispatches[ordinal]

    @property
    def runs(self) -> int:
        """How many dispatch runs were recorded to their end."""
        return sum(self.iterations(node.ordinal) for node in self.graph.dispatches)


def judging_of(traced: Traced, ordinal: int) -> Judging:
    """What counts as rounding at a dispatch: by type, and by the longest reduction that its operands allow."""
    tensors = [*traced.tensors(ordinal, "in"), *traced.tensors(ordinal, "out")]
    return Judging(None, max((extent for tensor in tensors for extent in tensor.shape), default=1))
