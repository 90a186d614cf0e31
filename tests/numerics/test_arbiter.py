"""Exact values: of programs made at random, against backends that are right, of every tensor operation, and where there is none."""

import re
import tracemalloc
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from runners.numerics.arbiter import evaluate, exact
from runners.numerics.arithmetic import DECLARED
from runners.numerics.evaluation import Unsupported
from runners.numerics.lanes import Reason
from runners.numerics.program import Program
from runners.stages.job import Job
from runners.toolchain import Toolchain
from tests.numerics.bodies import Array, body, everywhere, ran, values, whole
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


def one(job: Job, toolchain: Toolchain, arguments: str, result: str, lines: str) -> Program:
    """A function of one result, the value %r."""
    return body(job, toolchain, f"func.func @main({arguments}) -> {result} {{\n{lines}\nreturn %r : {result}\n}}")


def drawn(*shape: int, seed: int = 0) -> npt.NDArray[np.float32]:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


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


def test_named_operations_are_what_they_stand_for(job: Job, toolchain: Toolchain) -> None:
    program = body(
        job,
        toolchain,
        """func.func @main(%x: tensor<1x6x7x2xf32>, %k: tensor<3x2x2x4xf32>, %q: tensor<4x8xi8>, %w: tensor<8x3xi8>)
            -> (tensor<1x2x3x4xf32>, tensor<1x2x3x2xf32>, tensor<4x3xi32>, tensor<4xi32>) {
          %z = arith.constant 0.0 : f32
          %low = arith.constant 0xFF800000 : f32
          %i0 = arith.constant 0 : i32
          %zp = arith.constant 3 : i32
          %e0 = tensor.empty() : tensor<1x2x3x4xf32>
          %f0 = linalg.fill ins(%z : f32) outs(%e0 : tensor<1x2x3x4xf32>) -> tensor<1x2x3x4xf32>
          %conv = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 2]> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
            ins(%x, %k : tensor<1x6x7x2xf32>, tensor<3x2x2x4xf32>) outs(%f0 : tensor<1x2x3x4xf32>) -> tensor<1x2x3x4xf32>
          %e1 = tensor.empty() : tensor<1x2x3x2xf32>
          %f1 = linalg.fill ins(%low : f32) outs(%e1 : tensor<1x2x3x2xf32>) -> tensor<1x2x3x2xf32>
          %window = tensor.empty() : tensor<3x3xf32>
          %pool = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<[3, 2]> : tensor<2xi64>}
            ins(%x, %window : tensor<1x6x7x2xf32>, tensor<3x3xf32>) outs(%f1 : tensor<1x2x3x2xf32>) -> tensor<1x2x3x2xf32>
          %e2 = tensor.empty() : tensor<4x3xi32>
          %f2 = linalg.fill ins(%i0 : i32) outs(%e2 : tensor<4x3xi32>) -> tensor<4x3xi32>
          %quantised = linalg.quantized_matmul ins(%q, %w, %zp, %zp : tensor<4x8xi8>, tensor<8x3xi8>, i32, i32) outs(%f2 : tensor<4x3xi32>) -> tensor<4x3xi32>
          %e3 = tensor.empty() : tensor<4xi32>
          %f3 = linalg.fill ins(%i0 : i32) outs(%e3 : tensor<4xi32>) -> tensor<4xi32>
          %most = linalg.reduce ins(%quantised : tensor<4x3xi32>) outs(%f3 : tensor<4xi32>) dimensions = [1] (%a: i32, %b: i32) {
            %m = arith.maxsi %a, %b : i32
            linalg.yield %m : i32
          }
          return %conv, %pool, %quantised, %most : tensor<1x2x3x4xf32>, tensor<1x2x3x2xf32>, tensor<4x3xi32>, tensor<4xi32>
        }""",
    )
    x, k = drawn(1, 6, 7, 2), drawn(3, 2, 2, 4, seed=1)
    random = np.random.default_rng(2)
    q, w = (random.integers(-128, 128, shape).astype(np.int8) for shape in ((4, 8), (8, 3)))
    inputs = (x, k, q, w)
    wide = x[0].astype(float)
    conv = [[np.einsum("abc,abcf->f", wide[2 * i : 2 * i + 3, 2 * j : 2 * j + 3 : 2], k.astype(float)) for j in range(3)] for i in range(2)]
    np.testing.assert_allclose(values(program, *inputs)[0], conv, rtol=1e-13)
    pool = [[wide[3 * i : 3 * i + 3, 2 * j : 2 * j + 3].max((0, 1)) for j in range(3)] for i in range(2)]
    np.testing.assert_array_equal(values(program, *inputs, output=1)[0], pool)
    quantised = (q.astype(int) - 3) @ (w.astype(int) - 3)
    np.testing.assert_array_equal(values(program, *inputs, output=2), quantised)
    np.testing.assert_array_equal(values(program, *inputs, output=3), np.maximum(quantised.max(1), 0))


