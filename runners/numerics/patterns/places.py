"""Elements by their place in row-major order, and what that has to do with their indices."""

import math
from collections.abc import Iterable
from functools import reduce

import numpy as np
import numpy.typing as npt

Positions = npt.NDArray[np.int64]
"""Elements by their place in row-major order."""


def strides_of(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Elements from one index to the next, for each axis of a row-major tensor."""
    return tuple(math.prod(shape[axis + 1 :]) for axis in range(len(shape)))


def along(positions: Positions, shape: tuple[int, ...]) -> list[Positions]:
    """The indices of these elements, an array for each axis."""
    return [positions // stride % extent for extent, stride in zip(shape, strides_of(shape), strict=True)]


def flat(indices: Iterable[Positions], shape: tuple[int, ...]) -> Positions:
    """The positions of the elements with these indices."""
    positions: Positions = reduce(np.add, (index * stride for index, stride in zip(indices, strides_of(shape), strict=True)))
    return positions
