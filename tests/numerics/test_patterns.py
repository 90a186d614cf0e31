"""Patterns of differences: each one is found where it was planted, and none where nothing was."""

import math
import tracemalloc
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runners.contract import Pattern
from runners.element_types import ELEMENT_TYPES, ElementType, byte_length, decode, of_numpy
from runners.numerics.compare import compare
from runners.numerics.patterns import patterns
from runners.numerics.patterns.claim import bits
from runners.numerics.patterns.find import SPECIFIC
from runners.numerics.patterns.permuted import Census
from runners.numerics.patterns.survey import SAMPLE, survey
from runners.numerics.patterns.view import View
from tests.numerics.plants import PLANTS, Array, Plant, mirrored, values

CASE = Path(__file__).parent.parent / "cases" / "seed2-int4-vulkan" / "files"


def told(a: Any, b: Any, **named: Any) -> tuple[Pattern, ...]:
    a, b = np.asarray(a), np.asarray(b)
    return patterns(a, b, kind_a=named.pop("kind_a", None) or of_numpy(a.dtype), kind_b=named.pop("kind_b", None) or of_numpy(b.dtype), **named)


def kinds(a: Any, b: Any, **named: Any) -> list[str]:
    return [pattern.kind for pattern in told(a, b, **named)]


def normal(shape: tuple[int, ...], seed: int = 0) -> Array:
    return values(ELEMENT_TYPES["f32"], shape, np.random.default_rng(seed))


# What was planted.


@pytest.mark.parametrize("flip", [False, True], ids=["a", "b"])
@pytest.mark.parametrize("noise", [0.0, 0.01], ids=["clean", "noisy"])
@pytest.mark.parametrize("plant", PLANTS, ids=[plant.name for plant in PLANTS])
def test_what_was_planted_is_told_and_nothing_else(plant: Plant, noise: float, flip: bool) -> None:
    (a, b), (kind_a, kind_b) = plant.pair(noise), plant.kinds
    found = told(b, a, kind_a=kind_b, kind_b=kind_a) if flip else told(a, b, kind_a=kind_a, kind_b=kind_b)
    wanted = mirrored(plant.parameters) if flip else plant.parameters
    assert sorted(pattern.kind for pattern in found) == sorted([plant.pattern, *plant.beside])
    (pattern,) = (pattern for pattern in found if pattern.kind == plant.pattern)
    assert pattern.parameters.keys() == wanted.keys()
    for key, value in wanted.items():
        assert pattern.parameters[key] == (pytest.approx(value, rel=1e-6) if isinstance(value, float) else value)
    assert pattern.explained >= (0.97 if noise else 0.998)
    assert not (noise and plant.pattern == "confined" and pattern.explained == 1)


def test_every_pattern_is_planted() -> None:
    assert {plant.pattern for plant in PLANTS} == set(SPECIFIC)


GOLDEN_ROW = """
-0.01193237 -0.02619425  0.00946045 -0.01906331 -0.02619425  0.00946045  0.00946045  0.00232951
-0.00480143 -0.00480143 -0.00480143  0.00946045 -0.00480143 -0.01193237  0.00946045 -0.01193237
-0.00480143 -0.00480143 -0.04045613  0.03085327 -0.00480143 -0.01906331  0.01659139  0.01659139
-0.00480143  0.01659139 -0.00480143 -0.00480143 -0.00480143  0.00232951 -0.01906331  0.02372233
"""
VULKAN_ROW = """
 0.00232951  0.00946045  0.00946045 -0.02619425 -0.01906331  0.00946045 -0.02619425 -0.01193237
-0.01193237  0.00946045 -0.01193237 -0.00480143  0.00946045 -0.00480143 -0.00480143 -0.00480143
 0.01659139  0.01659139 -0.01906331 -0.00480143  0.03085327 -0.04045613 -0.00480143 -0.00480143
 0.02372233 -0.01906331  0.00232951 -0.00480143 -0.00480143 -0.00480143  0.01659139 -0.00480143
"""
"""The first 32 values of dispatch 5 of a model with int4 weights, as a user printed them; nibbles were read in the wrong order."""


