"""Ways to compute the same program: without rounding, or with every result rounded to its declared type."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.element_types import ELEMENT_TYPES
from runners.numerics.limits import limits
from runners.numerics.program import is_float

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Slack:
    """How far a healthy implementation of a function may lie from it, besides the rounding of its result.

    :ivar ulps: in units in the last place of the result, and ``eps`` as a multiple of the type's epsilon.
    :ivar argument: as if its arguments were off by this multiple of epsilon, relative to them.
    :ivar angle: the same relative to 1 where the argument is smaller than that.
    """

    ulps: float = 0.0
    eps: float = 0.0
    argument: float = 0.0
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """What is kept of the result of a floating-point operation.

    :ivar rounds: whether it is rounded to its type, or stays as float64 has computed it.
    :ivar random: rounds up or down at random, the nearer value more often, instead of to the nearest; functions are off
        at random by as much as their slack allows.
    :ivar flushes: takes subnormal operands and results for zero, as many a device does.
    """

    rounds: bool
    random: np.random.Generator | None = None
    flushes: bool = False

    def kept(self, values: Array, element: str, slack: Slack | None = None) -> Array:
        """What is kept of results of a type; integers stay as they are."""
        if not self.rounds or not is_float(element):
            return values
        if self.random is None:
            return self._flushed(rounded(values, element), element)
        if slack is not None:
            off = slack.ulps * unit_in_the_last_place(values, element) + slack.eps * limits(ELEMENT_TYPES[element].numpy).eps
            values = np.where(np.isfinite(values), values + off * self._between(values), values)
        return self._flushed(rounded_at_random(values, element, self.random), element)

    def taken(self, values: Array, element: str, slack: Slack | None) -> Array:
        """What an operation takes an operand for."""
        if not is_float(element):
            return values
        values = self._flushed(values, element)
        if self.random is None or slack is None or not (slack.argument or slack.angle):
            return values
        eps = limits(ELEMENT_TYPES[element].numpy).eps
        size = np.abs(values)
        off = eps * (slack.argument * size + slack.angle * np.maximum(size, 1.0))
        return np.where(np.isfinite(values), values + off * self._between(values), values)

    def literal(self, values: Array, element: str) -> Array:
        """A constant of a type: to the nearest value where anything is rounded."""
        return rounded(values, element) if self.rounds and is_float(element) else values

    def _flushed(self, values: Array, element: str) -> Array:
        if not self.flushes:
            return values
        return np.where(np.abs(values) < 2.0 ** limits(ELEMENT_TYPES[element].numpy).lowest_exponent, np.copysign(0.0, values), values)

    def _between(self, values: Array) -> Array:
        """From -1 to 1, at random."""
        assert self.random is not None  # noqa: S101 - checked by the callers; a type checker cannot see it
        drawn: Array = 2 * self.random.random(values.shape) - 1
        return drawn


_EXPONENT = 0x7FF0000000000000

EXACT = Arithmetic(rounds=False)
DECLARED = Arithmetic(rounds=True)


def rounded(values: Array, element: str) -> Array:
    """Float64 values rounded to the nearest value of a type, ties to even, once; then as float64 again.

    Beyond the largest value it is what the type has for that: an infinity, or NaN where it has none.
    """
    kind = ELEMENT_TYPES[element].numpy
    if kind == np.float64:
        return values
    if kind in (np.float32, np.float16):
        return values.astype(kind).astype(np.float64)
    unit = unit_in_the_last_place(values, element)
    # By way of float32 a value would be rounded twice: first make it one that the type has.
    return _held(np.rint(values / unit) * unit, values, element)


def rounded_at_random(values: Array, element: str, random: np.random.Generator) -> Array:
    """The same with the value of the type below or above, each as likely as the other one is far; values of the type stay.

    In f64 nothing is known of how far: a unit in the last place is added or taken away in half of the cases.

    Source: G. E. Forsythe, "Reprint of a note on rounding-off errors", SIAM Review 1, 1959; M. P. Connolly, N. J. Higham and
    T. Mary, "Stochastic rounding and its probabilistic backward error analysis", SIAM J. Sci. Comput. 43, 2021.
    """
    unit = unit_in_the_last_place(values, element)
    if ELEMENT_TYPES[element].numpy == np.float64:
        return np.where(np.isfinite(values), values + unit * random.choice([-1.0, 0.0, 0.0, 1.0], values.shape), values)
    return _held(np.floor(values / unit + random.random(values.shape)) * unit, values, element)


def _held(whole_units: Array, values: Array, element: str) -> Array:
    kind = ELEMENT_TYPES[element].numpy
    narrow = np.where(np.isfinite(values), whole_units, values)
    return narrow.astype(np.float32).astype(kind).astype(np.float64)


def unit_in_the_last_place(values: Array, element: str) -> Array:
    """The distance between neighbours of a type around float64 values."""
    of = limits(ELEMENT_TYPES[element].numpy)
    # With all bits but those of the exponent taken away, a float64 is the power of two at or below it.
    power = (np.asarray(values, np.float64).view(np.int64) & _EXPONENT).view(np.float64)
    unit: Array = np.maximum(power, 2.0**of.lowest_exponent) * 2.0**-of.mantissa_bits
    return unit
