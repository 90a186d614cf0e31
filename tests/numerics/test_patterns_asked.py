"""How much of a difference a pattern explains that somebody asks about."""

from typing import Any

import numpy as np
import pytest

from runners.contract import Pattern
from runners.element_types import ElementType, of_numpy
from runners.numerics.patterns import Asked, answer, patterns
from runners.numerics.patterns.asked import NAMED
from runners.numerics.patterns.find import SPECIFIC
from tests.numerics.plants import PLANTS, Array, Plant
from tests.numerics.telling import normal


def asked(a: Array, b: Array, name: str, kinds: tuple[ElementType, ElementType] | None = None, **parameters: Any) -> Pattern | None:
    kind_a, kind_b = kinds or (of_numpy(a.dtype), of_numpy(b.dtype))
    return answer(a, b, Asked(name, parameters), kind_a=kind_a, kind_b=kind_b)


def test_every_pattern_can_be_asked_for() -> None:
    assert tuple(NAMED) == SPECIFIC


@pytest.mark.parametrize("plant", PLANTS, ids=[plant.name for plant in PLANTS])
def test_asking_for_what_would_be_told_gives_no_less(plant: Plant) -> None:
    (a, b), kinds = plant.pair(0.01), plant.kinds
    (told,) = (found for found in patterns(a, b, kind_a=kinds[0], kind_b=kinds[1]) if found.kind == plant.pattern)
    found = asked(a, b, plant.pattern, kinds)
    assert found is not None
    assert found.explained >= told.explained


def half(changed: Array, b: Array) -> Array:
    """The upper half of the rows changed by what is asked for, the others by something else."""
    a = changed.copy()
    rest = len(b) // 2
    a[rest:] = b[rest:] + normal(b[rest:].shape, seed=9)
    return a


B = normal((64, 96))
CHANGED: dict[str, tuple[Array, dict[str, Any], dict[str, Any]]] = {
    "reversed_groups": (B.reshape(64, 12, 8)[:, :, ::-1].reshape(64, 96), {}, {"group": 8, "axis": 1}),
    "reversed_groups of a size that is not tried": (B.reshape(64, 2, 48)[:, :, ::-1].reshape(64, 96), {"group": 48}, {"group": 48, "axis": 1}),
    "rotated": (np.roll(B, 5, 1), {}, {"axis": 1, "shift": 5}),
    "rotated by what is asked": (np.roll(B, -7, 1), {"axis": 1, "shift": -7}, {"axis": 1, "shift": -7}),
    "scaled by what is asked": (B * 3, {"factor": 3}, {"factor": 3}),
    "offset by what is asked": (B + 2, {"value": 2.0}, {"value": 2.0}),
    "byte_swapped": (B.byteswap(), {}, {}),
    "one_ulp": (np.nextafter(B, np.float32(9)), {}, {"direction": "both"}),
    "nan_only": (np.full_like(B, np.nan), {"side": "a"}, {"side": "a"}),
}


@pytest.mark.parametrize("name", CHANGED)
def test_what_explains_half_is_told_when_it_is_asked_for(name: str) -> None:
    changed, wanted, parameters = CHANGED[name]
    kind = name.split(maxsplit=1)[0]
    found = asked(half(changed, B), B, kind, **wanted)
    assert found is not None
    assert (found.kind, found.parameters) == (kind, parameters)
    assert found.explained == pytest.approx(0.5, abs=0.02)
    assert kind not in [pattern.kind for pattern in patterns(half(changed, B), B, kind_a=of_numpy(B.dtype), kind_b=of_numpy(B.dtype))]


def test_a_parameter_holds_other_values_off() -> None:
    changed = CHANGED["reversed_groups"][0]
    assert asked(changed, B, "reversed_groups", group=8) == Pattern(kind="reversed_groups", explained=1.0, parameters={"group": 8, "axis": 1})
    other = asked(changed, B, "reversed_groups", group=4)
    assert other is None or other.explained < 0.01
    assert asked(changed, B, "nan_only") is None


def test_what_permutes_in_part_is_told_in_part() -> None:
    a = B.copy()
    a[:32] = np.random.default_rng(1).permutation(B[:32].reshape(-1)).reshape(32, 96)
    a[32:] += 1
    found = asked(a, B, "permuted")
    assert found is not None
    assert found.explained == pytest.approx(0.5, abs=0.02)


def test_a_single_mismatch_may_be_asked_about() -> None:
    a = B.copy()
    a[3, 4] *= 2
    found = asked(a, B, "scaled")
    assert found is not None
    assert (found.explained, found.parameters) == (1.0, {"factor": 2.0})
    assert all(pattern is None or 0 < pattern.explained <= 1 for pattern in (asked(a, B, name) for name in NAMED))


@pytest.mark.parametrize("name", SPECIFIC)
def test_there_is_an_answer_for_tensors_that_do_not_differ_or_do_not_fit(name: str) -> None:
    assert asked(B, B.copy(), name) is None
    assert asked(B, B[1:], name) is None


def test_unknown_names_are_answered_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"there is no pattern 'reversed'; there are reversed_groups, byte_swapped, .*confined"):
        Asked("reversed", {})
    with pytest.raises(ValueError, match="rotated has no parameter 'group'; it has axis, shift"):
        Asked("rotated", {"group": 8})
    with pytest.raises(ValueError, match="permuted has no parameter 'axis'; it has none"):
        Asked("permuted", {"axis": 0})
