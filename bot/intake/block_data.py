"""The inputs and the expected outputs of a numerics-repro block: through the same doors as those of commands, then as the block means them."""

from dataclasses import replace

from bot.intake.arguments import spec_inputs
from bot.intake.block_fields import GivenInput, GivenOutcome, Told
from bot.intake.builds import RunStep
from bot.intake.expectation import in_command
from bot.intake.files import Files
from bot.intake.findings import Findings
from bot.intake.result import Lines, QuestionCode
from bot.intake.tools import ModuleCall
from bot.intake.values import TensorType
from runners.contract import Expectation, GoldenFile, Input

_IGNORED = "(ignored)"


def block_inputs(
    told: Told[tuple[Told[GivenInput], ...]], run: RunStep, arguments: tuple[str, ...] | None, files: Files, findings: Findings
) -> tuple[Input, ...]:
    """The inputs, in order.

    :param run: a run whose inputs are those of the block in their spelling.
    """
    made = spec_inputs(replace(run, lines=told.lines), arguments, files, findings)
    for one in made:
        given = told.value[one.index]
        _check_type(one, given.value.type, given.lines, findings)
    return tuple(told.value[one.index].value.meant(one) for one in made)


def block_outcome(told: Told[GivenOutcome], document: int, files: Files, findings: Findings) -> Expectation:
    """What the outputs are held against."""
    given = told.value
    if given.kind != "golden":
        findings.read("expectation", told.lines, "block")
        return Expectation(kind=given.kind)
    texts = tuple(given.spelled.get(index, _IGNORED) for index in range(max(given.spelled, default=-1) + 1))
    read = in_command(RunStep(ModuleCall(expected=texts), told.lines, document), files, findings)
    golden_files = []
    for one in read.files:
        declared = given.types.get(one.index)
        _check_type(one, declared, told.lines, findings)
        golden_files.append(one if declared is None or one.shape is not None else one.model_copy(update={"shape": declared.shape, "dtype": declared.dtype}))
    values = tuple(sorted((*read.values, *given.values), key=lambda one: one.index))
    return Expectation(kind="golden_file" if golden_files else "golden_values", files=tuple(golden_files), values=values)


def _check_type(made: Input | GoldenFile, declared: TensorType | None, lines: Lines, findings: Findings) -> None:
    """Ask where the header of a file says something else than the block does."""
    if declared is None or made.shape is None or made.dtype is None:
        return
    held = TensorType(made.shape, made.dtype)
    if held != declared:
        findings.ask(QuestionCode.INVALID_BLOCK, f"`{made.file}` holds {held}, the block says {declared}: which is meant?", lines)
