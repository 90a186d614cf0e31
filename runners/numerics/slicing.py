"""Where the elements of slices, pads, reshapes, packs and their like come from."""

import math
from collections.abc import Sequence

import numpy as np

from runners.numerics.lanes import Lanes
from runners.numerics.program import MalformedError, Operation, Shape, Type
from runners.numerics.scope import Scope
from runners.numerics.tensors import Array, Index, Moved, Part, Pieced, Tensor, linear, unravelled


class Window:
    """The part of a tensor that a slice is: offset, size and stride for each dimension; some of size 1 are dropped.

    :raises MalformedError: when it does not lie in the tensor, or has another rank or shape than its type says.
    """

    def __init__(self, whole: Shape, lists: Sequence[Shape], part: Sequence[int | None]) -> None:
        self.offsets, self.sizes, self.strides = lists
        if not len(whole) == len(self.offsets) == len(self.sizes) == len(self.strides):
            raise MalformedError("its slice has another rank than its tensor")
        for extent, offset, size, stride in zip(whole, *lists, strict=True):
            last = offset + (size - 1) * stride
            if size < 0 or (size and not (0 <= offset < extent and 0 <= last < extent)):
                raise MalformedError("its slice does not lie in its tensor")
        self.kept = _kept(self.sizes, part)
        self.shape = tuple(self.sizes[dimension] for dimension in self.kept)

    def outside(self, index: Index) -> Index:
        """Where elements of the part lie in the whole."""
        places: list[Array] = [np.asarray(offset, np.int64) for offset in self.offsets]
        for part, dimension in zip(index, self.kept, strict=True):
            places[dimension] = self.offsets[dimension] + part * self.strides[dimension]
        return tuple(places)

    def inside(self, index: Index) -> tuple[Array, Index]:
        """Which elements of the whole lie in the part, and where in it."""
        mask: Array = np.ones((), np.bool_)
        places = []
        for part, offset, size, stride in zip(index, self.offsets, self.sizes, self.strides, strict=True):
            # The stride of a single element may be 0.
            step = stride if size > 1 else 1
            place = (part - offset) // step
            mask = mask & (place >= 0) & (place < size) & (place * step == part - offset)
            places.append(place)
        return mask, tuple(places[dimension] for dimension in self.kept)


def _kept(sizes: Shape, part: Sequence[int | None]) -> tuple[int, ...]:
    """The dimensions of a slice that its type still has. Of several of extent 1 it makes no difference which ones are dropped."""
    kept: list[int] = []
    for dimension, size in enumerate(sizes):
        wanted = part[len(kept) :]
        to_drop = len(sizes) - dimension - len(wanted)
        if wanted and (wanted[0] == size or (wanted[0] is None and not (size == 1 and to_drop))):
            kept.append(dimension)
        elif size != 1 or not to_drop:
            raise MalformedError("its slice has another shape than its type says")
    return tuple(kept)


def window(scope: Scope, operation: Operation, whole: Shape, dynamic: Sequence[Sequence[int]], part: Type) -> Window:
    """The window that an operation's static lists and dynamic operands (offsets, sizes, strides) describe.

    :raises MalformedError: when they describe none.
    """
    names = ("static_offsets", "static_sizes", "static_strides")
    lists = [scope.mixed(operation.integers(name), operands) for name, operands in zip(names, dynamic, strict=True)]
    return Window(whole, lists, part.shape or ())


def sliced(source: Tensor, where: Window) -> Tensor:
    """A part of a tensor."""
    return Moved(source, where.shape, where.outside)


def replaced(whole: Tensor, part: Tensor, where: Window) -> Tensor:
    """A tensor with a part of it replaced.

    :raises MalformedError: when the part has another shape or type than its place.
    """
    if part.shape != where.shape or part.element != whole.element:
        raise MalformedError("what is inserted has another shape or type than its place")

    def parts(index: Index) -> list[Part]:
        mask, _ = where.inside(index)
        return [(mask, lambda i: part.at(where.inside(i)[1])), (~mask, whole.at)]

    return Pieced(whole.shape, whole.element, parts)


def reshaped(source: Tensor, shape: Shape) -> Tensor:
    """The same elements in row-major order in another shape.

    :raises MalformedError: when that has another number of elements.
    """
    if math.prod(shape) != math.prod(source.shape):
        raise MalformedError("it has another number of elements than its source")
    return Moved(source, shape, lambda index: unravelled(linear(index, shape), source.shape))


