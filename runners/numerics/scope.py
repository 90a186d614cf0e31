"""Values that are visible in a body, and the scalar operations of a body or a region carried out on lanes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from runners.numerics.affine import AffineMap, Indices
from runners.numerics.evaluation import Evaluation, NotEvaluatedError, Unsupported
from runners.numerics.lanes import Lanes, merged, nowhere
from runners.numerics.program import MalformedError, Operation, Shape, Type, Value, is_float
from runners.numerics.rules import Call, truth, width, wrap
from runners.numerics.scalar_ops import RULES, apply
from runners.numerics.tensors import Same, Tensor

DYNAMIC = -(1 << 63)
"""Stands in a static list for a number that is an operand."""


class Scope:
    """Values of a body by number, as far as they are defined.

    :ivar types: of all values, also of those inside regions.
    :ivar bound: for each value that stands for an argument behind a binding, the number of that argument.
    :ivar contents: what such an argument holds now; None where its shape is not known yet.
    :ivar missing: tensors of unknown shape that an operation should have defined and did not, with what prevented it.
    """

    def __init__(self, evaluation: Evaluation, types: dict[int, Type]) -> None:
        self.evaluation, self.types = evaluation, types
        self.tensors: dict[int, Tensor] = {}
        self.scalars: dict[int, Lanes] = {}
        self.bound: dict[int, int] = {}
        self.contents: dict[int, Tensor | None] = {}
        self.missing: dict[int, Unsupported] = {}

    def tensor(self, number: int) -> Tensor:
        """A tensor, or what the argument that it stands for holds now.

        :raises MalformedError: when the value is none, or not visible here.
        """
        argument = self.bound.get(number)
        found = self.tensors.get(number) if argument is None else self.contents[argument]
        if found is not None:
            return found
        cause = self.missing.get(number if argument is None else argument)
        if cause is not None:
            raise NotEvaluatedError(cause)
        raise MalformedError(f"its operand of type {self.types.get(number)} is no tensor that is known here")

    def give_up(self, value: Value, cause: Unsupported) -> None:
        """Nothing is known of a value, and why."""
        unknown = self._unknown(value.type.element, cause)
        shape = value.type.static
        if value.type.shape is None:
            self.scalars[value.id] = unknown
        elif shape is not None:
            self.tensors[value.id] = Same(shape, value.type.element, unknown)
        else:
            self.missing[value.id] = cause

    def spoil(self, argument: int, cause: Unsupported) -> None:
        """Nothing is known of what an argument holds, and why."""
        held, kind = self.contents[argument], self.types[argument]
        shape = kind.static if held is None else held.shape
        self.contents[argument] = None if shape is None else Same(shape, kind.element, self._unknown(kind.element, cause))
        self.missing[argument] = cause

    def _unknown(self, element: str, cause: Unsupported) -> Lanes:
        return nowhere(is_float(element), self.evaluation.code(cause))

    def scalar(self, number: int) -> Lanes:
        """A scalar, in one lane.

        :raises MalformedError: when the value is none, or not visible here.
        """
        found = self.scalars.get(number)
        if found is None:
            raise MalformedError(f"its operand of type {self.types.get(number)} is no scalar that is known here")
        return found

    def whole_number(self, number: int) -> int:
        """A scalar that has to be known: an offset, an extent.

        :raises MalformedError: when it is not known.
        """
        lanes = self.scalar(number)
        if lanes.status is not None and np.any(lanes.status):
            code = int(lanes.status.reshape(()))
            if code < 0:
                raise NotEvaluatedError(self.evaluation.unsupported[-1 - code])
            raise MalformedError("an extent or offset is left open by the program")
        return int(np.asarray(lanes.values).reshape(()))

    def mixed(self, static: Sequence[int], dynamic: Sequence[int]) -> Shape:
        """Numbers some of which are operands.

        :raises MalformedError: when there are not as many operands as places for them.
        """
        if sum(number == DYNAMIC for number in static) != len(dynamic):
            raise MalformedError("it has more or fewer dynamic numbers than places for them")
        operands = iter(dynamic)
        return tuple(self.whole_number(next(operands)) if number == DYNAMIC else number for number in static)

    def element(self, number: int) -> str:
        """Element type of a value."""
        return self.types[number].element


@dataclass(slots=True)
class Frame:
    """Values inside a region while it is carried out.

    :ivar coordinates: of the iteration space, dimension by dimension.
    """

    scope: Scope
    values: dict[int, Lanes]
    coordinates: tuple[Indices, ...] = ()

    def lanes(self, number: int) -> Lanes:
        """A scalar of the region or of the body around it.

        :raises MalformedError: when it is not visible here.
        """
        found = self.values.get(number)
        return self.scope.scalar(number) if found is None else found


@dataclass(frozen=True, slots=True)
class Step:
    """One scalar operation, ready to be carried out."""

    operation: Operation
    call: Call
    action: "Action"

    def run(self, frame: Frame) -> None:
        """Carry it out on the lanes of the frame. What cannot be evaluated is a status of its results."""
        expected = self.operation.results
        try:
            results = self.action(frame, self)
        except MalformedError as error:
            results = frame.scope.evaluation.refused(self.operation, error)
        if len(results) != len(expected):
            results = frame.scope.evaluation.refused(self.operation, MalformedError(f"it has {len(expected)} results"))
        for value, lanes in zip(expected, results, strict=True):
            frame.values[value.id] = lanes


Action = Callable[[Frame, Step], tuple[Lanes, ...]]


def prepared(operation: Operation, types: Mapping[int, Type]) -> Step:
    """The step of a scalar operation; of one that is not known, a step that says so."""
    operands = tuple(types[number].element for number in operation.operands)
    call = Call(operation, operands, tuple(value.type.element for value in operation.results))
    action = _by_rule if operation.name in RULES else ACTIONS.get(operation.name, _unknown)
    return Step(operation, call, action)


def _by_rule(frame: Frame, step: Step) -> tuple[Lanes, ...]:
    operands = [frame.lanes(number) for number in step.operation.operands]
    return apply(step.call, operands, frame.scope.evaluation.arithmetic)


def _unknown(frame: Frame, step: Step) -> tuple[Lanes, ...]:
    return frame.scope.evaluation.refused(step.operation)


def constant(value: object, element: str, evaluation: Evaluation) -> Lanes:
    """One value of a constant as it is computed with.

    :raises MalformedError: when it is no number, or its type is not computed with here.
    """
    if is_float(element) and isinstance(value, float):
        return Lanes(evaluation.arithmetic.literal(np.asarray(value, np.float64), element))
    if isinstance(value, bool):
        return Lanes(truth(np.asarray(value)))
    if isinstance(value, int):
        return Lanes(wrap(np.asarray(value, np.int64), width(element)))
    raise MalformedError(f"a constant of type {element}")


def _constant(frame: Frame, step: Step) -> tuple[Lanes, ...]:
    value = step.operation.attributes.get("value")
    return (constant(value, step.operation.result().type.element, frame.scope.evaluation),)


def _coordinate(frame: Frame, step: Step) -> tuple[Lanes, ...]:
    position = step.operation.integer("dim")
    if not 0 <= position < len(frame.coordinates):
        raise MalformedError(f"there is no dimension {position} here")
    return (Lanes(frame.coordinates[position]),)


def _extract(frame: Frame, step: Step) -> tuple[Lanes, ...]:
    source = frame.scope.tensor(step.operation.operand(0))
    index = [frame.lanes(number) for number in step.operation.operands[1:]]
    if len(index) != len(source.shape):
        raise MalformedError("its index has another rank than its tensor")
    found = source.at(tuple(part.values for part in index))
    return (Lanes(found.values, merged([*(part.status for part in index), found.status])),)


def _affine(combine: Callable[[Sequence[Indices]], Indices] | None) -> Action:
    """The results of a map of scalars; one result as it is, several ones combined."""

    def action(frame: Frame, step: Step) -> tuple[Lanes, ...]:
        applied = step.operation.attributes.get("map")
        operands = [frame.lanes(number) for number in step.operation.operands]
        if not isinstance(applied, AffineMap) or applied.dims + applied.symbols != len(operands) or not applied.results:
            raise MalformedError("its map does not fit its operands")
        values = [operand.values for operand in operands]
        results = applied.at(values[: applied.dims], values[applied.dims :])
        value = results[0] if combine is None else combine(results)
        return (Lanes(value, merged(operand.status for operand in operands)),)

    return action


def _least(results: Sequence[Indices]) -> Indices:
    return results[0] if len(results) == 1 else np.minimum(results[0], _least(results[1:]))


def _greatest(results: Sequence[Indices]) -> Indices:
    return results[0] if len(results) == 1 else np.maximum(results[0], _greatest(results[1:]))


def _extent(frame: Frame, step: Step) -> tuple[Lanes, ...]:
    shape = frame.scope.tensor(step.operation.operand(0)).shape
    position = frame.scope.whole_number(step.operation.operand(1))
    if not 0 <= position < len(shape):
        raise MalformedError(f"there is no dimension {position} here")
    return (Lanes(np.asarray(shape[position], np.int64)),)


def _operand(frame: Frame, step: Step) -> tuple[Lanes, ...]:
    return (frame.lanes(step.operation.operand(0)),)


def _operands(frame: Frame, step: Step) -> tuple[Lanes, ...]:
    return tuple(frame.lanes(number) for number in step.operation.operands)


ACTIONS: dict[str, Action] = {
    "arith.constant": _constant,
    "linalg.index": _coordinate,
    "tensor.extract": _extract,
    "tensor.dim": _extent,
    "affine.apply": _affine(None),
    "affine.min": _affine(_least),
    "affine.max": _affine(_greatest),
    "flow.dispatch.workload.ordinal": _operand,
    "iree_tensor_ext.dispatch.workload.ordinal": _operand,
    "util.optimization_barrier": _operands,
    "util.assume.int": _operands,
}
"""Scalar operations beside those of :data:`runners.numerics.scalar_ops.RULES`."""
