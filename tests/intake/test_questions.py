"""Every question says what a good answer looks like, and about which line it is."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.intake import Comment
from bot.intake.result import Intake, QuestionCode
from tests.intake.corpus import REPORTS
from tests.intake.corpus import read as read_corpus
from tests.intake.reports import COMPILE, MLIR, PROGRAM, RELEASE, RUN, WHOLE, block, read, report

ANSWER = re.compile(
    r"\b(?:give|attach|write|put|name|link|leave|rename|let|keep|known are|nearest|as in|needed|which|is \S+ the release|what does|save|export)\b",
    re.IGNORECASE,
)
"""What a text has that says how to answer: an instruction, what is known, or a question that names the choices."""

ASKED: dict[QuestionCode, Callable[[Path], Intake]] = {
    QuestionCode.MISSING_PROGRAM: lambda _: read(WHOLE.replace(PROGRAM, "").replace("add.mlir ", "- ")),
    QuestionCode.MISSING_COMMANDS: lambda _: read(report(PROGRAM, block(RUN), RELEASE)),
    QuestionCode.MISSING_INPUTS: lambda _: read(WHOLE.replace(' --input="4xf32=5 6 7 8"', "")),
    QuestionCode.MISSING_EXPECTED: lambda _: read(WHOLE.replace("4xf32=6 8 10 12", "4xf32=6 x 10 12")),
    QuestionCode.ELIDED_CONSTANTS: lambda _: read(WHOLE.replace("  return", "  %c = arith.constant dense_resource<__elided__> : tensor<9xf32>\n  return")),
    QuestionCode.INCOMPLETE_PROGRAM: lambda _: read(WHOLE.replace("\n}\n", "\n")),
    QuestionCode.UNREACHABLE_PATH: lambda _: read(WHOLE.replace('"4xf32=5 6 7 8"', "@x.npy")),
    QuestionCode.UNREADABLE_ARTIFACT: lambda folder: read(WHOLE.replace('"4xf32=5 6 7 8"', "4xf32=@short.bin"), folder=folder),
    QuestionCode.UNKNOWN_FLAG: lambda _: read(WHOLE.replace("llvm-cpu", "llvm-cpu --iree-opt-levle=O3")),
    QuestionCode.UNKNOWN_DEVICE: lambda _: read(WHOLE.replace("local-task", "toaster")),
    QuestionCode.AMBIGUOUS_VARIANTS: lambda _: read(report(WHOLE, "IREE 3.12.0\n")),
    QuestionCode.UNSUPPORTED_SOURCE: lambda _: read(report(PROGRAM, block("iree-opt add.mlir"))),
    QuestionCode.INVALID_BLOCK: lambda _: read(report(WHOLE, "```yaml numerics-repro\ndevise: x\n```\n")),
}


@pytest.mark.parametrize("code", QuestionCode)
def test_every_code(tmp_path: Path, code: QuestionCode) -> None:
    (tmp_path / "short.bin").write_bytes(bytes(3))
    questions = [question for question in ASKED[code](tmp_path).questions if question.code is code]
    assert questions
    for question in questions:
        assert ANSWER.search(question.text), question.text
        assert question.lines is not None, question.text


@pytest.mark.parametrize("folder", REPORTS, ids=lambda folder: folder.name)
def test_every_question_of_the_corpus(folder: Path) -> None:
    for question in read_corpus(folder)["questions"]:
        assert ANSWER.search(question["text"]), question["text"]
        # What is nowhere in the report has no line.
        assert question["lines"] is not None or question["code"].startswith("missing_"), question["text"]


def test_a_question_in_a_comment_names_it() -> None:
    intake = read(report(PROGRAM, RELEASE), Comment(id=77, body=block(COMPILE, RUN.replace("local-task", "toaster")), author="reporter"))
    (question,) = [one for one in intake.questions if one.code is QuestionCode.UNKNOWN_DEVICE]
    assert str(question.lines) == "comment 77, line 3"
    assert MLIR in PROGRAM
