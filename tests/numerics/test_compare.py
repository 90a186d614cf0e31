"""The figures of a comparison: exact where that is promised, and the same whatever the layout and the chunks."""

import math
import tracemalloc
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runners.contract import Counts, Output, WorstElement
from runners.element_types import ELEMENT_TYPES, ElementType
from runners.numerics.compare import compare
from tests.numerics.pairs import MIXED, SAME, PairOfTensors, f32, figures, output, pairs
from tests.numerics.reference import expected

# Against the reference.


def agree(pair: PairOfTensors, chunk: int, worst: int) -> None:
    found = compare(pair.a, pair.b, kind_a=pair.kind_a, kind_b=pair.kind_b, chunk=chunk, worst=worst)
    want = expected(pair.a, pair.b, pair.kind_a, pair.kind_b)
    out = found.output
    assert out.elements == pair.a.size
    assert out.mismatched == len(want.mismatched)
    assert out.first_mismatch == ((want.mismatched[0],) if want.mismatched else None)
    assert [element.index for element in out.worst] == [(i,) for i in want.worst[:worst]]
    assert {"nan": [out.nan.a, out.nan.b], "inf": [out.inf.a, out.inf.b], "zero": [out.zero.a, out.zero.b]} == want.counts
    assert out.max_ulp == want.max_ulp
    assert close(out.max_abs, want.max_abs, 1e-12 if "complex" in (pair.kind_a.kind, pair.kind_b.kind) else 0)
    if not any(_huge(side) for side in (pair.a, pair.b)):
        assert close(out.max_rel, want.max_rel, 3e-7)
        assert close(out.rms_rel, want.rms_rel, 1e-5)
        assert close(found.rms_b, want.rms_b, 1e-5)


def close(found: float | None, want: float | None, relative: float) -> bool:
    if found is None or want is None or math.isinf(want):
        return found == want
    return abs(found - want) <= relative * want


def _huge(side: npt.NDArray[Any]) -> bool:
    """Whether differences or norms may leave the range of float64."""
    return side.dtype in (np.float64, np.complex128) and bool((np.abs(side[np.isfinite(side)]) > 1e300).any())


@given(pair=pairs(SAME), chunk=st.sampled_from([1, 2, 3, 7, 64]), worst=st.integers(0, 5))
@settings(max_examples=400, deadline=None)
def test_figures_of_one_type_are_those_of_the_reference(pair: PairOfTensors, chunk: int, worst: int) -> None:
    agree(pair, chunk, worst)


@given(pair=pairs(MIXED), chunk=st.sampled_from([1, 2, 3, 7, 64]), worst=st.integers(0, 5))
@settings(max_examples=400, deadline=None)
def test_figures_of_two_types_are_those_of_the_reference(pair: PairOfTensors, chunk: int, worst: int) -> None:
    agree(pair, chunk, worst)


# What is equal.


def test_zero_has_no_sign() -> None:
    out = output(f32(0.0, -0.0, -0.0), f32(-0.0, 0.0, -0.0))
    assert (out.mismatched, out.max_abs, out.max_ulp, out.zero) == (0, 0.0, 0, Counts(a=3, b=3))
    assert out.first_mismatch is None
    assert out.worst == ()


@pytest.mark.parametrize("kind", [kind for kind in ELEMENT_TYPES.values() if kind.kind == "float"], ids=lambda kind: kind.name)
def test_nan_equals_nan_in_the_same_place_whatever_its_payload(kind: ElementType) -> None:
    bits = np.arange(1 << kind.bits if kind.bits <= 16 else 1 << 16, dtype=f"u{kind.numpy.itemsize}")
    if kind.bits > 16:
        bits = bits << kind.bits - 16
    values = bits.view(kind.numpy)
    with np.errstate(invalid="ignore"):
        nans = values[np.isnan(values.astype(np.float64))]
    out = output(nans, nans[::-1], kind_a=kind, kind_b=kind)
    assert (out.mismatched, out.nan) == (0, Counts(a=nans.size, b=nans.size))


