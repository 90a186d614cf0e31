"""The main job on specs, with the real compiler and runtime: every verdict, and what comes with it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runners.artifacts import LocalArtifacts
from runners.contract import (
    Artifact,
    Compile,
    Expectation,
    GoldenFile,
    GoldenValues,
    Input,
    Program,
    ReproSpec,
    RunCall,
    Tolerance,
    TriageResult,
    UserError,
    Variant,
    Verdict,
)
from runners.progress import Progress
from runners.settings import RunnerSettings
from runners.toolchain import Toolchains, bundled_release
from runners.triage import Machine, triage
from tests.programs import ADD, CPU, TWO_STEPS

RELEASE = bundled_release().name
AGREE = Expectation(kind="variants_agree")
FOUR = Input(index=0, kind="values", shape=(4,), dtype="f32", value=(1, 2, 3, 4))
ONES = Input(index=1, kind="splat", shape=(4,), dtype="f32", value=1)

GATHER = """
module {
  func.func @main_graph(%table: !torch.vtensor<[6,4],f32>, %rows: !torch.vtensor<[5],si64>) -> !torch.vtensor<[5,4],f32>
      attributes {torch.onnx_meta.ir_version = 8 : si64, torch.onnx_meta.opset_version = 17 : si64} {
    %picked = torch.operator "onnx.Gather"(%table, %rows) {torch.onnx.axis = 0 : si64}
        : (!torch.vtensor<[6,4],f32>, !torch.vtensor<[5],si64>) -> !torch.vtensor<[5,4],f32>
    return %picked : !torch.vtensor<[5,4],f32>
  }
}
"""
UPDATES_IN_PLACE = """
func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>, %c: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %r = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>) outs(%c : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r, %c : tensor<2x2xf32>, tensor<2x2xf32>
}
"""


def a_variant(name: str = "A", *flags: str, **call: Any) -> Variant:
    return Variant(name=name, iree_version=RELEASE, compile=Compile(flags=(*CPU, *flags)), run=RunCall(**call))


def a_spec(program: str, inputs: tuple[Input, ...], *variants: Variant, **fields: Any) -> ReproSpec:
    fields.setdefault("expectation", AGREE)
    return ReproSpec(program=Program(kind="inline", name="p.mlir", text=program), inputs=inputs, variants=variants, **fields)


def triaged(spec: ReproSpec, tmp_path: Path, settings: RunnerSettings, **machine: Any) -> TriageResult:
    progress = Progress()
    return triage(spec, Machine(settings, Toolchains(settings, progress), LocalArtifacts(None, tmp_path), progress, **machine))


def test_a_flag_that_changes_which_rows_are_read(tmp_path: Path, settings: RunnerSettings) -> None:
    table = Input(index=0, kind="values", shape=(6, 4), dtype="f32", value=tuple(range(24)))
    rows = Input(index=1, kind="values", shape=(5,), dtype="i64", value=(5, 4, 3, 2, 1))
    spec = a_spec(GATHER, (table, rows), a_variant("A"), a_variant("B", "--iree-input-demote-i64-to-i32"))
    result = triaged(spec, tmp_path, settings, out=tmp_path / "out")

    assert result.verdict is Verdict.REPRODUCED
    assert result.sentence == (
        "A and B differ: 16 of 20 elements of output 0 (f32), by up to 16. B compiles with --iree-input-demote-i64-to-i32. "
        "B does not read its arguments as they were passed."
    )
    (output,) = result.outputs
    assert (output.mismatched, output.max_abs, output.first_mismatch) == (16, 16.0, (1, 0))
    found = result.divergence
    assert found is not None
    assert found.dispatch is not None
    assert (found.dispatch.ordinal, found.dispatch.count, found.at_fault, found.stage) == (0, 1, "B", "input")
    assert np.load(tmp_path / "out" / "outputs" / "B_0.npy")[1].tolist() == [0, 1, 2, 3]
    assert [t.stage for t in result.timing][:3] == ["prepare", "compile A and B", "run A and B"]


def test_equal_outputs_are_not_reproduced_and_a_splat_is_looked_at_twice(tmp_path: Path, settings: RunnerSettings) -> None:
    spec = a_spec(ADD, (FOUR, ONES), a_variant("A"), a_variant("B", "--iree-opt-level=O3"))
    result = triaged(spec, tmp_path, settings)
    assert result.verdict is Verdict.NOT_REPRODUCED
    assert result.divergence is None
    notes = {n.code: n.text for n in result.notes}
    assert "Input 1 has one value everywhere" in notes["splat_inputs"]
    assert "A and B agree" in notes["random_inputs"]
    assert [c.a for c in result.also] == ["A (random inputs)"]


def test_another_order_of_a_sum_is_within_noise(tmp_path: Path, settings: RunnerSettings) -> None:
    x = Input(index=0, kind="random", shape=(8, 16), dtype="f32", seed=1)
    w = Input(index=1, kind="random", shape=(16, 4), dtype="f32", seed=2)
    spec = a_spec(TWO_STEPS, (x, w), a_variant("A"), a_variant("B", "--iree-opt-level=O3"))
    result = triaged(spec, tmp_path, settings)
    assert result.verdict in (Verdict.WITHIN_NOISE, Verdict.NOT_REPRODUCED)
    assert result.divergence is None


def test_a_golden_file_that_is_wrong_itself_is_told_as_such(tmp_path: Path, settings: RunnerSettings) -> None:
    np.save(tmp_path / "y.npy", np.array([2, 3, 4, 50], "f4"))
    golden = Expectation(kind="golden_file", files=(GoldenFile(index=0, file="y.npy"),))
    result = triaged(a_spec(ADD, (FOUR, ONES), a_variant(), expectation=golden, artifacts=(Artifact(name="y.npy"),)), tmp_path, settings)
    assert result.verdict is Verdict.REPRODUCED
    assert result.compared == ("A", "expected")
    assert (result.outputs[0].mismatched, result.outputs[0].first_mismatch, result.outputs[0].max_abs) == (1, (3,), 45.0)
    assert result.sentence == (
        "A and the expected values differ: 1 of 4 elements of output 0 (f32), by up to 45. "
        "Held against exact values of the program as IREE imports it, A is right and the expected values are not."
    )


def test_printed_values_are_compared_as_finely_as_they_were_printed(tmp_path: Path, settings: RunnerSettings) -> None:
    third = Input(index=1, kind="splat", shape=(4,), dtype="f32", value=1 / 3)

    def printed(*values: float) -> Expectation:
        return Expectation(kind="golden_values", values=(GoldenValues(index=0, shape=(4,), dtype="f32", values=values),))

    right = triaged(a_spec(ADD, (FOUR, third), a_variant(), expectation=printed(1.33333, 2.33333, 3.33333, 4.33333)), tmp_path, settings)
    wrong = triaged(a_spec(ADD, (FOUR, third), a_variant(), expectation=printed(1.33334, 2.33333, 3.33333, 4.33333)), tmp_path, settings)
    cut = triaged(a_spec(ADD, (FOUR, third), a_variant(), expectation=printed(1.33333, 2.33333)), tmp_path, settings)
    assert (right.verdict, right.outputs[0].mismatched) == (Verdict.NOT_REPRODUCED, 0)
    assert wrong.outputs[0].mismatched == 1
    assert (cut.verdict, cut.outputs[0].elements) == (Verdict.NOT_REPRODUCED, 2)


def test_the_reporters_tolerance_decides(tmp_path: Path, settings: RunnerSettings) -> None:
    near = Expectation(kind="golden_values", values=(GoldenValues(index=0, shape=(4,), dtype="f32", values=(2.01, 3, 4, 5)),))
    verdicts = [
        triaged(a_spec(ADD, (FOUR, ONES), a_variant(), expectation=near, tolerance=t), tmp_path, settings).verdict
        for t in (None, Tolerance(atol=0.1), Tolerance(atol=0.001))
    ]
    assert verdicts == [Verdict.REPRODUCED, Verdict.WITHIN_NOISE, Verdict.REPRODUCED]


def test_an_expected_output_that_is_not_there_is_a_difference(tmp_path: Path, settings: RunnerSettings) -> None:
    second = Expectation(kind="golden_values", values=(GoldenValues(index=1, shape=(1,), dtype="f32", values=(0,)),))
    result = triaged(a_spec(ADD, (FOUR, ONES), a_variant(), expectation=second), tmp_path, settings)
    assert result.verdict is Verdict.REPRODUCED
    assert result.outputs[0].reason == "A has 1 outputs; the report expects one numbered 1."


def test_an_argument_that_the_program_changes_is_compared_with_what_was_passed(tmp_path: Path, settings: RunnerSettings) -> None:
    inputs = (
        Input(index=0, kind="splat", shape=(2, 3), dtype="f32", value=1),
        Input(index=1, kind="splat", shape=(3, 2), dtype="f32", value=1),
        Input(index=2, kind="splat", shape=(2, 2), dtype="f32", value=50),
    )
    golden = Expectation(kind="golden_values", values=(GoldenValues(index=0, shape=(2, 2), dtype="f32", values=(53, 53, 53, 53)),))
    result = triaged(a_spec(UPDATES_IN_PLACE, inputs, a_variant(), expectation=golden), tmp_path, settings)
    assert result.verdict is Verdict.NOT_REPRODUCED
    changed = [c for c in result.also if c.b == "as passed"]
    if changed:  # whether the runtime updates in place is the release's choice; when it does, it is told
        assert "argument_changed" in {n.code for n in result.notes}
        assert changed[0].outputs[0].kind == "argument"


def test_a_side_that_does_not_compile_is_a_verdict_with_the_compilers_error(tmp_path: Path, settings: RunnerSettings) -> None:
    broken = a_spec(ADD.replace("%sum :", "%sam :"), (FOUR, ONES), a_variant("A"), a_variant("B", "--iree-opt-level=O3"))
    result = triaged(broken, tmp_path, settings)
    assert result.verdict is Verdict.COMPILE_FAILED
    assert result.sentence == "Neither A nor B compiles: p.mlir:4:10: error: use of undeclared SSA value name"
    assert [r.failed for r in result.runs] == ["compile", "compile"]
    assert "undeclared" in result.runs[0].log_tail


def test_a_wrong_shape_is_a_verdict_with_the_declared_signature(tmp_path: Path, settings: RunnerSettings) -> None:
    wrong = Input(index=0, kind="zeros", shape=(5,), dtype="f32")
    result = triaged(a_spec(ADD, (wrong, ONES), a_variant(), expectation=Expectation(kind="repeat_agree")), tmp_path, settings)
    assert result.verdict is Verdict.RUN_FAILED
    assert "sync func @add(%input0: tensor<4xf32>, %input1: tensor<4xf32>)" in result.sentence


def test_one_program_held_against_itself(tmp_path: Path, settings: RunnerSettings) -> None:
    result = triaged(a_spec(ADD, (FOUR, ONES), a_variant(), expectation=Expectation(kind="repeat_agree")), tmp_path, settings)
    assert result.verdict is Verdict.NOT_REPRODUCED
    assert result.compared == ("A", "its last run")
    assert (result.runs[0].repeats, result.runs[0].bit_stable) == (3, True)


@pytest.mark.parametrize(
    ("flag", "code", "says"),
    [
        ("--iree-opt-levl=O3", "unknown_flag", f"IREE {RELEASE} does not know --iree-opt-levl; nearest are --iree-opt-level"),
        ("--amdgpu-dump-hsa-metadata", "flag_not_allowed", "is not on the list"),
        (
            "--iree-vulkan-target-triple=rdna3-unknown-linux",
            "unknown_flag",
            f"IREE {RELEASE} does not know --iree-vulkan-target-triple; nearest are --iree-vulkan-target",
        ),
        ("--iree-llvmcpu-system-linker-path=ld", "flag_not_allowed", "starts a program"),
    ],
)
def test_flags_are_checked_before_anything_starts(tmp_path: Path, settings: RunnerSettings, flag: str, code: str, says: str) -> None:
    with pytest.raises(UserError, match=says) as caught:
        triaged(a_spec(ADD, (FOUR, ONES), a_variant("A", flag), expectation=Expectation(kind="repeat_agree")), tmp_path, settings)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (Input(index=0, kind="splat", shape=(1 << 40, 1 << 40), dtype="f32", value=1), "this machine takes"),
        (Input(index=0, kind="zeros", shape=(4,), dtype="f19"), "element type 'f19' is not known"),
    ],
)
def test_inputs_that_cannot_be_made_are_refused_before_anything_is_allocated(tmp_path: Path, settings: RunnerSettings, given: Input, says: str) -> None:
    with pytest.raises(UserError, match=says):
        triaged(a_spec(ADD, (given, ONES), a_variant(), expectation=Expectation(kind="repeat_agree")), tmp_path, settings)


def test_two_programs_are_not_judged_by_the_exact_values_of_one(tmp_path: Path, settings: RunnerSettings) -> None:
    other = Program(kind="inline", name="q.mlir", text=ADD.replace("arith.addf", "arith.subf"))
    b = a_variant("B").model_copy(update={"program": other})
    result = triaged(a_spec(ADD, (FOUR, ONES), a_variant("A"), b), tmp_path, settings)
    assert result.verdict is Verdict.REPRODUCED
    assert result.divergence is not None
    assert result.divergence.at_fault == "undetermined"
    assert "exact" not in result.sentence
    assert {w.exact for w in result.outputs[0].worst} == {None}


def test_a_variant_with_a_program_of_its_own_is_held_against_that_one(tmp_path: Path, settings: RunnerSettings) -> None:
    other = Program(kind="inline", name="q.mlir", text=ADD.replace("arith.addf", "arith.subf"))
    b = a_variant("B").model_copy(update={"program": other})
    golden = Expectation(kind="golden_values", values=(GoldenValues(index=0, shape=(4,), dtype="f32", values=(2, 3, 4, 5)),))
    result = triaged(a_spec(ADD, (FOUR, ONES), a_variant("A"), b, expectation=golden), tmp_path, settings)
    assert result.compared == ("B", "expected")
    assert [w.exact for w in result.outputs[0].worst] == [w.a for w in result.outputs[0].worst]


TAKES_AWAY = """
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    %r = arith.subf %a, %s : f32
    linalg.yield %r : f32
  } -> tensor<4xf32>
  return %d : tensor<4xf32>
}
"""
"""vmvx of releases up to 3.4.0 gives +b for a - (a + b)."""


@pytest.fixture
def wrong() -> ReproSpec:
    expected = Expectation(kind="golden_values", values=(GoldenValues(index=0, shape=(4,), dtype="f32", values=(-1, -1, -1, -1)),))
    old = Variant(name="A", iree_version="3.2.0", compile=Compile(flags=("--iree-hal-target-backends=vmvx",)), run=RunCall(device="local-sync"))
    return a_spec(TAKES_AWAY, (FOUR, ONES), old, expectation=expected)


def test_a_wrong_dispatch_comes_with_all_that_an_engineer_needs(wrong: ReproSpec, tmp_path: Path, settings: RunnerSettings) -> None:
    result = triaged(wrong, tmp_path, settings, out=tmp_path, all_dispatches=True, bisect="dispatch")
    assert result.verdict is Verdict.REPRODUCED
    found = result.divergence
    assert found is not None
    assert found.dispatch is not None
    assert (found.dispatch.variant, found.dispatch.ordinal, found.at_fault, found.stage, found.role, found.confirmed) == (
        "A",
        0,
        "A",
        "codegen",
        "culprit",
        "3/3",
    )
    (output,) = [operand.comparison for operand in found.operands if operand.role == "output"]
    assert all(element.exact == element.b != element.a for element in output.worst)
    assert "persists" in {knob.effect for knob in result.knobs}
    assert result.bundle is not None
    assert result.bundle.verified
    assert (tmp_path / result.bundle.path / "repro.sh").exists()
    (audit,) = result.audits
    assert (audit.variant, audit.dispatches, audit.unknown, [suspect.dispatch.ordinal for suspect in audit.culprits]) == ("A", 1, 0, [0])
    assert result.bisect is not None
    assert (result.bisect.axis, result.bisect.verdict, result.bisect.confidence) == ("dispatch", "found", 1)
    assert result.bisect.first_bad is not None
    assert result.bisect.first_bad.startswith("A 0: f_dispatch_0")
    assert result.sentence.endswith("It begins in A's dispatch 0 of 1, in code generation.")


def test_without_a_folder_nothing_is_written(wrong: ReproSpec, tmp_path: Path, settings: RunnerSettings) -> None:
    result = triaged(wrong, tmp_path, settings)
    assert result.bundle is None
    assert (result.audits, result.bisect) == ((), None)
    assert not list(tmp_path.iterdir())
