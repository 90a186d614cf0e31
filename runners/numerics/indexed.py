"""IREE's gather and scatter: elements at places that a tensor of indices names."""

import math

import numpy as np

from runners.numerics.affine import Indices
from runners.numerics.computed import Given
from runners.numerics.lanes import Lanes, Reason, chosen, merged, nowhere, opened
from runners.numerics.program import MalformedError, Operation, Shape, is_float
from runners.numerics.scope import Frame, Scope, prepared
from runners.numerics.tensors import Index, Tensor, lanes_of, linear, unravelled

_MOST_PLACES = 1 << 22


class Places:
    """A tensor of indices: for each entry of its batch dimensions a place in the leading dimensions of another tensor.

    :raises MalformedError: when its shape does not fit.
    """

    def __init__(self, scope: Scope, operation: Operation, indices: int, batch: Shape, target: Shape) -> None:
        order = operation.integers("dimension_map")
        self._source = scope.tensor(indices)
        self._order, self.batch = order, batch
        self._listed = len(self._source.shape) == len(batch) + 1
        expected = (*batch, len(order)) if self._listed else batch
        if sorted(order) != list(range(len(order))) or self._source.shape != expected or (not self._listed and len(order) != 1) or len(order) > len(target):
            raise MalformedError("its indices have another shape than it needs")
        self.extents = target[: len(order)]

    def at(self, entry: Index) -> tuple[Lanes, ...]:
        """The place that an entry names, dimension by dimension of the other tensor."""
        found: list[Lanes] = [Lanes(np.zeros((), np.int64))] * len(self._order)
        for position, dimension in enumerate(self._order):
            found[dimension] = self._source.at((*entry, np.asarray(position)) if self._listed else entry)
        return tuple(found)


def gather(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    """``iree_linalg_ext.gather``: slices of a tensor at places, one for each entry of the indices.

    :raises MalformedError: when its operands do not fit each other.
    """
    source, indices, output = (operation.operand(position) for position in range(3))
    whole, shape = scope.tensor(source), scope.tensor(output).shape
    depth = len(operation.integers("dimension_map"))
    batch = len(shape) - (len(whole.shape) - depth)
    places = Places(scope, operation, indices, shape[: max(batch, 0)], whole.shape)
    if batch < 0 or whole.shape[depth:] != shape[batch:]:
        raise MalformedError("its result has another shape than its slices")

    def give(index: Index) -> Lanes:
        place = places.at(index[:batch])
        found = whole.at((*(part.values for part in place), *index[batch:]))
        return Lanes(found.values, merged([*(part.status for part in place), found.status]))

    return (Given(scope.evaluation, operation, (shape, whole.element), give),)


class Updates:
    """The slices that a scatter writes, found by the element that they are written to.

    :ivar problem: a status where one of the places is not known or lies outside: then any element may be written; else 0.
    """

    def __init__(self, places: Places) -> None:
        count = math.prod(places.batch)
        if count > _MOST_PLACES:
            raise MalformedError(f"it writes {count} slices")
        place = places.at(unravelled(np.arange(count), places.batch))
        outside = np.zeros(count, np.bool_)
        for part, extent in zip(place, places.extents, strict=True):
            outside |= np.broadcast_to((part.values < 0) | (part.values >= extent), count)
        status = merged([*(part.status for part in place), opened(Reason.OUTSIDE, outside)])
        self.problem = 0 if status is None else int(np.ravel(status)[np.argmax(np.ravel(status) != 0)])
        keys = np.broadcast_to(linear(tuple(part.values for part in place), places.extents), count)
        # Several slices at one place are written in the order of the batch.
        self._order = np.argsort(keys, kind="stable")
        self._keys = keys[self._order]

    def counted(self, keys: Indices) -> tuple[Indices, Indices]:
        """Of each place the first of its slices, and how many there are."""
        first = np.searchsorted(self._keys, keys, "left")
        return first, np.searchsorted(self._keys, keys, "right") - first

    def entry(self, position: Indices) -> Indices:
        """The row-major position in the batch of a slice."""
        return self._order[np.clip(position, 0, max(self._order.size - 1, 0))]


def scatter(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    """``iree_linalg_ext.scatter``: a tensor with slices of updates put in at places, or combined with what is there.

    With an index outside of the tensor all of it is open.

    :raises MalformedError: when its operands do not fit each other.
    """
    updates, indices, original = (operation.operand(position) for position in range(3))
    new, old, region = scope.tensor(updates), scope.tensor(original), operation.region()
    depth = len(operation.integers("dimension_map"))
    batch = len(new.shape) - (len(old.shape) - depth)
    places = Places(scope, operation, indices, new.shape[: max(batch, 0)], old.shape)
    if batch < 0 or new.shape[batch:] != old.shape[depth:] or new.element != old.element:
        raise MalformedError("its updates are no slices of its result")
    if len(region.arguments) != 2 or len(region.yielded) != 1:
        raise MalformedError("its region does not make one value of two")
    steps = [prepared(each, scope.types) for each in region.operations[:-1]]
    found: list[Updates] = []

    def combined(update: Lanes, there: Lanes) -> Lanes:
        frame = Frame(scope, {region.arguments[0].id: update, region.arguments[1].id: there})
        for step in steps:
            step.run(frame)
        return frame.lanes(region.yielded[0])

    def give(index: Index) -> Lanes:
        if not found:
            scope.evaluation.spend(math.prod(places.batch))
            found.append(Updates(places))
        if found[0].problem:
            return nowhere(is_float(old.element), found[0].problem)
        first, count = found[0].counted(linear(index[:depth], places.extents))
        lanes = old.at(index).broadcast(lanes_of(index))
        for turn in range(int(count.max(initial=0))):
            scope.evaluation.spend(len(steps) * lanes.values.size)
            entry = unravelled(found[0].entry(first + turn), places.batch)
            lanes = chosen(turn < count, combined(new.at((*entry, *index[depth:])), lanes), lanes)
        return lanes

    return (Given(scope.evaluation, operation, (old.shape, old.element), give),)


INDEXED = {
    "iree_linalg_ext.gather": gather,
    "iree_linalg_ext.scatter": scatter,
}