ATTENTION = """
#q = affine_map<(b, m, k2, k1, n) -> (b, m, k1)>
#k = affine_map<(b, m, k2, k1, n) -> (b, k2, k1)>
#v = affine_map<(b, m, k2, k1, n) -> (b, k2, n)>
#s = affine_map<(b, m, k2, k1, n) -> ()>
#m = affine_map<(b, m, k2, k1, n) -> (b, m, k2)>
#o = affine_map<(b, m, k2, k1, n) -> (b, m, n)>
func.func @main(%q: tensor<2x5x16xT>, %k: tensor<2x7x16xT>, %v: tensor<2x7x6xT>, %mask: tensor<2x5x7xMASK>) -> tensor<2x5x6xT> {
  %e = tensor.empty() : tensor<2x5x6xT>
  %scale = arith.constant 0.25 : T
  %r = iree_linalg_ext.attention <indexing_maps = [#q, #k, #v, #s, #m, #o]>
    ins(%q, %k, %v, %scale, %mask : tensor<2x5x16xT>, tensor<2x7x16xT>, tensor<2x7x6xT>, T, tensor<2x5x7xMASK>) outs(%e : tensor<2x5x6xT>) {
  ^bb0(%score: f32):
    iree_linalg_ext.yield %score : f32
  } -> tensor<2x5x6xT>
  return %r : tensor<2x5x6xT>
}"""


def attention(element: str, mask: str) -> str:
    return re.sub(r"\bT\b|(?<=x)T\b", element, ATTENTION.replace("MASK", mask))


@pytest.mark.parametrize(("element", "mask"), [("f32", "f32"), ("f16", "f16"), ("f16", "i1")])
def test_attention_is_what_it_means_whatever_the_type(job: Job, toolchain: Toolchain, element: str, mask: str) -> None:
    program = body(job, toolchain, attention(element, mask))
    q, k, v = (drawn(2, *shape, seed=i).astype(of_type(element)) for i, shape in enumerate([(5, 16), (7, 16), (7, 6)]))
    shown = np.random.default_rng(9).random((2, 5, 7)) < 0.7
    bias = np.where(shown, 0.0 if mask == "i1" else drawn(2, 5, 7).astype(np.float16).astype(float), -np.inf)
    given = shown if mask == "i1" else bias.astype(of_type(mask))
    score = np.einsum("bmk,bnk->bmn", q.astype(float), k.astype(float)) / 4 + bias
    weight = np.exp(score - score.max(-1, keepdims=True))
    np.testing.assert_allclose(values(program, q, k, v, given), weight / weight.sum(-1, keepdims=True) @ v.astype(float), rtol=1e-12, atol=1e-14)


def of_type(element: str) -> type[np.float16] | type[np.float32]:
    return np.float16 if element == "f16" else np.float32


def test_an_attention_that_changes_its_scores_is_not_covered(job: Job, toolchain: Toolchain) -> None:
    changed = "%soft = math.tanh %score : f32\n    iree_linalg_ext.yield %soft"
    program = body(job, toolchain, attention("f32", "f32").replace("iree_linalg_ext.yield %score", changed))
    found = whole(program, drawn(2, 5, 16), drawn(2, 7, 16), drawn(2, 7, 6), drawn(2, 5, 7))
    assert found.unsupported == (Unsupported("iree_linalg_ext.attention", "-:11:8", "its region changes the scores"),)


