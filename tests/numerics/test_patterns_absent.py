"""No pattern where there is none, and how much is enough for one."""

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runners.contract import Pattern
from runners.element_types import ELEMENT_TYPES, ElementType
from runners.numerics.patterns.claim import bits
from tests.numerics.plants import Array, values
from tests.numerics.telling import kinds, normal, random_values, told

# Nothing where there is nothing.

KINDS = [ELEMENT_TYPES[name] for name in ("f32", "f16", "bf16", "f8E4M3FN", "f8E5M2", "i8", "i32", "i4", "i1")]
BY_DEFINITION: dict[str, Callable[[Array], Array]] = {"nan_only": np.isnan, "overflow": np.isinf, "unwritten": lambda side: side == 0}


SPREADS = st.sampled_from(["bits", "normal", "relu", "few"])


@given(
    kind=st.sampled_from(KINDS),
    shape=st.one_of(
        st.lists(st.integers(1, 14), max_size=4).map(tuple),
        st.tuples(st.integers(1, 600)),
        st.tuples(st.integers(1, 200), st.integers(1, 300)),
    ),
    spreads=st.tuples(SPREADS, SPREADS),
    share=st.sampled_from([1.0, 1.0, 0.5, 0.1, 0.01]),
    seed=st.integers(0, 2**32 - 1),
)
@settings(max_examples=600, deadline=None)
def test_independent_values_show_no_pattern(kind: ElementType, shape: tuple[int, ...], spreads: tuple[str, str], share: float, seed: int) -> None:
    """All of a, or the elements of it that are not those of b, have nothing to do with b.

    True by definition, and told, are NaN on one side only and infinity on one side only (of one mismatch or two, random
    values may well be that), and that all of a tensor is zero, or all but one of a few dozen elements.
    """
    rng = np.random.default_rng(seed)
    with np.errstate(all="ignore"):
        b = random_values(kind, shape, spreads[1], rng)
        a = np.where(rng.random(shape) < share, random_values(kind, shape, spreads[0], rng), b).astype(kind.numpy).reshape(shape)
        x, y = a.astype(np.float64), b.astype(np.float64)
        mismatched = (x != y) & ~(np.isnan(x) & np.isnan(y))
    for pattern in told(a, b, kind_a=kind, kind_b=kind):
        side = x if pattern.parameters["side"] == "a" else y
        if pattern.kind == "unwritten":
            assert pattern.parameters["region"] == "all"
            assert np.mean(side == 0) >= 0.97
        assert np.mean(BY_DEFINITION[pattern.kind](side[mismatched])) == pattern.explained >= 0.9


def unrelated() -> dict[str, tuple[Array, Array]]:
    """Differences of which none of the patterns is true, although values are smooth, few, sorted or in blocks."""
    rng = np.random.default_rng(5)
    f32 = np.float32
    x = normal((20000,))
    wave = np.sin(np.arange(20000) / 100).astype(f32)
    ramp = np.arange(20000).astype(f32)
    creeping = (1 + np.arange(20000) / 2**23).astype(f32)
    left, right = normal((200, 300)), normal((300, 250), 1)
    product = left @ right
    half = (left.astype(np.float16).astype(f32) @ right.astype(np.float16).astype(f32)).astype(np.float16)
    image = np.repeat(np.repeat(normal((8, 8)), 16, 0), 16, 1)
    few = rng.integers(0, 3, (60, 70)).astype(np.int32)
    return {
        "rounding of three steps": ((wave * (1 + 3.6e-7 * normal((20000,), 2))).astype(f32), wave),
        "rounding where neighbours are as close": (creeping * (1 + f32(2**-23) * rng.integers(-3, 4, 20000).astype(f32)), creeping),
        "small noise on a wave": (wave + normal(wave.shape) * f32(1e-4), wave),
        "integers on a ramp": (ramp + rng.integers(-3, 4, 20000).astype(f32), ramp),
        "a ramp and its permuted double": (rng.permutation(20000).astype(f32) * 2, ramp),
        "noise on a constant": (1 + x, np.ones_like(x)),
        "two constants": (np.full(500, 5, f32), np.full(500, 3, f32)),
        "a few wrong in a period": (np.where(rng.random(20000) < 0.2, rng.integers(0, 8, 20000), ramp % 8).astype(f32), ramp % 8),
        "zeros and ones in turns": ((ramp + 1) % 2, ramp % 2),
        "not": (x < 0, x >= 0),
        "all true": (np.ones(20000, np.bool_), x < 0),
        "relu": (np.maximum(x, 0), x),
        "relu of almost none": (np.maximum(x - f32(2.2), 0), x - f32(2.2)),
        "half of a box": (np.where((np.indices((90, 90)) < 40).all(axis=0) & (rng.random((90, 90)) < 0.5), 7, normal((90, 90))).astype(f32), normal((90, 90))),
        "square": (x * x, x),
        "clipped": (np.clip(x, -1, 1), x),
        "rare values": (np.where(rng.random(20000) < 0.05, x, 0), np.where(rng.random(20000) < 0.05, normal(x.shape, 9), 0)),
        "matmul in f16": (half, product),
        "noise on an image of squares": (image + normal(image.shape) * f32(0.01), image),
        "random beside equal rows": (normal((40, 50), 3), np.repeat(normal((40, 1)), 50, 1)),
        "two rows exchanged": (np.repeat([[2], [1]], 1000, 1).astype(f32), np.repeat([[1], [2]], 1000, 1).astype(f32)),
        "three values, reversed": (few.reshape(-1, 10)[:, ::-1].reshape(few.shape), few),
        "three values, permuted": (rng.permutation(few.reshape(-1)).reshape(few.shape), few),
        "seven reversed": (np.array([7, 6, 5, 4, 3, 2, 1, 0], f32)[:7], np.array([1, 2, 3, 4, 5, 6, 7], f32)),
    }


