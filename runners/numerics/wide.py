"""One type in which both sides of a pair can be subtracted, and the way into it."""

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.element_types import ELEMENT_TYPES, ElementType


def working_type(a: ElementType, b: ElementType) -> np.dtype[Any]:
    """The type of differences between elements of these types.

    complex128 with a complex side; float32 for two floats of at most 32 bits; float64 with a wider float, or for a
    float beside an integer; for two integers int64 or uint64, or Python's integers where only these hold both sides.
    """
    kinds = {a.kind, b.kind}
    if "complex" in kinds:
        return np.dtype(np.complex128)
    if "float" in kinds:
        return np.dtype(np.float32 if kinds == {"float"} and max(a.bits, b.bits) <= 32 else np.float64)
    if not any(kind.kind == "unsigned" and kind.bits == 64 for kind in (a, b)):
        return np.dtype(np.int64)
    return np.dtype(object if "signed" in kinds else np.uint64)


def widened(values: npt.NDArray[Any], work: np.dtype[Any], out: npt.NDArray[Any] | None = None) -> npt.NDArray[Any]:
    """These values in the type ``work``: ``values`` itself where that is its type, else in ``out`` or in new memory."""
    if values.dtype == work:
        return values
    if out is None:
        out = np.empty(values.shape, work)
    if values.dtype in _BY_TABLE:
        # "clip" lets take write to ``out`` without a copy in between.
        return np.take(_table(values.dtype, work), values.view(f"u{values.dtype.itemsize}"), out=out, mode="clip")
    np.copyto(out, values, casting="unsafe")
    return out


_BY_TABLE = frozenset(kind.numpy for kind in ELEMENT_TYPES.values() if kind.kind == "float" and kind.bits <= 16 and kind.name != "bf16")
"""Types that numpy and ml_dtypes convert one element at a time: looking their values up is two to eight times as fast."""


@cache
def _table(narrow: np.dtype[Any], work: np.dtype[Any]) -> npt.NDArray[Any]:
    """The value of every bit pattern."""
    bits = np.arange(1 << (8 * narrow.itemsize), dtype=f"u{narrow.itemsize}")
    with np.errstate(invalid="ignore"):
        return bits.view(narrow).astype(work)
