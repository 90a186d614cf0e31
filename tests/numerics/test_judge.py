"""Which differences count: exact kinds, the reporter's tolerance, and the table by type and reduction length."""

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runners.contract import Output, Tolerance
from runners.element_types import ELEMENT_TYPES, ElementType
from runners.numerics.judge import Bound, exceeding, judge
from tests.numerics.pairs import SAME, PairOfTensors, f32, figures, pairs
from tests.numerics.reference import common, distance, finite, square


def judged(a: Any, b: Any, *, reduction: int = 1, tolerance: Tolerance | None = None, digits: int | None = None, **kinds: ElementType) -> Output:
    a, b = np.asarray(a), np.asarray(b)
    return judge(figures(a, b, digits=digits, **kinds), a, b, reduction=reduction, tolerance=tolerance, digits=digits)


def normal(shape: tuple[int, ...], seed: int = 0) -> npt.NDArray[np.float32]:
    return np.random.default_rng(seed).standard_normal(shape, np.float32)


# The cases that the table was chosen by.


def test_means_of_rows_in_another_order_are_within_noise() -> None:
    rows = np.random.default_rng(0).random((197, 1536), np.float32)
    b = rows.mean(axis=1, dtype=np.float64).astype(np.float32)
    a = b.copy()
    a[::7] += np.float32(8e-7)
    out = judged(a, b, reduction=1536)
    assert out.judgement == "within_noise"
    assert out.reason == (
        f"All 197 elements are within the table by type and reduction length, |a-b| <= 9.34e-06·max(|b|, rms of b = {_rms(b):.3g})"
        f" (from 2·eps·sqrt(K) = 9.34e-06 with eps = 1.19e-07 of f32 and K = 1536); the farthest is at {_share(a, b, 9.344e-06):.3g} times that."
        f" The largest |a-b| is {np.abs(a - b).max():.3g}."
    )


def _rms(b: npt.NDArray[Any]) -> float:
    return float(np.sqrt(np.mean(np.square(b, dtype=np.float64))))


def _share(a: npt.NDArray[Any], b: npt.NDArray[Any], of: float) -> float:
    return float((np.abs(a.astype(np.float64) - b) / np.maximum(np.abs(b), _rms(b))).max() / of)


def test_a_product_that_is_wrong_nearly_everywhere_is_different() -> None:
    b = (normal((64, 64)) * 1.1).clip(-4.3, 4.3).astype(np.float16)
    a = (b + np.linspace(0.087, 0.684, b.size, dtype=np.float32).reshape(b.shape)).astype(np.float16)
    out = judged(a, b, reduction=1024)
    assert out.judgement == "different"
    assert "|a-b| <= 0.0625·max(|b|, rms of b = 1.1)" in out.reason
    assert "eps = 0.000977 of f16 and K = 1024" in out.reason


def test_one_wrong_element_among_a_million_is_different() -> None:
    b = np.ones(1_000_000, np.float32)
    a = b.copy()
    a[765_432] = 1.01
    out = judged(a, b, reduction=1024)
    assert out.judgement == "different"
    assert out.reason.startswith("1 of 1000000 elements is outside the table by type and reduction length")


def test_swapped_rows_of_whole_numbers_are_different() -> None:
    b = np.arange(64, dtype=np.float32).reshape(8, 8)
    assert judged(b[[1, 0, *range(2, 8)]], b, reduction=64).judgement == "different"


def test_what_cancels_to_almost_zero_keeps_the_noise_of_its_terms() -> None:
    b = normal((1000,))
    b[3] = 1e-9
    a = b.copy()
    a[3] = -2e-7
    out = judged(a, b, reduction=64)
    assert out.judgement == "within_noise"
    assert out.max_rel is not None
    assert out.max_rel > 100


# Rules without a measure.


