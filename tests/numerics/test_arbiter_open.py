"""What the arbiter leaves open, what it does not cover, and its limits."""

import tracemalloc
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from runners.numerics.arbiter import exact
from runners.numerics.evaluation import Unsupported
from runners.numerics.lanes import Reason
from runners.stages.job import Job
from runners.toolchain import Toolchain
from tests.numerics.bodies import Array, body, drawn, everywhere, one, values, whole

# What is left open, and what is not covered.


def test_only_what_is_made_of_an_open_value_is_open(job: Job, toolchain: Toolchain) -> None:
    program = body(
        job,
        toolchain,
        """func.func @main(%x: tensor<4xf32>, %n: tensor<4xi32>) -> (tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<4xf32>) {
          %e = tensor.empty() : tensor<4xi32>
          %zero = arith.constant 0 : i32
          %s = tensor.empty() : tensor<i32>
          %z = linalg.fill ins(%zero : i32) outs(%s : tensor<i32>) -> tensor<i32>
          %a = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
            ins(%x, %n : tensor<4xf32>, tensor<4xi32>) outs(%e : tensor<4xi32>) {
          ^bb0(%f: f32, %by: i32, %out: i32):
            %i = arith.fptosi %f : f32 to i32
            %q = arith.divsi %i, %by : i32
            linalg.yield %q : i32
          } -> tensor<4xi32>
          %b = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
            ins(%a : tensor<4xi32>) outs(%z : tensor<i32>) {
          ^bb0(%in: i32, %out: i32):
            %m = arith.addi %in, %out : i32
            linalg.yield %m : i32
          } -> tensor<i32>
          %c = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
            ins(%a, %n : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) {
          ^bb0(%in: i32, %by: i32, %out: i32):
            %bad = arith.cmpi eq, %by, %zero : i32
            %safe = arith.select %bad, %zero, %in : i32
            linalg.yield %safe : i32
          } -> tensor<4xi32>
          %u = tensor.empty() : tensor<4xf32>
          %d = arith.addf %x, %u : tensor<4xf32>
          return %a, %b, %c, %d : tensor<4xi32>, tensor<i32>, tensor<4xi32>, tensor<4xf32>
        }""",
    )
    inputs = np.array([7, 8, 3e9, -9], np.float32), np.array([2, 0, 1, 3], np.int32)
    first = whole(program, *inputs)
    assert first.values.tolist() == [3, 0, 0, -3]
    assert [first.why(lane) for lane in range(4)] == [None, Reason.DIVISION, Reason.CONVERSION, None]
    assert whole(program, *inputs, output=1).why(0) is Reason.DIVISION
    guarded = whole(program, *inputs, output=2)
    assert [guarded.why(lane) for lane in range(4)] == [None, None, Reason.CONVERSION, None]
    assert guarded.values.tolist() == [3, 0, 0, -3]
    assert whole(program, *inputs, output=3).why(2) is Reason.UNWRITTEN


SORTED = """func.func @main(%x: tensor<4xf32>, %y: tensor<6xf32>) -> (tensor<6xf32>, tensor<4xf32>) {
  %s = iree_linalg_ext.sort dimension(0) outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf olt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<4xf32>
  %r = tensor.insert_slice %s into %y[1] [4] [1] : tensor<4xf32> into tensor<6xf32>
  %t = arith.addf %s, %x : tensor<4xf32>
  return %r, %t : tensor<6xf32>, tensor<4xf32>
}"""


def test_only_what_depends_on_an_operation_that_is_not_covered_is_unknown(job: Job, toolchain: Toolchain) -> None:
    program = body(job, toolchain, SORTED)
    x, y = drawn(4), drawn(6, seed=1)
    cause = Unsupported("iree_linalg_ext.sort", "-:2:8")
    assert str(cause) == "iree_linalg_ext.sort at -:2:8"
    found = whole(program, x, y)
    assert [found.why(lane) for lane in range(6)] == [None, *[cause] * 4, None]
    assert found.values[[0, 5]].tolist() == y[[0, 5]].tolist()
    assert {whole(program, x, y, output=1).why(lane) for lane in range(4)} == {cause}


def test_iterations_that_overwrite_each_other_are_not_covered(job: Job, toolchain: Toolchain) -> None:
    program = one(
        job,
        toolchain,
        "%x: tensor<3x2xf32>",
        "tensor<3xf32>",
        """%e = tensor.empty() : tensor<3xf32>
        %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "parallel"]}
          ins(%x : tensor<3x2xf32>) outs(%e : tensor<3xf32>) {
        ^bb0(%in: f32, %out: f32):
          linalg.yield %in : f32
        } -> tensor<3xf32>""",
    )
    assert whole(program, drawn(3, 2)).why(0) == Unsupported("linalg.generic", "-:3:14", "several parallel iterations write the same element")


