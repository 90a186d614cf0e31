"""Shrinking with real faults of real compilers: fewer rows that show the same, and none where they would not or would mean something else."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runners.compared import Judging
from runners.divergence.bundle import write_bundle
from runners.divergence.case import Case
from runners.divergence.shrink import Cut, cuts
from runners.release import Release
from runners.settings import RunnerSettings
from runners.stages.isolate import recorded_by
from runners.stages.job import Job, scratch
from runners.toolchain import Toolchains
from tests.divergence.test_bundle import ran
from tests.programs import CPU
from tests.stages.taken import Traced, drawn, listed, traced

HALF = Path(__file__).parent.parent / "cases" / "generic-f16-flags" / "files"

FAULTY = """
#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
func.func @main(%x: tensor<64x64xf32>, %b: tensor<64xf32>, %y: tensor<48x96xf32>, %z: tensor<48x96xf32>,
                %few: tensor<3x1024xi32>, %many: tensor<64x64xi32>)
    -> (tensor<64x64xf32>, tensor<48x96xf32>, tensor<3x1024xi32>, tensor<64x64xi32>) {
  %e0 = tensor.empty() : tensor<64x64xf32>
  %r0 = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %b : tensor<64x64xf32>, tensor<64xf32>) outs(%e0 : tensor<64x64xf32>) {
  ^bb0(%in: f32, %c: f32, %out: f32):
    %p = arith.addf %in, %c : f32
    %q = arith.subf %in, %p : f32
    linalg.yield %q : f32
  } -> tensor<64x64xf32>
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<48x96xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<48x96xf32>) -> tensor<48x96xf32>
  %r1 = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%y, %z : tensor<48x96xf32>, tensor<48x96xf32>) outs(%f1 : tensor<48x96xf32>) {
  ^bb0(%in: f32, %c: f32, %out: f32):
    %p = arith.addf %in, %c : f32
    %q = arith.subf %in, %p : f32
    %s = arith.addf %out, %q : f32
    linalg.yield %s : f32
  } -> tensor<48x96xf32>
  %r2 = FIVE[%few : tensor<3x1024xi32>]
  %r3 = FIVE[%many : tensor<64x64xi32>]
  return %r0, %r1, %r2, %r3 : tensor<64x64xf32>, tensor<48x96xf32>, tensor<3x1024xi32>, tensor<64x64xi32>
}"""
"""Programs in which VMVX of 3.0.0 takes a - (a + b) for b, and not for -b."""

FIVE = """linalg.generic {{indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}}
      ins({value} : {type}) outs({value} : {type}) {{
  ^bb0(%in: i32, %out: i32):
    %i = linalg.index 0 : index
    %c0 = arith.constant 0 : index
    %c5 = arith.constant 5 : i32
    %first = arith.cmpi eq, %i, %c0 : index
    %w = arith.select %first, %c5, %in : i32
    %p = arith.addi %w, %in : i32
    %q = arith.subi %w, %p : i32
    linalg.yield %q : i32
  }} -> {type}"""
"""The same of five in the first row: where there is no other, five is a constant, and what is wrong is not met."""


@pytest.fixture(scope="module")
def faulty() -> Iterator[Traced]:
    text = FAULTY
    for value, kind in (("%few", "tensor<3x1024xi32>"), ("%many", "tensor<64x64xi32>")):
        text = text.replace(f"FIVE[{value} : {kind}]", FIVE.format(value=value, type=kind))
    settings = RunnerSettings()
    shapes = [(64, 64), (64,), (48, 96), (48, 96)]
    inputs = [drawn(*shape, seed=i) for i, shape in enumerate(shapes)]
    inputs += [drawn(3, 1024, dtype="i32", seed=5), drawn(64, 64, dtype="i32", seed=6)]
    with scratch(settings) as job:
        yield traced(job, Toolchains(settings).get(Release.parse("3.0.0")), text, inputs, ["--iree-hal-target-backends=vmvx"])


def case(taken: Traced, ordinal: int, right: npt.NDArray[Any], reduction: int = 1) -> Case:
    return Case(taken.flow, ordinal, taken.symbols[ordinal], recorded_by(taken.events), taken.flags, {0: right}, Judging(None, reduction))


def inputs_of(taken: Traced, ordinal: int) -> list[npt.NDArray[Any]]:
    return [tensor.load() for tensor in recorded_by(taken.events)(ordinal, "in")]


def shrunk(text: str) -> str | None:
    """What a README says of it."""
    return next((sentence for line in text.splitlines() for sentence in line.split(". ") if sentence.startswith("Shrunk")), None)


def test_one_row_is_left_where_another_extent_is_the_same_by_chance(faulty: Traced, tmp_path: Path) -> None:
    x, b = inputs_of(faulty, 0)
    bundled = write_bundle(faulty.job, faulty.toolchain, case(faulty, 0, np.broadcast_to(-b, x.shape)), tmp_path / "b", repeats=1)
    assert bundled.verified
    assert shrunk((bundled.path / "README.md").read_text()) == "Shrunk from 64x64 to 1x64: the row of the worst element"
    assert "(%arg0: tensor<1x64xf32>, %arg1: tensor<64xf32>) -> tensor<1x64xf32>" in (bundled.path / "dispatch.mlir").read_text()
    kept = np.load(bundled.path / "input_0.npy")
    assert kept.shape == (1, 64)
    assert (x == kept).all(axis=1).any()
    np.testing.assert_array_equal(np.load(bundled.path / "expected_0.npy"), -b[None])
    np.testing.assert_array_equal(np.load(bundled.path / "input_1.npy"), b)
    assert "[FAILED] result[0]: element at index" in ran(faulty.toolchain, bundled.path).stdout


def test_rows_that_are_summed_up_are_all_kept(faulty: Traced, tmp_path: Path) -> None:
    y, z = inputs_of(faulty, 1)
    right = np.broadcast_to(-z.sum(axis=0), y.shape)
    bundled = write_bundle(faulty.job, faulty.toolchain, case(faulty, 1, right, reduction=48), tmp_path / "b", repeats=1)
    assert bundled.verified
    assert shrunk((bundled.path / "README.md").read_text()) is None
    assert np.load(bundled.path / "input_1.npy").shape == (48, 96)
    assert "tensor<48x96xf32>" in (bundled.path / "dispatch.mlir").read_text()


def test_nothing_is_cut_where_the_finding_would_be_lost(faulty: Traced, tmp_path: Path) -> None:
    (few,) = inputs_of(faulty, 2)
    bundled = write_bundle(faulty.job, faulty.toolchain, case(faulty, 2, -few), tmp_path / "b", repeats=1)
    assert bundled.verified
    assert shrunk((bundled.path / "README.md").read_text()) is None
    assert np.load(bundled.path / "input_0.npy").shape == (3, 1024)
    assert ran(faulty.toolchain, bundled.path).returncode != 0


def test_half_of_the_rows_are_left_where_one_is_too_few(faulty: Traced, tmp_path: Path) -> None:
    (many,) = inputs_of(faulty, 3)
    bundled = write_bundle(faulty.job, faulty.toolchain, case(faulty, 3, -many), tmp_path / "b", repeats=1)
    assert bundled.verified
    said = shrunk((bundled.path / "README.md").read_text())
    assert said in {f"Shrunk from 64x64 to 32x64: rows {a} to {a + 31}, with the worst element" for a in (0, 32)}
    assert ran(faulty.toolchain, bundled.path).returncode != 0


def test_a_fault_that_the_reference_has_too_is_shrunk_by_exact_values(job: Job, toolchains: Toolchains, tmp_path: Path) -> None:
    toolchain = toolchains.get(Release.parse("3.2.0"))
    operands = [np.load(HALF / f"{name}.npy") for name in ("lhs", "rhs")]
    inputs = [listed(operand.shape, "f16", *operand.tolist()) for operand in operands]
    taken = traced(job, toolchain, (HALF / "add_half.mlir").read_text(), inputs, CPU)
    bundled = write_bundle(job, toolchain, case(taken, 0, np.load(HALF / "sum_golden.npy")), tmp_path / "b", repeats=1)
    assert bundled.verified
    assert shrunk((bundled.path / "README.md").read_text()) == "Shrunk from 2048 to 1: the row of the worst element"
    given_values = [np.load(bundled.path / f"input_{i}.npy") for i in (0, 1)]
    assert np.load(bundled.path / "expected_0.npy") == given_values[0] + given_values[1]


TYPES = {
    "outermost extents only": (Cut(32, 0, 1), "tensor<32x32xf32>, tensor<4x32xf32>, tensor<32xi4>", "tensor<1x32xf32>, tensor<4x32xf32>, tensor<1xi4>"),
    "of one rank only": (Cut(32, 0, 16, 2), "tensor<32x8xbf16>, tensor<32xbf16>", "tensor<16x8xbf16>, tensor<32xbf16>"),
    "no other number": (Cut(3, 0, 1), "tensor<32x3xf32>, tensor<31xf32>, @d_3x3 dense<3.0> : vector<3xf32>, tensor<3x?xf32>", None),
    "constants": (Cut(4, 0, 2), "dense<1.0> : tensor<4x2xcomplex<f32>>", "dense<1.0> : tensor<2x2xcomplex<f32>>"),
}


@pytest.mark.parametrize("row", TYPES)
def test_types_are_rewritten(row: str) -> None:
    cut, text, want = TYPES[row]
    assert cut.types(text) == (want or text)


@given(st.data(), st.lists(st.integers(1, 9), min_size=0, max_size=3).map(tuple))
def test_what_is_tried_is_smaller_and_holds_the_worst_element(data: st.DataObject, shape: tuple[int, ...]) -> None:
    worst = tuple(data.draw(st.integers(0, extent - 1)) for extent in shape)
    values = np.zeros(shape)
    values[worst] = 1
    tried = list(cuts(shape, worst))
    assert len(tried) <= 3
    assert bool(tried) == (bool(shape) and shape[0] > 1)
    for cut in tried:
        rows = cut.of(values)
        assert rows.shape == (cut.rows, *shape[1:])
        assert 0 < cut.rows < shape[0]
        assert rows.sum() == 1