@pytest.mark.parametrize("name", ["f32", "i8", "i1", "complex<f64>", "f4E2M1FN"])
def test_equal_is_equal(name: str) -> None:
    kind = ELEMENT_TYPES[name]
    out = judged(np.ones((2, 3), kind.numpy), np.ones((2, 3), kind.numpy), kind_a=kind, kind_b=kind)
    assert (out.judgement, out.reason) == ("equal", "All 6 elements are equal.")


def test_no_elements_are_equal() -> None:
    assert judged(f32(), f32()).judgement == "equal"


def test_integers_are_exact() -> None:
    out = judged(np.array([1, 2, 3], np.int8), np.array([1, 2, 4], np.int8), reduction=1000)
    assert out.judgement == "different"
    assert out.reason == "1 of 3 elements is not equal, by up to 1. Integers and booleans are compared exactly."


def test_booleans_are_exact_whatever_the_tolerance() -> None:
    assert judged(np.array([True]), np.array([False]), tolerance=Tolerance(atol=100)).judgement == "different"


@pytest.mark.parametrize(
    ("kind", "a", "b", "tolerance", "judgement"),
    [
        ("i8", 3, 4, Tolerance(atol=1), "within_noise"),
        ("i8", 2, 4, Tolerance(atol=1), "different"),
        ("i8", 127, -128, Tolerance(atol=254), "different"),
        ("i8", 127, -128, Tolerance(atol=255), "within_noise"),
        ("i32", 101, 100, Tolerance(rtol=0.01), "different"),
        ("i32", 102, 100, Tolerance(atol=1, rtol=0.01), "different"),
        ("ui64", 2**64 - 1, 2**64 - 3, Tolerance(atol=1), "different"),
        ("i64", 2**53 + 1, 2**53, Tolerance(atol=0.5), "different"),
        ("i4", 7, -8, Tolerance(), "different"),
    ],
)
def test_a_tolerance_that_is_asked_for_goes_for_integers_too(kind: str, a: int, b: int, tolerance: Tolerance, judgement: str) -> None:
    of = ELEMENT_TYPES[kind]
    out = judged(np.array([a, b], of.numpy), np.array([b, b], of.numpy), tolerance=tolerance, kind_a=of, kind_b=of)
    assert out.judgement == judgement
    assert "the tolerance asked for, |a-b| <= " in out.reason
    assert "which goes for integers too" in out.reason


@pytest.mark.parametrize("tolerance", [None, Tolerance(atol=1e9)])
@pytest.mark.parametrize(("a", "b"), [(math.nan, 1.0), (1.0, math.inf), (math.inf, -math.inf), (math.nan, math.inf)])
def test_nan_and_infinity_on_one_side_are_different_whatever_the_tolerance(a: float, b: float, tolerance: Tolerance | None) -> None:
    out = judged(f32(1.0, a, 2.0), f32(1.0, b, 2.0), tolerance=tolerance)
    assert out.judgement == "different"
    assert out.reason == "1 of 3 elements is NaN or infinite on one side and something else on the other, the first at [1]."


def test_nan_and_infinity_on_both_sides_do_not_matter() -> None:
    out = judged(f32(math.nan, math.inf, 1.0), f32(math.nan, math.inf, 1.0000001))
    assert out.judgement == "within_noise"


def test_another_number_of_elements_is_different_whatever_the_tolerance() -> None:
    out = judged(np.zeros((2, 3), np.float32), np.zeros(5, np.float32), tolerance=Tolerance(atol=1e9))
    assert out.judgement == "different"
    assert out.reason == "One side has 6 elements, the other 5. The shapes are [2, 3] and [5]."


def test_another_shape_of_as_many_elements_is_judged_by_its_values() -> None:
    out = judged(np.ones((2, 3), np.float32), np.ones(6, np.float32))
    assert (out.judgement, out.reason) == ("equal", "All 6 elements are equal. The shapes are [2, 3] and [6].")
    assert judged(np.ones((2, 3), np.float32), np.full(6, 1.0000001, np.float32)).judgement == "within_noise"
    assert judged(np.ones((2, 3), np.float32), np.full(6, 1.001, np.float32)).judgement == "different"


