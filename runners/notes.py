"""What the reader should know beside the verdict. Pure: facts in, notes out."""

import math
from collections.abc import Iterator, Mapping, Sequence

from runners.contract import Comparison, Note, Output, ReproSpec
from runners.flags import Flag
from runners.stages.invocation import Execution, Tensor


def notes_on_spec(spec: ReproSpec) -> Iterator[Note]:
    """What the request itself hides or brings along."""
    splats = [str(i.index) for i in spec.inputs if i.kind in ("splat", "zeros") and i.shape and max(i.shape) > 1]
    if splats:
        yield Note(code="splat_inputs", text=f"Input {', '.join(splats)} has one value everywhere: differences of layout and indexing do not show.")
    if any(Flag.parse(f).name == "iree-util-zero-fill-elided-attrs" for v in spec.variants for f in v.compile.flags):
        yield Note(code="zero_filled", text="--iree-util-zero-fill-elided-attrs is in use: constants that the program left out are zeros.")


def notes_on_runs(executions: Mapping[str, Execution], unstable: Sequence[str]) -> Iterator[Note]:
    """Flags that had no effect, and bits that flicker without it mattering."""
    ignored = sorted({flag for e in executions.values() for flag in e.ignored_flags})
    if ignored:
        yield Note(code="flag_ignored", text=f"The runtime does not know {', '.join(ignored)} here: run without.")
    for name, execution in executions.items():
        if not execution.bit_stable and name not in unstable:
            yield Note(code="bit_flicker", text=f"{name} is not bit for bit the same from run to run; the differences are within noise.")


def notes_on_results(name: str, results: Sequence[Tensor], passed: Sequence[Tensor]) -> Iterator[Note]:
    """Results that are an argument, bit for bit: a program that does nothing, or a buffer that was handed through."""
    for i, result in enumerate(results):
        for k, argument in enumerate(passed):
            if result.sha256 == argument.sha256 and result.shape == argument.shape and math.prod(result.shape) > 1:
                yield Note(code="output_is_input", text=f"Output {i} of {name} is argument {k}, bit for bit.")


def notes_on_comparisons(comparisons: Sequence[Comparison]) -> Iterator[Note]:
    """How it was judged, and outputs that say little."""
    if any("table by type" in o.reason for c in comparisons for o in c.outputs):
        yield Note(code="tolerance_table", text="Judged by a table (element type and length of the longest reduction), not by a measured noise floor.")
    for comparison in comparisons:
        for output in comparison.outputs:
            yield from _notes_on_output(comparison, output)


def _notes_on_output(comparison: Comparison, output: Output) -> Iterator[Note]:
    if output.kind == "argument":
        yield Note(code="argument_changed", text=f"{comparison.a} changes its argument {output.index} while it runs.")
        return
    sides = ((comparison.a, output.nan.a, output.zero.a), (comparison.b, output.nan.b, output.zero.b))
    for name, nan, zero in sides:
        if output.elements > 1 and nan == output.elements:
            yield Note(code="all_nan", text=f"Output {output.index} of {name} is NaN everywhere.")
        if output.elements > 1 and zero == output.elements:
            yield Note(code="all_zero", text=f"Output {output.index} of {name} is zero everywhere.")
