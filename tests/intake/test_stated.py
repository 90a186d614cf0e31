"""Expected values without a type: where they stand, what the words around them say, and how they fit the results."""

import pytest

from bot.intake.mlir import sketch
from bot.intake.outcomes import ResultType, result_types
from bot.intake.spoken import read_sayings
from bot.intake.stated import read_stated
from bot.intake.transcript import CommandLine, read_commands
from runners.contract import Expectation
from tests.intake.reports import COMPILE, PROGRAM, RELEASE, RUN, asked, block, document, read, reasons, report


def stated(text: str) -> list[str]:
    doc = document(text)
    calls = [command for command in read_commands(doc) if isinstance(command, CommandLine)]
    return [f"{one.form.value} {' '.join(one.numbers)}" for one in read_stated(doc, calls)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"NumPy says:\n\n{block('array([1., 2.], dtype=float32)')}", ["array 1. 2."]),
        (f"In eager PyTorch I get\n\n{block('tensor([1., 1.])')}\nand from IREE\n\n{block('[1, 2]')}", ["array 1. 1."]),
        (f"I get\n\n{block('[1, 2]')}", []),
        (f"The input is\n\n{block('[1, 2]')}", []),
        (f"The input, made with numpy, is\n\n{block('[1, 2]')}\nand numpy gives\n\n{block('[3, 4]')}", ["array 3 4"]),
        (block("Expected:", "[[1 2]", " [3 4]]", "Actual:", "[[1 2]", " [3 5]]"), ["array 1 2 3 4"]),
        (block(" ACTUAL: array([1, 2])", " DESIRED: array([1, 3])"), ["array 1 3"]),
        (block(" x: array([1, 2])", " y: array([1, 3])"), []),
        (block("import numpy as np", "x = np.array([1, 2])", "expected = np.array([3, 4])", tag="python"), ["array 3 4"]),
        (f"numpy prints\n\n{block('>>> np.sqrt(x)', 'array([1., 2.])', tag='python')}", ["array 1. 2."]),
        (block(f"$ {RUN}", "[1, 2]"), []),
        ("Expected `[1, 2]`, got `[1, 3]`.", ["array 1 2"]),
        ("As expected [1] it fails.", []),
        ("The output shape should be [4].", []),
        ("It should print [1, 2] as in [1](https://h.org).", ["array 1 2"]),
        ("| i | numpy | IREE |\n|---|---|---|\n| 0 | 2 | 3 |\n| 1 | `4` | 5 |", ["list 2 4"]),
        ("| index | numpy | IREE |\n|---|---|---|\n| 7 | 2 | 3 |\n| 9 | 4 | 5 |", []),
        ("| expected | got |\n|---|---|\n| right | wrong |", []),
        ("| release | max error |\n|---|---|\n| 3.1.0 | 2 |", []),
    ],
)
def test_what_is_stated(text: str, found: list[str]) -> None:
    assert stated(text) == found


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("I expected all 64s, but half of them are 32.", "all 64"),
        ("Expected all 0.5.", "all 0.5"),
        ("All elements should be 64.", "all 64"),
        ("Every element is expected to be -1.", "all -1"),
        ("It should be 3 everywhere", "all 3"),
        ("We expect all ones.", "all 1"),
        ("It should return all zeros, not NaN.", "all 0"),
        ("I get all zeros.", ""),
        ("They should all be 6.", "all 6"),
        ("The output should not be all zeros.", ""),
        ("All values should not be 0.", ""),
        ("Expected non-zero values, but all zeros.", ""),
        ("The output is expected to match numpy, all zeros.", ""),
        ("All 64 elements are wrong.", ""),
        ("The result should be -1.", "-1"),
        ("Expected 5, got 4", "5"),
        ("expected: `2.5`", "2.5"),
        ("The correct answer is 42.", "42"),
        ("It should be 1, 2 and 3.", "1 2 3"),
        ("The expected result is zero.", "0"),
        ("The difference should be 0.", ""),
        ("The exit code should be 0.", ""),
        ("The element at index 3 should be 7.", ""),
        ("It should not be 7.", ""),
        ("It should be 10 times faster.", ""),
        ("It should be 3.13.0.", ""),
        ("The max error should be 1e-5.", ""),
    ],
)
def test_what_a_sentence_says(text: str, numbers: str) -> None:
    assert " / ".join(("all " if one.everywhere else "") + " ".join(one.numbers) for one in read_sayings(text)) == numbers


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("tensor<2x3xf32>", [((2, 3), "f32")]),
        ("f32", [((), "f32")]),
        ("(tensor<?x4xbf16>, i32)", [((None, 4), "bf16"), ((), "i32")]),
        ("!torch.vtensor<[4,2],si64> attributes {a}", [((4, 2), "i64")]),
        ("(tensor<4xf32> {a.b = #c<d>})", [((4,), "f32")]),
        ("tensor<4xf32, #enc<a>>", [((4,), "f32")]),
        ("tensor<4xcomplex<f32>>", [((4,), "complex<f32>")]),
        ("()", []),
        ("memref<2xf32>", None),
        ("tensor<4xf32", None),
    ],
)
def test_result_types(text: str, types: list[tuple[tuple[int | None, ...], str]] | None) -> None:
    program = f"func.func @f(%a: tensor<4xf32>) -> {text} {{\n}}\n"
    assert sketch(program).functions == ("f",)
    assert result_types(program, "f") == (None if types is None else tuple(ResultType(*one) for one in types))


def expectation(*words: str) -> Expectation | None:
    return read(report(PROGRAM, block(COMPILE, RUN), *words, RELEASE)).spec.expectation


@pytest.mark.parametrize(
    ("words", "values", "digits"),
    [
        ("Expected `[6, 8, 10, 12]`.", (6, 8, 10, 12), 6),
        ("Expected all 6.", (6, 6, 6, 6), 6),
        ("It should be 6, 8, 10 and 12.", (6, 8, 10, 12), 6),
        ("torch gives `tensor([6.1235, 8.0000, 10.0000, 12.0000])`", (6.1235, 8, 10, 12), 5),
        ("The result should be 4xf32=6 8 10 12 but is 4xf32=6 8 10 0.", (6, 8, 10, 12), 6),
    ],
)
def test_stated_values_take_the_type_of_the_result(words: str, values: tuple[float, ...], digits: int) -> None:
    found = expectation(words)
    assert found is not None
    assert [(one.shape, one.dtype, one.values, one.digits) for one in found.values] == [((4,), "f32", values, digits)]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("Expected `[6, 8, 10]`.", "they are 3, and the result is 4xf32"),
        ("Expected `[[6, 8], [10, 12]]`.", "have the shape 2x2"),
        ("torch gives `tensor([0.0012, 8.0000, 10.0000, 12.0000])`", "only 2 significant digits"),
        ("numpy gives `[6, 8, 10, 12]`.\n\nExpected `[6, 8, 10, 13]`.", "not the same everywhere"),
        ("The result should be 7.", "What should come out?"),
    ],
)
def test_values_that_do_not_fit_are_asked_about(words: str, says: str) -> None:
    intake = read(report(PROGRAM, block(COMPILE, RUN), words, RELEASE))
    assert {code.value for code in asked(intake)} == {"missing_expected"}
    assert any(says in text for text in reasons(intake)), reasons(intake)
