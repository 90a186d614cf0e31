"""Which dispatches give other values from run to run: the smallest set whose replay alone is unstable."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from runners.contract import Divergence, DivergentOperand, Output, Stage, Suspect
from runners.divergence.bench import Bench
from runners.divergence.events import Traced, judging_of, shown
from runners.divergence.local import Confirmed, Request
from runners.divergence.tell import dispatch

REPLAYS = 6
"""Runs of each dispatch alone, in two processes: garbage in memory is often the same within one."""


@dataclass(frozen=True, slots=True)
class Flicker:
    """A dispatch that was seen to give other values of the same inputs.

    :ivar alone: its replays; None where they were all alike, and it was only seen in the program.
    :ivar outputs: two of its runs compared.
    """

    request: Request
    alone: Confirmed | None
    outputs: tuple[Output, ...]


def flickers(bench: Bench, again: Traced) -> tuple[Flicker, ...]:
    """Every dispatch that is unstable, in program order: alone, or between two traced runs that fed it the same.

    :param again: a second traced run of the same module.
    :raises MachineError: when a tool cannot be started or the disk is full.
    """
    traced = bench.traced
    # What is made in memory that nobody has written to is not all there yet.
    requests = [Request(node.ordinal) for node in traced.graph.dispatches if traced.iterations(node.ordinal) and not node.unwritten]
    between = {request.ordinal: outputs for request, outputs in _between(traced, again)}
    found = []
    for request, alone in zip(requests, bench.confirm_all(requests, repeats=REPLAYS), strict=True):
        outputs = () if alone.stable else _first_that_differs(traced, request.ordinal, alone)
        if outputs or request.ordinal in between:
            found.append(Flicker(request, alone if outputs else None, outputs or between[request.ordinal]))
    return tuple(found)


def _between(one: Traced, other: Traced) -> Iterator[tuple[Request, tuple[Output, ...]]]:
    """Dispatch runs that were fed the same in both and gave something else."""
    for node in one.graph.dispatches:
        for k in range(min(one.iterations(node.ordinal), other.iterations(node.ordinal))):
            read = [[t.sha256 for t in traced.tensors(node.ordinal, "in", k)] for traced in (one, other)]
            if read[0] != read[1]:
                break
            judging = judging_of(one, node.ordinal)
            pairs = zip(one.tensors(node.ordinal, "out", k), other.tensors(node.ordinal, "out", k), strict=True)
            outputs = tuple(shown(x, y, judging, i) for i, (x, y) in enumerate(pairs))
            if any(output.judgement == "different" for output in outputs):
                yield Request(node.ordinal, k), outputs
                break


def _first_that_differs(traced: Traced, ordinal: int, alone: Confirmed) -> tuple[Output, ...]:
    """The first replay compared with the first one that differs from it by more than rounding; empty where none does."""
    judging = judging_of(traced, ordinal)
    for repeat in alone.results[1:]:
        outputs = tuple(judging(x, y, index=i) for i, (x, y) in enumerate(zip(alone.results[0], repeat, strict=True)))
        if any(output.judgement == "different" for output in outputs):
            return outputs
    return ()


def flickering(bench: Bench, found: Sequence[Flicker], variant: str) -> Divergence:
    """The divergence of a variant that gives other values from run to run."""
    suspects = tuple(_suspect(bench, flicker, variant) for flicker in found)
    if not found:
        runs = bench.traced.runs
        nothing = f"No dispatch is named: traced twice, all {runs} dispatch runs that are fed the same give the same, and so does each dispatch alone."
        return Divergence(sentence=f"{nothing} What is unstable lies between them, or shows too rarely.", replays=bench.replays)
    first = found[0]
    node = dispatch(bench.traced, variant, first.request.ordinal, first.request.iteration)
    local = bench.look([first.request])[0]
    sentence = [f"Dispatch {node.ordinal} gives other values of the same inputs {_where(first.alone)}."]
    if local.left_open:
        sentence.append(f"Its code leaves values open, so that whatever comes out is allowed: {'; '.join(local.left_open)}.")
    elif len(found) > 1:
        sentence.append(f"So do {len(found) - 1} more: {', '.join(str(f.request.ordinal) for f in found[1:11])}.")
    return Divergence(
        dispatch=node,
        at_fault="undetermined" if local.left_open else "A" if variant == "A" else "B",
        stage=Stage.UNDETERMINED if local.left_open else Stage.CODEGEN if first.alone is not None else Stage.RUNTIME,
        role="culprit" if first.alone is not None and not local.left_open else "unconfirmed",
        compared=("one run", "another"),
        operands=tuple(DivergentOperand(role="output", position=output.index, comparison=output) for output in first.outputs),
        suspects=suspects,
        replays=bench.replays,
        sentence=" ".join(sentence),
    )


def _where(alone: Confirmed | None) -> str:
    if alone is None:
        return "from one traced run to the next, though not alone"
    kinds = len({tuple(t.sha256 for t in repeat) for repeat in alone.results})
    return f"each time it is run alone ({kinds} different results in {alone.of} runs)"


def _suspect(bench: Bench, flicker: Flicker, variant: str) -> Suspect:
    return Suspect(
        dispatch=dispatch(bench.traced, variant, flicker.request.ordinal, flicker.request.iteration),
        role="culprit" if flicker.alone is not None else "unconfirmed",
        at_fault="A" if variant == "A" else "B",
        reason=f"It gives other values of the same inputs {_where(flicker.alone)}.",
    )
