"""Exact values: of programs made at random, against backends that are right, and of every tensor operation."""

import numpy as np
import pytest

from runners.numerics.arbiter import evaluate, exact
from runners.numerics.arithmetic import DECLARED
from runners.numerics.evaluation import Unsupported
from runners.stages.job import Job
from runners.toolchain import Toolchain
from tests.numerics.bodies import body, drawn, everywhere, one, ran, values, whole
from tests.numerics.linalg_programs import CROOKED, STEPS, function
from tests.programs import CPU

VMVX = ("--iree-hal-target-backends=vmvx",)


# Programs made at random.


@pytest.mark.parametrize(("seed", "element"), [(0, "f32"), (1, "f32"), (2, "f32"), (3, "i32"), (4, "i32"), (5, "i16"), (6, "i8"), (7, "i8")])
def test_programs_mean_what_they_mean_point_by_point(job: Job, toolchain: Toolchain, seed: int, element: str) -> None:
    made = function(seed, element, 40, CROOKED)
    program = body(job, toolchain, made.text("main"))
    for output, result in enumerate(made.results):
        want = result.array.astype(np.float64 if element == "f32" else np.int64)
        found = values(program, *made.inputs, output=output)
        if element == "f32":
            np.testing.assert_allclose(found, want, rtol=1e-12, atol=1e-12)
        else:
            np.testing.assert_array_equal(found, want)


@pytest.mark.parametrize(("seed", "element"), [(100, "i32"), (102, "f32"), (105, "f32"), (101, "i8")])
def test_backends_that_are_right_agree(job: Job, toolchain: Toolchain, seed: int, element: str) -> None:
    # vmvx takes the maximum of unsigned bytes over more bits than a byte has.
    made = function(seed, element, 16, STEPS)
    path = job.subfolder("program") / "p.mlir"
    path.write_text(made.text("main"))
    program = body(job, toolchain, path.read_text())
    for flags in (CPU,) if element == "i8" else (CPU, VMVX):
        for output, found in enumerate(ran(job, toolchain, path, flags, made.inputs)):
            known = whole(program, *made.inputs, output=output)
            if element != "f32":
                np.testing.assert_array_equal(found.reshape(-1), known.values)
                continue
            rounded = evaluate(program, made.inputs, output, everywhere(found.shape), DECLARED)
            allowed = 8 * np.abs(rounded.values - known.values) + 1e-6 * (1 + np.abs(known.values))
            assert np.all(np.abs(found.reshape(-1) - known.values) <= allowed)


# Tensor operations, one by one.


def test_a_pad_may_be_computed_from_the_index(job: Job, toolchain: Toolchain) -> None:
    program = one(
        job,
        toolchain,
        "%x: tensor<2x3xi64>",
        "tensor<4x5xi64>",
        """%r = tensor.pad %x low[1, 0] high[1, 2] {
        ^bb0(%i: index, %j: index):
          %ten = arith.constant 10 : index
          %a = arith.muli %i, %ten : index
          %b = arith.addi %a, %j : index
          %c = arith.index_cast %b : index to i64
          tensor.yield %c : i64
        } : tensor<2x3xi64> to tensor<4x5xi64>""",
    )
    x = np.arange(100, 106).reshape(2, 3)
    want = np.add.outer(np.arange(4) * 10, np.arange(5))
    want[1:3, :3] = x
    np.testing.assert_array_equal(values(program, x), want)


def test_tensors_from_scalars_and_regions(job: Job, toolchain: Toolchain) -> None:
    program = body(
        job,
        toolchain,
        """func.func @main(%s: f32, %i: i32) -> (tensor<2x2xf32>, tensor<3xi32>, tensor<3x2xi32>, tensor<3xi32>, tensor<3xf32>) {
          %c = arith.constant 2.5 : f32
          %e = tensor.from_elements %s, %c, %c, %s : tensor<2x2xf32>
          %p = tensor.splat %i : tensor<3xi32>
          %g = tensor.generate {
          ^bb0(%x: index, %y: index):
            %m = affine.apply affine_map<(d0, d1) -> (d0 * 7 + d1 mod 2)>(%x, %y)
            %k = arith.index_cast %m : index to i32
            tensor.yield %k : i32
          } : tensor<3x2xi32>
          %one = arith.constant 1 : index
          %w = tensor.insert %i into %p[%one] : tensor<3xi32>
          %q = tensor.extract %g[%one, %one] : tensor<3x2xi32>
          %z = tensor.insert %q into %w[%one] : tensor<3xi32>
          %b = tensor.bitcast %z : tensor<3xi32> to tensor<3xf32>
          return %e, %p, %g, %z, %b : tensor<2x2xf32>, tensor<3xi32>, tensor<3x2xi32>, tensor<3xi32>, tensor<3xf32>
        }""",
    )
    inputs = (np.float32(0.5), np.int32(-3))
    wants = [[[0.5, 2.5], [2.5, 0.5]], [-3, -3, -3], [[0, 1], [7, 8], [14, 15]], [-3, 8, -3]]
    for output, want in enumerate(wants):
        np.testing.assert_array_equal(values(program, *inputs, output=output), want)
    np.testing.assert_array_equal(values(program, *inputs, output=4), np.array([-3, 8, -3], np.int32).view(np.float32))


