"""Calls of scripts in running text."""

from pathlib import Path

import pytest

from bot.intake.prose_calls import script_call
from bot.intake.result import QuestionCode
from tests.intake.reports import PROGRAM, RELEASE, asked, block, read, reasons, report


@pytest.mark.parametrize(
    ("line", "call"),
    [
        ("run ./compile-x.sh gfx942 and", "./compile-x.sh gfx942"),
        ("Then run bash ./x.sh a.mlir --b=1, and", "bash ./x.sh a.mlir --b=1"),
        ("./x.sh vmvx", "./x.sh vmvx"),
        ("- ./scripts/x.sh", "./scripts/x.sh"),
        ("with ./x.sh gfx942.", "./x.sh gfx942"),
        ("re-run ./x.sh in the build folder", "./x.sh"),
        ("run ./x.sh", "./x.sh"),
        ("run ./x.sh often", None),
        ("run ./x.sh 3 times", None),
        ("run x.sh gfx942", None),
        ("remove --a from ./x.sh and build", None),
        ("look at ./x.sh", None),
        ("run ./x.sh; rm -rf /", "./x.sh"),
        ("run ./x.sh $(id)", None),
        ("", None),
    ],
)
def test_a_call_in_a_sentence(line: str, call: str | None) -> None:
    assert script_call(line) == call


RUN = 'iree-run-module --module=tmp/add.vmfb --device=local-task --function=add --input="4xf32=1 2 3 4" --input="4xf32=5 6 7 8"'
STEPS = report(PROGRAM, "1. run ./c.sh vmvx and\n\n   " + RUN + "\n\n2. Remove --iree-opt-data-tiling from c.sh\n3. run ./c.sh vmvx and\n\n   " + RUN, RELEASE)


def test_steps_that_call_a_script_and_edit_it(tmp_path: Path) -> None:
    text = "iree-compile add.mlir --iree-hal-target-backends=$1 --iree-opt-data-tiling -o tmp/add.vmfb\n"
    (tmp_path / "c.sh").write_text(text, encoding="utf-8")
    intake = read(STEPS, folder=tmp_path)
    assert intake.status == "ready"
    assert [variant.compile.flags for variant in intake.spec.variants] == [
        ("--iree-hal-target-backends=vmvx", "--iree-opt-data-tiling"),
        ("--iree-hal-target-backends=vmvx",),
    ]


def test_what_an_edit_tells_of_a_script_that_is_not_there() -> None:
    intake = read(STEPS)
    assert asked(intake) == {QuestionCode.UNREACHABLE_PATH, QuestionCode.MISSING_COMMANDS}
    assert any("`c.sh`" in text for text in reasons(intake))
    assert [variant.compile.flags for variant in intake.spec.variants] == [("--iree-opt-data-tiling",), ()]


def test_an_edit_without_any_commands_to_edit_is_never_ready() -> None:
    intake = read(report(PROGRAM, block(RUN), "With `--iree-opt-data-tiling` the result is right.", RELEASE))
    assert intake.status == "needs_info"
