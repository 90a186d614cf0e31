"""What a comparison must say, worked out one element at a time in exact fractions."""

import bisect
import math
import struct
from dataclasses import dataclass, field
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.element_types import ElementType

FORMATS = {
    "f64": (52, -1022),
    "f32": (23, -126),
    "f16": (10, -14),
    "bf16": (7, -126),
    "f8E5M2": (2, -14),
    "f8E4M3FN": (3, -6),
    "f8E5M2FNUZ": (2, -15),
    "f8E4M3FNUZ": (3, -7),
    "f8E8M0FNU": (0, -127),
    "f4E2M1FN": (1, 0),
}
"""Mantissa bits, and the exponent of the smallest normal value."""


@dataclass
class Expected:
    mismatched: list[int] = field(default_factory=list)
    worst: list[int] = field(default_factory=list)
    max_abs: float | None = None
    max_rel: float | None = None
    max_ulp: int | None = None
    rms_rel: float | None = None
    rms_b: float | None = None
    counts: dict[str, list[int]] = field(default_factory=lambda: {"nan": [0, 0], "inf": [0, 0], "zero": [0, 0]})


def parts(value: Any, kind: ElementType) -> tuple[float | int, ...]:
    if kind.kind == "complex":
        return complex(value).real, complex(value).imag
    return (float(value) if kind.kind == "float" else int(value),)


def finite(value: tuple[float | int, ...]) -> bool:
    return all(math.isfinite(part) for part in value)


def same(x: tuple[float | int, ...], y: tuple[float | int, ...]) -> bool:
    return all(p == q or (p != p and q != q) for p, q in zip(x, y, strict=True))  # noqa: PLR0124 (NaN is what differs from itself)


def root(exact: Fraction) -> float:
    context = Context(prec=40)
    return float(context.sqrt(context.divide(Decimal(exact.numerator), Decimal(exact.denominator))))


def single(a: float, b: float) -> float:
    """|a - b| as float32 has it; as float64 where it is out of range."""
    with np.errstate(over="ignore"):
        apart = float(abs(np.float32(a) - np.float32(b)))
    return apart if math.isfinite(apart) else abs(a - b)


def place(value: float, kind: ElementType) -> int:
    """The place of a value on the line of all values of its type, 0 for zero."""
    mantissa, lowest = FORMATS[kind.name]
    if value == 0:
        return 0
    exponent = max(math.frexp(value)[1] - 1, lowest)
    place = Fraction(abs(value)) / Fraction(2) ** (exponent - mantissa) + (exponent - lowest) * 2**mantissa
    assert place.denominator == 1
    return int(place) if value > 0 else -int(place)


@cache
def every_value(kind: ElementType) -> tuple[float, ...]:
    bits = np.arange(1 << kind.bits, dtype=f"u{kind.numpy.itemsize}")
    with np.errstate(invalid="ignore"):
        return tuple(sorted({float(v) for v in bits.view(kind.numpy) if math.isfinite(float(v))}))


def rounded(value: float, kind: ElementType) -> float:
    """To the nearest value of a type, to even between two; first to float32 if the type is narrower than that."""
    if kind.bits == 64:
        return value
    limit = float(np.finfo(np.float32).max)
    value = struct.unpack("f", struct.pack("f", min(max(value, -limit), limit)))[0]
    if kind.bits == 32:
        return value
    values = every_value(kind)
    above = bisect.bisect_left(values, value)
    near = values[max(above - 1, 0) : above + 1]
    # Without a mantissa no value is even: ties go up.
    return min(near, key=lambda v: (abs(Fraction(v) - Fraction(value)), place(v, kind) % 2 if FORMATS[kind.name][0] else -v))


def expected(a: npt.NDArray[Any], b: npt.NDArray[Any], kind_a: ElementType, kind_b: ElementType) -> Expected:
    """Compare the elements of a and b, flat and row-major."""
    kinds = (kind_a, kind_b)
    pairs = [common(u, v, kinds) for u, v in zip(a.reshape(-1), b.reshape(-1), strict=True)]
    found = Expected(mismatched=[i for i, (x, y) in enumerate(pairs) if not same(x, y)])
    for side in (0, 1):
        for pair in pairs:
            is_nan = any(math.isnan(part) for part in pair[side])
            found.counts["nan"][side] += is_nan
            found.counts["inf"][side] += not is_nan and not finite(pair[side])
            found.counts["zero"][side] += all(part == 0 for part in pair[side])
    usable = {i: pair for i, pair in enumerate(pairs) if finite(pair[0]) and finite(pair[1])}
    apart = {i: distance(x, y, kinds) for i, (x, y) in usable.items()}
    loud = [i for i in found.mismatched if i not in usable]
    found.worst = loud + sorted((i for i in found.mismatched if i in usable), key=lambda i: (-apart[i], i))
    if not usable:
        return found
    found.max_abs = float(max(apart.values()))
    found.max_rel = max((root(square_apart(x, y) / square(y)) for x, y in usable.values() if square(y)), default=None)
    narrow = narrower(kinds)
    if narrow:
        found.max_ulp = max(abs(place(rounded(x[0], narrow), narrow) - place(rounded(y[0], narrow), narrow)) for x, y in usable.values())
    total, total_b = sum(square_apart(x, y) for x, y in usable.values()), sum(square(y) for _, y in usable.values())
    found.rms_b = root(Fraction(total_b) / len(usable))
    found.rms_rel = root(Fraction(total) / total_b) if total_b else (math.inf if total else 0.0)
    return found


Value = tuple[float | int, ...]
Kinds = tuple[ElementType, ElementType]


def common(u: Any, v: Any, kinds: Kinds) -> tuple[Value, Value]:
    """Both values as integers, as floats, or as complex numbers of two parts."""
    x, y = parts(u, kinds[0]), parts(v, kinds[1])
    if all(kind.kind not in ("float", "complex") for kind in kinds):
        return x, y
    length = max(len(x), len(y))
    x, y = ((*map(float, value), 0.0)[:length] for value in (x, y))
    return x, y


def distance(x: Value, y: Value, kinds: Kinds) -> float | int:
    if all(kind.kind == "float" for kind in kinds) and max(kind.bits for kind in kinds) <= 32:
        return single(float(x[0]), float(y[0]))
    return abs(x[0] - y[0]) if len(x) == 1 else root(square_apart(x, y))


def square(x: Value) -> Fraction:
    return sum((Fraction(part) ** 2 for part in x), Fraction(0))


def square_apart(x: Value, y: Value) -> Fraction:
    return sum(((Fraction(p) - Fraction(q)) ** 2 for p, q in zip(x, y, strict=True)), Fraction(0))


def narrower(kinds: Kinds) -> ElementType | None:
    floats = [kind for kind in kinds if kind.kind == "float"]
    if not floats or any(kind.kind == "complex" for kind in kinds):
        return None
    return min(floats, key=lambda kind: (kind.bits, FORMATS[kind.name][0]))
