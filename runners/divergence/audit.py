"""Every dispatch of one variant judged alone, on the inputs that its trace recorded: no second variant is needed.

Whatever comes in wrong from above, a dispatch is right if it makes of it what its own code says. So every culprit is
found, not only the first.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from runners.contract import Dispatch, DispatchAudit, Divergence, DivergentOperand, Stage, Suspect
from runners.divergence.bench import Bench
from runners.divergence.events import Traced, judging_of, shown
from runners.divergence.local import Confirmed, Local, Request, floor_of, said_of, with_exact
from runners.divergence.overwritten import overwritten
from runners.divergence.tell import dispatch, overwritten_divergence
from runners.stages.invocation import Tensor

REFERENCE = "reference"
_MOST_ITERATIONS = 3
"""Runs of one dispatch in a loop that are looked at: the first ones, where an error begins."""


@dataclass(frozen=True, slots=True)
class Audit:
    """What every dispatch run was found to be, in program order; runs of the same dispatch with the same inputs count once."""

    bench: Bench
    locals: tuple[Local, ...]

    @property
    def wrong(self) -> tuple[Local, ...]:
        """The runs that do not make of their inputs what their code says."""
        return tuple(local for local in self.locals if local.opinion == "wrong")

    @property
    def open(self) -> tuple[Local, ...]:
        """The runs whose code leaves values open, so that whatever comes out is allowed."""
        return tuple(local for local in self.locals if local.opinion != "wrong" and local.left_open)

    @property
    def unknown(self) -> tuple[Local, ...]:
        """The runs that nothing could be held against."""
        return tuple(local for local in self.locals if local.opinion == "unknown")


def audit(bench: Bench, only: Collection[int] | None = None) -> Audit:
    """Judge every dispatch run, or those of some dispatches.

    All dispatches are compiled once, in one module, with the reference code generation, and fed what the trace recorded.
    Where a result is not what the reference makes, the elements that are farthest apart are held against exact values;
    so are some at random of every result.

    :raises MachineError: when a tool cannot be started or the disk is full.
    """
    traced = bench.traced
    requests = [
        Request(node.ordinal, k)
        for node in traced.graph.dispatches
        if only is None or node.ordinal in only
        for k in range(min(traced.iterations(node.ordinal), _MOST_ITERATIONS))
        if not _repeats(traced, node.ordinal, k)
    ]
    return Audit(bench, tuple(bench.look_with_reference(requests)))


def _repeats(traced: Traced, ordinal: int, iteration: int) -> bool:
    """Whether the iteration before read just the same."""
    if not iteration:
        return False
    return [t.sha256 for t in traced.tensors(ordinal, "in", iteration)] == [t.sha256 for t in traced.tensors(ordinal, "in", iteration - 1)]


def audited(audit: Audit, variant: str, passed: Sequence[Tensor], differing: Sequence[int]) -> Divergence:
    """The divergence of one variant from what its own code says.

    :param passed: the function's arguments as they were passed.
    :param differing: indices of the results that are not as expected.
    """
    traced = audit.bench.traced
    common = Divergence(suspects=tuple(_suspect(audit, local, variant) for local in audit.wrong))
    changed = [found for found in overwritten(traced, passed, audit.bench.observed.untraced) if found.ordinal is not None or found.result in differing]
    if changed:
        return overwritten_divergence(common, traced, variant, changed[0])
    misread = _misread(traced, variant, passed)
    if misread is not None:
        return common.model_copy(update=misread)
    if audit.wrong:
        return _culprit(common, audit, variant)
    if audit.open:
        return _left_open(common, audit, variant)
    known = len(audit.locals) - len(audit.unknown)
    sentence = [f"All {known} dispatch runs that could be judged make of their inputs what their code says."]
    if audit.unknown:
        sentence.append(f"{len(audit.unknown)} could not be judged: {audit.unknown[0].problem}.")
    return common.model_copy(update={"sentence": " ".join(sentence), "replays": audit.bench.replays})


def summed_up(audit: Audit, variant: str) -> DispatchAudit:
    """The audit as the result's table: every culprit, not only the first."""
    nodes = audit.bench.traced.graph.dispatches
    return DispatchAudit(
        variant=variant,
        dispatches=len(nodes),
        executables=len({node.body for node in nodes}),
        runs=len(audit.locals),
        unknown=len(audit.unknown),
        culprits=tuple(_suspect(audit, local, variant) for local in audit.wrong),
    )


