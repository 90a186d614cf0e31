"""Aligned tensors held against each other, run by run."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from runners.contract import Output
from runners.divergence.align import Aligned, Pair
from runners.divergence.events import Traced, held_against, judging_of
from runners.divergence.frontier import State
from runners.divergence.graph import DispatchNode, Origin, Result, shape_in
from runners.stages.invocation import Tensor


@dataclass(frozen=True, slots=True)
class Compared:
    """All pairs of two traced builds, compared in every iteration that both have, up to the first that differs.

    :ivar iterations: comparisons by pair, in the order of the iterations.
    """

    a: Traced
    b: Traced
    aligned: Aligned
    iterations: dict[Pair, tuple[Output, ...]] = field(default_factory=dict)

    def add(self, pair: Pair) -> State:
        """Hold one more pair against each other."""
        self.iterations[pair] = tuple(_compare(self.a, self.b, pair))
        return State(_differs_at(self.iterations[pair]))

    def states(self, side: Callable[[Pair], Result]) -> dict[Result, State]:
        """What is known of each result of one side, which ``side`` picks."""
        return {side(pair): State(_differs_at(outputs)) for pair, outputs in self.iterations.items()}

    def worst(self, pair: Pair, iteration: int) -> Sequence[tuple[int, ...]]:
        """The elements of a pair that are farthest apart in an iteration."""
        outputs = self.iterations[pair]
        return [element.index for element in outputs[iteration].worst] if iteration < len(outputs) else []


def _differs_at(outputs: Sequence[Output]) -> float:
    return next((k for k, output in enumerate(outputs) if output.judgement == "different"), math.inf)


def compared(a: Traced, b: Traced, aligned: Aligned) -> Compared:
    """Hold every pair against each other."""
    found = {pair: tuple(_compare(a, b, pair)) for pair in aligned.pairs}
    return Compared(a, b, aligned, {pair: outputs for pair, outputs in found.items() if outputs})


def _compare(a: Traced, b: Traced, pair: Pair) -> Sequence[Output]:
    judging = judging_of(b, pair.b[0])
    outputs: list[Output] = []
    runs = min(a.iterations(pair.a[0]), b.iterations(pair.b[0]))
    for k in range(runs if min(pair.a[1], pair.b[1]) >= 0 else min(runs, 1)):  # within a dispatch only its first run is known
        x, y = a.result(pair.a, k), b.result(pair.b, k)
        if x is None or y is None:
            break
        output = held_against(x, y, judging)
        if pair.tier == "layout":  # the same elements in another order, which is what was found out about them
            output = output.model_copy(update={"judgement": "within_noise", "reason": "The same elements in another order."})
        outputs.append(output)
        if output.judgement == "different":
            break
    return outputs


class Counterparts:
    """For what a dispatch of one build reads, the tensor that the other build has in its place.

    :param passed: the function's arguments.
    :param theirs: by result of this build, the result of the other one.
    """

    def __init__(self, own: Traced, other: Traced, passed: Sequence[Tensor], theirs: Mapping[Result, Result]) -> None:
        self._own, self._other, self._passed, self._theirs = own, other, passed, theirs

    def inputs(self, node: DispatchNode, iteration: int, partner: int | None) -> list[Tensor | None]:
        """One tensor for each operand; None where the other build has none that is known to be the same.

        :param partner: a dispatch of the other build that makes the same values.
        """
        own = self._own.tensors(node.ordinal, "in", iteration)
        theirs = self._other.tensors(partner, "in", iteration) if partner is not None else ()
        # Where both dispatches are called alike, what stands in the same place is the same value, even if its elements differ.
        placed = theirs if partner is not None and self._called_alike(node, partner) else [None] * len(own)
        found = [
            self._traced(node, operand.source, iteration) or next((t for t in theirs if t.sha256 == mine.sha256 and t.shape == mine.shape), None) or other
            for operand, mine, other in zip(node.operands, own, placed, strict=False)
        ]
        # What was not kept as a result may have been kept as what a dispatch read.
        kept = {tensor.sha256: tensor for tensor in (*own, *theirs) if tensor.kept}
        found = [kept.get(tensor.sha256, tensor) if tensor is not None and not tensor.kept else tensor for tensor in found]
        found = [None if tensor is None or tensor.untraced else tensor for tensor in found]
        return [shaped_as(mine, theirs) for mine, theirs in zip(own, found, strict=True)]

    def given(self, node: DispatchNode, iteration: int, partner: int | None) -> list[Tensor | None]:
        """As :meth:`inputs`; what no dispatch has a part in (a slice of an argument, say) is taken to be the same in both builds."""
        own = self._own.tensors(node.ordinal, "in", iteration)
        rows = zip(node.operands, own, self.inputs(node, iteration, partner), strict=False)
        return [mine if theirs is None and not operand.depends and operand.source.kind != "block" else theirs for operand, mine, theirs in rows]

    def _traced(self, node: DispatchNode, source: Origin, iteration: int) -> Tensor | None:
        """The other build's tensor for a dispatch result that is aligned, or for an argument."""
        if source.kind == "dispatch" and (result := self._theirs.get((source.ordinal or 0, source.result or 0))) is not None:
            same_loop = self._own.node(source.ordinal or 0).loop == node.loop
            return self._other.result(result, iteration if same_loop else max(self._other.iterations(result[0]) - 1, 0))
        if source.kind == "argument" and source.index is not None and source.index < len(self._passed):
            return self._passed[source.index]
        return None

    def _called_alike(self, node: DispatchNode, partner: int) -> bool:
        other = self._other.node(partner)
        return [(o.source.kind, shape_in(o.type)) for o in node.operands] == [(o.source.kind, shape_in(o.type)) for o in other.operands]


def shaped_as(own: Tensor, other: Tensor | None) -> Tensor | None:
    """The other tensor in the shape that this side reads it in: reshapes on the way are no dispatches."""
    if other is None or other.shape == own.shape or math.prod(other.shape) != math.prod(own.shape):
        return other
    return replace(other, shape=own.shape)
