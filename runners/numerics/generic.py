"""``linalg.generic``: an element of a result by the points of the iteration space that feed it."""

import math
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from runners.numerics.affine import Indices
from runners.numerics.computed import Computed
from runners.numerics.evaluation import BLOCK
from runners.numerics.lanes import Lanes, Status, merged
from runners.numerics.program import MalformedError, Operation, Region, Shape, Type
from runners.numerics.region import Plan, plan_for
from runners.numerics.scope import Frame, Scope, Step
from runners.numerics.tensors import Index, Tensor, unravelled

_Scalar = TypeVar("_Scalar", bound=np.generic)

_ROWS = 1 << 14
"""Elements that are worked on at a time, each with a block of the points that feed it."""

_COST_OF_A_STEP = 1 << 11
"""Work that one call of numpy costs however few lanes it has."""


class Structure:
    """The iteration space of a structured operation: extents, operands and the maps that lead to them.

    :raises MalformedError: when maps, operands and iterators do not fit each other.
    """

    def __init__(self, scope: Scope, operation: Operation) -> None:
        self.scope, self.operation = scope, operation
        self.region: Region = operation.region()
        inputs, self.outputs = operation.segments(2)
        self.operands = (*inputs, *self.outputs)
        self.maps = operation.maps("indexing_maps")
        self.parallel = tuple("parallel" in kind for kind in _iterators(operation))
        if len(self.maps) != len(self.operands) or any(m.dims != len(self.parallel) or m.symbols for m in self.maps):
            raise MalformedError("its maps do not fit its operands and iterators")
        if [argument.type for argument in self.region.arguments] != [Type(scope.element(number)) for number in self.operands]:
            raise MalformedError("its region does not take its operands")
        self.shapes = tuple(self._shape(number) for number in self.operands)
        if any(len(shape) != len(m.results) for shape, m in zip(self.shapes, self.maps, strict=True)):
            raise MalformedError("a map has another rank than its operand")
        self.extents = self._extents()

    def _shape(self, number: int) -> Shape:
        return self.scope.tensor(number).shape if self.scope.types[number].shape is not None else ()

    def _extents(self) -> Shape:
        found: dict[int, int] = {}
        for shape, m in zip(self.shapes, self.maps, strict=True):
            for extent, position in zip(shape, m.positions(), strict=True):
                if position is not None and found.setdefault(position, extent) != extent:
                    raise MalformedError(f"dimension {position} of its iterations has two extents")
        if len(found) != len(self.parallel):
            raise MalformedError("an extent of its iterations follows from no operand")
        return tuple(found[position] for position in range(len(found)))

    def fixed(self, result: int) -> tuple[int, ...]:
        """The dimensions that the index of a result fixes, in its order.

        :raises MalformedError: when an index does not say at which points its element is computed.
        """
        m = self.maps[len(self.operands) - len(self.outputs) + result]
        positions = [position for position in m.positions() if position is not None]
        constant = [extent for extent, position in zip(self._result_shape(result), m.positions(), strict=True) if position is None]
        if len(set(positions)) != len(positions) or any(extent != 1 for extent in constant):
            raise MalformedError("the map of a result is no projected permutation")
        if any(self.parallel[d] and self.extents[d] > 1 and d not in positions for d in range(len(self.extents))):
            raise MalformedError("several parallel iterations write the same element")
        return tuple(positions)

    def _result_shape(self, result: int) -> Shape:
        return self.shapes[len(self.operands) - len(self.outputs) + result]

    def lanes(self, position: int, coordinates: Sequence[Indices]) -> Lanes:
        """An operand at points of the iteration space."""
        number = self.operands[position]
        if self.scope.types[number].shape is None:
            return self.scope.scalar(number)
        return self.scope.tensor(number).at(self.maps[position].at(coordinates))


def _iterators(operation: Operation) -> tuple[str, ...]:
    kinds = operation.attributes.get("iterator_types")
    if not isinstance(kinds, tuple):
        raise MalformedError("it has no iterator types")
    return tuple(str(kind) for kind in kinds)


