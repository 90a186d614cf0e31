"""Values of many elements at once, each with a status: known, left open by the program's semantics, or not evaluated."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Status = npt.NDArray[np.int16]
"""0 where a value is known; a position in :data:`REASONS` plus one where it is open; below 0 where it was not evaluated."""


class Reason(StrEnum):
    """Why the semantics of the program leave a value open."""

    UNWRITTEN = "it is never written"
    OUTSIDE = "an index lies outside of its tensor"
    CONVERSION = "a float is converted to an integer type that cannot hold it"
    SHIFT = "a shift by as many bits as the type has, or more"
    DIVISION = "an integer is divided by zero"
    QUOTIENT = "a quotient of integers does not fit its type"
    OVERFLOW = "an integer overflows in an operation that promises not to (nsw or nuw)"
    NOT_NAN = "a NaN in an operation that promises that there is none (nnan)"
    NOT_INFINITE = "an infinity in an operation that promises that there is none (ninf)"
    BOUNDS = "a value is clamped between bounds that are the wrong way round"


REASONS = tuple(Reason)


@dataclass(frozen=True, slots=True)
class Lanes:
    """Values in shapes that broadcast against each other: float64 for floats, int64 (sign-extended from their width) for integers.

    :ivar status: of a shape that broadcasts to that of ``values``; None where all are known.
    """

    values: Array
    status: Status | None = None

    def broadcast(self, shape: tuple[int, ...]) -> "Lanes":
        """The same with an entry for each lane of ``shape``."""
        status = None if self.status is None else np.broadcast_to(self.status, shape)
        return Lanes(np.broadcast_to(self.values, shape), status)

    def statuses(self, shape: tuple[int, ...]) -> Status:
        """A status for each lane of ``shape``."""
        return np.zeros(shape, np.int16) if self.status is None else np.broadcast_to(self.status, shape)


def merged(statuses: Iterable[Status | None]) -> Status | None:
    """Of each lane the first status that is not 0: what is made of an open value is open."""
    result: Status | None = None
    for status in statuses:
        if status is not None:
            result = status if result is None else np.where(result != 0, result, status)
    return result


def opened(reason: Reason, mask: Array) -> Status | None:
    """A status with this reason where ``mask`` holds."""
    return np.where(mask, np.int16(REASONS.index(reason) + 1), np.int16(0)) if np.any(mask) else None


def chosen(mask: Array, yes: Lanes, no: Lanes) -> Lanes:
    """Lane by lane the one or the other, with the status of the one that is taken."""
    status = None
    if yes.status is not None or no.status is not None:
        zero = np.int16(0)
        status = np.where(mask, zero if yes.status is None else yes.status, zero if no.status is None else no.status)
    return Lanes(np.where(mask, yes.values, no.values), status)


def nowhere(element_is_float: bool, code: int) -> Lanes:
    """One value that stands for all lanes and is not known, with its status code."""
    return Lanes(np.zeros((), np.float64 if element_is_float else np.int64), np.full((), code, np.int16))


def open_everywhere(element_is_float: bool, reason: Reason) -> Lanes:
    """One value that stands for all lanes and is left open for this reason."""
    return nowhere(element_is_float, REASONS.index(reason) + 1)
