"""Figures as people read them; the usual ones are in the docstrings."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.report import numbers


@pytest.mark.parametrize(
    ("x", "words"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (1.401298e-45, "1.4e-45"),
        (999_999.0, "999999"),
        (1e6, "1e6"),
        (math.inf, "Inf"),
        (-math.nan, "NaN"),
        (0.1, "0.1"),
        (-2.5, "-2.5"),
    ],
)
def test_figures(x: float, words: str) -> None:
    assert numbers.figure(x) == words


@given(st.floats(allow_nan=False), st.floats(allow_nan=False))
def test_different_elements_never_read_the_same(a: float, b: float) -> None:
    shown = numbers.elements(a, b)
    assert (shown[0] == shown[1]) == (repr(a) == repr(b))


@given(st.integers(0, 10**12), st.integers(1, 10**12))
def test_some_is_never_shown_as_none_or_all(part: int, whole: int) -> None:
    part = min(part, whole)
    words = numbers.share(part, whole)
    assert ("100 %" in words) <= (part == whole)
    assert ("(0 %)" in words) <= (part == 0)


def test_times_and_fractions_that_are_no_numbers() -> None:
    assert numbers.seconds(math.nan) == "NaN"
    assert numbers.percent(math.nan) == "NaN %"
