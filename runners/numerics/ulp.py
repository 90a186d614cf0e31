"""Distance between two floats of one type, counted in representable values (ULP)."""

from typing import Any

import numpy as np
import numpy.typing as npt

from runners.element_types import ElementType
from runners.numerics.limits import limits


def narrower(a: ElementType, b: ElementType) -> ElementType | None:
    """The float type of the pair with fewer bits, at equal width with fewer mantissa bits; None for a pair without a float."""
    floats = [kind for kind in (a, b) if kind.kind == "float"]
    return min(floats, key=lambda kind: (kind.bits, limits(kind.numpy).mantissa_bits), default=None)


def narrowed(values: npt.NDArray[Any], kind: ElementType) -> npt.NDArray[Any]:
    """Finite values rounded to ``kind``, by way of float32 where it has fewer bits than that; beyond its range, its limit."""
    of = limits(kind.numpy)
    inside: npt.NDArray[Any] = np.clip(values, np.float64(of.smallest), np.float64(of.largest))
    return (inside if kind.bits == 64 else inside.astype(np.float32)).astype(kind.numpy)


def steps(a: npt.NDArray[Any], b: npt.NDArray[Any], kind: ElementType) -> npt.NDArray[Any]:
    """Representable values from a to b, as unsigned integers; +0 and -0 are one. Nothing is promised for NaN and infinities.

    Reinterpreted as integers, floats of one sign are in order; mirroring the negative ones puts all of them on one line.
    """
    size = a.dtype.itemsize
    if kind.name == "f8E8M0FNU":
        p, q = a.view(np.uint8), b.view(np.uint8)
        return np.maximum(p, q) - np.minimum(p, q)
    # Below a byte the sign is not the top bit of what numpy holds.
    unused = 8 * size - kind.bits
    p, q = (_on_the_line(x.view(f"i{size}") << unused) for x in (a, b))
    apart: npt.NDArray[Any] = (np.maximum(p, q) - np.minimum(p, q)).view(f"u{size}")
    return apart >> unused


def _on_the_line(bits: npt.NDArray[Any]) -> npt.NDArray[Any]:
    sign = bits >> (8 * bits.dtype.itemsize - 1)
    line: npt.NDArray[Any] = (bits ^ (sign & np.iinfo(bits.dtype).max)) - sign
    return line


def fills_its_bytes(kind: ElementType) -> bool:
    """Whether the top bit of what numpy holds is the sign: then values of one sign, as integers, are as far apart as in ULP."""
    return kind.bits == 8 * kind.numpy.itemsize and kind.name != "f8E8M0FNU"
