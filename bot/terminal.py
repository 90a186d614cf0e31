"""What is going on, in the terminal: a live line for the stage that runs, one line for each that ended."""

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.status import Status

_WORTH_A_LINE = 1.0
"""Seconds from which a stage gets a line of its own when nobody watches live."""


class TerminalObserver:
    """Shows stages on standard error: live where it is a terminal, plain lines for the long ones where it is not."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(stderr=True)
        self._status: Status | None = None

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._status = self._console.status("reading")
            self._status.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._status is not None:
            self._status.stop()

    def began(self, stage: str) -> None:
        """Show the stage as the one that runs."""
        if self._status is not None:
            self._status.update(stage)

    def ended(self, stage: str, seconds: float) -> None:
        """Leave a line behind."""
        if self._status is not None or seconds >= _WORTH_A_LINE:
            self._console.print(f"{stage:<28} {seconds:6.1f} s", style="dim", highlight=False, markup=False)
