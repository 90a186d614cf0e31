"""What is known of one dispatch alone: does it give again what its trace recorded, and how far from exact is that?

Upstream errors cannot leak in: whatever the inputs are, a dispatch is right if it makes of them what its code says.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from runners.contract import Output
from runners.numerics.lanes import Reason
from runners.numerics.noise import Judged, Standing
from runners.stages.invocation import Tensor

Opinion = Literal["right", "wrong", "open", "unknown"]
"""Of a dispatch's own arithmetic. ``open``: its code leaves the values open, so that nobody is wrong."""


@dataclass(frozen=True, slots=True)
class Request:
    """One run of one dispatch to be checked, and the elements to look at: indices by position of the result."""

    ordinal: int
    iteration: int = 0
    worst: Mapping[int, Sequence[tuple[int, ...]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Held:
    """A result held against exact values.

    :ivar judged: None where all of the elements lie in memory that was not written to, which is no value at all.
    :ivar open: whether the program leaves all of the elements open that were chosen because they differ.
    :ivar scale: the root mean square of the result.
    :ivar exact: values of the elements that were chosen because they differ, by index; words where there is none.
    """

    judged: Judged | None
    open: bool
    scale: float
    exact: Mapping[tuple[int, ...], float | int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Local:
    """What was found of one run of one dispatch.

    :ivar held: its results held against exact values, by position; without those that were not evaluated.
    :ivar reference: its results compared with what the reference code generation makes of the same inputs, where that was asked.
    :ivar problem: why something of this is missing.
    """

    request: Request
    held: Mapping[int, Held] = field(default_factory=dict)
    reference: tuple[Output, ...] = ()
    problem: str | None = None

    @property
    def standing(self) -> Standing | None:
        """The worst of the results that were held against exact values."""
        found = [held.judged.a for held in self.held.values() if held.judged is not None and held.judged.a is not None]
        return max(found, key=lambda standing: (not standing.within_noise, standing.ratio), default=None)

    @property
    def left_open(self) -> tuple[str, ...]:
        """Why the program leaves elements open that were looked at; empty where it leaves none."""
        found = (
            str(reason)
            for held in self.held.values()
            if held.judged is not None and held.judged.open
            for reason in held.judged.why
            if isinstance(reason, Reason)
        )
        return tuple(dict.fromkeys(found))

    @property
    def relative_error(self) -> float:
        """The largest error of any result as a multiple of that result's root mean square; 0 where none is known."""
        known = [(held.judged.a, held.scale) for held in self.held.values() if held.judged is not None]
        return max((standing.error / (scale or 1.0) for standing, scale in known if standing is not None), default=0.0)

    @property
    def opinion(self) -> Opinion:
        """Whether the dispatch makes of its inputs what its code says: by exact values, else by the reference."""
        standing = self.standing
        if standing is not None and not standing.within_noise:
            return "wrong"
        if any(held.open for held in self.held.values()):
            return "open"
        if standing is not None or any(held.judged is None for held in self.held.values()):
            return "right"
        if self.reference:
            return "wrong" if any(output.judgement == "different" for output in self.reference) else "right"
        return "unknown"


_BEYOND_TELLING = 1e6


def said_of(standing: Standing) -> str:
    """How far from exact, in words that follow a subject: *errs by up to 3, 70 times the noise floor*."""
    if not math.isfinite(standing.error):
        return "gives NaN or an infinity where the exact value is a number, or the other way round"
    if not math.isfinite(standing.ratio):
        return f"errs by up to {standing.error:.3g}, where rounding explains no error"
    if standing.ratio > _BEYOND_TELLING:
        return f"errs by up to {standing.error:.3g}, where rounding explains {floor_of(standing):.2g}"
    return f"errs by up to {standing.error:.3g}, {standing.ratio:.3g} times the noise floor"


def floor_of(standing: Standing | None) -> float | None:
    """The noise floor at the element with the largest error; None where none can be given."""
    if standing is None or not standing.ratio or not math.isfinite(standing.ratio):
        return None
    return standing.error / standing.ratio


def with_exact(output: Output, local: Local | None, position: int) -> Output:
    """The comparison of a dispatch's result with the exact values of its worst elements, as far as they are known."""
    held = None if local is None else local.held.get(position)
    if held is None or not held.exact:
        return output
    worst = tuple(element.model_copy(update={"exact": held.exact.get(element.index)}) for element in output.worst)
    return output.model_copy(update={"worst": worst})


@dataclass(frozen=True, slots=True)
class Confirmed:
    """Replays of one run of one dispatch, alone in a module: how many gave what the trace recorded, but for rounding.

    :ivar problem: why it cannot be replayed.
    """

    again: int
    of: int
    stable: bool
    results: tuple[tuple[Tensor, ...], ...] = ()
    problem: str | None = None