def test_nan_is_not_equal_to_a_number_nor_infinity_to_its_opposite() -> None:
    out = output(f32(math.nan, 1.0, math.inf, 5.0), f32(1.0, math.nan, -math.inf, 5.0))
    assert (out.mismatched, out.first_mismatch, out.max_abs) == (3, (0,), 0.0)
    assert (out.nan, out.inf) == (Counts(a=1, b=1), Counts(a=1, b=1))


def test_without_elements_there_are_no_figures_and_no_mismatch() -> None:
    out = output(np.zeros((3, 0), np.float32), np.zeros((3, 0), np.float32))
    assert (out.shape, out.elements, out.mismatched, out.max_abs, out.max_rel, out.max_ulp, out.rms_rel) == ((3, 0), 0, 0, None, None, None, None)


def test_without_an_element_that_is_finite_on_both_sides_there_are_only_counts() -> None:
    out = output(f32(math.nan, math.inf), f32(1.0, math.inf))
    assert (out.mismatched, out.max_abs, out.max_rel, out.max_ulp, out.rms_rel) == (1, None, None, None, None)


def test_against_zeros_nothing_is_relative() -> None:
    out = output(f32(0.5, 0.0), f32(0.0, 0.0))
    assert (out.max_abs, out.max_rel, out.rms_rel) == (0.5, None, math.inf)


# Each kind of element.


@pytest.mark.parametrize(
    ("kind", "a", "b", "max_abs"),
    [
        ("i8", 127, -128, 255.0),
        ("ui8", 0, 255, 255.0),
        ("i4", 7, -8, 15.0),
        ("i64", (1 << 53) + 1, 1 << 53, 1.0),
        ("ui64", (1 << 64) - 1, (1 << 64) - 2, 1.0),
        ("i64", (1 << 63) - 1, -(1 << 63), float((1 << 64) - 1)),
        ("i1", True, False, 1.0),
    ],
)
def test_integers_are_exact(kind: str, a: int, b: int, max_abs: float) -> None:
    of = ELEMENT_TYPES[kind]
    out = output(np.array([a, b], of.numpy), np.array([b, b], of.numpy), kind_a=of, kind_b=of)
    assert (out.mismatched, out.max_abs, out.max_ulp, out.dtype) == (1, max_abs, None, kind)
    assert out.worst == (WorstElement(index=(0,), a=a, b=b),)
    assert type(out.worst[0].a) is type(a)


def test_integers_of_two_signednesses_are_exact() -> None:
    out = output(np.array([-1, 1 << 62], np.int64), np.array([(1 << 64) - 1, (1 << 62) + 1], np.uint64))
    assert (out.mismatched, out.max_abs, out.dtype, out.dtype_b) == (2, float(1 << 64), "i64", "ui64")
    assert [element.index for element in out.worst] == [(0,), (1,)]


def test_of_two_large_integers_the_farther_is_worse_though_float64_cannot_tell() -> None:
    b = np.zeros(3, np.uint64)
    out = output(b + np.array([1 << 63, (1 << 63) + 1, 1 << 63], np.uint64), b)
    assert [element.index for element in out.worst] == [(1,), (0,), (2,)]


def test_complex_numbers_differ_by_magnitude_and_are_listed_as_text() -> None:
    out = output(np.array([4 + 6j], np.complex64), np.array([1 + 2j], np.complex64))
    assert (out.max_abs, out.max_ulp) == (5.0, None)
    assert out.max_rel == pytest.approx(math.sqrt(5))
    assert out.worst == (WorstElement(index=(0,), a="(4+6j)", b="(1+2j)"),)


