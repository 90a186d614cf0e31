"""One call of a module, and how it ended: what the stages hand to each other."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.contract import RunCall
from runners.element_types import ElementType, decode
from runners.stages.arguments import Argument


@dataclass(frozen=True, slots=True)
class Tensor:
    """One tensor that a run gave back: raw bytes in a file, or a number for a scalar result.

    ``sketch`` stands for one that was too large to keep, see :mod:`runners.stages.sketch`; it cannot be loaded. Of one that
    is ``untraced`` nothing is known, since the release cannot show it.
    """

    kind: ElementType
    shape: tuple[int, ...]
    file: Path | None
    sha256: str
    value: float | int | None = None
    sketch: tuple[float, ...] | None = None
    untraced: bool = False

    @property
    def kept(self) -> bool:
        """Whether its elements are there."""
        return self.sketch is None and not self.untraced

    def load(self) -> npt.NDArray[Any]:
        """The values, unpacked; a view of the mapped file where elements are whole bytes."""
        if not self.kept:
            raise LookupError("the elements of this tensor were not kept")
        if self.file is None:
            return np.asarray(self.value, self.kind.numpy)
        raw = np.memmap(self.file, np.uint8, "r") if self.file.stat().st_size else np.zeros(0, np.uint8)
        return decode(raw, self.shape, self.kind)

    @property
    def type(self) -> str:
        """Shape and element type as IREE prints them: ``5x4xf32``."""
        return "x".join([*map(str, self.shape), self.kind.name])


@dataclass(frozen=True, slots=True)
class TraceEvent:
    """Operands (``in``), ``workload`` or results (``out``) of one execution of one dispatch; scalars as tensors of rank 0."""

    ordinal: int
    side: str
    tensors: tuple[Tensor, ...]


@dataclass(frozen=True, slots=True)
class Execution:
    """How the runs of one module ended. ``results[r]`` are the results of repeat ``r``; ``reason`` says what failed.

    ``printed`` holds all that the (last) process printed as messages.
    """

    seconds: float
    exit: int
    reason: str | None
    log: str
    function: str
    declaration: str
    results: tuple[tuple[Tensor, ...], ...] = ()
    arguments: tuple[Tensor | None, ...] = ()
    trace: tuple[TraceEvent, ...] = ()
    ignored_flags: tuple[str, ...] = ()
    trace_stopped: bool = False
    printed: Path | None = None

    @property
    def bit_stable(self) -> bool:
        """Whether every repeat gave the same bits."""
        return len({tuple((t.sha256, t.value) for t in repeat) for repeat in self.results}) <= 1


@dataclass(frozen=True, slots=True)
class Invocation:
    """One call of a module: function, device and flags; arguments; parameter archives by scope."""

    call: RunCall
    arguments: tuple[Argument, ...] = ()
    parameters: tuple[tuple[str, Path], ...] = ()
