"""Tensors that are not stored but known how to compute: any element of them can be asked for."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.numerics.affine import Indices
from runners.numerics.lanes import Lanes, Reason, Status, merged, open_everywhere, opened
from runners.numerics.program import Shape, bits_of, is_float
from runners.numerics.rules import truth, wrap

Array = npt.NDArray[Any]
Index = tuple[Indices, ...]
"""Where elements are, dimension by dimension, in shapes that broadcast; the empty index is the element of a tensor of rank 0."""


class Tensor(ABC):
    """A tensor of a known shape, elements of which are computed when they are asked for."""

    def __init__(self, shape: Shape, element: str) -> None:
        self.shape, self.element = shape, element

    def at(self, index: Index) -> Lanes:
        """The elements at an index of as many dimensions as the tensor has, in a shape that broadcasts to that of the index.

        Elements outside of the tensor are open.
        """
        inside, status = within(index, self.shape)
        if 0 in self.shape:
            return Lanes(np.zeros((), dtype_of(self.element)), status)
        found = self._inside(inside)
        return Lanes(found.values, merged([status, found.status]))

    @abstractmethod
    def _inside(self, index: Index) -> Lanes:
        """The same for an index that lies in the tensor, which has elements."""


def dtype_of(element: str) -> type[np.float64] | type[np.int64]:
    """The numpy type that elements are computed in."""
    return np.float64 if is_float(element) else np.int64


def lanes_of(index: Index) -> tuple[int, ...]:
    """The shape that the parts of an index broadcast to."""
    return np.broadcast_shapes(*(part.shape for part in index))


def within(index: Index, shape: Shape) -> tuple[Index, Status | None]:
    """An index whose parts all lie in the tensor, with the status of those lanes that did not."""
    statuses: list[Status | None] = []
    inside = []
    for part, extent in zip(index, shape, strict=True):
        if part.size and (part.min() < 0 or part.max() >= extent):
            statuses.append(opened(Reason.OUTSIDE, (part < 0) | (part >= extent)))
            inside.append(np.clip(part, 0, max(extent - 1, 0)))
        else:
            inside.append(part)
    return tuple(inside), merged(statuses)


def linear(index: Index, shape: Shape) -> Indices:
    """Row-major positions of elements."""
    position = np.zeros((), np.int64)
    for part, extent in zip(index, shape, strict=True):
        position = position * extent + part
    return position


def unravelled(position: Indices, shape: Shape) -> Index:
    """The index of row-major positions."""
    index: list[Indices] = []
    for extent in reversed(shape):
        index.append(position % max(extent, 1))
        position = position // max(extent, 1)
    return tuple(reversed(index))


def read(array: Array, element: str) -> Array:
    """Elements as they are computed with: float64, or int64 sign-extended from the width of their type."""
    if is_float(element):
        return array.astype(np.float64)
    if array.dtype == np.bool_:
        return truth(array)
    return wrap(array.astype(np.int64), bits_of(element) or 64)


class Held(Tensor):
    """A tensor whose elements lie in an array, memory-mapped or not."""

    def __init__(self, array: Array, element: str) -> None:
        super().__init__(array.shape, element)
        self._array = np.asarray(array)

    def _inside(self, index: Index) -> Lanes:
        return Lanes(read(np.asarray(self._array[index]), self.element))


class Same(Tensor):
    """A tensor that has one value everywhere, known or not."""

    def __init__(self, shape: Shape, element: str, value: Lanes) -> None:
        super().__init__(shape, element)
        self._value = value

    def _inside(self, index: Index) -> Lanes:  # noqa: ARG002 - wherever that is
        return self._value


def unwritten(shape: Shape, element: str) -> Tensor:
    """A tensor without contents."""
    return Same(shape, element, open_everywhere(is_float(element), Reason.UNWRITTEN))


class Listed(Tensor):
    """A tensor from scalars in row-major order."""

    def __init__(self, shape: Shape, element: str, scalars: Sequence[Lanes]) -> None:
        super().__init__(shape, element)
        self._values = np.array([scalar.values for scalar in scalars], dtype_of(element))
        self._status = np.array([scalar.statuses(()) for scalar in scalars], np.int16)

    def _inside(self, index: Index) -> Lanes:
        position = linear(index, self.shape)
        return Lanes(self._values[position], self._status[position])


class Moved(Tensor):
    """A tensor whose elements are those of another one at other places."""

    def __init__(self, source: Tensor, shape: Shape, place: Callable[[Index], Index]) -> None:
        super().__init__(shape, source.element)
        self._source, self._place = source, place

    def _inside(self, index: Index) -> Lanes:
        return self._source.at(self._place(index))


Part = tuple[Array, Callable[[Index], Lanes]]
"""Where lanes belong to it, and what gives their values."""


def pieced(index: Index, element: str, parts: Sequence[Part]) -> Lanes:
    """Lanes from several parts; each is asked only for its own. The masks exclude each other and cover all lanes.

    :param parts: at least one.
    """
    for mask, give in parts:
        if np.all(mask):
            return give(index)
    shape = np.broadcast_shapes(lanes_of(index), *(np.shape(mask) for mask, _ in parts))
    flat = [np.broadcast_to(part, shape).reshape(-1) for part in index]
    size = int(np.prod(shape, dtype=np.int64))
    values = np.zeros(size, dtype_of(element))
    status = np.zeros(size, np.int16)
    for mask, give in parts:
        lanes = np.flatnonzero(np.broadcast_to(mask, shape))
        if lanes.size:
            found = give(tuple(part[lanes] for part in flat)).broadcast((lanes.size,))
            values[lanes] = found.values
            if found.status is not None:
                status[lanes] = found.status
    return Lanes(values.reshape(shape), status.reshape(shape) if status.any() else None)


class Pieced(Tensor):
    """A tensor made of parts that do not overlap."""

    def __init__(self, shape: Shape, element: str, parts: Callable[[Index], Sequence[Part]]) -> None:
        super().__init__(shape, element)
        self._parts = parts

    def _inside(self, index: Index) -> Lanes:
        return pieced(index, self.element, self._parts(index))
