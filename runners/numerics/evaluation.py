"""What the parts of one evaluation share: the arithmetic, the work that is left, and what could not be evaluated."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

from runners.numerics.arithmetic import Arithmetic
from runners.numerics.lanes import Lanes, nowhere
from runners.numerics.program import MalformedError, Operation, is_float

BLOCK = 1 << 18
"""Lanes that are worked on at a time; an array of them takes 2 MiB."""

_DEEPEST = 60


@dataclass(frozen=True, slots=True)
class Unsupported:
    """An operation that is not evaluated here, where it stands (``file:line:column``), and what about it is not covered."""

    operation: str
    location: str | None
    problem: str = ""

    def __str__(self) -> str:
        place = f" at {self.location}" if self.location else ""
        return f"{self.operation}{place}{f': {self.problem}' if self.problem else ''}"


class NotEvaluatedError(MalformedError):
    """A value is needed that an earlier operation did not give; ``cause`` is that operation."""

    def __init__(self, cause: Unsupported) -> None:
        super().__init__(str(cause))
        self.cause = cause


class SpentError(Exception):
    """More work, or operations deeper inside each other, than the evaluation may do. The text says which."""


class Evaluation:
    """One evaluation of one program.

    :param work: operations on single values that may be done, all in all.
    """

    def __init__(self, arithmetic: Arithmetic, work: int) -> None:
        self.arithmetic = arithmetic
        self._left = work
        self._depth = 0
        self._codes: dict[Unsupported, int] = {}

    def spend(self, work: int) -> None:
        """Account for work that is about to be done.

        :raises SpentError: when it is more than what is left.
        """
        self._left -= work
        if self._left < 0:
            raise SpentError("it takes more work than may be done for it")

    @contextlib.contextmanager
    def deeper(self) -> Iterator[int]:
        """One tensor operation more whose elements are being computed; gives how many that are.

        :raises SpentError: when they are too many.
        """
        self._depth += 1
        try:
            if self._depth > _DEEPEST:
                raise SpentError(f"more than {_DEEPEST} operations feed one another")
            yield self._depth
        finally:
            self._depth -= 1

    def blamed(self, operation: Operation, error: MalformedError | None = None) -> Unsupported:
        """What is not evaluated when this operation is not: itself, or what it needed."""
        if isinstance(error, NotEvaluatedError):
            return error.cause
        return Unsupported(operation.name, operation.location, "" if error is None else str(error))

    def code(self, cause: Unsupported) -> int:
        """The status code of lanes that are not known because of this."""
        return self._codes.setdefault(cause, -1 - len(self._codes))

    def refused(self, operation: Operation, error: MalformedError | None = None) -> tuple[Lanes, ...]:
        """Lanes for each result of an operation that is not evaluated."""
        code = self.code(self.blamed(operation, error))
        return tuple(nowhere(is_float(value.type.element), code) for value in operation.results)

    @property
    def unsupported(self) -> tuple[Unsupported, ...]:
        """What was not evaluated; code ``-1 - i`` is entry ``i``."""
        return tuple(self._codes)
