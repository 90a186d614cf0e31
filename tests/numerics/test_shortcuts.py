"""The ways in which a comparison saves work leave no trace in what it finds.

Every pair is compared in a chunk of several thousand elements, in which the shortcuts apply, and once more element by
element in numpy's plain expressions.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runners.element_types import ELEMENT_TYPES, ElementType
from runners.numerics.compare import compare
from runners.numerics.ulp import narrowed, narrower, steps

Array = npt.NDArray[Any]


def plainly(a: Array, b: Array, kinds: tuple[ElementType, ElementType], worst: int) -> dict[str, Any]:
    """The figures of floats by one expression each."""
    work = np.dtype(np.float32 if max(kind.bits for kind in kinds) <= 32 else np.float64)
    with np.errstate(all="ignore"):
        x, y = a.astype(work), b.astype(work)
        finite = np.isfinite(x) & np.isfinite(y)
        differ = ~((x == y) | (np.isnan(x) & np.isnan(y)))
        apart = np.where(finite, np.abs(x - y), 0)
        apart = np.where(np.isinf(apart), np.abs(x.astype(np.float64) - y.astype(np.float64)), apart.astype(np.float64))
        narrow = narrower(*kinds)
        assert narrow is not None
        p, q = (np.where(finite, side, 0) for side in (x, y))
        ulp = steps(narrowed(p, narrow), narrowed(q, narrow), narrow)
        divisor = finite & (y != 0)
        relative = apart[divisor] / np.abs(y[divisor].astype(np.float64))
    loud = np.flatnonzero(differ & ~finite).tolist()
    quiet = np.flatnonzero(differ & finite)
    order = loud + quiet[np.lexsort((quiet, -apart[quiet]))].tolist()
    return {
        "mismatched": int(differ.sum()),
        "first": int(differ.argmax()) if differ.any() else None,
        "max_abs": float(apart.max()) if finite.any() else None,
        "max_rel": float(relative.max()) if divisor.any() else None,
        "max_ulp": int(ulp.max()) if finite.any() else None,
        "norms": (float(np.linalg.norm(apart)), float(np.linalg.norm(np.where(finite, y, 0).astype(np.float64)))),
        "worst": order[:worst],
        "nan": tuple(int(np.isnan(side).sum()) for side in (x, y)),
        "inf": tuple(int(np.isinf(side).sum()) for side in (x, y)),
        "zero": tuple(int((side == 0).sum()) for side in (x, y)),
    }


def same(a: Array, b: Array, kinds: tuple[ElementType, ElementType], chunk: int, worst: int = 7) -> None:
    found = compare(a, b, kind_a=kinds[0], kind_b=kinds[1], chunk=chunk, worst=worst)
    out, want = found.output, plainly(a, b, kinds, worst)
    assert out.mismatched == want["mismatched"]
    assert out.first_mismatch == (None if want["first"] is None else (want["first"],))
    assert out.max_abs == want["max_abs"]
    assert out.max_rel == (None if want["max_rel"] is None else pytest.approx(want["max_rel"], rel=1e-6))
    assert out.max_ulp == want["max_ulp"]
    assert [element.index[0] for element in out.worst] == want["worst"]
    assert {what: (getattr(out, what).a, getattr(out, what).b) for what in ("nan", "inf", "zero")} == {what: want[what] for what in ("nan", "inf", "zero")}
    apart, length = want["norms"]
    if length and out.rms_rel is not None:
        assert out.rms_rel == pytest.approx(apart / length, rel=2e-5)


Change = Callable[[Array, np.random.Generator], Array]


def stepped(most: int) -> Change:
    """Some units in the last place up or down; never across zero."""

    def change(b: Array, rng: np.random.Generator) -> Array:
        bits = b.view(f"i{b.itemsize}")
        size = bits & np.iinfo(bits.dtype).max
        moved = np.clip(rng.integers(-most, most + 1, b.size) + size.astype(np.int64), 1, None).astype(bits.dtype)
        return np.where(size == 0, bits, (bits & np.iinfo(bits.dtype).min) | moved).view(b.dtype)

    return change


def noisy(size: float) -> Change:
    return lambda b, rng: (b.astype(np.float64) + size * rng.standard_normal(b.size)).astype(b.dtype)


def here_and_there(share: float, change: Change) -> Change:
    return lambda b, rng: np.where(rng.random(b.size) < share, change(b, rng), b)


CHANGES: dict[str, Change] = {
    "rounding": stepped(3),
    "a step": stepped(1),
    "noise": noisy(1e-5),
    "much noise": noisy(1.0),
    "few": here_and_there(0.003, noisy(1.0)),
    "some": here_and_there(0.06, stepped(2)),
    "half": here_and_there(0.5, noisy(1e-3)),
    "none": lambda b, _: b.copy(),
    "signs of zeros": lambda b, _: np.where(b == 0, -b, b),
    "opposite": lambda b, _: -b,
}

SHAPES: dict[str, Callable[[Array], Array]] = {
    "normal": lambda values: values,
    "relu": lambda values: np.maximum(values, 0),
    "one size": lambda values: np.sign(values) + values * 0.01,
    "tiny": lambda values: values * 1e-38,
    "subnormal": lambda values: values * 1e-42,
    "large": lambda values: values * 1e38,
    "few values": np.round,
    "constant": np.ones_like,
    "growing": lambda values: values * np.exp2(np.linspace(-60, 60, values.size)),
    "falling": lambda values: values * np.exp2(np.linspace(60, -60, values.size)),
}

FLOATS = tuple(ELEMENT_TYPES[name] for name in ("f32", "f16", "bf16", "f64", "f8E4M3FN"))


SPECIAL = st.sampled_from([0.0, -0.0, 1e-45, -1e-45, 1e-38, 1.0, -1.0, 3e38, -3e38, np.inf, -np.inf, np.nan])


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Array, Array, ElementType]:
    kind, shape, change = draw(st.sampled_from(FLOATS)), draw(st.sampled_from(sorted(SHAPES))), draw(st.sampled_from(sorted(CHANGES)))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    with np.errstate(all="ignore"):
        b = SHAPES[shape](rng.standard_normal(5000)).astype(kind.numpy)
        a = CHANGES[change](b, rng)
        for position, one, other in draw(st.lists(st.tuples(st.integers(0, 4999), SPECIAL, SPECIAL), max_size=4)):
            a[position], b[position] = (np.float64(value).astype(kind.numpy) for value in (one, other))
    return (b, a, kind) if draw(st.booleans()) else (a, b, kind)


@given(pair=pairs(), chunk=st.sampled_from([128, 1000, 1024, 4096, 1 << 18]))
@settings(max_examples=500, deadline=None)
def test_shortcuts_do_not_show(pair: tuple[Array, Array, ElementType], chunk: int) -> None:
    a, b, kind = pair
    same(a, b, (kind, kind), chunk)


@given(
    names=st.sampled_from([("f32", "f16"), ("f16", "f32"), ("bf16", "f16"), ("f64", "f32"), ("f32", "bf16")]),
    shape=st.sampled_from(sorted(SHAPES)),
    size=st.sampled_from([0.0, 1e-7, 1e-3, 1.0]),
    chunk=st.sampled_from([128, 1024, 1 << 18]),
    seed=st.integers(0, 2**32 - 1),
)
@settings(max_examples=200, deadline=None)
def test_shortcuts_do_not_show_between_two_types(names: tuple[str, str], shape: str, size: float, chunk: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    kinds = (ELEMENT_TYPES[names[0]], ELEMENT_TYPES[names[1]])
    with np.errstate(all="ignore"):
        values = SHAPES[shape](rng.standard_normal(5000))
        b = values.astype(kinds[1].numpy)
        a = (values + size * rng.standard_normal(values.size)).astype(kinds[0].numpy)
    same(a, b, kinds, chunk)


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(
    ("a", "b"),
    [(1e-30, -1e-30), (0.0, 1e-20), (1e-20, 0.0), (-1e-45, 1e-45), (3.0, 1.0), (-0.5, 1.0), (2.0, 1e-3), (1.4999999, 1.0), (0.50000006, 1.0)],
)
def test_one_element_that_is_worse_is_found_before_and_after_others_that_are_bad(a: float, b: float, late: bool) -> None:
    kind = ELEMENT_TYPES["f32"]
    y = np.random.default_rng(0).standard_normal(20_000).astype(np.float32) + np.float32(10)
    x = y + np.float32(1e-5)
    # These make the largest relative difference large enough for most chunks to be passed over.
    x[10_000], y[10_000] = 1e-6, -2e-6
    at = 19_000 if late else 17
    x[at], y[at] = a, b
    same(x, y, (kind, kind), 1000)


@pytest.mark.parametrize(("a", "b"), [(1.3, 1.0), (0.75, 1.0), (9.0, 12.0)])
@pytest.mark.parametrize(
    ("first_a", "first_b"),
    [(1.0, 0.0), (0.0, 0.0), (3e-45, 1e-45), (2e-6, 1e-6), (1e-6, -2e-6)],
    ids=["far in ULP only", "in neither", "far in relation only", "twice as large", "far in both"],
)
def test_what_was_bad_in_one_respect_does_not_hide_what_is_worse_in_another(first_a: float, first_b: float, a: float, b: float) -> None:
    kind = ELEMENT_TYPES["f32"]
    y = np.random.default_rng(0).standard_normal(20_000).astype(np.float32) + np.float32(10)
    x = y + np.float32(1e-5)
    x[17], y[17] = first_a, first_b
    x[19_000], y[19_000] = a, b
    same(x, y, (kind, kind), 1000)