class StructuredResult(Computed):
    """One result of a structured operation.

    :raises MalformedError: when the result cannot be computed element by element.
    """

    def __init__(self, structure: Structure, result: int) -> None:
        number = structure.outputs[result]
        scope = structure.scope
        super().__init__(scope.evaluation, structure.operation, scope.tensor(number).shape, scope.element(number))
        self._structure = structure
        first = len(structure.operands) - len(structure.outputs)
        self._accumulators = [argument.id for argument in structure.region.arguments[first:]]
        self._result, self._first = result, first
        self._fixed = structure.fixed(result)
        self._free = tuple(d for d in range(len(structure.extents)) if d not in self._fixed)
        self._plan: Plan = plan_for(structure.region, result, self._accumulators, scope.types, scope.evaluation.arithmetic)
        if any(set(structure.fixed(other)) != set(self._fixed) for other in self._plan.carried):
            raise MalformedError("its results run over different dimensions and depend on each other")

    def _elements(self, positions: Indices, depth: int) -> Lanes:
        """Some rows of elements at a time."""
        # A region of many steps holds many values at once, and so do operations that are computed one for the other.
        weight = depth + (len(self._plan.first) + len(self._plan.then)) // 16
        rows, block = max(1, _ROWS // weight), max(1, BLOCK // weight)
        parts = [self._rows(positions[start : start + rows], block) for start in range(0, positions.size, rows)]
        values = np.concatenate([part.values for part in parts])
        if all(part.status is None for part in parts):
            return Lanes(values)
        return Lanes(values, np.concatenate([part.statuses(part.values.shape) for part in parts]))

    def _rows(self, positions: Indices, block: int) -> Lanes:
        coordinates = self._coordinates(unravelled(positions, self.shape))
        total = math.prod(self._structure.extents[d] for d in self._free)
        if total == 0:
            return _flat(self._structure.lanes(self._first + self._result, coordinates), positions.size)
        if self._free and self._plan.carried:
            return self._reduced(coordinates, positions.size, total, block)
        # Where nothing is taken over from one point to the next, the last one is what stays.
        self._place(coordinates, np.array([total - 1]))
        before = {self._accumulators[p]: self._structure.lanes(self._first + p, coordinates) for p in self._plan.carried}
        frame = self._frame(coordinates, before)
        self._run((*self._plan.first, *self._plan.then), frame, positions.size)
        return _flat(frame.lanes(self._structure.region.yielded[self._result]), positions.size)

    def _coordinates(self, index: Index) -> list[Indices]:
        """The dimensions of the iteration space that elements fix, one row an element; zero for the others."""
        coordinates: list[Indices] = [np.zeros((1, 1), np.int64)] * len(self._structure.extents)
        for part, dimension in zip(index, self._structure.maps[self._first + self._result].positions(), strict=True):
            if dimension is not None:
                coordinates[dimension] = part[:, None]
        return coordinates

    def _reduced(self, coordinates: list[Indices], rows: int, total: int, block: int) -> Lanes:
        """Elements to which several points contribute, block after block of points."""
        kept = {*self._plan.carried, self._result}
        state = {position: _flat(self._structure.lanes(self._first + position, coordinates), rows) for position in kept}
        take_in = self._one_by_one if self._plan.combiner is None else self._all_at_once
        columns = max(1, block // rows)
        for start in range(0, total, columns):
            points = np.arange(start, min(start + columns, total))
            self._place(coordinates, points)
            frame = self._frame(coordinates, {})
            self._run(self._plan.first, frame, rows * points.size)
            state = take_in(state, frame, points.size)
        return state[self._result]

    def _place(self, coordinates: list[Indices], points: Indices) -> None:
        """Put points of the free dimensions, row-major, into the coordinates."""
        for dimension, part in zip(self._free, unravelled(points, tuple(self._structure.extents[d] for d in self._free)), strict=True):
            coordinates[dimension] = part[None, :]

    def _frame(self, coordinates: list[Indices], values: dict[int, Lanes]) -> Frame:
        """Values of the inputs that are used at these points."""
        frame = Frame(self._structure.scope, values, tuple(coordinates))
        for position, argument in enumerate(self._structure.region.arguments[: self._first]):
            if argument.id in self._plan.used:
                frame.values[argument.id] = self._structure.lanes(position, coordinates)
        return frame

    def _run(self, steps: Sequence[Step], frame: Frame, lanes: int) -> None:
        self._evaluation.spend(len(steps) * (lanes + _COST_OF_A_STEP))
        for step in steps:
            step.run(frame)

    def _all_at_once(self, state: dict[int, Lanes], frame: Frame, points: int) -> dict[int, Lanes]:
        combiner = self._plan.combiner
        assert combiner is not None  # noqa: S101 - chosen by the caller; a type checker cannot see it
        before = state[self._result]
        self._evaluation.spend(before.values.size * points + _COST_OF_A_STEP * (points if self._evaluation.arithmetic.rounds else 1))
        terms = frame.lanes(combiner.term).broadcast((before.values.size, points))
        return {self._result: Lanes(combiner.take_in(before.values, terms.values), merged([before.status, _first_status(terms.status)]))}

    def _one_by_one(self, state: dict[int, Lanes], frame: Frame, points: int) -> dict[int, Lanes]:
        """Point after point, as the program says."""
        yielded = self._structure.region.yielded
        defined = {value.id for step in self._plan.then for value in step.operation.results}
        taken = {number for step in self._plan.then for number in step.operation.operands} | {yielded[position] for position in state}
        columns = {number: frame.values[number] for number in taken - defined if number in frame.values}
        for point in range(points):
            values = {number: _column(lanes, point) for number, lanes in columns.items()}
            values.update({self._accumulators[position]: lanes for position, lanes in state.items()})
            now = Frame(frame.scope, values, tuple(part[:, min(point, part.shape[1] - 1)] for part in frame.coordinates))
            self._run(self._plan.then, now, state[self._result].values.size)
            state = {position: now.lanes(yielded[position]).broadcast(state[position].values.shape) for position in state}
        return state


def _flat(lanes: Lanes, rows: int) -> Lanes:
    """Lanes of one column as lanes of one dimension."""
    column = lanes.broadcast((rows, 1))
    return Lanes(column.values[:, 0], None if column.status is None else column.status[:, 0])


def _column(lanes: Lanes, point: int) -> Lanes:
    """The lanes of one point."""
    return Lanes(_of_point(lanes.values, point), None if lanes.status is None else _of_point(lanes.status, point))


def _of_point(values: npt.NDArray[_Scalar], point: int) -> npt.NDArray[_Scalar]:
    return values if values.ndim < 2 else values[:, min(point, values.shape[1] - 1)]


def _first_status(status: Status | None) -> Status | None:
    """Of each row the first status that is not 0."""
    if status is None or not status.any():
        return None
    place = np.argmax(status != 0, axis=1)
    found: Status = np.take_along_axis(status, place[:, None], axis=1)[:, 0]
    return found


def structured(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    """The results of a ``linalg.generic``.

    :raises MalformedError: when it is none that can be computed element by element.
    """
    structure = Structure(scope, operation)
    if len(operation.results) != len(structure.outputs):
        raise MalformedError("it has another number of results than outputs")
    return tuple(StructuredResult(structure, position) for position in range(len(structure.outputs)))
