"""arith and math operations on floats, as MLIR defines them, computed in float64."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.element_types import ELEMENT_TYPES
from runners.numerics.lanes import Reason, opened
from runners.numerics.limits import limits
from runners.numerics.program import MalformedError
from runners.numerics.rules import Answer, Call, Compute, Rule, real, require_floats, truth

Array = npt.NDArray[Any]


def _zeros_apart(larger: bool, of_numbers: Callable[[Array, Array], Array]) -> Callable[[Array, Array], Array]:
    """Minimum or maximum with -0 below +0, which numpy takes as equal."""

    def function(a: Array, b: Array) -> Array:
        first = np.signbit(b) if larger else np.signbit(a)
        return np.where(a == b, np.where(first, a, b), of_numbers(a, b))

    return function


MAXIMUM, MINIMUM = _zeros_apart(True, np.maximum), _zeros_apart(False, np.minimum)
"""NaN where an operand is NaN."""
MAXIMUM_NUMBER, MINIMUM_NUMBER = _zeros_apart(True, np.fmax), _zeros_apart(False, np.fmin)
"""The other operand where one is NaN."""

_erf, _erfc = np.frompyfunc(math.erf, 1, 1), np.frompyfunc(math.erfc, 1, 1)


def _half_away(values: Array) -> Array:
    """Round to the nearest integer, halves away from zero."""
    whole = np.trunc(values)
    return np.where(np.abs(values - whole) >= 0.5, whole + np.copysign(1.0, values), np.copysign(whole, values))


def _cmpf(call: Call, values: Sequence[Array]) -> Answer:
    require_floats(call.operands)
    predicate = call.operation.integer("predicate")
    if predicate not in _COMPARISONS:
        raise MalformedError(f"cmpf has no predicate {predicate}")
    ordered, holds = _COMPARISONS[predicate]
    a, b = values
    nan = np.isnan(a) | np.isnan(b)
    return Answer((truth(~nan & holds(a, b) if ordered else nan | holds(a, b)),))


def _never(a: Array, b: Array) -> Array:
    return np.zeros(np.broadcast_shapes(a.shape, b.shape), np.bool_)


def _always(a: Array, b: Array) -> Array:
    return np.ones(np.broadcast_shapes(a.shape, b.shape), np.bool_)


_COMPARISONS: dict[int, tuple[bool, Callable[[Array, Array], Array]]] = {
    0: (True, _never),
    1: (True, np.equal),
    2: (True, np.greater),
    3: (True, np.greater_equal),
    4: (True, np.less),
    5: (True, np.less_equal),
    6: (True, np.not_equal),
    7: (True, _always),
    8: (False, np.equal),
    9: (False, np.greater),
    10: (False, np.greater_equal),
    11: (False, np.less),
    12: (False, np.less_equal),
    13: (False, np.not_equal),
    14: (False, _never),
    15: (False, _always),
}
"""``arith.cmpf`` by number: whether NaN makes it false (ordered) or true, and what holds between numbers."""


def _clampf(call: Call, values: Sequence[Array]) -> Answer:
    require_floats((*call.operands, *call.results))
    value, low, high = values
    return Answer((MAXIMUM(MINIMUM(value, high), low),), opened(Reason.BOUNDS, low > high))


def _fpowi(call: Call, values: Sequence[Array]) -> Answer:
    require_floats((call.operands[0], *call.results))
    return Answer((np.power(values[0], values[1].astype(np.float64)),))


def _sincos(call: Call, values: Sequence[Array]) -> Answer:
    require_floats((*call.operands, *call.results))
    return Answer((np.sin(values[0]), np.cos(values[0])))


def _lowest_normal(call: Call) -> float:
    require_floats(call.operands)
    return 2.0 ** limits(ELEMENT_TYPES[call.operands[0]].numpy).lowest_exponent


def _isnormal(call: Call, values: Sequence[Array]) -> Answer:
    return Answer((truth(np.isfinite(values[0]) & (np.abs(values[0]) >= _lowest_normal(call))),))


def _flush_denormals(call: Call, values: Sequence[Array]) -> Answer:
    small = np.abs(values[0]) < _lowest_normal(call)
    return Answer((np.where(small, np.copysign(0.0, values[0]), values[0]),))


def _tested(function: Callable[[Array], Array]) -> Compute:
    def compute(call: Call, values: Sequence[Array]) -> Answer:
        require_floats(call.operands)
        return Answer((truth(function(values[0])),))

    return compute


FLOAT_RULES: dict[str, Rule] = {
    "arith.addf": real(np.add),
    "arith.subf": real(np.subtract),
    "arith.mulf": real(np.multiply),
    "arith.divf": real(np.divide),
    "arith.remf": real(np.fmod),
    "arith.negf": real(np.negative, 1),
    "arith.maximumf": real(MAXIMUM),
    "arith.minimumf": real(MINIMUM),
    "arith.maxnumf": real(MAXIMUM_NUMBER),
    "arith.minnumf": real(MINIMUM_NUMBER),
    "arith.maximumnumf": real(MAXIMUM_NUMBER),
    "arith.minimumnumf": real(MINIMUM_NUMBER),
    # As maximumf and minimumf were called until 2023.
    "arith.maxf": real(MAXIMUM),
    "arith.minf": real(MINIMUM),
    "arith.cmpf": Rule(2, _cmpf),
    "arith.flush_denormals": Rule(1, _flush_denormals),
    "math.absf": real(np.abs, 1),
    "math.acos": real(np.arccos, 1),
    "math.acosh": real(np.arccosh, 1),
    "math.asin": real(np.arcsin, 1),
    "math.asinh": real(np.arcsinh, 1),
    "math.atan": real(np.arctan, 1),
    "math.atan2": real(np.arctan2),
    "math.atanh": real(np.arctanh, 1),
    "math.cbrt": real(np.cbrt, 1),
    "math.ceil": real(np.ceil, 1),
    "math.clampf": Rule(3, _clampf),
    "math.copysign": real(np.copysign),
    "math.cos": real(np.cos, 1),
    "math.cosh": real(np.cosh, 1),
    "math.erf": real(lambda x: np.asarray(_erf(x), np.float64), 1),
    "math.erfc": real(lambda x: np.asarray(_erfc(x), np.float64), 1),
    "math.exp": real(np.exp, 1),
    "math.exp2": real(np.exp2, 1),
    "math.expm1": real(np.expm1, 1),
    "math.floor": real(np.floor, 1),
    "math.fma": real(lambda a, b, c: a * b + c, 3),
    "math.fpowi": Rule(2, _fpowi),
    "math.isfinite": Rule(1, _tested(np.isfinite)),
    "math.isinf": Rule(1, _tested(np.isinf)),
    "math.isnan": Rule(1, _tested(np.isnan)),
    "math.isnormal": Rule(1, _isnormal),
    "math.log": real(np.log, 1),
    "math.log10": real(np.log10, 1),
    "math.log1p": real(np.log1p, 1),
    "math.log2": real(np.log2, 1),
    "math.powf": real(np.power),
    "math.round": real(_half_away, 1),
    "math.roundeven": real(np.rint, 1),
    "math.rsqrt": real(lambda x: 1 / np.sqrt(x), 1),
    "math.sin": real(np.sin, 1),
    "math.sincos": Rule(1, _sincos),
    "math.sinh": real(np.sinh, 1),
    "math.sqrt": real(np.sqrt, 1),
    "math.tan": real(np.tan, 1),
    "math.tanh": real(np.tanh, 1),
    "math.trunc": real(np.trunc, 1),
}