def joined(sources: Sequence[Tensor], axis: int) -> Tensor:
    """Tensors one after the other along an axis.

    :raises MalformedError: when their shapes do not fit.
    """
    first = sources[0]
    others = {(source.shape[:axis], source.shape[axis + 1 :], source.element) for source in sources}
    if not 0 <= axis < len(first.shape) or len(others) != 1 or any(len(source.shape) != len(first.shape) for source in sources):
        raise MalformedError("the shapes of its operands do not fit")
    ends = np.cumsum([source.shape[axis] for source in sources]).tolist()

    def part(source: Tensor, start: int, end: int, index: Index) -> Part:
        return (index[axis] >= start) & (index[axis] < end), lambda i: source.at((*i[:axis], i[axis] - start, *i[axis + 1 :]))

    def parts(index: Index) -> list[Part]:
        return [part(source, start, end, index) for source, start, end in zip(sources, [0, *ends], ends, strict=False)]

    return Pieced((*first.shape[:axis], ends[-1], *first.shape[axis + 1 :]), first.element, parts)


def padded(source: Tensor, low: Shape, high: Shape, fill: Tensor) -> Tensor:
    """A tensor with more around it.

    :param fill: a tensor of the padded shape that says what is there.
    :raises MalformedError: when something would have to be cut off, or shapes and types do not fit.
    """
    shape = tuple(below + extent + above for below, extent, above in zip(low, source.shape, high, strict=True))
    if min((*low, *high), default=0) < 0 or fill.shape != shape or fill.element != source.element:
        raise MalformedError("its padding does not fit")
    return replaced(fill, source, Window(shape, (low, source.shape, (1,) * len(shape)), source.shape))


class Tiling:
    """How a pack cuts dimensions into tiles: the tiles' extents become the last dimensions, the others may be permuted.

    :raises MalformedError: when its lists do not fit the rank.
    """

    def __init__(self, rank: int, positions: Shape, tiles: Shape, order: Shape) -> None:
        order = order or tuple(range(rank))
        if sorted(order) != list(range(rank)) or len(positions) != len(tiles) or len(set(positions)) != len(positions):
            raise MalformedError("its tiles do not fit the rank")
        if any(not 0 <= position < rank for position in positions) or min(tiles, default=1) < 1:
            raise MalformedError("its tiles do not fit the rank")
        self._order = order
        self._tiles = [1] * rank
        self._inner: list[int | None] = [None] * rank
        for place, (position, tile) in enumerate(zip(positions, tiles, strict=True)):
            self._tiles[position], self._inner[position] = tile, rank + place
        self._packed = positions

    def packed_shape(self, shape: Shape) -> Shape:
        """The shape of a packed tensor."""
        outer = [-(-extent // tile) for extent, tile in zip(shape, self._tiles, strict=True)]
        return tuple(outer[dimension] for dimension in self._order) + tuple(self._tiles[position] for position in self._packed)

    def unpacked(self, index: Index) -> Index:
        """Where elements of the packed tensor lie in the plain one, or beyond its end."""
        found: list[Array] = [np.zeros((), np.int64)] * len(self._order)
        for part, dimension in zip(index, self._order, strict=False):
            inner = self._inner[dimension]
            found[dimension] = part * self._tiles[dimension] + (0 if inner is None else index[inner])
        return tuple(found)

    def packed(self, index: Index) -> Index:
        """Where elements of the plain tensor lie in the packed one."""
        outer = [part // tile for part, tile in zip(index, self._tiles, strict=True)]
        inner = [index[position] % self._tiles[position] for position in self._packed]
        return (*(outer[dimension] for dimension in self._order), *inner)


def packed(source: Tensor, tiling: Tiling, fill: Lanes) -> Tensor:
    """A tensor in tiles; ``fill`` is what stands in a tile beyond the tensor's end."""

    def parts(index: Index) -> list[Part]:
        place = tiling.unpacked(index)
        mask: Array = np.ones((), np.bool_)
        for part, extent in zip(place, source.shape, strict=True):
            mask = mask & (part < extent)
        return [(mask, lambda i: source.at(tiling.unpacked(i))), (~mask, lambda _: fill)]

    return Pieced(tiling.packed_shape(source.shape), source.element, parts)