@pytest.mark.parametrize("digits", [None, 6])
@pytest.mark.parametrize("shape", [(32,), (1, 32)])
def test_two_printed_rows_of_a_report_are_reversed_in_groups_of_eight(shape: tuple[int, ...], digits: int | None) -> None:
    vulkan, golden = (np.array(text.split(), np.float32).reshape(shape) for text in (VULKAN_ROW, GOLDEN_ROW))
    expected = Pattern(kind="reversed_groups", explained=1.0, parameters={"group": 8, "axis": len(shape) - 1})
    assert told(vulkan, golden, digits=digits) == (expected,)
    assert told(golden, vulkan, digits=digits) == (expected,)


def int4_dequantised() -> tuple[Array, Array]:
    """What a release computed, and what is right: groups of 128 int4 weights, minus a zero point, times a scale."""
    if CASE.exists():
        return np.load(CASE / "vulkan_out.npy"), np.load(CASE / "golden.npy")
    rng = np.random.default_rng(2)
    weights = rng.integers(0, 16, (4, 2, 128))
    scale, zero = rng.choice([0.5, 1.0, 2.0], (4, 2, 1)), rng.integers(4, 12, (4, 2, 1))
    golden = ((weights - zero) * scale).astype(np.float32)
    return golden.reshape(-1, 8)[:, ::-1].reshape(golden.shape), golden


def test_reversed_nibbles_of_int4_weights() -> None:
    vulkan, golden = int4_dequantised()
    assert told(vulkan, golden) == (Pattern(kind="reversed_groups", explained=1.0, parameters={"group": 8, "axis": 2}),)


# `explained` is what applying a pattern accounts for, on everything.


