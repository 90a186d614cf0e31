"""A small report in parts, and one call that reads a report, for all tests of the intake."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from bot.intake import Comment, Issue, parse
from bot.intake.markdown import Document, read_markdown
from bot.intake.result import Intake, QuestionCode, RefusalCode
from bot.intake.transcript import CommandLine, read_commands
from runners.artifacts import LocalArtifacts
from runners.release import Release
from runners.settings import RunnerSettings
from runners.toolchain import Toolchains, bundled_release

MLIR = """func.func @add(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %sum = arith.addf %a, %b : tensor<4xf32>
  return %sum : tensor<4xf32>
}
"""
PROGRAM = f"```mlir\n{MLIR}```\n"
COMPILE = "iree-compile add.mlir --iree-hal-target-backends=llvm-cpu -o add.vmfb"
RUN = 'iree-run-module --module=add.vmfb --device=local-task --function=add --input="4xf32=1 2 3 4" --input="4xf32=5 6 7 8"'
EXPECTED = "Expected:\n\n```\nresult[0]: hal.buffer_view\n4xf32=6 8 10 12\n```\n"
RELEASE = "IREE 3.13.0\n"


def block(*lines: str, tag: str = "") -> str:
    """A fenced block."""
    return "\n".join([f"```{tag}", *lines, "```", ""])


def report(*parts: str) -> str:
    """Parts of a report, with empty lines between them."""
    return "\n".join(parts)


WHOLE = report(PROGRAM, block(COMPILE, RUN), EXPECTED, RELEASE)
"""A report that lacks nothing."""


@cache
def known_flags(release: Release) -> frozenset[str] | None:
    """The flags of the compiler that is installed beside the tests; of other releases they are not known."""
    return Toolchains(RunnerSettings()).known_flags(release) if release == bundled_release() else None


def read(
    body: str,
    *comments: Comment,
    folder: Path | None = None,
    known: Callable[[Release], frozenset[str] | None] = known_flags,
) -> Intake:
    """Read a report by "reporter"; its links and attachments lie in ``folder``."""
    issue = Issue(body=body, author="reporter", comments=comments)
    return parse(issue, LocalArtifacts(folder), default_release=Release.parse("3.13.0"), known_flags=known)


def document(text: str) -> Document:
    """A text as the recognisers get it."""
    return read_markdown(text)


def commands_in(text: str) -> list[CommandLine]:
    """The commands of a text that can be read."""
    return [found for found in read_commands(document(text)) if isinstance(found, CommandLine)]


def asked(intake: Intake) -> set[QuestionCode]:
    """The codes of the questions."""
    return {question.code for question in intake.questions}


def refused(intake: Intake) -> set[RefusalCode]:
    """The codes of the refusals."""
    return {refusal.code for refusal in intake.refusals}


def reasons(intake: Intake) -> Sequence[str]:
    """The texts of all questions and refusals."""
    return [question.text for question in intake.questions] + [refusal.detail for refusal in intake.refusals]