@pytest.mark.parametrize(
    ("dtype", "a", "b", "steps"),
    [
        (np.float32, 1.0, np.nextafter(np.float32(1), np.float32(2)), 1),
        (np.float32, np.float32(1e-45), np.float32(-1e-45), 2),
        (np.float32, -0.0, np.float32(1e-45), 1),
        (np.float32, np.finfo(np.float32).max, np.finfo(np.float32).min, 2 * 0x7F7FFFFF),
        (np.float64, np.finfo(np.float64).max, np.finfo(np.float64).min, 2 * 0x7FEFFFFFFFFFFFFF),
        (np.float16, 65504.0, 65472.0, 1),
        (np.float16, 6e-8, 0.0, 1),
    ],
)
def test_ulp_counts_the_values_between(dtype: Any, a: float, b: float, steps: int) -> None:
    assert output(np.array([a, 1], dtype), np.array([b, 1], dtype)).max_ulp == steps
    assert output(np.array([b, 1], dtype), np.array([a, 1], dtype)).max_ulp == steps


PLAIN = [kind for kind in ELEMENT_TYPES.values() if kind.kind == "float" and kind.name != "f8E8M0FNU"]


@pytest.mark.parametrize("kind", PLAIN, ids=lambda kind: kind.name)
def test_ulp_of_a_few_signs_that_change_among_many_that_do_not(kind: ElementType) -> None:
    b = np.ones(64, kind.numpy)
    smallest = np.array([1], f"u{kind.numpy.itemsize}").view(kind.numpy)
    b[9:10] = smallest
    a = b.copy()
    a[9:10] = -smallest
    assert output(a, b, kind_a=kind, kind_b=kind).max_ulp == 2


@given(steps=st.lists(st.integers(0, 50), min_size=1, max_size=60), exponent=st.integers(-140, 120), chunk=st.integers(1, 9))
@settings(deadline=None)
def test_the_largest_ulp_is_found_among_others_that_are_almost_as_large(steps: list[int], exponent: int, chunk: int) -> None:
    b = np.full(len(steps), np.ldexp(np.float32(1), exponent), np.float32)
    a = (b.view(np.int32) + np.array(steps, np.int32)).view(np.float32)
    assert output(a, b, chunk=chunk).max_ulp == max(steps)
    assert output(b, a, chunk=chunk).max_ulp == max(steps)


@pytest.mark.parametrize("swapped", [False, True])
def test_of_two_types_of_16_bits_the_one_with_the_shorter_mantissa_counts(swapped: bool) -> None:
    sides = [np.array([1.0], np.float16), np.array([1.0078125], ELEMENT_TYPES["bf16"].numpy)]
    assert output(*(sides[::-1] if swapped else sides)).max_ulp == 1


def test_float32_beside_float16_is_compared_as_float32_and_counted_in_ulp_of_float16() -> None:
    out = output(np.array([1.0, 2.0], np.float16), f32(1.0001, 2.002))
    assert (out.dtype, out.dtype_b, out.mismatched, out.max_ulp) == ("f16", "f32", 2, 1)
    assert out.max_abs == pytest.approx(0.002, rel=1e-4)


def test_float32_beside_float64_is_compared_as_float64() -> None:
    out = output(f32(1.0, 1.0), np.array([1.0, 1.0 + 1e-12]))
    assert (out.mismatched, out.max_ulp) == (1, 0)
    assert out.max_abs == pytest.approx(1e-12, rel=1e-3)


def test_what_the_narrower_type_cannot_hold_counts_as_its_limit() -> None:
    assert output(np.array([65504.0], np.float16), f32(1e6)).max_ulp == 0
    assert output(np.array([-65472.0], np.float16), f32(-1e6)).max_ulp == 1


def test_an_integer_beside_a_float_is_taken_as_a_float() -> None:
    out = output(f32(1.0, 2.5), np.array([1, 2], np.int32))
    assert (out.mismatched, out.max_abs, out.max_ulp) == (1, 0.5, 1 << 21)
    assert out.worst == (WorstElement(index=(1,), a=2.5, b=2),)


