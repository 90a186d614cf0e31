"""Outputs held against each other: variant against variant, variant against expected values, run against run."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.contract import Comparison, Output, Tolerance
from runners.element_types import ElementType
from runners.golden import Golden
from runners.numerics.compare import compare
from runners.numerics.judge import judge
from runners.numerics.patterns import patterns
from runners.stages.arguments import Argument
from runners.stages.invocation import Execution, Tensor


@dataclass(frozen=True, slots=True)
class Side:
    """What one variant gave: its results of the first run, and its arguments after it."""

    name: str
    results: tuple[Tensor, ...]
    arguments: tuple[Tensor | None, ...] = ()


Typed = tuple[npt.NDArray[Any], ElementType]
"""Values with their element type."""


@dataclass(frozen=True, slots=True)
class Judging:
    """How differences are judged: the reporter's tolerance if any, and the longest reduction that is possible."""

    tolerance: Tolerance | None
    reduction: int

    def __call__(self, a: Tensor, b: Tensor, *, index: int = 0, name: str = "") -> Output:
        """Compare two tensors, judge the difference, and say what it looks like."""
        return self.values((a.load(), a.kind), (b.load(), b.kind), index=index, name=name)

    def briefly(self, a: Tensor, b: Tensor) -> Output:
        """Compare two tensors and judge the difference, without looking for what it looks like."""
        x, y = a.load(), b.load()
        return judge(compare(x, y, kind_a=a.kind, kind_b=b.kind), x, y, reduction=self.reduction, tolerance=self.tolerance)

    def golden(self, a: Tensor, b: Golden) -> Output:
        """Compare a tensor with expected values; only the part that is there where a print was cut."""
        values = a.load()
        if b.values.size < int(np.prod(b.shape, dtype=np.int64)) and a.shape == b.shape:
            values = values.reshape(-1)[: b.values.size]
        return self.values((values, a.kind), (b.values, b.kind), digits=b.digits, index=b.index)

    def values(self, a: Typed, b: Typed, *, digits: int | None = None, index: int = 0, name: str = "") -> Output:
        """Compare two arrays; ``digits`` where b was printed with so many."""
        (x, kind_x), (y, kind_y) = a, b
        figures = compare(x, y, kind_a=kind_x, kind_b=kind_y, digits=digits, index=index, name=name)
        output = judge(figures, x, y, reduction=self.reduction, tolerance=self.tolerance, digits=digits)
        if output.judgement != "different" or x.shape != y.shape:
            return output
        return output.model_copy(update={"patterns": patterns(x, y, kind_a=kind_x, kind_b=kind_y, digits=digits)})


def longest_axis(arguments: Iterable[Argument], results: Iterable[Tensor]) -> int:
    """The longest extent of any argument or result: the longest reduction along one axis that the program can make of them."""
    shapes = [*(a.shape for a in arguments), *(r.shape for r in results)]
    return max((extent for shape in shapes for extent in shape), default=1)


def one_against_other(a: Side, b: Side, judging: Judging) -> Comparison:
    """Result by result; one that only one side has is different."""
    outputs = [judging(x, y, index=i) for i, (x, y) in enumerate(zip(a.results, b.results, strict=False))]
    longer = a if len(a.results) > len(b.results) else b
    for i, tensor in enumerate(longer.results[len(outputs) :], start=len(outputs)):
        outputs.append(Output(index=i, shape=tensor.shape, dtype=tensor.kind.name, judgement="different", reason=f"Only {longer.name} has this output."))
    return Comparison(a=a.name, b=b.name, outputs=tuple(outputs))


def against_golden(side: Side, golden: Sequence[Golden], judging: Judging) -> Comparison:
    """Each expected output against the result of its number."""
    outputs = []
    for expected in golden:
        if expected.index < len(side.results):
            outputs.append(judging.golden(side.results[expected.index], expected))
        else:
            reason = f"{side.name} has {len(side.results)} outputs; the report expects one numbered {expected.index}."
            outputs.append(Output(index=expected.index, shape_b=expected.shape, dtype=expected.kind.name, judgement="different", reason=reason))
    return Comparison(a=side.name, b="expected", outputs=tuple(outputs))


def changed_arguments(side: Side, passed: Sequence[Tensor], judging: Judging) -> Comparison | None:
    """Arguments that are not what was passed once the program has run; None where all are."""
    changed = [
        judging(after, before, index=i).model_copy(update={"kind": "argument"})
        for i, (after, before) in enumerate(zip(side.arguments, passed, strict=False))
        if after is not None and after.sha256 != before.sha256
    ]
    return Comparison(a=side.name, b="as passed", outputs=tuple(changed)) if changed else None


def flickers(execution: Execution, judging: Judging) -> bool:
    """Whether some repeat differs from the first one by more than noise."""
    first = execution.results[0]
    return any(judging(x, y).judgement == "different" for repeat in execution.results[1:] for x, y in zip(first, repeat, strict=True) if x.sha256 != y.sha256)