def applied(pattern: Pattern, b: Array) -> Array:
    """What a should be, written anew with numpy's own functions."""
    at: dict[str, Any] = dict(pattern.parameters)
    match pattern.kind:
        case "reversed_groups":
            return np.flip(b.reshape(*b.shape[:-1], -1, at["group"]), -1).reshape(b.shape)
        case "transposed":
            return np.swapaxes(b, *at["axes"]).reshape(b.shape)
        case "rotated":
            return np.roll(b.reshape(-1), at["shift"]).reshape(b.shape) if at["axis"] == "flat" else np.roll(b, at["shift"], at["axis"])
        case "repeated":
            start, size = at["source"], at["tile"]
            tile = b[tuple(slice(low, low + step) for low, step in zip(start, size, strict=True))]
            return np.tile(tile, [-(-extent // step) for extent, step in zip(b.shape, size, strict=True)])[tuple(map(slice, b.shape))]
        case "byte_swapped":
            return b.byteswap()
        case "unwritten":
            a = b.copy()
            a[tuple(slice(low, high) for low, high in zip(at["start"], at["stop"], strict=True))] = 0
            return a
    raise AssertionError(pattern)


BIG = (2100, 2112)
"""More elements than one thread takes at a time."""


@pytest.mark.parametrize("shape", [(48, 96), BIG])
@pytest.mark.parametrize(
    "pattern",
    [
        Pattern(kind="reversed_groups", explained=1.0, parameters={"group": 16, "axis": 1}),
        Pattern(kind="transposed", explained=1.0, parameters={"axes": [0, 1], "side": "a"}),
        Pattern(kind="rotated", explained=1.0, parameters={"axis": 0, "shift": -4}),
        Pattern(kind="rotated", explained=1.0, parameters={"axis": "flat", "shift": 777}),
        Pattern(kind="repeated", explained=1.0, parameters={"side": "a", "tile": [16, 32], "source": [16, 32]}),
        Pattern(kind="byte_swapped", explained=1.0),
        Pattern(kind="unwritten", explained=1.0, parameters={"side": "a", "fill": "zeros", "region": "box", "start": [3, 17], "stop": [41, 90]}),
    ],
    ids=lambda pattern: f"{pattern.kind} {pattern.parameters}" if isinstance(pattern, Pattern) else None,
)
def test_explained_is_the_fraction_of_all_mismatches_that_applying_accounts_for(pattern: Pattern, shape: tuple[int, ...]) -> None:
    rng = np.random.default_rng(3)
    b = normal(shape)
    a = applied(pattern, b)
    spoilt = rng.random(shape) < (0.02 if pattern.kind == "unwritten" else 0.04) * np.mean(a != b)
    a[spoilt] = normal(shape, 4)[spoilt]
    mismatched, reached = a != b, (a == applied(pattern, b)) | (np.isnan(a) & np.isnan(applied(pattern, b)))
    explained = np.count_nonzero(mismatched & reached) / np.count_nonzero(mismatched)
    assert 0.9 < explained < 0.99
    assert told(a, b) == (pattern.model_copy(update={"explained": explained}),)


@pytest.mark.parametrize("share", [0.92, 0.88])
def test_what_explains_less_than_ninety_percent_is_not_told(share: float) -> None:
    b = normal((400, 400))
    a = np.where(np.random.default_rng(1).random(b.shape) < share, np.roll(b, 3, 1), normal(b.shape, 1))
    assert kinds(a, b) == (["rotated"] if share > 0.9 else [])


def test_a_permutation_of_more_values_than_are_counted() -> None:
    b = normal(BIG)
    rng = np.random.default_rng(1)
    a = rng.permutation(b.reshape(-1)).reshape(BIG)
    assert told(a, b) == (Pattern(kind="permuted", explained=1.0),)
    a[rng.random(BIG) < 0.05] = 1e6
    (pattern,) = told(a, b)
    assert pattern.kind == "permuted"
    assert pattern.explained == pytest.approx(0.95, abs=0.005)


@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_a_region_is_found_to_the_element(data: st.DataObject) -> None:
    shape = data.draw(st.sampled_from([(50, 60), (300, 400), (3, 40, 50), (70000,), (2, 300, 8, 40)]))
    bounds = [sorted(data.draw(st.lists(st.integers(0, extent), min_size=2, max_size=2, unique=True))) for extent in shape]
    a = normal(shape)
    b = a.copy()
    b[tuple(slice(*bound) for bound in bounds)] = 0
    mismatched = np.count_nonzero(a != b)
    if not 40 <= mismatched < 0.9 * a.size:
        return
    (pattern,) = (pattern for pattern in told(a, b) if pattern.kind == "unwritten")
    if len(shape) == 1:
        place: dict[str, Any] = {"region": "range", "first": bounds[0][0], "count": bounds[0][1] - bounds[0][0]}
    else:
        place = {"region": "box", "start": [low for low, _ in bounds], "stop": [high for _, high in bounds]}
    assert {key: pattern.parameters[key] for key in ("side", "fill", *place)} == {"side": "b", "fill": "zeros", **place}
    assert pattern.explained == 1.0


def test_a_region_with_holes_is_found_nearly_to_the_element() -> None:
    b = np.random.default_rng(1).random(5_000_000) < 0.5
    a = b.copy()
    a[1_234_567:3_456_789] = False
    (pattern,) = told(a, b)
    assert (pattern.kind, pattern.parameters["fill"]) == ("unwritten", "zeros")
    assert pattern.parameters["first"] == pytest.approx(1_234_567, abs=10)
    assert pattern.parameters["count"] == pytest.approx(2_222_222, abs=20)


# Nothing where there is nothing.

KINDS = [ELEMENT_TYPES[name] for name in ("f32", "f16", "bf16", "f8E4M3FN", "f8E5M2", "i8", "i32", "i4", "i1")]
BY_DEFINITION: dict[str, Callable[[Array], Array]] = {"nan_only": np.isnan, "overflow": np.isinf, "unwritten": lambda side: side == 0}


def random_values(kind: ElementType, shape: tuple[int, ...], spread: str, rng: np.random.Generator) -> Array:
    """Random bits, normal numbers, normal numbers with zero for the negative ones, or few values."""
    if spread == "bits" and kind.kind != "bool":
        return decode(rng.integers(0, 256, byte_length(shape, kind), dtype=np.uint8), shape, kind)
    if kind.kind == "bool":
        return rng.random(shape) < {"bits": 0.5, "normal": 0.3, "relu": 0.2, "few": 0.9}[spread]
    found = values(kind, shape, rng)
    if spread == "relu":
        return np.maximum(found, np.zeros((), kind.numpy))
    if spread == "few":
        return rng.integers(0, 3, shape).astype(np.int8).astype(kind.numpy)
    return found


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


# Which one is told, and in what order.


def test_the_pattern_that_explains_more_comes_first_then_the_more_specific() -> None:
    ramp = np.arange(600, dtype=np.float32)
    assert [(pattern.kind, pattern.explained) for pattern in told(ramp + 5, ramp)] == [("offset", 1.0), ("rotated", 595 / 600)]
    period = np.tile(np.arange(50), 100)
    assert kinds((period + 1) % 50, period) == ["rotated", "offset"]


def test_a_last_tile_that_is_whole_is_no_tail() -> None:
    b = normal((64, 64))
    a = np.where(np.indices(b.shape)[0] < 48, b, normal(b.shape, 1))
    assert kinds(a, b) == ["confined"]


def test_accidental_matches_are_no_blocks() -> None:
    b = normal((2000,))
    a = b + 1
    for at in (400, 1200):
        a[at : at + 4] = b[at : at + 4]
    (pattern,) = told(a, b)
    assert (pattern.kind, pattern.parameters) == ("offset", {"value": 1.0})


def test_one_ulp_names_a_direction_if_nearly_all_go_there() -> None:
    b = normal((5000,))
    rng = np.random.default_rng(1)
    for share, direction in ((0.7, "both"), (0.99, "up")):
        a = np.nextafter(b, np.where(rng.random(b.shape) < share, np.float32(np.inf), np.float32(-np.inf)))
        (pattern,) = told(a, b)
        assert (pattern.kind, pattern.parameters) == ("one_ulp", {"direction": direction})


def test_halves_are_rounded_to_even() -> None:
    b = np.concatenate([np.arange(257, 512, 2, dtype=np.float32), normal((200,))])
    a = b.astype(ml_dtypes.bfloat16).astype(np.float32)
    assert told(a, b) == (Pattern(kind="truncated", explained=1.0, parameters={"side": "a", "mantissa_bits": 7, "rounding": "nearest"}),)


def test_a_factor_is_told_as_a_whole_number_or_one_part_of_one() -> None:
    for b in (normal((4000,)), normal((4000,)).astype(ml_dtypes.bfloat16)):
        for factor in (3.0, 1 / 7, 0.3, -1.0, 1 / 12):
            a = (b.astype(np.float32) * np.float32(factor)).astype(b.dtype)
            assert told(a, b) == (Pattern(kind="scaled", explained=1.0, parameters={"factor": factor}),)


def test_of_two_layouts_the_one_that_holds_everywhere_is_told() -> None:
    b = normal((40, 2))
    assert kinds(b[:, ::-1].copy(), b) == ["reversed_groups"]  # a shift by one, too
    assert kinds(np.repeat(b[:, :1], 2, 1), b) == ["repeated"]  # at the mismatches also reversed, but not elsewhere
    wide = normal((64, 64))
    a = wide.copy()
    a[16:32, 32:48] = wide[16:32, 40:56]
    (pattern,) = told(a, wide)
    assert (pattern.kind, pattern.parameters) == ("rotated", {"axis": 1, "shift": -8, "block": [16, 16]})


def test_a_copy_may_be_rounded_otherwise() -> None:
    b = normal((64, 64))
    moved = np.roll(b, 9, 1) * (1 + np.float32(2**-22) * np.random.default_rng(1).integers(-1, 2, b.shape).astype(np.float32))
    assert told(moved, b) == (Pattern(kind="rotated", explained=1.0, parameters={"axis": 1, "shift": 9}),)
    half = b.astype(np.float16)
    assert kinds(np.roll(half, 9, 1), b) == ["rotated"]
    assert kinds(b, np.roll(half, 9, 1)) == ["rotated"]
    assert told(half, b) == ()


def test_printed_values_are_taken_for_what_they_may_have_been() -> None:
    b = normal((40, 64))
    printed = np.array([float(f"{value:.5g}") for value in b.reshape(-1).tolist()], np.float32).reshape(b.shape)
    assert told(b, printed, digits=5) == ()
    for a, kind in ((b.reshape(-1, 4)[:, ::-1].reshape(b.shape), "reversed_groups"), (np.roll(b, 3, 1), "rotated"), (b * 2, "scaled"), (b + 1, "offset")):
        assert kinds(a, printed, digits=5) == [kind]
    column = np.repeat(b[:, :1], 64, 1)
    assert kinds(column, printed, digits=5) == ["repeated"]


# The tensors' form.


def test_nothing_is_told_of_equal_tensors_and_of_tensors_of_other_sizes() -> None:
    b = normal((30, 30))
    assert told(b, b) == ()
    assert told(b[:20], b) == ()
    assert told(b[:0], b[:0]) == ()


def test_an_array_of_another_type_is_refused() -> None:
    with pytest.raises(ValueError, match="b is an array of float32, f16 is held in float16"):
        told(np.ones(3, np.float16), np.ones(3, np.float32), kind_b=ELEMENT_TYPES["f16"])


def test_axes_are_those_of_a() -> None:
    b = normal((24, 40))
    (pattern,) = told(b.T.copy(), b)
    assert (pattern.kind, pattern.parameters) == ("transposed", {"axes": [0, 1], "side": "b"})


@pytest.mark.parametrize("layout", ["fortran", "strided", "backwards", "mapped"])
def test_the_layout_in_memory_does_not_matter(layout: str, tmp_path: Path) -> None:
    b = normal((120, 200))
    for a in (np.roll(b, 5, 0), b.reshape(-1, 8)[:, ::-1].reshape(b.shape), np.where(np.indices(b.shape)[0] < 30, 0, b).astype(np.float32)):
        plain = told(a, b)
        assert len(plain) == 1
        match layout:
            case "fortran":
                other = np.asfortranarray(a), np.asfortranarray(b)
            case "strided":
                other = np.repeat(a, 3, 1)[:, 1::3], np.repeat(b, 2, 0)[::2]
            case "backwards":
                other = a[::-1].copy()[::-1], b
            case _:
                np.save(tmp_path / "a.npy", a)
                np.save(tmp_path / "b.npy", b)
                other = np.load(tmp_path / "a.npy", mmap_mode="r"), np.load(tmp_path / "b.npy", mmap_mode="r")
        assert told(*other) == plain


def test_memory_does_not_grow_with_the_tensors(tmp_path: Path) -> None:
    elements = 20 << 20
    a, b = (np.lib.format.open_memmap(tmp_path / f"{side}.npy", "w+", np.float32, (elements,)) for side in "ab")
    for start in range(0, elements, 1 << 20):
        b[start : start + (1 << 20)] = normal((1 << 20,), start)
        a[start : start + (1 << 20)] = normal((1 << 20,), start + 1)
    for broken in (None, slice(3 << 20, 9 << 20)):
        if broken is not None:
            a[:] = b
            a[broken] = 0
        tracemalloc.start()
        found = told(a, b)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        place = {"region": "range", "first": 3 << 20, "count": 6 << 20}
        assert [pattern.parameters for pattern in found] == ([] if broken is None else [{"side": "a", "fill": "zeros", **place}])
        # As many bytes as one of the tensors has, for two threads; four are as many as there ever are.
        assert peak < 80 << 20


# The sample.


def test_the_sample_does_not_depend_on_chunks_and_is_even() -> None:
    b = normal((1000, 1000))
    a = np.where(np.indices(b.shape)[1] % 2, b + 1, b)
    kind = ELEMENT_TYPES["f32"]
    view = View.of(a, b, kind, kind, None)
    whole, parts = survey(view), survey(view, chunk=5003)
    assert whole.mismatched == parts.mismatched == compare(a, b, kind_a=kind, kind_b=kind).output.mismatched == 500_000
    assert np.array_equal(whole.sample.positions, parts.sample.positions)
    assert whole.sample.size == SAMPLE
    assert not whole.complete
    assert np.all(view.differs_at(whole.sample.positions))
    assert not np.any(view.differs_at(whole.agreeing.positions))
    per_tenth = np.bincount(whole.sample.positions // 100_000)
    assert per_tenth == pytest.approx(np.full(10, SAMPLE / 10), abs=6 * math.sqrt(SAMPLE / 10))


def test_a_small_sample_is_all_mismatches() -> None:
    b = normal((50, 50))
    a = b.copy()
    a[3:9, 4] = 7
    kind = ELEMENT_TYPES["f32"]
    seen = survey(View.of(a, b, kind, kind, None))
    assert seen.complete
    assert seen.sample.positions.tolist() == [row * 50 + 4 for row in range(3, 9)]


def test_mismatches_are_those_of_the_comparison() -> None:
    for name in ("f32", "f8E4M3FN", "bf16", "complex<f64>", "i4"):
        kind = ELEMENT_TYPES[name]
        rng = np.random.default_rng(1)
        b = random_values(kind, (5000,), "bits", rng) if kind.kind != "complex" else values(kind, (5000,), rng)
        a = np.where(rng.random(5000) < 0.5, rng.permutation(b), b)
        seen = survey(View.of(a, b, kind, kind, None))
        assert seen.mismatched == compare(a, b, kind_a=kind, kind_b=kind).output.mismatched


def test_mismatches_of_printed_values_are_those_of_the_comparison_from_either_side() -> None:
    kind = ELEMENT_TYPES["f32"]
    a = normal((5000,))
    b = np.array([float(f"{value:.3g}") for value in (a * (1 + 1e-3 * normal((5000,), 1))).tolist()], np.float32)
    mismatched = compare(a, b, kind_a=kind, kind_b=kind, digits=3).output.mismatched
    assert 0 < mismatched < 5000
    view = View.of(a, b, kind, kind, 3)
    assert survey(view).mismatched == survey(view.flipped).mismatched == mismatched


def test_a_census_counts_values_or_an_even_part_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runners.numerics.patterns.permuted._KEPT", 1000)
    kind = ELEMENT_TYPES["f32"]
    rng = np.random.default_rng(1)
    a, b = (rng.integers(0, 9000, 20000).astype(np.float32) for _ in "ab")
    view = View.of(a, b, kind, kind, None)
    whole, first, second = Census(), Census(), Census()
    whole.add(view, view.mismatches(0, 20000))
    first.add(view, view.mismatches(0, 100))
    second.add(view, view.mismatches(100, 20000))
    assert second.table().keys.size > first.table().keys.size
    first.merge(second)
    one, other = whole.table(), first.table()
    assert 400 < one.keys.size <= 1000
    for of_one, of_other in ((one.keys, other.keys), (one.total, other.total), (one.surplus, other.surplus)):
        assert np.array_equal(of_one, of_other)
    mismatched = np.count_nonzero(a != b)
    assert one.total.sum() == pytest.approx(2 * mismatched * one.keys.size / 9000, rel=0.05)
