"""A pair of arrays, element by element; x and y are in the type that :func:`runners.numerics.wide.working_type` gives."""

from typing import Any

import numpy as np
import numpy.typing as npt

from runners.element_types import ElementType
from runners.numerics.printed import resolution

Array = npt.NDArray[Any]
Mask = npt.NDArray[np.bool_]


def same_bits(a: Array, b: Array, out: Mask | None = None) -> bool:
    """Whether contiguous arrays of one type are equal bit for bit.

    :param out: memory for as many elements, for twice as many of complex128.
    """
    word = min(8, a.itemsize) if a.nbytes % 8 else 8
    p, q = (values.view(f"u{word}") for values in (a, b))
    return not np.not_equal(p, q, out=None if out is None else out[: p.size]).any()


def differing(x: Array, y: Array) -> Mask:
    """Where values differ: NaN is NaN, -0 is 0; a complex number is its two parts."""
    p, q = _parts(x), _parts(y)
    same = p == q
    if p.dtype.kind == "f":
        same |= np.isnan(p) & np.isnan(q)
    differ: Mask = ~same.all(axis=1)
    return differ


def is_finite(values: Array) -> Mask:
    """Where values are neither NaN nor infinite: everywhere for integers."""
    return np.isfinite(values) if values.dtype.kind in "fc" else np.ones(values.shape, np.bool_)


def distance(x: Array, y: Array) -> Array:
    """|x - y| of finite values: exact for integers (uint64, or Python's), float64 else.

    The difference of float32 values is rounded to float32 where it lies in its range, as it is for the chunks that
    are measured there: otherwise which of two elements is worse could depend on their neighbours.
    """
    if x.dtype.kind == "i":
        apart: Array = (np.maximum(x, y) - np.minimum(x, y)).view(np.uint64)
        return apart
    if x.dtype.kind in "uO":
        return np.maximum(x, y) - np.minimum(x, y)
    apart = np.abs(x - y).astype(np.float64)
    beyond = np.isinf(apart)
    wide = np.result_type(x, np.float64)
    apart[beyond] = np.abs(x[beyond].astype(wide) - y[beyond].astype(wide))
    return apart


def magnitude(values: Array) -> npt.NDArray[np.float64]:
    """|values|, in float64."""
    size: npt.NDArray[np.float64] = np.abs(values if values.dtype.kind == "c" else values.astype(np.float64))
    return size


def print_error(x: Array, y: Array, digits: int, kind: ElementType) -> npt.NDArray[np.float64]:
    """How far finite x may lie from y, which was printed with so many digits and read as ``kind``.

    A row for each element, with a column for its value or two for its real and its imaginary part.
    """
    return resolution(_parts(x).astype(np.float64), _parts(y).astype(np.float64), digits, np.empty(0, kind.numpy).real.dtype)


def beyond_print(x: Array, y: Array, digits: int, kind: ElementType) -> Mask:
    """Where finite x would have been printed otherwise than y was."""
    apart = np.abs(_parts(x).astype(np.float64) - _parts(y).astype(np.float64))
    beyond: Mask = np.any(apart > print_error(x, y, digits, kind), axis=1)
    return beyond


def _parts(values: Array) -> Array:
    """One row for each element: its value, or the real and the imaginary part."""
    return values.view(values.real.dtype).reshape(values.size, -1) if values.dtype.kind == "c" else values.reshape(-1, 1)
