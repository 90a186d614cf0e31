"""What the reader should know beside the verdict."""

from runners.contract import Comparison, Compile, Counts, Expectation, Input, Output, Program, ReproSpec, Variant
from runners.element_types import element_type
from runners.notes import notes_on_comparisons, notes_on_results, notes_on_runs, notes_on_spec
from runners.stages.invocation import Execution, Tensor


def a_spec(*inputs: Input, flags: tuple[str, ...] = ()) -> ReproSpec:
    return ReproSpec(
        program=Program(kind="inline", name="p.mlir", text=""),
        variants=(Variant(name="A", iree_version="3.13.0", compile=Compile(flags=flags)),),
        inputs=inputs,
        expectation=Expectation(kind="repeat_agree"),
    )


def a_tensor(digest: str, *shape: int) -> Tensor:
    return Tensor(element_type("f32"), shape, None, digest)


def an_execution(*digests: str, ignored: tuple[str, ...] = ()) -> Execution:
    return Execution(0, 0, None, "", "main", "", tuple((a_tensor(d, 4),) for d in digests), ignored_flags=ignored)


def test_one_value_everywhere_hides_layout_and_a_single_element_hides_nothing() -> None:
    wide = Input(index=0, kind="splat", shape=(4, 4), dtype="f32", value=1)
    one = Input(index=1, kind="splat", shape=(1,), dtype="f32", value=1)
    varied = Input(index=2, kind="values", shape=(2,), dtype="f32", value=(1, 2))
    assert [n.text for n in notes_on_spec(a_spec(wide, one, varied))] == ["Input 0 has one value everywhere: differences of layout and indexing do not show."]
    assert list(notes_on_spec(a_spec())) == []


def test_constants_that_were_left_out_are_called_zeros() -> None:
    assert [n.code for n in notes_on_spec(a_spec(flags=("--iree-util-zero-fill-elided-attrs",)))] == ["zero_filled"]


def test_flags_without_effect_are_told() -> None:
    (note,) = notes_on_runs({"A": an_execution("x", "x", ignored=("--foo=1",))}, [])
    assert note.text == "The runtime does not know --foo=1 here: run without."


def test_bits_that_flicker_within_noise_are_told_unless_the_verdict_says_it() -> None:
    flickering = {"A": an_execution("x", "y")}
    assert [n.code for n in notes_on_runs(flickering, [])] == ["bit_flicker"]
    assert list(notes_on_runs(flickering, ["A"])) == []


def test_an_output_that_is_an_argument_is_called_out() -> None:
    passed = [a_tensor("x", 4), a_tensor("y", 4), a_tensor("z", 1)]
    notes = [n.text for n in notes_on_results("B", [a_tensor("q", 4), a_tensor("y", 4), a_tensor("z", 1)], passed)]
    assert notes == ["Output 1 of B is argument 1, bit for bit."]


def test_outputs_that_say_little_are_called_out_on_the_side_they_are_on() -> None:
    nothing = Output(index=0, dtype="f32", elements=8, nan=Counts(a=8, b=0), zero=Counts(a=0, b=8))
    assert [(n.code, n.text) for n in notes_on_comparisons([Comparison(a="A", b="B", outputs=(nothing,))])] == [
        ("all_nan", "Output 0 of A is NaN everywhere."),
        ("all_zero", "Output 0 of B is zero everywhere."),
    ]


def test_a_judgement_by_the_table_is_called_one() -> None:
    by_table = Output(index=0, dtype="f32", elements=8, mismatched=1, judgement="within_noise", reason="within the table by type and reduction length")
    assert [n.code for n in notes_on_comparisons([Comparison(a="A", b="B", outputs=(by_table,))])] == ["tolerance_table"]


def test_an_argument_that_the_program_changed_is_told() -> None:
    changed = Output(index=2, kind="argument", dtype="f32", elements=4, mismatched=4)
    assert [n.text for n in notes_on_comparisons([Comparison(a="A", b="as passed", outputs=(changed,))])] == ["A changes its argument 2 while it runs."]