# The reporter's tolerance.


def test_the_tolerance_asked_for_decides() -> None:
    a, b = f32(1.0, 2.0, 0.0), f32(1.0, 2.02, 0.001)
    out = judged(a, b, tolerance=Tolerance(atol=1e-3, rtol=0.01))
    assert out.judgement == "within_noise"
    assert out.reason == (
        "All 3 elements are within the tolerance asked for, |a-b| <= 0.001 + 0.01·|b|; the farthest is at 0.99 times that. The largest |a-b| is 0.02."
    )
    out = judged(a, b, tolerance=Tolerance(atol=1e-3, rtol=0.001))
    assert out.judgement == "different"
    assert out.reason.startswith("1 of 3 elements is outside the tolerance asked for, |a-b| <= 0.001 + 0.001·|b|; the farthest is at 6.62 times that.")


def test_a_tolerance_of_nothing_allows_nothing() -> None:
    assert judged(f32(1.0), f32(1.0000001), tolerance=Tolerance()).judgement == "different"
    assert judged(f32(0.0), f32(-0.0), tolerance=Tolerance()).judgement == "equal"


# The table.


@pytest.mark.parametrize("name", ["f64", "f32", "f16", "bf16", "f8E4M3FN", "complex<f32>", "complex<f64>"])
@pytest.mark.parametrize("reduction", [0, 1, 64, 10_000])
def test_the_table_is_two_eps_times_the_root_of_the_reduction_length_up_to_a_half(name: str, reduction: int) -> None:
    kind = ELEMENT_TYPES[name]
    eps = {"f64": 2.0**-52, "f32": 2.0**-23, "f16": 2.0**-10, "bf16": 2.0**-7, "f8E4M3FN": 0.125, "complex<f32>": 2.0**-23, "complex<f64>": 2.0**-52}
    allowed = min(2 * eps[name] * math.sqrt(max(reduction, 1)), 0.5)
    b = np.ones(3, kind.numpy)
    for share, judgement in ((0.9, "within_noise"), (1.1, "different")):
        step = np.array([1 + 2 * math.ceil(share * allowed / eps[name] / 2) * eps[name]])
        if share > 1:
            step += 2 * eps[name]
        a = b.copy()
        a[1:2] = step.astype(kind.numpy)
        assert abs(a[1] - 1) <= allowed or share > 1
        assert judged(a, b, reduction=reduction, kind_a=kind, kind_b=kind).judgement == judgement


def test_two_types_have_the_noise_of_the_coarser() -> None:
    a = np.array([1.001], np.float16)
    assert judged(a, f32(1.0)).judgement == "within_noise"
    assert "of f16" in judged(a, f32(1.0)).reason
    assert judged(f32(1.001), f32(1.0)).judgement == "different"


def test_half_of_the_value_is_never_noise() -> None:
    kind = ELEMENT_TYPES["f8E4M3FN"]
    b = np.ones(4, kind.numpy)
    a = b.copy()
    a[0] = 1.75
    out = judged(a, b, reduction=100_000, kind_a=kind, kind_b=kind)
    assert out.judgement == "different"
    assert "= 79.1, limited to 0.5 with eps" in out.reason


def test_one_step_of_the_type_is_noise_however_coarse_it_is() -> None:
    kind = ELEMENT_TYPES["f8E8M0FNU"]
    assert judged(np.array([2.0], kind.numpy), np.array([1.0], kind.numpy), kind_a=kind, kind_b=kind).judgement == "within_noise"


def test_a_step_between_subnormal_numbers_is_noise() -> None:
    tiny = f32(1e-44, 2e-44)
    assert judged(np.nextafter(tiny, f32(1)), tiny).judgement == "within_noise"


