"""Printed results: their values, and whether they are what should come out."""

import pytest

from bot.intake.golden import Printed, read_prints
from bot.intake.transcript import CommandLine, read_commands
from bot.intake.wording import Standing, standing
from tests.intake.reports import block, document

RUN = "iree-run-module --module=a.vmfb"
HEADER = "result[0]: hal.buffer_view"


def prints(text: str) -> list[Printed]:
    doc = document(text)
    return read_prints(doc, [command for command in read_commands(doc) if isinstance(command, CommandLine)])


def values(text: str) -> list[tuple[int, str, list[object]]]:
    return [(result.index, str(result.type), list(result.values.items)) for block in prints(text) for result in block.results]


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ([HEADER, "4xf32=1 2 3 4"], [(0, "4xf32", [1, 2, 3, 4])]),
        ([HEADER, "2x2xf32=[1 2][3 4]"], [(0, "2x2xf32", [1, 2, 3, 4])]),
        ([HEADER, "1x2x2xi32=[[1 2][-3 4]]"], [(0, "1x2x2xi32", [1, 2, -3, 4])]),
        ([HEADER, "3xf16=-NAN nan INF"], [(0, "3xf16", ["nan", "nan", "inf"])]),
        ([HEADER, "2xf32=1E+10 2.64817E-22"], [(0, "2xf32", [1e10, 2.64817e-22])]),
        ([HEADER, "f32=0.5"], [(0, "f32", [0.5])]),
        (["result[0]: i64=-1"], [(0, "i64", [-1])]),
        (["result[0]: 2xf32=1 2"], [(0, "2xf32", [1, 2])]),
        ([HEADER, "2x2xf32=[[1 2]", "         [3 4]]"], [(0, "2x2xf32", [1, 2, 3, 4])]),
        ([HEADER, "2xi1=01 00"], [(0, "2xi1", [1, 0])]),
        ([HEADER, "2xui8=129 0"], [(0, "2xui8", [129, 0])]),
        ([HEADER, "1xf32=1", "result[1]: hal.buffer_view", "1xf32=2"], [(0, "1xf32", [1]), (1, "1xf32", [2])]),
        (["4xf32=1 2 3 4"], [(0, "4xf32", [1, 2, 3, 4])]),
        (["EXEC @main", HEADER, "1xf32=1", "[SUCCESS] all function outputs matched"], [(0, "1xf32", [1])]),
        (["x = 4", "%0 = tensor<4xf32>", "iree=1"], []),
    ],
)
def test_printed_forms(lines: list[str], found: list[tuple[int, str, list[object]]]) -> None:
    assert values(block(*lines)) == found


@pytest.mark.parametrize("text", ["4xf32=1 2...", "4xf32=[1 2 ...]", "4xf32=1 2 \u2026"])
def test_a_print_that_is_cut_has_a_beginning(text: str) -> None:
    result = prints(block(HEADER, text))[0].results[0]
    assert (result.values.items, result.values.cut, result.problem) == ((1.0, 2.0), True, "")


def test_closed_brackets_end_the_values() -> None:
    assert "2 are printed" in prints(block(HEADER, "2x2xf32=[1 2]", "[3 4]"))[0].results[0].problem


@pytest.mark.parametrize(
    ("text", "says"), [("4xf32=1 2", "2 are printed"), ("4xf32=1 2 x 4", "`x` is not a number"), ("4xf32=...", "no value"), ("1xf32=1 2", "2 are")]
)
def test_a_print_that_cannot_be_used_says_why(text: str, says: str) -> None:
    assert says in prints(block(HEADER, text))[0].results[0].problem


ONE = block(HEADER, "1xf32=1")


@pytest.mark.parametrize(
    ("text", "standings"),
    [
        pytest.param(f"Expected:\n\n{ONE}\nActual:\n\n{ONE}", "ea", id="two labels"),
        pytest.param(f"It should print\n\n{ONE}\nbut it prints\n\n{ONE}", "ea", id="two sentences"),
        pytest.param(f"I get\n\n{ONE}\n\nbut expected is\n\n{ONE}", "ae", id="the other way round"),
        pytest.param(f"### Expected output\n\n{ONE}", "e", id="a heading"),
        pytest.param(f"Expected (from an old build, and numpy agrees):\n\n{ONE}", "e", id="with an aside"),
        pytest.param(f"numpy gives\n\n{ONE}", "e", id="another framework"),
        pytest.param(f"I get this instead of the expected values:\n\n{ONE}", "a", id="named for comparison only"),
        pytest.param(f"The result is wrong:\n\n{ONE}", "a", id="wrong"),
        pytest.param(f"First run\n\n{ONE}\nSecond run\n\n{ONE}", "aa", id="runs"),
        pytest.param(f"Data\n\n{ONE}", "u", id="nothing is said"),
        pytest.param(block("Expected:", HEADER, "1xf32=1", "Actual:", HEADER, "1xf32=2"), "ea", id="labels in the block"),
        pytest.param(block(f"$ {RUN}", HEADER, "1xf32=1"), "a", id="right behind its command"),
        pytest.param(f"Expected to be the same:\n\n{block(f'$ {RUN}', 'EXEC @f', HEADER, '1xf32=1')}", "a", id="whatever is said before the command"),
        pytest.param(block(f"$ {RUN}") + "\n" + ONE, "a", id="in a block of its own behind the command"),
        pytest.param(block(RUN, "# expected:", HEADER, "1xf32=1"), "e", id="a comment behind the command"),
        pytest.param("A prints `1xf32=1` and expected is `1xf32=2`.", "ae", id="code spans"),
        pytest.param("Expected: 1xf32=1\nActual: 1xf32=2", "ea", id="lines of text"),
        pytest.param(f"Expected:\n{HEADER}\n1xf32=1\n\nI see\n{HEADER}\n1xf32=2", "ea", id="no fence at all"),
    ],
)
def test_what_a_print_is(text: str, standings: str) -> None:
    assert "".join(found.standing.value[0] for found in prints(text)) == standings


def test_a_print_knows_its_lines() -> None:
    found = prints(f"Expected\n\n{block('EXEC @f', HEADER, '1xf32=1', 'result[1]: hal.buffer_view', '1xf32=2')}")
    assert [str(one.lines) for one in found] == ["body, lines 5-8"]


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ("The expected output is", "expected"),
        ("Reference values from float64:", "expected"),
        ("golden", "expected"),
        ("ground truth", "expected"),
        ("should have been", "expected"),
        ("PyTorch returns", "expected"),
        ("the correct one prints", "expected"),
        ("What I get", "actual"),
        ("we got", "actual"),
        ("comes out as", "actual"),
        ("is not correct", "actual"),
        ("I expected something other than this:", "actual"),
        ("We expect another thing, but", "expected"),
        ("I would expect different values from this:", "actual"),
        ("I did not expect this:", "actual"),
        ("That isn't what one expects:", "actual"),
        ("an unexpected result:", "actual"),
        ("incorrect", "actual"),
        ("actual", "actual"),
        ("does not match the expected output", "unknown"),
        ("compared with numpy", "unknown"),
        ("Input", "unknown"),
        ("", "unknown"),
    ],
)
def test_words_that_tell(words: str, what: str) -> None:
    assert standing(words) is Standing(what)
