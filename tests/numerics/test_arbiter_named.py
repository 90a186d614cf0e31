"""Exact values of operations with a name of their own: linalg's, attention, Winograd transforms, gathers and scatters."""

import re

import numpy as np
import pytest

from runners.numerics.evaluation import Unsupported
from runners.numerics.lanes import Reason
from runners.stages.job import Job
from runners.toolchain import Toolchain
from tests.numerics.bodies import body, drawn, values, whole


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