def test_differences_beyond_float32_are_found() -> None:
    out = output(f32(3e38, 1.0), f32(-3e38, 1e-45))
    assert out.max_abs == pytest.approx(6e38)
    assert out.max_rel == pytest.approx(1 / 1.4e-45, rel=1e-2)


def test_an_array_of_another_type_than_it_is_said_to_have_is_refused() -> None:
    with pytest.raises(ValueError, match="b is an array of float64, f32 is held in float32"):
        figures(f32(1), np.zeros(1), kind_b=ELEMENT_TYPES["f32"])


# The worst elements.


def test_the_worst_begin_with_what_is_not_finite_then_fall_and_ties_are_in_order() -> None:
    b = np.zeros((2, 4), np.float32)
    a = np.array([[1.0, 2.0, math.inf, -2.0], [0.0, 2.0, math.nan, 3.0]], np.float32)
    out = output(a, b, worst=5, chunk=3)
    assert [element.index for element in out.worst] == [(0, 2), (1, 2), (1, 3), (0, 1), (0, 3)]
    assert out.worst[2] == WorstElement(index=(1, 3), a=3.0, b=0.0)
    assert out.first_mismatch == (0, 0)


@given(distances=st.lists(st.integers(0, 3), max_size=200), worst=st.integers(0, 12), chunk=st.integers(1, 9))
@settings(deadline=None)
def test_among_many_equal_distances_the_first_are_the_worst(distances: list[int], worst: int, chunk: int) -> None:
    a = np.array(distances, np.float32)
    out = output(a, np.zeros_like(a), worst=worst, chunk=chunk)
    order = sorted((i for i, d in enumerate(distances) if d), key=lambda i: (-distances[i], i))
    assert [element.index[0] for element in out.worst] == order[:worst]


# Shapes and layouts.


def test_another_shape_of_as_many_elements_is_compared_row_by_row() -> None:
    out = output(np.arange(6, dtype=np.float32).reshape(2, 3), f32(0, 1, 2, 3, 9, 5).reshape(3, 2))
    assert (out.shape, out.shape_b, out.mismatched, out.first_mismatch) == ((2, 3), (3, 2), 1, (1, 1))
    assert out.worst == (WorstElement(index=(1, 1), a=4.0, b=9.0),)


def test_another_number_of_elements_is_all_mismatch_without_figures() -> None:
    out = output(np.zeros((2, 3), np.float32), np.zeros(5, np.float32))
    assert (out.shape, out.shape_b, out.mismatched, out.elements) == ((2, 3), (5,), 6, 6)
    assert (out.max_abs, out.max_rel, out.max_ulp, out.rms_rel, out.worst) == (None, None, None, None, ())


def test_a_scalar_has_the_index_of_a_scalar() -> None:
    out = output(np.array(1.5, np.float32), np.array(1.0, np.float32))
    assert (out.shape, out.first_mismatch, out.worst) == ((), (), (WorstElement(index=(), a=1.5, b=1.0),))


def _laid_out(array: npt.NDArray[Any], layout: str, file: Path) -> npt.NDArray[Any]:
    match layout:
        case "fortran":
            return np.asfortranarray(array)
        case "every other":
            return np.repeat(array, 2, axis=-1)[..., ::2]
        case "backwards":
            return array[::-1].copy()[::-1]
        case "mapped" | "mapped, fortran":
            np.save(file, array if layout == "mapped" else np.asfortranarray(array))
            mapped: npt.NDArray[Any] = np.load(file, mmap_mode="r")
            return mapped
    return array


LAYOUTS = ("plain", "fortran", "every other", "backwards", "mapped", "mapped, fortran")