def test_complex_numbers_are_not_covered_and_nothing_breaks(job: Job, toolchain: Toolchain) -> None:
    program = one(
        job,
        toolchain,
        "%x: tensor<2xf32>",
        "tensor<2xf32>",
        """%c = arith.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>
        %e = tensor.empty() : tensor<2xf32>
        %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
          ins(%c : tensor<2xcomplex<f32>>) outs(%e : tensor<2xf32>) {
        ^bb0(%in: complex<f32>, %out: f32):
          %re = complex.re %in : complex<f32>
          linalg.yield %re : f32
        } -> tensor<2xf32>""",
    )
    cause = whole(program, drawn(2)).why(0)
    assert isinstance(cause, Unsupported)
    assert cause.operation == "complex.re"


LONG = """
#x = affine_map<(i, j) -> (i)>
#w = affine_map<(i, j) -> (j)>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %z = arith.constant 0.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %big = tensor.empty() : tensor<1000000000000xf32>
  %r = linalg.generic {indexing_maps = [#x, #w, #x], iterator_types = ["parallel", "reduction"]}
    ins(%x, %big : tensor<4xf32>, tensor<1000000000000xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%in: f32, %w: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}"""


def test_what_takes_too_much_work_is_said(job: Job, toolchain: Toolchain) -> None:
    program = body(job, toolchain, LONG)
    found = exact(program, [drawn(4)], 0, everywhere((4,)), work=1 << 22)
    assert found.why(0) == Unsupported("main", None, "it takes more work than may be done for it")


def test_what_is_nested_too_deeply_is_said(job: Job, toolchain: Toolchain) -> None:
    chain = "\n".join(f"%v{i + 1} = arith.addf %v{i}, %v{i} : tensor<2xf32>" for i in range(400))
    two = "tensor<2xf32>, tensor<2xf32>"
    program = body(job, toolchain, f"func.func @main(%v0: tensor<2xf32>) -> ({two}) {{\n{chain}\nreturn %v400, %v50 : {two}\n}}")
    cause = whole(program, drawn(2)).why(0)
    assert isinstance(cause, Unsupported)
    assert "feed one another" in cause.problem
    # Each element once: twice for each operand would take 2 to the power of 50 steps.
    np.testing.assert_allclose(values(program, drawn(2), output=1), drawn(2) * 2.0**50)


def test_inputs_and_indices_that_do_not_fit_are_refused(job: Job, toolchain: Toolchain) -> None:
    program = one(job, toolchain, "%x: tensor<4xf32>", "tensor<4xf32>", "%r = arith.addf %x, %x : tensor<4xf32>")
    wrong: list[tuple[list[Array], list[Any], str]] = [
        ([], [[0]], "0 inputs are given, main has 1"),
        ([drawn(5)], [[0]], r"an array of shape \(5,\) is given for an input of type tensor<4xf32>"),
        ([np.zeros(4)], [[0]], "an array of float64 is given for an input of type tensor<4xf32>"),
        ([drawn(4)], [[4]], r"an index lies outside of an output of shape \[4\]"),
        ([drawn(4)], [0], r"indices of shape \(1,\) are given for an output of type tensor<4xf32>"),
    ]
    for inputs, index, problem in wrong:
        with pytest.raises(ValueError, match=problem):
            exact(program, inputs, 0, index)


def test_an_operation_that_is_not_known_spoils_the_arguments_that_it_names(job: Job, toolchain: Toolchain) -> None:
    program = one(job, toolchain, "%x: tensor<4xf32>", "tensor<4xf32>", "%r = tensor.cast %x : tensor<4xf32> to tensor<4xf32>")
    argument = replace(program.arguments[0], access="readwrite")
    effect = replace(program.operations[0], name="some.effect", results=())
    changed = replace(program, arguments=(argument,), operations=(effect,), results=(argument.value.id,))
    assert exact(changed, [drawn(4)], 0, [[0]]).why(0) == Unsupported("some.effect", "-:2:6")
    assert exact(replace(changed, operations=()), [drawn(4)], 0, [[0]]).known.all()


def test_memory_does_not_grow_with_the_reduction(job: Job, toolchain: Toolchain) -> None:
    program = one(
        job,
        toolchain,
        "%x: tensor<2000000xf32>",
        "tensor<f32>",
        """%e = tensor.empty() : tensor<f32>
        %z = arith.constant 0.0 : f32
        %f = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
        %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
          ins(%x : tensor<2000000xf32>) outs(%f : tensor<f32>) {
        ^bb0(%in: f32, %out: f32):
          %t = math.exp %in : f32
          %s = arith.addf %t, %out : f32
          linalg.yield %s : f32
        } -> tensor<f32>""",
    )
    x = drawn(2_000_000)
    tracemalloc.start()
    try:
        found = exact(program, [x], 0, np.zeros((1, 0), np.int64))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found.values[0] == pytest.approx(np.exp(x.astype(float)).sum(), rel=1e-13)
    assert peak < 16 << 20
