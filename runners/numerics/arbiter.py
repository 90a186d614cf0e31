"""Exact values of chosen elements of a body's outputs, without any code generation."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.element_types import ELEMENT_TYPES
from runners.numerics.arithmetic import EXACT, Arithmetic
from runners.numerics.evaluation import Evaluation, NotEvaluatedError, SpentError, Unsupported
from runners.numerics.indexed import INDEXED
from runners.numerics.lanes import REASONS, Lanes, Reason, Status
from runners.numerics.program import Argument, MalformedError, Operation, Program, Type, bits_of, is_float
from runners.numerics.scalar_ops import RULES
from runners.numerics.scope import Frame, Scope, prepared
from runners.numerics.softmax import DECOMPOSITIONS
from runners.numerics.tensor_ops import EFFECTS, TENSOR_OPS, elementwise
from runners.numerics.tensors import Held, Tensor, dtype_of, read
from runners.numerics.winograd import WINOGRAD

Array = npt.NDArray[Any]

WORK = 1 << 32
"""Operations on single values that one evaluation may take: some tens of seconds."""


@dataclass(frozen=True, slots=True)
class Exact:
    """Values of elements, one lane for each that was asked for.

    :ivar element: the declared element type.
    :ivar values: float64 for a float type, bool for i1, else int64; 0 where nothing is known.
    :ivar status: of each lane; see :data:`runners.numerics.lanes.Status`.
    :ivar unsupported: what a status below 0 stands for.
    """

    element: str
    values: Array
    status: Status
    unsupported: tuple[Unsupported, ...] = ()

    @property
    def known(self) -> npt.NDArray[np.bool_]:
        """Which lanes have a value."""
        known: npt.NDArray[np.bool_] = self.status == 0
        return known

    def why(self, lane: int) -> Reason | Unsupported | None:
        """Why a lane has no value: what leaves it open, or what was not evaluated; None where it has one."""
        code = int(self.status[lane])
        if code < 0:
            return self.unsupported[-1 - code]
        return REASONS[code - 1] if code else None


def exact(program: Program, inputs: Sequence[Array], output: int, indices: npt.ArrayLike, *, work: int = WORK) -> Exact:
    """The values of elements of one output in real arithmetic.

    What that means: every floating-point operation is computed in float64 from the inputs as they are, and no result is
    rounded to its declared type, so not by a ``truncf`` either; sums are formed pairwise. Constants are what the program
    says, in its types. Integers, indices, comparisons and conversions between floats and integers are exact, with the
    wrap-around of their types; a bitcast rounds to the type whose bits it takes. Softmax and attention are what they mean
    mathematically. So the result is the program's value up to the rounding of float64, of which a program that is itself
    in f64 may need more. Where it branches on rounded values (a comparison, a conversion to integers), it takes the
    branch of the unrounded ones.

    What MLIR leaves open (a float out of the range of an integer type, a shift by the width or more, a division of
    integers by zero, an index outside of a tensor, a broken promise of a flag, what is never written) is open, and so is
    what is made of it. What is not covered makes only those elements unknown that depend on it.

    The cost is that of the points that feed the elements, whatever the size of the tensors. Memory is bounded by blocks of
    those points. Operations inside the body that feed others are evaluated once for each of their elements that is needed.

    :param inputs: an array for each of ``program.inputs``, in the numpy type of its element type; rank 0 for scalars.
    :param indices: of shape [elements, rank of the output].
    :param work: operations on single values that may be done; elements that would need more are unsupported.
    :raises ValueError: when inputs do not have the types of the program's, or an index lies outside of the output.
    """
    return evaluate(program, inputs, output, indices, EXACT, work=work)


def evaluate(program: Program, inputs: Sequence[Array], output: int, indices: npt.ArrayLike, arithmetic: Arithmetic, *, work: int = WORK) -> Exact:
    """The same as :func:`exact` in any arithmetic.

    With one that rounds, each operation is rounded to its declared type and sums are formed one term after the other.
    """
    evaluation = Evaluation(arithmetic, work)
    kind, number = program.outputs[output], program.results[output]
    with np.errstate(all="ignore"):
        scope = _opened(program, inputs, evaluation)
        wanted = np.asarray(indices, np.int64)
        if wanted.ndim != 2 or wanted.shape[1] != len(kind.shape or ()):
            raise ValueError(f"indices of shape {wanted.shape} are given for an output of type {kind}")
        try:
            for operation in program.operations:
                _define(scope, operation)
            lanes = _elements(scope, number, kind, wanted)
        except (SpentError, RecursionError) as error:
            problem = str(error) if isinstance(error, SpentError) else "operations are nested too deeply"
            code = evaluation.code(Unsupported(program.name, None, problem))
            lanes = Lanes(np.zeros((), dtype_of(kind.element)), np.full((), code, np.int16))
    lanes = lanes.broadcast((len(wanted),))
    status = lanes.statuses((len(wanted),))
    values = np.where(status == 0, lanes.values, 0)
    return Exact(kind.element, values != 0 if kind.element == "i1" else values, status, evaluation.unsupported)


def _opened(program: Program, inputs: Sequence[Array], evaluation: Evaluation) -> Scope:
    """The scope at the body's start."""
    scope = Scope(evaluation, {value.id: value.type for value in program.values()})
    kinds = program.inputs
    if len(inputs) != len(kinds):
        raise ValueError(f"{len(inputs)} inputs are given, {program.name} has {len(kinds)}")
    given = iter(inputs)
    for argument in program.arguments:
        array = None if argument.access == "writeonly" else _checked(next(given), argument)
        _put(scope, argument, array)
    return scope