@pytest.mark.parametrize("layout_b", LAYOUTS)
@pytest.mark.parametrize("layout_a", LAYOUTS)
def test_the_layout_in_memory_does_not_matter(layout_a: str, layout_b: str, tmp_path: Path) -> None:
    b = np.arange(210, dtype=np.float32).reshape(5, 6, 7)
    a = b.copy()
    a[0, 1, 2], a[3, 4, 5], a[4, 5, 6] = math.nan, -1.0, 0.0
    out = output(_laid_out(a, layout_a, tmp_path / "a.npy"), _laid_out(b, layout_b, tmp_path / "b.npy"), chunk=32)
    assert out.model_dump_json() == output(a, b, chunk=32).model_dump_json()
    assert [element.index for element in out.worst] == [(0, 1, 2), (4, 5, 6), (3, 4, 5)]


@pytest.mark.parametrize("name", ["f32", "f16", "f64", "complex<f32>", "i8", "ui64", "i1"])
@pytest.mark.parametrize("position", [0, 16383, 16384, 16385, 32767, 32768, 32769, 40000, 90000])
@pytest.mark.parametrize("all_finite", [True, False])
def test_a_single_mismatch_is_found_wherever_it_lies(name: str, position: int, all_finite: bool) -> None:
    kind = ELEMENT_TYPES[name]
    a = np.ones(90_001, kind.numpy)
    if not all_finite and kind.kind in ("float", "complex"):
        a[7::1000] = np.nan
    b = a.copy()
    b[position] = 0
    found = figures(a, b, kind_a=kind, kind_b=kind, chunk=32768)
    out = found.output
    assert (out.mismatched, out.first_mismatch, out.max_abs, out.zero) == (1, (position,), 1.0, Counts(a=0, b=1))
    assert [element.index for element in out.worst] == [(position,)]
    assert found.rms_b == pytest.approx(math.sqrt(1 - 1 / (90_001 - out.nan.b)), rel=1e-6)


@given(pair=pairs(SAME, most=60), chunks=st.tuples(st.integers(1, 64), st.integers(1, 64)))
@settings(deadline=None)
def test_chunks_do_not_show(pair: PairOfTensors, chunks: tuple[int, int]) -> None:
    one, two = (compare(pair.a, pair.b, kind_a=pair.kind_a, kind_b=pair.kind_b, chunk=chunk) for chunk in chunks)
    rounded = {"max_rel": None, "rms_rel": None}
    assert one.output.model_copy(update=rounded).model_dump_json() == two.output.model_copy(update=rounded).model_dump_json()
    assert one.nonfinite == two.nonfinite


@pytest.mark.parametrize(("name", "order"), [("f64", "C"), ("f64", "F"), ("complex<f64>", "C"), ("i64", "C")])
def test_memory_does_not_grow_with_the_tensors(name: str, order: Literal["C", "F"], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runners.numerics.chunks._WORKERS", 4)
    kind = ELEMENT_TYPES[name]
    a = np.zeros((3000, 3000), kind.numpy)
    b = np.arange(9_000_000).reshape(3000, 3000).astype(kind.numpy, order=order)
    tracemalloc.start()
    try:
        assert output(a, b, kind_a=kind, kind_b=kind).mismatched == 8_999_999
        assert tracemalloc.get_traced_memory()[1] < 64 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(("dtype", "size"), [(np.float64, 1e200), (np.float64, 1e-200), (np.float32, 1e30), (np.float32, 1e-30)])
def test_figures_of_numbers_whose_squares_leave_the_range_of_their_type(dtype: Any, size: float) -> None:
    for many in (1, 1000):
        out = output((np.array([2.0, 3.0] * many) * size).astype(dtype), (np.array([1.0, 1.0] * many) * size).astype(dtype))
        assert out.max_abs == pytest.approx(2 * size)
        assert out.max_rel == pytest.approx(2.0)
        assert out.rms_rel == pytest.approx(math.sqrt(2.5))


def test_the_result_is_as_it_goes_into_json() -> None:
    out = output(f32(math.nan, math.inf, 1.0), f32(1.0, 1.0, 1.0), name="y", index=2)
    assert (out.name, out.index) == ("y", 2)
    assert Output.model_validate_json(out.model_dump_json()).worst[1].a == "Infinity"