def test_extents_that_are_only_known_at_run_time(job: Job, toolchain: Toolchain) -> None:
    program = one(
        job,
        toolchain,
        "%x: tensor<?x6xf32>, %o: index",
        "tensor<?x2x3xf32>",
        """%c0 = arith.constant 0 : index
        %c2 = arith.constant 2 : index
        %d = tensor.dim %x, %c0 : tensor<?x6xf32>
        %h = affine.min affine_map<(d0) -> (d0 - 1, 3)>(%d)
        %m = affine.max affine_map<(d0) -> (d0, 1)>(%h)
        %s = tensor.extract_slice %x[%o, 0] [%m, 6] [1, 1] : tensor<?x6xf32> to tensor<?x6xf32>
        %r = tensor.expand_shape %s [[0], [1, 2]] output_shape [%m, 2, 3] : tensor<?x6xf32> into tensor<?x2x3xf32>""",
    )
    x = drawn(4, 6)
    index = everywhere((3, 2, 3))
    found = exact(program, [x, np.asarray(1)], 0, index)
    np.testing.assert_array_equal(found.values.reshape(3, 2, 3), x[1:].reshape(3, 2, 3))
    assert exact(program, [x, np.asarray(2)], 0, index[:1]).why(0) == Unsupported("tensor.extract_slice", "-:7:14", "its slice does not lie in its tensor")


def test_a_reshape_may_name_its_shape_by_a_tensor(job: Job, toolchain: Toolchain) -> None:
    line = "%r = tensor.reshape %x(%s) : (tensor<2x6xf32>, tensor<2xi32>) -> tensor<?x?xf32>"
    program = one(job, toolchain, "%x: tensor<2x6xf32>, %s: tensor<2xi32>", "tensor<?x?xf32>", line)
    x = drawn(2, 6)
    found = exact(program, [x, np.array([4, 3], np.int32)], 0, everywhere((4, 3)))
    np.testing.assert_array_equal(found.values.reshape(4, 3), x.reshape(4, 3))


def test_packing_into_tiles_and_back(job: Job, toolchain: Toolchain) -> None:
    program = body(
        job,
        toolchain,
        """func.func @main(%x: tensor<5x7xf32>) -> (tensor<4x3x2x2xf32>, tensor<5x7xf32>) {
          %nine = arith.constant 9.0 : f32
          %e = tensor.empty() : tensor<4x3x2x2xf32>
          %p = linalg.pack %x padding_value(%nine : f32) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [2, 2] into %e
            : tensor<5x7xf32> -> tensor<4x3x2x2xf32>
          %f = tensor.empty() : tensor<5x7xf32>
          %u = linalg.unpack %p outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [2, 2] into %f : tensor<4x3x2x2xf32> -> tensor<5x7xf32>
          return %p, %u : tensor<4x3x2x2xf32>, tensor<5x7xf32>
        }""",
    )
    x = drawn(5, 7)
    padded = np.pad(x, ((0, 1), (0, 1)), constant_values=9)
    np.testing.assert_array_equal(values(program, x), padded.reshape(3, 2, 4, 2).transpose(2, 0, 3, 1))
    np.testing.assert_array_equal(values(program, x, output=1), x)


def test_folds_that_are_no_sums_go_point_by_point(job: Job, toolchain: Toolchain) -> None:
    program = body(
        job,
        toolchain,
        """func.func @main(%x: tensor<3x5xf32>) -> (tensor<3xf32>, tensor<3xi32>, tensor<3xf32>) {
          %low = arith.constant 0xFF800000 : f32
          %zero = arith.constant 0 : i32
          %f0 = arith.constant 0.0 : f32
          %half = arith.constant 0.5 : f32
          %e = tensor.empty() : tensor<3xf32>
          %n = tensor.empty() : tensor<3xi32>
          %l = linalg.fill ins(%low : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
          %z = linalg.fill ins(%zero : i32) outs(%n : tensor<3xi32>) -> tensor<3xi32>
          %s = linalg.fill ins(%f0 : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
          %r:3 = linalg.generic {
            indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
            iterator_types = ["parallel", "reduction"]} ins(%x : tensor<3x5xf32>) outs(%l, %z, %s : tensor<3xf32>, tensor<3xi32>, tensor<3xf32>) {
          ^bb0(%in: f32, %best: f32, %at: i32, %state: f32):
            %j = linalg.index 1 : index
            %k = arith.index_cast %j : index to i32
            %more = arith.cmpf ogt, %in, %best : f32
            %b = arith.select %more, %in, %best : f32
            %a = arith.select %more, %k, %at : i32
            %h = arith.mulf %state, %half : f32
            %t = arith.addf %h, %in : f32
            linalg.yield %b, %a, %t : f32, i32, f32
          } -> (tensor<3xf32>, tensor<3xi32>, tensor<3xf32>)
          return %r#0, %r#1, %r#2 : tensor<3xf32>, tensor<3xi32>, tensor<3xf32>
        }""",
    )
    x = drawn(3, 5)
    np.testing.assert_array_equal(values(program, x), x.max(1))
    np.testing.assert_array_equal(values(program, x, output=1), x.argmax(1))
    np.testing.assert_allclose(values(program, x, output=2), x.astype(float) @ 0.5 ** np.arange(4, -1, -1), rtol=1e-14)


def test_a_sum_over_nothing_is_what_it_starts_from(job: Job, toolchain: Toolchain) -> None:
    program = one(
        job,
        toolchain,
        "%x: tensor<2x0xf32>",
        "tensor<2xf32>",
        """%c = arith.constant dense<[3.0, 4.0]> : tensor<2xf32>
        %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
          ins(%x : tensor<2x0xf32>) outs(%c : tensor<2xf32>) {
        ^bb0(%in: f32, %out: f32):
          %s = arith.addf %in, %out : f32
          linalg.yield %s : f32
        } -> tensor<2xf32>""",
    )
    np.testing.assert_array_equal(values(program, np.zeros((2, 0), np.float32)), [3, 4])
