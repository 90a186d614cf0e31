"""A sketch stands for its tensor: distances of tensors can be told from it."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runners.element_types import ELEMENT_TYPES
from runners.hal import hal_code
from runners.stages.sketch import apart, sketch


def sketched(values: Any, name: str = "f32") -> list[float]:
    found = sketch(np.ascontiguousarray(values, ELEMENT_TYPES[name].numpy).reshape(-1).view(np.uint8), hal_code(name))
    assert found is not None
    return found


@given(size=st.sampled_from([50, 1000, 70_000, 200_000]), share=st.floats(0.001, 1), scale=st.floats(1e-6, 10), seed=st.integers(0, 1 << 30))
def test_the_distance_is_that_of_the_tensors_within_a_third(size: int, share: float, scale: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    a = rng.standard_normal(size)
    b = a.copy()
    chosen = rng.choice(size, max(1, int(share * size)), replace=False)
    b[chosen] += scale * rng.standard_normal(chosen.size)
    x, y = a.astype("f8"), b.astype("f8")
    true = float(np.linalg.norm(x - y) / np.linalg.norm(y))
    assert apart(sketched(x, "f64"), sketched(y, "f64")) == pytest.approx(true, rel=0.35)


@pytest.mark.parametrize("name", ["f64", "f32", "f16", "bf16", "i8", "ui8", "i16", "i32", "i64", "i1"])
def test_equal_tensors_are_not_apart_and_others_are(name: str) -> None:
    rng = np.random.default_rng(3)
    a = rng.integers(0, 2, 500)
    b = a.copy()
    b[77] = 1 - b[77]
    assert apart(sketched(a, name), sketched(a, name)) == 0
    assert apart(sketched(a, name), sketched(b, name)) > 0.01


def test_one_tensor_in_two_types_is_hardly_apart() -> None:
    a = np.random.default_rng(4).standard_normal(5000)
    assert apart(sketched(a, "f16"), sketched(a, "f32")) < 1e-3
    assert apart(sketched(a, "bf16"), sketched(a, "f32")) < 1e-2


def test_elements_that_are_not_finite_are_counted_and_spoil_nothing() -> None:
    a = np.arange(100.0)
    b = a.copy()
    b[3] = math.nan
    assert apart(sketched(a), sketched(b)) == math.inf
    assert apart(sketched(b), sketched(b)) == 0


def test_zeros_and_nothing_have_a_sketch_and_packed_types_have_none() -> None:
    assert apart(sketched(np.zeros(10)), sketched(np.zeros(10))) == 0
    assert apart(sketched(np.ones(10)), sketched(np.zeros(10))) == math.inf
    assert apart(sketched([]), sketched([])) == 0
    assert sketch(np.zeros(4, np.uint8), hal_code("i4")) is None
