"""What A and B are, in a line that tells them apart."""

import pytest

from bot.report.document import Inline
from bot.report.sides import sides
from runners.contract import Expectation, GoldenFile, GoldenValues, ReproSpec, Run, Variant
from tests.report.requests import inline, variant

A = variant("A", "--x=1", "--y")


def words(content: Inline) -> str:
    return "".join(piece.text for piece in content)


def lines(*variants: Variant, expectation: Expectation | None = None, runs: tuple[Run, ...] = ()) -> list[str]:
    agree = Expectation(kind="variants_agree" if len(variants) == 2 else "repeat_agree")
    spec = ReproSpec.model_construct(program=inline("p.mlir", ""), variants=variants, expectation=expectation or agree, inputs=(), parameters=(), artifacts=())
    return [words(item) for item in sides(spec, runs).items]


def test_the_first_side_is_said_in_full() -> None:
    assert lines(A) == ["A: IREE 3.13.0 on local-task, --x=1, --y"]


@pytest.mark.parametrize(
    ("other", "line"),
    [
        (variant("B", "--x=1", "--y"), "the same as A"),
        (variant("B", "--y", "--x=1"), "as A, but its flags in another order"),
        (variant("B", "--x=1", "--y", "--z"), "as A, but with --z"),
        (variant("B", "--x=1"), "as A, but without --y"),
        (variant("B", "--x=2", "--y"), "as A, but with --x=2 instead of --x=1"),
        (variant("B", "--x=2", "--z"), "as A, but with --x=2 instead of --x=1, with --z, without --y"),
        (variant("B", "--x=1", "--y", "--y"), "as A, but with --y"),
        (variant("B", "--x=1", "--y", version="3.12.0"), "as A, but IREE 3.12.0"),
        (variant("B", "--x=1", "--y", device="hip://0"), "as A, but on hip://0"),
        (variant("B", "--x=1", "--y", function="f"), "as A, but function f"),
        (variant("B", "--x=1", "--y", run=("--r",)), "as A, but with --r"),
        (variant("B", "--x=1", "--y").model_copy(update={"program": inline("q.mlir", "")}), "as A, but program q.mlir"),
        (variant("B", "--x=1", "--y", *(f"--{i}" for i in range(9))), "as A, but with --0, --1, --2, --3 and 5 more"),
    ],
)
def test_the_other_side_is_what_is_other(other: Variant, line: str) -> None:
    assert lines(A, other)[1] == f"B: {line}"


@pytest.mark.parametrize(
    ("expectation", "line"),
    [
        (
            Expectation(kind="golden_values", values=tuple(GoldenValues(index=0, shape=(), dtype="f32", values=(1,), digits=d) for d in (6, 4, 6))),
            "expected: the values printed in the issue, to 4 or 6 digits",
        ),
        (Expectation(kind="golden_file", files=(GoldenFile(index=0, file="y.npy"),)), "expected: y.npy"),
        (Expectation(kind="reference"), "expected: an independent reference"),
    ],
)
def test_expected_values_are_a_side_too(expectation: Expectation, line: str) -> None:
    assert lines(A, expectation=expectation)[1] == line


@pytest.mark.parametrize(
    ("run", "end"),
    [
        (Run(variant="A", exit=0, repeats=3, bit_stable=True), "; 3 runs, bit-identical"),
        (Run(variant="A", exit=0, repeats=6, bit_stable=False), "; 6 runs, not bit-identical"),
        (Run(variant="A", exit=0, repeats=1, bit_stable=True), "--y"),
        (Run(variant="A", exit=0), "--y"),
        (Run(variant="C", exit=0, repeats=3, bit_stable=True), "--y"),
    ],
)
def test_a_side_says_whether_it_repeats_itself(run: Run, end: str) -> None:
    assert lines(A, runs=(run,))[0].endswith(end)