def _put(scope: Scope, argument: Argument, array: Array | None) -> None:
    number, kind = argument.value.id, argument.value.type
    if argument.access != "value":
        scope.bound[number] = number
        scope.contents[number] = None if array is None else Held(array, kind.element)
    elif kind.shape is None and array is not None:
        scope.scalars[number] = Lanes(read(array, kind.element))
    elif array is not None:
        scope.tensors[number] = Held(array, kind.element)


def _checked(array: Array, argument: Argument) -> Array:
    kind = argument.value.type
    shape = kind.shape or ()
    if len(array.shape) != len(shape) or any(want not in (None, have) for want, have in zip(shape, array.shape, strict=True)):
        raise ValueError(f"an array of shape {array.shape} is given for an input of type {kind}")
    fits = array.dtype == ELEMENT_TYPES[kind.element].numpy if is_float(kind.element) else array.dtype.kind in "iub" and bits_of(kind.element) > 0
    if not fits:
        raise ValueError(f"an array of {array.dtype} is given for an input of type {kind}")
    return np.asarray(array)


def _define(scope: Scope, operation: Operation) -> None:
    """Make the results of an operation known, or known to be missing."""
    try:
        if operation.name in EFFECTS:
            EFFECTS[operation.name](scope, operation)
        elif any(value.type.shape is not None for value in operation.results):
            _define_tensors(scope, operation)
        elif operation.results:
            prepared(operation, scope.types).run(Frame(scope, scope.scalars))
        else:
            raise NotEvaluatedError(scope.evaluation.blamed(operation))
    except MalformedError as error:
        cause = scope.evaluation.blamed(operation, error)
        for value in operation.results:
            scope.give_up(value, cause)
        # It may have written to any argument that it names: what these hold is not known from here on.
        for argument in {scope.bound[number] for number in _named(operation) if number in scope.bound}:
            scope.spoil(argument, cause)


def _named(operation: Operation) -> Iterable[int]:
    """Every value that an operation or something inside its regions takes."""
    pending = [operation]
    while pending:
        inner = pending.pop()
        yield from inner.operands
        pending += [each for region in inner.regions for each in region.operations]


_BUILDERS = {**TENSOR_OPS, **DECOMPOSITIONS, **INDEXED, **WINOGRAD}


def _define_tensors(scope: Scope, operation: Operation) -> None:
    build = elementwise if operation.name in RULES else _BUILDERS.get(operation.name)
    if build is None:
        raise NotEvaluatedError(scope.evaluation.blamed(operation))
    tensors = build(scope, operation)
    if len(tensors) != len(operation.results):
        raise MalformedError(f"it has {len(operation.results)} results")
    for value, tensor in zip(operation.results, tensors, strict=True):
        _check_type(tensor, value.type)
        scope.tensors[value.id] = tensor


def _check_type(tensor: Tensor, kind: Type) -> None:
    shape = kind.shape
    if shape is None or len(shape) != len(tensor.shape) or any(want not in (None, have) for want, have in zip(shape, tensor.shape, strict=True)):
        raise MalformedError(f"its result of type {kind} would have the shape {list(tensor.shape)}")
    if tensor.element != kind.element:
        raise MalformedError(f"its result of type {kind} would hold {tensor.element}")


def _elements(scope: Scope, number: int, kind: Type, wanted: npt.NDArray[np.int64]) -> Lanes:
    try:
        if kind.shape is None:
            return scope.scalar(number)
        tensor = scope.tensor(number)
    except MalformedError as error:
        cause = error.cause if isinstance(error, NotEvaluatedError) else Unsupported("", None, str(error))
        return Lanes(np.zeros((), dtype_of(kind.element)), np.full((), scope.evaluation.code(cause), np.int16))
    if any(part.size and (part.min() < 0 or part.max() >= extent) for part, extent in zip(wanted.T, tensor.shape, strict=True)):
        raise ValueError(f"an index lies outside of an output of shape {list(tensor.shape)}")
    return tensor.at(tuple(wanted.T))