def _misread(traced: Traced, variant: str, passed: Sequence[Tensor]) -> dict[str, object] | None:
    for node in traced.graph.dispatches:
        read = traced.tensors(node.ordinal, "in")
        for i, operand in enumerate(node.operands[: len(read)]):
            index = operand.source.index
            if operand.source.kind != "argument" or index is None or index >= len(passed):
                continue
            comparison = shown(read[i], passed[index], judging_of(traced, node.ordinal), i)
            if comparison.judgement == "different":
                sentence = (
                    f"Begins before any dispatch: {variant} does not read the values that were passed (argument {index} was passed as "
                    f"{passed[index].type} and is read as {read[i].type}, {comparison.mismatched} of {comparison.elements} elements differ)."
                )
                return {
                    "dispatch": dispatch(traced, variant, node.ordinal),
                    "at_fault": variant,
                    "stage": Stage.INPUT,
                    "role": "victim",
                    "compared": ("as read", "as passed"),
                    "operands": (DivergentOperand(role="input", position=i, source=str(operand.source), comparison=comparison),),
                    "sentence": sentence,
                }
    return None


def _culprit(common: Divergence, audit: Audit, variant: str) -> Divergence:
    local = audit.wrong[0]
    confirmed = audit.bench.confirm(local.request)
    standing, found = local.standing, _named(audit, local, variant)
    sentence = [
        f"Dispatch {found.ordinal} does not make of its inputs what its own code says: {_says(local)}",
        _replayed(confirmed),
    ]
    if len(audit.wrong) > 1:
        ordinals = sorted({other.request.ordinal for other in audit.wrong[1:]} - {found.ordinal})
        if ordinals:
            sentence.append(f"So {'does' if len(ordinals) == 1 else 'do'} {len(ordinals)} more: {', '.join(map(str, ordinals[:10]))}.")
    return common.model_copy(
        update={
            "dispatch": found,
            "iteration": local.request.iteration,
            "at_fault": variant,
            "stage": Stage.CODEGEN if confirmed.again or not confirmed.of else Stage.RUNTIME,
            "role": "culprit" if confirmed.again else "unconfirmed",
            "local_error": None if standing is None else standing.error,
            "noise_floor": floor_of(standing),
            "confirmed": f"{confirmed.again}/{confirmed.of}" if confirmed.of else None,
            "compared": (variant, REFERENCE),
            "operands": _operands(local),
            "replays": audit.bench.replays,
            "sentence": " ".join(filter(None, sentence)),
        }
    )


def _left_open(common: Divergence, audit: Audit, variant: str) -> Divergence:
    local = audit.open[0]
    found = _named(audit, local, variant)
    reason = "; ".join(local.left_open)
    none = f"None of the {len(audit.locals) - len(audit.unknown)} dispatch runs that could be judged is wrong by its own code."
    sentence = f"{none} Dispatch {found.ordinal} leaves values open, so that whatever comes out is allowed: {reason}."
    return common.model_copy(
        update={"dispatch": found, "role": "unconfirmed", "compared": (variant, REFERENCE), "operands": _operands(local), "sentence": sentence}
    )


def _says(local: Local) -> str:
    standing = local.standing
    if standing is not None and not standing.within_noise:
        return f"held against exact values, it {said_of(standing)}."
    worst = max(local.reference, key=lambda output: output.mismatched)
    return f"{worst.mismatched} of {worst.elements} elements are not what the reference code generation makes of them."


def _replayed(confirmed: Confirmed) -> str:
    if confirmed.problem is not None and not confirmed.of:
        return f"It could not be run alone: {confirmed.problem}."
    if not confirmed.again:
        return f"Alone, it does not do so in any of {confirmed.of} runs: what it does depends on what runs around it."
    return ""


def _named(audit: Audit, local: Local, variant: str) -> Dispatch:
    return dispatch(audit.bench.traced, variant, local.request.ordinal, local.request.iteration)


def _operands(local: Local) -> tuple[DivergentOperand, ...]:
    """The results held against the reference's, where there is one that is right."""
    outputs = (with_exact(output, local, output.index) for output in local.reference)
    return tuple(DivergentOperand(role="output", position=output.index, comparison=output) for output in outputs)


def _suspect(audit: Audit, local: Local, variant: str) -> Suspect:
    standing = local.standing
    return Suspect.model_validate(
        {
            "dispatch": _named(audit, local, variant),
            "role": "culprit",
            "at_fault": variant,
            "error_ratio": None if standing is None else standing.ratio,
            "reason": _says(local),
        }
    )
