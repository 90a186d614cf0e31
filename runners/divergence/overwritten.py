"""Values that change after they were made: what is read later is not what was written, or not what was passed.

A dispatch may take over the memory of an operand that is still needed, as its own or the caller's. Each dispatch alone is
then right; the difference arises between them, at run time.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from runners.divergence.events import Traced
from runners.divergence.graph import Origin
from runners.stages.invocation import Tensor


@dataclass(frozen=True, slots=True)
class Overwritten:
    """One value that changed between two looks.

    :ivar read: who read the changed value, in words; ``ordinal`` is the dispatch, None for a result of the function,
        which ``result`` then counts.
    :ivar source: what the value was.
    :ivar by: the dispatches that work in place in the memory of this value, in program order.
    :ivar before: the value as it was made or passed; ``after`` as it was read.
    """

    read: str
    ordinal: int | None
    result: int | None
    source: Origin
    by: tuple[int, ...]
    before: Tensor
    after: Tensor


def overwritten(traced: Traced, passed: Sequence[Tensor], untraced: Sequence[Tensor]) -> tuple[Overwritten, ...]:
    """Every value that was read otherwise than it was made, function results first.

    :param passed: the function's arguments as they were passed.
    :param untraced: what the function gave when nothing was traced. What is traced is copied, which may save it.
    """
    return (*_results(traced, passed, untraced), *_operands(traced, passed))


def _results(traced: Traced, passed: Sequence[Tensor], untraced: Sequence[Tensor]) -> Iterator[Overwritten]:
    for i, (operand, result, plain) in enumerate(zip(traced.graph.returned(traced.function), traced.results, untraced, strict=False)):
        source = operand.source
        after = plain if source.kind == "argument" else result
        last = traced.iterations(source.ordinal or 0) - 1
        before = _value(traced, source, passed, last)
        if before is not None and _changed(before, after):
            yield Overwritten(f"result {i} of the function", None, i, source, _in_place(traced, source), before, after)


def _operands(traced: Traced, passed: Sequence[Tensor]) -> Iterator[Overwritten]:
    for node in traced.graph.dispatches:
        for i, operand in enumerate(node.operands):
            source = operand.source
            if source.kind == "dispatch" and traced.node(source.ordinal or 0).loop != node.loop:
                continue  # which iteration is read is not known
            for k in range(traced.iterations(node.ordinal)):
                before, read = _value(traced, source, passed, k), traced.tensors(node.ordinal, "in", k)
                if before is not None and i < len(read) and _changed(before, read[i]):
                    by = tuple(ordinal for ordinal in _in_place(traced, source) if ordinal < node.ordinal)
                    if by:
                        yield Overwritten(f"dispatch {node.ordinal}", node.ordinal, None, source, by, before, read[i])
                    break


def _value(traced: Traced, source: Origin, passed: Sequence[Tensor], iteration: int) -> Tensor | None:
    if source.kind == "dispatch":
        return traced.result((source.ordinal or 0, source.result or 0), max(iteration, 0))
    if source.kind == "argument" and source.index is not None and source.index < len(passed):
        return passed[source.index]
    return None


def _changed(before: Tensor, after: Tensor) -> bool:
    """Whether the bytes differ; tensors of other types or sizes are not one value seen twice."""
    if before.file is None or after.file is None or before.kind != after.kind:
        return False
    return before.sha256 != after.sha256 and before.file.stat().st_size == after.file.stat().st_size


def _in_place(traced: Traced, source: Origin) -> tuple[int, ...]:
    """The dispatches that take over the memory of this very value."""
    return tuple(
        node.ordinal
        for node in traced.graph.dispatches
        if any(at >= 0 and at < len(node.operands) and _same(node.operands[at].source, source) for at in node.tied)
    )


def _same(a: Origin, b: Origin) -> bool:
    return (a.kind, a.ordinal, a.result, a.index) == (b.kind, b.ordinal, b.result, b.index)
