"""Values that mask elements out must not excuse what is wrong elsewhere, nor may anything else be taken for them."""

import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runners.contract import Output
from runners.element_types import ELEMENT_TYPES, of_numpy
from runners.numerics.judge import judge
from runners.numerics.scale import usual_scale
from tests.numerics.pairs import figures

MASKS = {
    "f32": (-1e4, -65504.0, -1e9, -2e9, 1e9, -1e30, float(np.finfo(np.float32).min)),
    "f16": (-1e4, -65504.0, 65504.0),
    "bf16": (-1e4, -1e9, -3.3895314e38),
    "f64": (-1e9, -1e300, float(np.finfo(np.float64).min)),
}


def judged(a: npt.NDArray[Any], b: npt.NDArray[Any], reduction: int = 64) -> Output:
    return judge(figures(a, b), a, b, reduction=reduction)


def normal(seed: int, size: int, name: str) -> npt.NDArray[Any]:
    return np.random.default_rng(seed).standard_normal(size).astype(ELEMENT_TYPES[name].numpy)


def scale(b: npt.NDArray[Any]) -> tuple[float, int]:
    found = usual_scale(b, b, of_numpy(b.dtype), of_numpy(b.dtype), figures(b, b))
    return found.rms, found.masked


@given(
    name=st.sampled_from(sorted(MASKS)),
    data=st.data(),
    share=st.sampled_from([0.001, 0.02, 0.5, 0.9]),
    error=st.sampled_from([0.0, 1e-7, 1e-5, 1e-3, 0.02, 0.3, 3.0]),
    seed=st.integers(0, 1000),
)
@settings(max_examples=150, deadline=None)
def test_with_a_mask_others_are_judged_as_without(name: str, data: st.DataObject, share: float, error: float, seed: int) -> None:
    mask = data.draw(st.sampled_from(MASKS[name]))
    kind = ELEMENT_TYPES[name].numpy
    b = normal(seed, 3000, name)
    a = (b.astype(np.float64) + error * normal(seed + 1, 3000, "f64")).astype(kind)
    masked = np.random.default_rng(seed).random(b.size) < share
    masked[0] = True
    without = judged(a[~masked], b[~masked])
    a[masked] = b[masked] = np.array(mask, np.float64).astype(kind)
    with_mask = judged(a, b)
    assert with_mask.judgement == without.judgement
    if with_mask.mismatched:
        assert f"without {int(masked.sum())} values of up to {float(b[0]):.3g}, taken for a mask" in with_mask.reason
        assert with_mask.reason.split("at ")[-1] == without.reason.split("at ")[-1]


@pytest.mark.parametrize("mask", [-1e9, -65504.0, -1e4])
def test_a_mask_that_was_added_to_scores_is_a_mask(mask: float) -> None:
    scores = normal(0, 4096, "f32")
    b = scores + np.where(np.tri(64).reshape(-1) > 0, 0, mask).astype(np.float32)
    a = b + np.where(b > -100, 1e-2, 0).astype(np.float32)
    assert judged(a, b).judgement == "different"
    assert judged(np.nextafter(b, np.float32(0)), b).judgement == "within_noise"


def test_two_masks_and_one_that_was_added_twice_are_masks() -> None:
    b = np.concatenate([normal(0, 100, "f32"), np.array([-1e9, -2e9, np.finfo(np.float32).min], np.float32)])
    usual, masked = scale(b)
    assert usual == pytest.approx(float(np.sqrt(np.mean(np.square(b[:100].astype(np.float64))))), rel=1e-6)
    assert masked == 3


def test_masks_beside_nothing_but_zeros_excuse_no_error() -> None:
    b = np.array([0.0, 0.0, -1e9, -1e9], np.float32)
    assert judged(b + np.array([1e-3, 0, 0, 0], np.float32), b).judgement == "different"


def test_a_mask_that_one_side_lacks_is_a_difference() -> None:
    b = normal(0, 100, "f32")
    a = b.copy()
    b[3] = -1e9
    assert judged(a, b).judgement == "different"
    assert judged(b, a).judgement == "different"


NO_MASKS = {
    "values of every size": np.ldexp(np.float32(1), np.arange(-20, 40)).astype(np.float32),
    "large values of both signs beside small ones": np.array([1e6, -1e6, 1.0, 2.0], np.float32),
    "what cancelled to almost nothing": np.array([1.0, 1.0, 1e-9, -3e-9], np.float32),
    "large values without others": np.full(100, -1e9, np.float32),
    "normal values of a large size": normal(0, 1000, "f32") * np.float32(1e6),
    "an outlier that is not out of reach": np.concatenate([normal(0, 1000, "f32") * np.float32(200), np.array([9000.0], np.float32)]),
}


@pytest.mark.parametrize("name", NO_MASKS)
def test_what_is_no_mask_counts_in_the_root_mean_square(name: str) -> None:
    b = NO_MASKS[name]
    usual, masked = scale(b)
    assert usual == pytest.approx(float(np.sqrt(np.mean(np.square(b.astype(np.longdouble))))), rel=1e-6)
    assert masked == 0


def test_an_identity_with_rounding_errors_for_zeros_is_within_noise() -> None:
    rng = np.random.default_rng(0)
    m = rng.standard_normal((64, 64)).astype(np.float32)
    a, b = (np.linalg.inv(m.astype(np.float64)).astype(np.float32) @ side for side in (m, np.nextafter(m, np.float32(9))))
    assert not np.array_equal(a, b)
    assert judged(a, b, reduction=4096 * 64).judgement == "within_noise"


@given(values=st.lists(st.floats(allow_nan=False, allow_infinity=False, width=32), min_size=1, max_size=30))
@settings(deadline=None)
def test_the_usual_size_is_never_more_than_the_root_mean_square(values: list[float]) -> None:
    b = np.array(values, np.float32)
    rms = float(np.sqrt(np.mean(np.square(b.astype(np.float64)))))
    found, masked = scale(b)
    assert found <= rms * (1 + 1e-6)
    assert math.isclose(found, rms, rel_tol=1e-6) or masked


@pytest.mark.parametrize("position", [0, 16383, 16384, 299_999])
def test_one_mask_among_many_values_is_found_wherever_it_lies(position: int) -> None:
    b = np.ones(300_000, np.float32)
    b[position] = -1e9
    assert scale(b) == (1.0, 1)