@pytest.mark.parametrize("name", unrelated())
def test_related_values_show_no_pattern_that_is_not_there(name: str) -> None:
    a, b = unrelated()[name]
    assert told(a, b) == ()
    assert told(b, a) == ()


@pytest.mark.parametrize("kind", ["f32", "f16", "i4", "i1"])
def test_a_zero_tensor_is_unwritten_and_a_constant_is_not(kind: str) -> None:
    element = ELEMENT_TYPES[kind]
    b = values(element, (30, 40), np.random.default_rng(1))
    expected = {"side": "b", "fill": "zeros", "region": "all"}
    assert [pattern.parameters for pattern in told(b, np.zeros_like(b), kind_a=element, kind_b=element)] == [expected]
    assert told(b, np.ones_like(b), kind_a=element, kind_b=element) == ()


def test_a_few_zeros_in_a_row_are_not_unwritten() -> None:
    a, b = np.zeros(23, np.bool_), np.ones(23, np.bool_)
    a[[1, 2]] = True
    b[[1, 12, 21]] = False
    assert told(a, b) == ()


@pytest.mark.parametrize(("strays", "expected"), [(0.02, ["unwritten"]), (0.05, [])])
def test_an_unwritten_region_is_full_of_its_fill(strays: float, expected: list[str]) -> None:
    b = normal((100, 100))
    a = np.where(np.random.default_rng(1).random(b.shape) < strays, normal(b.shape, 1), 0).astype(np.float32)
    assert kinds(a, b) == expected


# How much is enough.


@pytest.mark.parametrize(("mismatches", "distinct", "expected"), [(8, 8, True), (7, 7, False), (400, 4, True), (400, 3, False), (10, 4, False)])
def test_a_rule_needs_enough_mismatches_and_enough_values(mismatches: int, distinct: int, expected: bool) -> None:
    rng = np.random.default_rng(0)
    b = np.zeros(2000, np.float32)
    at = rng.choice(1000, mismatches, replace=False) * 2
    b[at] = 1 + np.arange(mismatches) % distinct
    a = b.copy()
    a[at] = b[at] + 0.5
    assert kinds(a, b) == (["offset"] if expected else [])


@given(count=st.integers(1, 60), hits=st.integers(0, 60), chance=st.fractions(Fraction(1, 1000), Fraction(999, 1000)))
def test_odds_are_never_overstated(count: int, hits: int, chance: Fraction) -> None:
    hits = min(hits, count)
    exact = sum(math.comb(count, k) * chance**k * (1 - chance) ** (count - k) for k in range(hits, count + 1))
    assert bits(hits / count, float(chance), count) <= -math.log2(exact) + 1e-9


def test_a_single_nan_or_infinity_is_told() -> None:
    b = np.ones(100, np.float32)
    for value, kind in ((np.nan, "nan_only"), (-np.inf, "overflow")):
        a = b.copy()
        a[17] = value
        assert told(a, b) == (Pattern(kind=kind, explained=1.0, parameters={"side": "a"}),)
        assert told(b, a) == (Pattern(kind=kind, explained=1.0, parameters={"side": "b"}),)
    assert told(np.float32(np.nan), np.float32(1)) == (Pattern(kind="nan_only", explained=1.0, parameters={"side": "a"}),)


def test_nan_everywhere_is_told_once() -> None:
    b = normal((40, 50))
    assert kinds(np.full_like(b, np.nan), b) == ["nan_only"]
