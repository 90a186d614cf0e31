"""Affine maps: from a point of an iteration space to an index of a tensor."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Indices = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Dim:
    """A dimension of the iteration space."""

    position: int


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol."""

    position: int


@dataclass(frozen=True, slots=True)
class Binary:
    """Two expressions and what joins them."""

    operator: str
    left: "Expression"
    right: "Expression"


Expression = int | Dim | Symbol | Binary


@dataclass(frozen=True, slots=True)
class AffineMap:
    """``(d0, …)[s0, …] -> (results)``."""

    dims: int
    symbols: int
    results: tuple[Expression, ...]

    def at(self, dims: Sequence[Indices], symbols: Sequence[Indices] = ()) -> tuple[Indices, ...]:
        """The index at points whose coordinates are given dimension by dimension, in shapes that broadcast."""
        return tuple(evaluate(result, dims, symbols) for result in self.results)

    def positions(self) -> tuple[int | None, ...]:
        """For each result the dimension that it is; None for any other expression."""
        return tuple(result.position if isinstance(result, Dim) else None for result in self.results)


def _ceildiv(a: Any, b: Any) -> Any:
    return -(-a // b)


OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": np.add,
    "*": np.multiply,
    "mod": np.mod,
    "floordiv": np.floor_divide,
    "ceildiv": _ceildiv,
}
"""As MLIR defines them: floordiv rounds down, mod is never negative. Divisors are positive."""


def evaluate(expression: Expression, dims: Sequence[Indices], symbols: Sequence[Indices]) -> Indices:
    """The value of an expression."""
    match expression:
        case Dim(position):
            return dims[position]
        case Symbol(position):
            return symbols[position]
        case Binary(operator, left, right):
            value: Indices = OPERATORS[operator](evaluate(left, dims, symbols), evaluate(right, dims, symbols))
            return value
    return np.asarray(expression, np.int64)
