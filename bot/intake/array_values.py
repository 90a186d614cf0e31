"""Arrays and numbers of pasted NumPy: their methods and operators, with sizes known before memory is taken."""

import ast
import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from bot.intake.generators import MAX_ELEMENTS, MAX_NUMBER, NotMadeError, dtype_of, is_uniform, shape_of, too_large, uniform

_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}

_MAX_BASE = 16
_MAX_EXPONENT = 64


def combined(op: ast.operator, left: Any, right: Any) -> Any:
    """Two values with an operator between them.

    :raises NotMadeError: for operators and values that are not read.
    """
    function = _OPERATORS.get(type(op))
    if function is None or not (is_number(left) and is_number(right)):
        raise NotMadeError("uses an operator that is not read")
    if isinstance(op, ast.Pow) and not (type(left) is int and type(right) is int and 0 <= left <= _MAX_BASE and 0 <= right <= _MAX_EXPONENT):
        raise NotMadeError("raises to a power")
    try:
        with np.errstate(all="ignore"):
            return _applied(function, left, right)
    except (TypeError, ValueError, OverflowError, ZeroDivisionError) as error:
        raise NotMadeError("combines values that do not go together") from error


def _applied(function: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    size = math.prod(np.broadcast_shapes(np.shape(left), np.shape(right)))
    if size > 1 and all(is_uniform(value) or not np.ndim(value) for value in map(np.asarray, (left, right))):
        scalars = [value.flat[0] if isinstance(value, np.ndarray) else value for value in (left, right)]
        return uniform(function(*scalars), np.broadcast_shapes(np.shape(left), np.shape(right)), None)
    if size > MAX_ELEMENTS:
        raise too_large(size)
    return function(left, right)


def method(receiver: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call a method of an array.

    :raises NotMadeError: for methods and arguments that are not read.
    """
    if not isinstance(receiver, np.ndarray | np.generic):
        raise NotMadeError("uses a method of something that is no array")
    array = np.asarray(receiver)
    match name, args, kwargs:
        case ("astype", (dtype,), {**rest}) if not rest:
            with np.errstate(all="ignore"):
                return uniform(array.flat[0].astype(dtype_of(dtype)), array.shape, None) if is_uniform(array) else array.astype(dtype_of(dtype))[()]
        case ("reshape", _, {**rest}) if args and not rest:
            return _reshaped(array, args[0] if len(args) == 1 else args)
        case ("flatten" | "ravel", (), {**rest}) if not rest:
            return _reshaped(array, array.size)
        case ("copy", (), {**rest}) if not rest:
            return receiver if is_uniform(array) else array.copy()
        case ("transpose", (), {**rest}) if not rest:
            return array.T
        case _:
            raise NotMadeError(f"uses .{name[:40]}(…) in a way that is not read")


def _reshaped(array: npt.NDArray[Any], shape: Any) -> npt.NDArray[Any]:
    extents = list(shape if isinstance(shape, tuple) else (shape,))
    if extents.count(-1) == 1:
        others = math.prod(extent for extent in extents if extent != -1 and isinstance(extent, int))
        extents[extents.index(-1)] = array.size // others if others > 0 else 0
    new = shape_of(tuple(extents))
    if math.prod(new) != array.size:
        raise NotMadeError(f"reshapes {array.size} values to {'x'.join(map(str, new))}")
    return uniform(array.flat[0], new, array.dtype) if is_uniform(array) else array.reshape(new)


def is_number(value: Any) -> bool:
    """Whether it is a number or an array of them, so that it can be computed with."""
    return (isinstance(value, int | float | np.number) and not isinstance(value, bool)) or isinstance(value, np.ndarray)


def checked(value: Any) -> Any:
    """The value itself.

    :raises NotMadeError: when it is a whole number that grows out of all bounds.
    """
    if isinstance(value, int) and abs(value) > MAX_NUMBER:
        raise NotMadeError("has a number that is too large")
    return value
