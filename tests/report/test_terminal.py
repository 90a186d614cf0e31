"""The report in a terminal: the same words, no control over the terminal, plain where there is none."""

import io
import re

import pytest
from rich.console import Console

from bot.intake.explain import Unused
from bot.intake.result import Intake, Lines, PartialSpec
from bot.report.terminal import print_explained, print_intake, print_result
from runners.contract import TriageResult, Verdict
from tests.report.reports import INTAKES, TRIAGES

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\ud800-\udfff]")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def printed(name: str, width: int = 120, *, terminal: bool = False) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=terminal, color_system="standard" if terminal else None)
    if name in TRIAGES:
        print_result(console, *TRIAGES[name])
    else:
        print_intake(console, INTAKES[name])
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("name", [*TRIAGES, *INTAKES])
def test_nothing_from_outside_controls_the_terminal(name: str) -> None:
    assert not CONTROL.search(printed(name))
    assert not CONTROL.search(COLOUR.sub("", printed(name, terminal=True)))


@pytest.mark.parametrize("name", ["reproduced-culprit", "intake-needs-info"])
def test_colours_only_repeat_what_the_words_say(name: str) -> None:
    coloured = printed(name, terminal=True)
    assert COLOUR.search(coloured)
    assert re.sub(r"[\s|─-]", "", COLOUR.sub("", coloured)) == re.sub(r"[\s|─-]", "", printed(name))


def test_markup_is_not_read() -> None:
    console = Console(file=io.StringIO(), width=80, force_terminal=False)
    print_result(console, TriageResult(verdict=Verdict.REFUSED, sentence="[bold]x[/bold] [link=file:///a]y[/link] :smile: [/]"), None, None)
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue() == "Refused. [bold]x[/bold] [link=file:///a]y[/link] :smile: [/]\n"


def test_the_report_from_its_top() -> None:
    lines = printed("reproduced-culprit").splitlines()
    assert lines[0].startswith("Reproduced. All of output 0 differs, by up to 0.684")
    assert "Output | Type        |     Mismatched | Max abs | Max rel | Max ULP | First mismatch | Judgement" in lines
    assert "0      | 32x1024xf16 | 32768 of 32768 |   0.684 |     214 |   18313 | [0, 0]         | different" in lines


def test_where_figures_would_be_broken_each_row_is_a_line() -> None:
    assert "- Output 0, Type 32x1024xf16, Mismatched 32768 of 32768, Max abs 0.684, Max rel\n214," in printed("reproduced-culprit", 80).replace(" \n", "\n")


def test_commands_are_never_broken() -> None:
    assert "iree-compile layernorm.mlir --iree-hal-target-backends=llvm-cpu --iree-opt-level=O3 -o B.vmfb\n" in printed("reproduced-culprit", 40)


def test_an_intake_says_where_each_field_was_read() -> None:
    lines = [re.sub(r" +", " ", line).strip() for line in printed("intake-needs-info").splitlines()]
    assert lines[0] == "Needs information. Before this can be run 2 questions need an answer: edit the issue or reply in a comment."
    assert lines[3].startswith("1. elided constants (body, line 17): The weights")
    assert "compile flags | --iree-hal-target-backends=llvm-cpu | body, line 26" in lines


def test_how_it_was_read_line_by_line() -> None:
    console = Console(file=io.StringIO(), width=160, force_terminal=False)
    seen = (Unused("link [bold]https://h.org/\x1b[2Jx", Lines(first=3, last=3, comment_id=7), "no command uses a file of this name"),)
    print_explained(console, INTAKES["intake-needs-info"], seen)
    assert isinstance(console.file, io.StringIO)
    text = console.file.getvalue()
    lines = [re.sub(r" +", " ", line).strip() for line in text.splitlines()]
    assert lines[1] == "Which recogniser read what"
    assert lines[4].startswith("body, lines 14-23 | program")
    assert "comment 7, line 3 | link [bold]https://h.org/x | no command uses a file of this name" in lines
    assert not CONTROL.search(text)


def test_nothing_to_explain_is_nothing_printed() -> None:
    console = Console(file=io.StringIO(), width=80, force_terminal=False)
    print_explained(console, Intake(status="refused", spec=PartialSpec()), ())
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue() == ""