def test_the_transforms_of_winograd_make_a_convolution(job: Job, toolchain: Toolchain) -> None:
    program = body(
        job,
        toolchain,
        """func.func @main(%x: tensor<1x10x9x3xf32>, %k: tensor<3x3x3x5xf32>) -> tensor<1x8x7x5xf32> {
          %z = arith.constant 0.0 : f32
          %0 = tensor.empty() : tensor<8x8x3x5xf32>
          %1 = iree_linalg_ext.winograd.filter_transform output_tile_size(6) kernel_size(3) kernel_dimensions([0, 1])
            ins(%k : tensor<3x3x3x5xf32>) outs(%0 : tensor<8x8x3x5xf32>) -> tensor<8x8x3x5xf32>
          %2 = tensor.collapse_shape %1 [[0, 1], [2], [3]] : tensor<8x8x3x5xf32> into tensor<64x3x5xf32>
          %3 = tensor.empty() : tensor<8x8x1x2x2x3xf32>
          %4 = iree_linalg_ext.winograd.input_transform output_tile_size(6) kernel_size(3) image_dimensions([1, 2])
            ins(%x : tensor<1x10x9x3xf32>) outs(%3 : tensor<8x8x1x2x2x3xf32>) -> tensor<8x8x1x2x2x3xf32>
          %5 = tensor.collapse_shape %4 [[0, 1], [2, 3, 4], [5]] : tensor<8x8x1x2x2x3xf32> into tensor<64x4x3xf32>
          %6 = tensor.empty() : tensor<64x4x5xf32>
          %7 = linalg.fill ins(%z : f32) outs(%6 : tensor<64x4x5xf32>) -> tensor<64x4x5xf32>
          %8 = linalg.batch_matmul ins(%5, %2 : tensor<64x4x3xf32>, tensor<64x3x5xf32>) outs(%7 : tensor<64x4x5xf32>) -> tensor<64x4x5xf32>
          %9 = tensor.expand_shape %8 [[0, 1], [2, 3, 4], [5]] output_shape [8, 8, 1, 2, 2, 5] : tensor<64x4x5xf32> into tensor<8x8x1x2x2x5xf32>
          %10 = tensor.empty() : tensor<1x12x12x5xf32>
          %11 = iree_linalg_ext.winograd.output_transform output_tile_size(6) kernel_size(3) image_dimensions([1, 2])
            ins(%9 : tensor<8x8x1x2x2x5xf32>) outs(%10 : tensor<1x12x12x5xf32>) -> tensor<1x12x12x5xf32>
          %12 = tensor.extract_slice %11[0, 0, 0, 0] [1, 8, 7, 5] [1, 1, 1, 1] : tensor<1x12x12x5xf32> to tensor<1x8x7x5xf32>
          return %12 : tensor<1x8x7x5xf32>
        }""",
    )
    x, k = drawn(1, 10, 9, 3), drawn(3, 3, 3, 5, seed=1)
    want = sum(np.einsum("hwc,cf->hwf", x[0, i : i + 8, j : j + 7].astype(float), k[i, j].astype(float)) for i in range(3) for j in range(3))
    np.testing.assert_allclose(values(program, x, k)[0], want, rtol=1e-11, atol=1e-12)


GATHER = """func.func @main(%x: tensor<5x4xf32>, %i: tensor<3xi32>) -> tensor<3x4xf32> {
  %e = tensor.empty() : tensor<3x4xf32>
  %r = iree_linalg_ext.gather dimension_map = [0] ins(%x, %i : tensor<5x4xf32>, tensor<3xi32>) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}"""

SCATTER = """func.func @main(%x: tensor<6x5xf32>, %i: tensor<4x2xi32>, %u: tensor<4xf32>, %j: tensor<3xi32>, %rows: tensor<3x5xf32>)
    -> (tensor<6x5xf32>, tensor<6x5xf32>) {
  %a = iree_linalg_ext.scatter dimension_map = [1, 0] unique_indices(false) ins(%u, %i : tensor<4xf32>, tensor<4x2xi32>) outs(%x : tensor<6x5xf32>) {
  ^bb0(%new: f32, %old: f32):
    %h = arith.addf %old, %old : f32
    %s = arith.addf %new, %h : f32
    iree_linalg_ext.yield %s : f32
  } -> tensor<6x5xf32>
  %b = iree_linalg_ext.scatter dimension_map = [0] unique_indices(true) ins(%rows, %j : tensor<3x5xf32>, tensor<3xi32>) outs(%x : tensor<6x5xf32>) {
  ^bb0(%new: f32, %old: f32):
    iree_linalg_ext.yield %new : f32
  } -> tensor<6x5xf32>
  return %a, %b : tensor<6x5xf32>, tensor<6x5xf32>
}"""


def test_a_gather_leaves_open_what_it_reads_outside(job: Job, toolchain: Toolchain) -> None:
    program = body(job, toolchain, GATHER)
    x = drawn(5, 4)
    np.testing.assert_array_equal(values(program, x, np.array([4, 0, 4], np.int32)), x[[4, 0, 4]])
    found = whole(program, x, np.array([4, 5, -1], np.int32))
    assert found.known.tolist() == [True] * 4 + [False] * 8
    assert found.why(4) is Reason.OUTSIDE


def test_a_scatter_writes_in_order_and_leaves_the_rest(job: Job, toolchain: Toolchain) -> None:
    program = body(job, toolchain, SCATTER)
    x, u, rows = drawn(6, 5), drawn(4, seed=1), drawn(3, 5, seed=2)
    i, j = np.array([[4, 0], [1, 2], [4, 0], [4, 0]], np.int32), np.array([5, 0, 3], np.int32)
    want = x.astype(float)
    for (column, row), new in zip(i, u.astype(float), strict=True):
        want[row, column] = new + 2 * want[row, column]
    np.testing.assert_allclose(values(program, x, i, u, j, rows), want, rtol=1e-15)
    want = x.copy()
    want[j] = rows
    np.testing.assert_array_equal(values(program, x, i, u, j, rows, output=1), want)
    outside = whole(program, x, i + 5, u, j, rows)
    assert {outside.why(lane) for lane in range(30)} == {Reason.OUTSIDE}


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