def test_numbers_whose_mean_square_leaves_the_range_of_float64_are_not_all_excused() -> None:
    b = np.full(4, 1.7e308)
    assert judged(b * [1, 1, 1, 0.5], b).judgement == "different"


def test_against_nothing_but_zeros_anything_is_different() -> None:
    assert judged(f32(1e-6, 0), f32(0, 0), reduction=1000).judgement == "different"


# Differences that float32 would round to the bound.


def test_a_difference_is_not_rounded_before_it_is_held_against_a_tolerance() -> None:
    a, b = f32(1.0), f32(2.0**-30)
    assert output_distance(a, b) == 1.0
    assert judged(a, b, tolerance=Tolerance(atol=1 - 2.0**-31)).judgement == "within_noise"
    assert judged(a, b, tolerance=Tolerance(atol=1 - 2.0**-29)).judgement == "different"


def output_distance(a: npt.NDArray[Any], b: npt.NDArray[Any]) -> float | None:
    return figures(a, b).output.max_abs


# Printed expectations.


def test_what_the_print_leaves_open_is_equal() -> None:
    out = judged(f32(0.1234564), f32(0.123456), digits=6)
    assert (out.judgement, out.reason) == ("equal", "The only element is equal to the 6 digits that were printed.")


def test_what_the_print_leaves_open_is_not_counted_against_the_tolerance() -> None:
    a, b = f32(0.12345655, 1.0), f32(0.123456, 1.0)
    out = judged(a, b, digits=6, reduction=1)
    assert (out.mismatched, out.judgement) == (1, "within_noise")
    assert "beyond what 6 printed digits leave open" in out.reason
    assert judged(a, b, digits=9, tolerance=Tolerance(atol=1e-8)).judgement == "different"
    assert judged(f32(0.1234580, 1.0), b, digits=6, reduction=4).judgement == "different"


def test_integers_are_printed_exactly_also_beside_floats() -> None:
    out = judged(f32(1234567.0), np.array([1234560]), digits=3)
    assert out.judgement == "different"
    assert "digits" not in out.reason


# The measure behind the sentences.


@given(pair=pairs(SAME), atol=st.sampled_from([0.0, 1e-3, 1.0]), rtol=st.sampled_from([0.0, 1e-3, 0.5]), floor=st.sampled_from([0.0, 1.0]))
@settings(max_examples=200, deadline=None)
def test_elements_beyond_a_bound_are_those_of_the_formula(pair: PairOfTensors, atol: float, rtol: float, floor: float) -> None:
    excess = exceeding(pair.a, pair.b, pair.kind_a, pair.kind_b, Bound(atol, rtol, floor))
    count, ratio = 0, 0.0
    for u, v in zip(pair.a, pair.b, strict=True):
        x, y = common(u, v, (pair.kind_a, pair.kind_b))
        if finite(x) and finite(y):
            apart = float(abs(x[0] - y[0])) if len(x) == 1 else float(distance(x, y, (pair.kind_a, pair.kind_b)))
            allowed = atol + rtol * max(math.hypot(*map(float, y)) if len(y) > 1 else float(abs(y[0])), floor)
            count += apart > allowed
            if apart:
                ratio = max(ratio, apart / allowed if allowed else math.inf)
            assert square(x) >= 0
    assert excess.count == count
    assert excess.ratio == pytest.approx(ratio, rel=1e-12)


@pytest.mark.parametrize("position", [0, 16383, 16384, 299_999])
def test_elements_beyond_a_bound_are_found_wherever_they_lie(position: int) -> None:
    b = np.ones(300_000, np.float32)
    a = b.copy()
    a[position] = 3.0
    kind = ELEMENT_TYPES["f32"]
    assert exceeding(a, b, kind, kind, Bound(0.5, 0.0)) == exceeding(a[position : position + 1], b[:1], kind, kind, Bound(0.5, 0.0))
    assert exceeding(a, b, kind, kind, Bound(0.5, 0.0)).ratio == 4.0
