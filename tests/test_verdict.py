"""The word and the sentence that a maintainer acts on."""

import pytest

from runners.contract import Compile, Counts, Expectation, Output, Program, ReproSpec, Run, RunCall, Variant, Verdict
from runners.verdict import compared_sentence, compared_verdict, difference, failed_verdict, severity, unstable_sentence


def a_variant(name: str, *flags: str, version: str = "3.13.0", device: str = "local-task") -> Variant:
    return Variant(name=name, iree_version=version, compile=Compile(flags=flags), run=RunCall(device=device))


def a_spec(*variants: Variant) -> ReproSpec:
    kind = "variants_agree" if len(variants) == 2 else "repeat_agree"
    return ReproSpec(program=Program(kind="inline", name="p.mlir", text=""), variants=variants, expectation=Expectation(kind=kind))


EQUAL = Output(index=0, dtype="f32", elements=20)
NOISY = Output(index=0, dtype="f32", elements=20, mismatched=4, max_abs=1e-7, judgement="within_noise")
WRONG = Output(index=1, dtype="f32", elements=20, mismatched=16, max_abs=16, judgement="different")


@pytest.mark.parametrize(
    ("outputs", "verdict"),
    [([EQUAL], "not_reproduced"), ([EQUAL, NOISY], "within_noise"), ([NOISY, WRONG, EQUAL], "reproduced"), ([], "not_reproduced")],
)
def test_the_worst_output_decides(outputs: list[Output], verdict: str) -> None:
    assert compared_verdict(outputs) == verdict


def test_a_different_output_weighs_more_than_many_noisy_elements() -> None:
    assert severity([WRONG]) > severity([NOISY.model_copy(update={"mismatched": 10**9})]) > severity([EQUAL]) >= severity([])


@pytest.mark.parametrize(
    ("b", "says"),
    [
        (a_variant("B", "--x=1", "--y"), "B compiles with --y."),
        (a_variant("B"), "B compiles without --x=1."),
        (a_variant("B", "--x=2"), "B compiles with --x=2 instead of --x=1."),
        (a_variant("B", "--x=1", version="3.12.0"), "B uses IREE 3.12.0 instead of 3.13.0."),
        (a_variant("B", "--x=1", device="hip://0"), "B runs on hip://0 instead of local-task."),
        (a_variant("B", "--y", device="hip://0"), "B compiles with --y, compiles without --x=1, runs on hip://0 instead of local-task."),
        (a_variant("B", "--x=1"), ""),
    ],
)
def test_what_sets_b_apart_is_told(b: Variant, says: str) -> None:
    assert difference(a_variant("A", "--x=1"), b).strip() == says


@pytest.mark.parametrize(
    ("verdict", "outputs", "says"),
    [
        (Verdict.REPRODUCED, [EQUAL, WRONG], "A and B differ: 16 of 20 elements of output 1 (f32), by up to 16. B compiles with --y."),
        (
            Verdict.WITHIN_NOISE,
            [NOISY],
            "A and B differ as much as rounding explains: 4 of 20 elements of output 0 (f32), by up to 1e-07. B compiles with --y.",
        ),
        (Verdict.NOT_REPRODUCED, [EQUAL], "A agrees with B in all 20 elements. B compiles with --y."),
        (Verdict.NOT_REPRODUCED, [EQUAL, EQUAL], "A agrees with B in all 2 outputs. B compiles with --y."),
        (
            Verdict.REPRODUCED,
            [WRONG.model_copy(update={"nan": Counts(a=3, b=0), "max_abs": None})],
            "A and B differ: 16 of 20 elements of output 1 (f32), with 3 against 0 NaN. B compiles with --y.",
        ),
        (
            Verdict.REPRODUCED,
            [WRONG.model_copy(update={"shape": (4, 5), "shape_b": (5, 4)})],
            "A and B differ: output 1 has shape [4, 5] against [5, 4]. B compiles with --y.",
        ),
    ],
)
def test_the_sentence_says_who_where_how_much_and_what_sets_them_apart(verdict: Verdict, outputs: list[Output], says: str) -> None:
    assert compared_sentence(verdict, a_spec(a_variant("A"), a_variant("B", "--y")), ("A", "B"), outputs) == says


def test_expected_values_are_named_as_such() -> None:
    said = compared_sentence(Verdict.REPRODUCED, a_spec(a_variant("A")), ("A", "expected"), [WRONG])
    assert said == "A and the expected values differ: 16 of 20 elements of output 1 (f32), by up to 16."


@pytest.mark.parametrize(
    ("runs", "verdict", "says"),
    [
        ([Run(variant="A", exit=0), Run(variant="B", exit=1, failed="compile", reason="x")], "compile_failed", "B does not compile (A does): x"),
        ([Run(variant=v, exit=1, failed="compile", reason="x") for v in "AB"], "compile_failed", "Neither A nor B compiles: x"),
        ([Run(variant="A", exit=-11, failed="run", reason="x"), Run(variant="B", exit=0)], "run_failed", "A does not run (B does): x"),
        ([Run(variant="A", exit=1, failed="run", reason="x")], "run_failed", "A does not run: x"),
    ],
)
def test_a_side_that_fails_is_told_beside_the_one_that_does_not(runs: list[Run], verdict: str, says: str) -> None:
    assert failed_verdict(runs) == (verdict, says)


def test_where_all_ran_nothing_failed() -> None:
    assert failed_verdict([Run(variant="A", exit=0)]) is None


def test_instability_is_told_with_the_number_of_runs() -> None:
    assert unstable_sentence(["A"], 3) == "A gives other values from run to run (3 runs of the same module on the same inputs)."
    assert unstable_sentence(["A", "B"], 5).startswith("A and B give other values")
