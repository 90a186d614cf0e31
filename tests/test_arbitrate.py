"""Who is right: A and B against exact values of the program as it was written, with the real compiler."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runners.arbitrate import Arbitration, Disputed, arbitrate
from runners.compared import Judging
from runners.contract import Compile, Input, RunCall, Variant
from runners.element_types import element_type
from runners.prepare import Prepared
from runners.release import Release
from runners.stages.arguments import make_argument
from runners.stages.invocation import Invocation
from runners.stages.job import Job
from runners.toolchain import Toolchain, Toolchains
from tests.programs import CPU, TWO_STEPS

TO_I8 = """
func.func @main(%x: tensor<4xf32>) -> tensor<4xi8> {
  %init = tensor.empty() : tensor<4xi8>
  %q = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    ins(%x : tensor<4xf32>) outs(%init : tensor<4xi8>) {
  ^bb0(%in: f32, %out: i8):
    %i = arith.fptosi %in : f32 to i8
    linalg.yield %i : i8
  } -> tensor<4xi8>
  return %q : tensor<4xi8>
}
"""
TORCH_ADD = """
func.func @main(%a: !torch.vtensor<[4],f32>, %b: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %one = torch.constant.int 1
  %sum = torch.aten.add.Tensor %a, %b, %one : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.int -> !torch.vtensor<[4],f32>
  return %sum : !torch.vtensor<[4],f32>
}
"""
X = {"kind": "random", "shape": (8, 16), "dtype": "f32", "seed": 1}
W = {"kind": "random", "shape": (16, 4), "dtype": "f32", "seed": 2}


class Court:
    """Holds two sides' values against a program."""

    def __init__(self, job: Job, toolchain: Toolchain) -> None:
        self._job, self._toolchain = job, toolchain

    def __call__(self, program: str, inputs: Sequence[dict[str, Any]], a: Any, b: Any, dtype: str = "f32") -> Arbitration:
        path = self._job.subfolder("program") / "p.mlir"
        path.write_text(program)
        folder = self._job.subfolder("arguments")
        arguments = tuple(make_argument(Input(index=i, **given), None, folder) for i, given in enumerate(inputs))
        variant = Variant(name="A", iree_version=self._toolchain.release.name, compile=Compile(flags=CPU))
        prepared = Prepared(variant, self._toolchain, path, Invocation(RunCall(), arguments))
        kind = element_type(dtype)
        output = Judging(None, 16).values((a, kind), (b, kind))
        return arbitrate(self._job, prepared, Disputed(output, (a, b), ("A", "B"), "main"), seed=0)


@pytest.fixture
def court(job: Job, toolchain: Toolchain) -> Court:
    return Court(job, toolchain)


def sums(tmp_path: Path) -> Any:
    x, w = (make_argument(Input(index=i, **given), None, tmp_path).load() for i, given in enumerate((X, W)))
    return np.exp(x.astype("f8") @ w.astype("f8")).sum(1)


def test_the_side_that_is_wrong_is_told_and_the_exact_value_is_shown(court: Court, tmp_path: Path) -> None:
    right = sums(tmp_path).astype("f4")
    wrong = right.copy()
    wrong[3] *= 1.5
    found = court(TWO_STEPS, [X, W], wrong, right)
    assert found.fault == "A"
    assert found.why == "Held against exact values, A errs by more than rounding explains."
    assert found.output.worst[0].index == (3,)
    assert found.output.worst[0].exact == pytest.approx(sums(tmp_path)[3])
    assert court(TWO_STEPS, [X, W], right, wrong).fault == "B"


def test_rounding_on_both_sides_is_nobodys_fault(court: Court, tmp_path: Path) -> None:
    right = sums(tmp_path).astype("f4")
    found = court(TWO_STEPS, [X, W], np.nextafter(right, np.inf, dtype="f4"), right)
    assert found.fault == "undetermined"
    assert found.why == ""


def test_both_can_be_wrong(court: Court, tmp_path: Path) -> None:
    right = sums(tmp_path).astype("f4")
    assert court(TWO_STEPS, [X, W], right * np.float32(1.5), right * np.float32(0.5)).fault == "both"


def test_what_the_program_leaves_open_is_nobodys_fault(court: Court) -> None:
    x = {"kind": "values", "shape": (4,), "dtype": "f32", "value": (3, -7, 200, "nan")}
    found = court(TO_I8, [x], np.array([3, -7, 127, -128], "i1"), np.array([3, -7, -56, 0], "i1"), "i8")
    assert found.fault == "undetermined"
    assert [n.code for n in found.notes] == ["undefined_conversion"]
    assert found.open_everywhere == (
        "The program leaves these values open, so neither side is wrong: a float is converted to an integer type that cannot hold it."
    )


def test_a_defined_element_among_open_ones_still_counts(court: Court) -> None:
    x = {"kind": "values", "shape": (4,), "dtype": "f32", "value": (3, -7, 200, "nan")}
    found = court(TO_I8, [x], np.array([3, -7, 127, -128], "i1"), np.array([4, -7, -56, 0], "i1"), "i8")
    assert found.fault == "B"
    assert found.open_everywhere == ""


def test_a_program_that_came_from_torch_is_called_with_tensors_too(court: Court) -> None:
    ones = {"kind": "splat", "shape": (4,), "dtype": "f32", "value": 1}
    found = court(TORCH_ADD, [ones, ones], np.full(4, 2, "f4"), np.full(4, 3, "f4"))
    assert found.fault == "B"
    assert found.output.worst[0].exact == 2


def test_without_exact_values_nobody_is_accused_and_the_reason_is_noted(court: Court) -> None:
    found = court(TO_I8, [{"kind": "zeros", "shape": (5,), "dtype": "f32"}], np.zeros(4, "i1"), np.ones(4, "i1"), "i8")
    assert (found.fault, found.judged) == ("undetermined", None)
    assert found.notes[0].code == "not_arbitrated"


def test_an_old_release_is_held_against_exact_values_as_well(job: Job, toolchains: Toolchains, tmp_path: Path) -> None:
    right = sums(tmp_path).astype("f4")
    found = Court(job, toolchains.get(Release.parse("3.0.0")))(TWO_STEPS, [X, W], right * np.float32(2), right)
    assert found.fault == "A"
