"""What a traced run recorded, by dispatch and iteration."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from runners.compared import Judging
from runners.contract import Output
from runners.divergence.graph import DispatchNode, Graph, Result
from runners.hal import hal_code
from runners.numerics.judge import NOISE_FACTOR
from runners.numerics.limits import limits
from runners.stages.invocation import Tensor, TraceEvent
from runners.stages.sketch import apart, sketch


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
        """One result of one run of a dispatch, or a tensor within its first run; None where it was not recorded."""
        if result[1] < 0:
            return self.inner.get(result)
        tensors = self.tensors(result[0], "out", iteration)
        found = tensors[result[1]] if result[1] < len(tensors) else None
        return None if found is None or found.untraced else found

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


def held_against(a: Tensor, b: Tensor, judging: Judging) -> Output:
    """Two tensors compared, as :meth:`runners.compared.Judging.briefly` does; by their sketches where they were not kept.

    A sketch tells the relative distance, within about a tenth, and nothing of single elements.
    """
    if a.kept and b.kept:
        return judging.briefly(a, b)
    elements = math.prod(b.shape)
    common = Output(index=0, shape=a.shape, dtype=a.kind.name, dtype_b=None if a.kind == b.kind else b.kind.name, elements=elements)
    if a.sha256 == b.sha256:
        return common.model_copy(update={"rms_rel": 0.0, "reason": "Equal to the bit."})
    x, y = _sketch(a), _sketch(b)
    distance = apart(x, y) if x and y and math.prod(a.shape) == elements else math.inf
    noise = noise_of(b, judging.reduction)
    judgement: Literal["within_noise", "different"] = "within_noise" if distance <= noise else "different"
    reason = f"By its sketch, it lies {distance:.3g} of its length away; {noise:.3g} is put down to rounding."
    return common.model_copy(update={"rms_rel": distance, "mismatched": elements, "judgement": judgement, "reason": reason})


def shown(a: Tensor, b: Tensor, judging: Judging, index: int) -> Output:
    """As :func:`held_against`, with what the difference looks like where both were kept."""
    return judging(a, b, index=index) if a.kept and b.kept else held_against(a, b, judging).model_copy(update={"index": index})


def noise_of(tensor: Tensor, reduction: int) -> float:
    """The relative error that the table by type and reduction length puts down to rounding; 0 for integers."""
    return NOISE_FACTOR * limits(tensor.kind.numpy).eps * math.sqrt(reduction) if tensor.kind.kind in ("float", "complex") else 0.0


def _sketch(tensor: Tensor) -> Sequence[float]:
    if tensor.sketch is not None:
        return tensor.sketch
    if tensor.file is None:
        return ()
    return sketch(np.fromfile(tensor.file, np.uint8), hal_code(tensor.kind.name)) or ()
