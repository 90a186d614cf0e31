"""One variant judged by its own code, dispatch by dispatch, with real compilers."""

from collections.abc import Iterator

import pytest

from runners.contract import Divergence, Stage
from runners.divergence.audit import Audit, audit, audited
from runners.divergence.bench import Bench
from runners.divergence.observe import observe
from runners.progress import Progress
from tests.divergence.finding import build, found_alone
from tests.divergence.test_diverge import IN_PLACE, THREE
from tests.programs import LOOP
from tests.stages.traces import Given, Traces, traces

GATHER = """
func.func @main_graph(%table: !torch.vtensor<[6,4],f32>, %rows: !torch.vtensor<[5],si64>) -> !torch.vtensor<[5,4],f32>
    attributes {torch.onnx_meta.ir_version = 8 : si64, torch.onnx_meta.opset_version = 17 : si64} {
  %picked = torch.operator "onnx.Gather"(%table, %rows) {torch.onnx.axis = 0 : si64}
      : (!torch.vtensor<[6,4],f32>, !torch.vtensor<[5],si64>) -> !torch.vtensor<[5,4],f32>
  return %picked : !torch.vtensor<[5,4],f32>
}"""
TABLE: list[Given] = [
    {"kind": "values", "shape": (6, 4), "dtype": "f32", "value": tuple(range(24))},
    {"kind": "values", "shape": (5,), "dtype": "i64", "value": (5, 4, 3, 2, 1)},
]
TO_INTEGER = """
func.func @main(%x: tensor<8xf32>) -> tensor<8xi32> {
  %e = tensor.empty() : tensor<8xi32>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%x : tensor<8xf32>) outs(%e : tensor<8xi32>) {
  ^bb0(%in: f32, %out: i32):
    %r = arith.fptosi %in : f32 to i32
    linalg.yield %r : i32
  } -> tensor<8xi32>
  return %y : tensor<8xi32>
}"""


@pytest.fixture(scope="module")
def made() -> Iterator[Traces]:
    with traces() as shared:
        yield shared


def alone(made: Traces, text: str, inputs: list[Given], *flags: str, differing: int = 0) -> Divergence:
    return found_alone(made, build(made, "A", text, inputs, *flags), differing).divergence


def looped(made: Traces, *values: float, times: int) -> Audit:
    square: Given = {"kind": "values", "shape": (4, 4), "dtype": "f32", "value": values}
    observed = observe(made.job, [build(made, "A", LOOP, [square, {"kind": "splat", "shape": (), "dtype": "i32", "value": times}])], Progress())
    assert not isinstance(observed, str), observed
    return audit(Bench(made.job, observed[0]))


def test_an_argument_that_is_overwritten_is_a_matter_of_the_run(made: Traces) -> None:
    divergence = alone(made, IN_PLACE, THREE, differing=1)
    assert divergence.dispatch is not None
    assert (divergence.dispatch.ordinal, divergence.at_fault, divergence.stage, divergence.role) == (0, "A", Stage.RUNTIME, "unconfirmed")
    assert "Argument 2 is changed before result 1 of the function reads it: 4 of 4 elements." in divergence.sentence
    assert divergence.suspects == ()


def test_an_overwritten_argument_explains_no_other_result(made: Traces) -> None:
    divergence = alone(made, IN_PLACE, THREE, differing=0)
    assert (divergence.dispatch, divergence.at_fault) == (None, "undetermined")
    assert divergence.sentence == "All 1 dispatch runs that could be judged make of their inputs what their code says."


def test_an_argument_that_is_not_read_as_it_was_passed_is_told_before_any_dispatch(made: Traces) -> None:
    divergence = alone(made, GATHER, TABLE, "--iree-input-demote-i64-to-i32")
    assert (divergence.at_fault, divergence.stage, divergence.role) == ("A", Stage.INPUT, "victim")
    assert "argument 1 was passed as 5xi64 and is read as 5xi32, 4 of 5 elements differ" in divergence.sentence


def test_values_that_the_program_leaves_open_accuse_nobody(made: Traces) -> None:
    far: Given = {"kind": "values", "shape": (8,), "dtype": "f32", "value": (3e9, -3e9, 1e20, 4e9, 5e9, 6e9, 7e9, 8e9)}
    divergence = alone(made, TO_INTEGER, [far])
    assert (divergence.at_fault, divergence.role, divergence.suspects) == ("undetermined", "unconfirmed", ())
    assert "leaves values open, so that whatever comes out is allowed" in divergence.sentence


def test_of_a_loop_the_first_iterations_are_judged(made: Traces) -> None:
    growing = looped(made, *[1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1], times=5)
    assert [(local.request.iteration, local.opinion) for local in growing.locals] == [(0, "right"), (1, "right"), (2, "right")]
    assert audited(growing, "A", [], [0]).sentence == "All 3 dispatch runs that could be judged make of their inputs what their code says."


def test_iterations_that_read_the_same_are_judged_once(made: Traces) -> None:
    same = looped(made, *[float(i % 5 == 0) for i in range(16)], times=5)
    assert [(local.request.iteration, local.opinion) for local in same.locals] == [(0, "right")]
