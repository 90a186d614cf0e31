"""Expectations that were printed with a few digits: nothing finer than the print counts."""

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runners.element_types import ELEMENT_TYPES, ElementType
from tests.numerics.pairs import f32, output, tensors
from tests.numerics.reference import FORMATS


@pytest.mark.parametrize(
    ("a", "printed", "digits", "mismatched"),
    [
        (0.1234564, "0.123456", 6, False),
        (0.1234566, "0.123456", 6, True),
        (1234564.0, "1.23456e+06", 6, False),
        (1234566.0, "1.23456e+06", 6, True),
        (2.5, "2", 1, False),
        (1.5, "2", 1, False),
        (2.6, "2", 1, True),
        (0.9999997, "1", 6, False),
        (0.999996, "1", 6, True),
        (1.000004, "1", 6, False),
        (1.000004e-05, "1e-05", 6, False),
        (0.99999e-05, "1e-05", 6, True),
        (9.99999, "10", 6, True),
        (-0.1234564, "-0.123456", 6, False),
        (0.1234564, "-0.123456", 6, True),
        (0.0, "0", 6, False),
        (-0.0, "0", 6, False),
        (1e-45, "0", 6, True),
        (0.0, "1.4013e-45", 6, True),
        (1e-45, "1.4013e-45", 6, False),
        (3e-45, "1.4013e-45", 6, True),
        (3.4028235e38, "3.40282e+38", 6, False),
        (math.inf, "inf", 6, False),
        (math.inf, "3.40282e+38", 6, True),
        (math.nan, "nan", 6, False),
    ],
)
def test_a_printed_number_is_compared_to_half_a_unit_of_its_last_digit(a: float, printed: str, digits: int, mismatched: bool) -> None:
    out = output(f32(a), f32(float(printed)), digits=digits)
    assert out.mismatched == mismatched
    assert len(out.worst) == mismatched
    assert out.first_mismatch == ((0,) if mismatched else None)


def test_the_smallest_number_of_all_is_not_printed_as_zero() -> None:
    assert output(np.array([5e-324, 0.0]), np.array([0.0, 5e-324]), digits=6).mismatched == 2


PRINTED = st.sampled_from([kind for kind in ELEMENT_TYPES.values() if kind.kind == "float"])


@given(data=st.data(), kind=PRINTED, digits=st.integers(1, 12))
@settings(max_examples=300, deadline=None)
def test_what_prints_alike_is_never_a_mismatch_and_what_is_a_unit_away_is_one(data: st.DataObject, kind: ElementType, digits: int) -> None:
    a = data.draw(tensors(kind, 20))
    texts = [f"{float(x):.{digits}g}" for x in a]
    with np.errstate(all="ignore"):
        b = np.array([float(text) for text in texts]).astype(kind.numpy)
        # A text may name a number that its type does not have.
        readable = np.isfinite(b.astype(np.float64)) == np.isfinite(a.astype(np.float64))
    assert output(a[readable], b[readable], kind_a=kind, kind_b=kind, digits=digits).mismatched == 0
    others, read, must_differ = [], [], []
    for y, text in zip(b, texts, strict=True):
        if 0 < abs(float(y)) < 1e307:
            unit = Fraction(10) ** (Decimal(text).adjusted() + 1 - digits)
            for step in (-2, -1, 1, 2):
                others.append(float(Fraction(text) + step * unit))
                read.append(y)
                must_differ.append(abs(Fraction(others[-1]) - Fraction(float(y))) > unit * Fraction(6, 10) + Fraction(spacing(y, kind)))
    apart = output(np.array(others), np.array(read, kind.numpy), kind_a=ELEMENT_TYPES["f64"], kind_b=kind, digits=digits, worst=len(others))
    assert {element.index[0] for element in apart.worst} >= {i for i, must in enumerate(must_differ) if must}


def spacing(value: Any, kind: ElementType) -> float:
    mantissa, lowest = FORMATS[kind.name]
    return math.ldexp(1.0, max(math.frexp(float(value))[1] - 1, lowest) - mantissa)


def test_both_parts_of_a_complex_number_are_printed() -> None:
    b = np.array([0.123456 + 1000j] * 3, np.complex64)
    a = np.array([0.1234564 + 1000.0004j, 0.1234566 + 1000j, 0.123456 + 1000.1j], np.complex64)
    out = output(a, b, digits=6)
    assert [element.index for element in out.worst] == [(2,), (1,)]


def test_integers_and_booleans_are_printed_exactly() -> None:
    assert output(np.array([1234567], np.int32), np.array([1234560], np.int32), digits=6).mismatched == 1
    assert output(np.array([True]), np.array([False]), digits=6).mismatched == 1


def test_figures_of_printed_numbers_are_raw() -> None:
    out = output(f32(0.1234564, 0.5), f32(0.123456, 0.5), digits=6)
    assert out.mismatched == 0
    assert out.max_abs == pytest.approx(4e-7, rel=0.02)
    assert out.max_ulp is not None
    assert out.max_ulp > 10
