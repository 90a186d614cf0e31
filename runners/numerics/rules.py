"""What a rule for a scalar operation is given and gives back, and the shapes that most rules have."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.numerics.lanes import Status
from runners.numerics.program import MalformedError, Operation, bits_of, is_float

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Call:
    """A scalar operation with the element types of its operands and results."""

    operation: Operation
    operands: tuple[str, ...]
    results: tuple[str, ...]

    @property
    def bits(self) -> int:
        """Width of the first operand, an integer.

        :raises MalformedError: when it is none.
        """
        return width(self.operands[0])

    @property
    def result_bits(self) -> int:
        """Width of the first result, an integer.

        :raises MalformedError: when it is none.
        """
        return width(self.results[0])


@dataclass(frozen=True, slots=True)
class Answer:
    """Values of the results, and where the semantics leave them open."""

    values: tuple[Array, ...]
    status: Status | None = None


Compute = Callable[[Call, Sequence[Array]], Answer]


@dataclass(frozen=True, slots=True)
class Rule:
    """How many operands an operation takes, and what it makes of them. Integers come and go sign-extended in int64."""

    operands: int
    compute: Compute


def width(element: str) -> int:
    """Width of an integer type.

    :raises MalformedError: for other types, and for integers of more than 64 bits.
    """
    bits = bits_of(element)
    if bits == 0:
        raise MalformedError(f"{element} is no integer of 1 to 64 bits")
    return bits


def wrap(values: Array, bits: int) -> Array:
    """The lowest bits of int64 values, sign-extended."""
    unused = 64 - bits
    return values if unused == 0 else (values << unused) >> unused


def unsigned(values: Array, bits: int) -> npt.NDArray[np.uint64]:
    """The same bits read as an unsigned number."""
    mask = np.uint64((1 << bits) - 1)
    result: npt.NDArray[np.uint64] = np.asarray(values).view(np.uint64) & mask
    return result


def signed(values: Array, bits: int) -> Array:
    """Unsigned numbers as they are kept: their lowest bits, sign-extended in int64."""
    return wrap(np.asarray(values).view(np.int64), bits)


def truth(mask: Array) -> Array:
    """A boolean as the i1 that it is: 0 or -1."""
    return -np.asarray(mask, np.int64)


def real(function: Callable[..., Array], operands: int = 2) -> Rule:
    """An operation on floats that a function of float64 computes."""

    def compute(call: Call, values: Sequence[Array]) -> Answer:
        require_floats((*call.operands, *call.results))
        return Answer((function(*values),))

    return Rule(operands, compute)


def wrapping(function: Callable[..., Array], operands: int = 2) -> Rule:
    """An operation on integers that a function of int64 computes up to multiples of the type's range."""

    def compute(call: Call, values: Sequence[Array]) -> Answer:
        return Answer((wrap(function(*values), call.result_bits),))

    return Rule(operands, compute)


def require_floats(elements: Sequence[str]) -> None:
    """Check that all types are floats that can be computed with.

    :raises MalformedError: naming the first that is not.
    """
    for element in elements:
        if not is_float(element):
            raise MalformedError(f"{element} is no float type that is known here")
