"""What is being done right now, and how long each stage took."""

import contextlib
import time
from collections.abc import Iterator
from typing import Protocol

from runners.contract import StageTime


class Observer(Protocol):
    """Somebody who watches: a terminal, a log, a comment."""

    def began(self, stage: str) -> None:
        """A stage has begun."""

    def ended(self, stage: str, seconds: float) -> None:
        """It has ended, well or not, after so many seconds."""


class Silent:
    """An observer that looks away."""

    def began(self, stage: str) -> None:
        """Nothing."""

    def ended(self, stage: str, seconds: float) -> None:
        """Nothing."""


class Progress:
    """Tells the observer of each stage and keeps its time."""

    def __init__(self, observer: Observer | None = None) -> None:
        self._observer = observer or Silent()
        self._times: list[StageTime] = []

    @contextlib.contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """The body of this context is the stage."""
        began = time.monotonic()
        self._observer.began(name)
        try:
            yield
        finally:
            seconds = time.monotonic() - began
            self._times.append(StageTime(stage=name, seconds=round(seconds, 3)))
            self._observer.ended(name, seconds)

    @property
    def times(self) -> tuple[StageTime, ...]:
        """Stages in the order in which they ended."""
        return tuple(self._times)
