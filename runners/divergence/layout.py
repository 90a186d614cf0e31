"""Whether two tensors are one in another layout: transposed, reshaped, cut into tiles or put together from them.

The same elements in just any other order are not that: reversed lanes are a fault, not a layout.
"""

import math
import operator
from collections.abc import Iterator, Sequence
from itertools import accumulate, permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.stages.invocation import Tensor

_MOST_ELEMENTS = 1 << 22
"""Larger tensors are not looked at."""
_MOST_AXES = 6
_PROBED = 64
"""Elements that are compared before all are."""

Values = npt.NDArray[Any]


def relaid(a: Tensor, b: Tensor) -> bool:
    """Whether the axes of one, permuted, are the other but for rounding and for where axes are split and joined."""
    if not (a.kept and b.kept):
        return False
    x, y = (t.load() for t in (a, b))
    if x.size != y.size or not 0 < x.size <= _MOST_ELEMENTS or "complex" in (a.kind.kind, b.kind.kind):
        return False
    x, y = (values.astype(np.float64).squeeze() for values in (x, y))
    scale = float(np.sqrt(np.mean(np.square(y))))
    tolerance = 2.0 ** (2 - min(_mantissa(a), _mantissa(b)))

    def same(one: Values, other: Values) -> bool:
        return bool(np.all(np.abs(one - other) <= tolerance * np.maximum(np.abs(other), scale)))

    if not same(np.sort(x, axis=None), np.sort(y, axis=None)):
        return False
    flat = {id(values): values.reshape(-1) for values in (x, y)}
    return any(
        same(one.flat[:_PROBED], flat[id(other)][:_PROBED]) and same(one.reshape(-1), flat[id(other)])
        for values, other in ((x, y), (y, x))
        for one in _permuted(values)
    )


def _permuted(values: Values) -> Iterator[Values]:
    """The tensor with its axes in every order."""
    if values.ndim <= _MOST_AXES:
        yield from (values.transpose(axes) for axes in permutations(range(values.ndim)))


def _mantissa(tensor: Tensor) -> int:
    """Bits of a value that rounding differences in what went before leave alone, and two."""
    return {"f64": 40, "f32": 20, "f16": 10, "bf16": 7}.get(tensor.kind.name, 40 if tensor.kind.kind != "float" else 3)


def same_order(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether one shape is the other with neighbouring axes taken together or split: the elements then keep their order.

    >>> same_order((1, 2, 16, 4), (32, 4)), same_order((4, 32), (32, 4))
    (True, False)
    """
    if math.prod(a) != math.prod(b):
        return False
    if 0 in a:
        return True
    edges_a, edges_b = (_edges(shape) for shape in (a, b))
    return edges_a <= edges_b or edges_b <= edges_a


def _edges(shape: Sequence[int]) -> set[int]:
    """How many elements lie before the end of each axis, counted from the outermost."""
    return set(accumulate(shape, operator.mul))
