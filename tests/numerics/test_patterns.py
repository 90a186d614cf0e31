"""Patterns of differences: each one is found where it was planted, and none where nothing was."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runners.contract import Pattern
from runners.numerics.patterns.find import SPECIFIC
from tests.numerics.plants import PLANTS, Array, Plant, mirrored
from tests.numerics.telling import kinds, normal, told

CASE = Path(__file__).parent.parent / "cases" / "seed2-int4-vulkan" / "files"


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
