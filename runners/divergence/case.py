"""A dispatch that gives other values than expected: what the bundle shows and the knobs are tried on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy.typing as npt

from runners.compared import Judging
from runners.contract import Output, RunCall
from runners.element_types import ElementType, of_numpy
from runners.stages.invocation import Tensor
from runners.stages.isolate import Recorded


@dataclass(frozen=True, slots=True)
class Case:
    """One run of a dispatch, and what it should have given.

    :ivar flow: the variant's module at the flow phase; ``flags`` what it is compiled with, ``call`` how it is run.
    :ivar recorded: what the trace recorded of the run in question.
    :ivar expected: the right values by position of the result, in the result's type or another; results that are not in it
        are not compared.
    :ivar judging: what counts as different.
    """

    flow: Path
    ordinal: int
    symbol: str
    recorded: Recorded
    flags: tuple[str, ...]
    expected: Mapping[int, npt.NDArray[Any]]
    judging: Judging
    call: RunCall = field(default_factory=RunCall)

    def check(self) -> None:
        """Check that the expected values have the shapes of the results.

        :raises LookupError: when the trace does not hold the dispatch.
        :raises ValueError: when a shape is another, or there is no such result.
        """
        made = self.recorded(self.ordinal, "out")
        for position, values in self.expected.items():
            if position >= len(made):
                raise ValueError(f"dispatch {self.ordinal} has {len(made)} results, there is none at position {position}")
            if values.shape != made[position].shape:
                raise ValueError(f"result {position} of dispatch {self.ordinal} has shape {made[position].shape}, the expected values have {values.shape}")

    def judge(self, results: Sequence[Tensor]) -> tuple[Output, ...]:
        """Results compared with what is expected, by position."""
        judged = []
        for position, values in sorted(self.expected.items()):
            result = results[position]
            judged.append(self.judging.values((result.load(), result.kind), (values, _kind_of(values, result.kind)), index=position))
        return tuple(judged)


def differs(outputs: Sequence[Output]) -> bool:
    """Whether any output differs by more than rounding."""
    return any(output.judgement == "different" for output in outputs)


def _kind_of(values: npt.NDArray[Any], result: ElementType) -> ElementType:
    return result if values.dtype == result.numpy else of_numpy(values.dtype)
