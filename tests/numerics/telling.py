"""What is told of a pair of tensors, in short."""

from typing import Any

import numpy as np

from runners.contract import Pattern
from runners.element_types import ELEMENT_TYPES, ElementType, byte_length, decode, of_numpy
from runners.numerics.patterns import patterns
from tests.numerics.plants import Array, values


def told(a: Any, b: Any, **named: Any) -> tuple[Pattern, ...]:
    a, b = np.asarray(a), np.asarray(b)
    return patterns(a, b, kind_a=named.pop("kind_a", None) or of_numpy(a.dtype), kind_b=named.pop("kind_b", None) or of_numpy(b.dtype), **named)


def kinds(a: Any, b: Any, **named: Any) -> list[str]:
    return [pattern.kind for pattern in told(a, b, **named)]


def normal(shape: tuple[int, ...], seed: int = 0) -> Array:
    return values(ELEMENT_TYPES["f32"], shape, np.random.default_rng(seed))


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
