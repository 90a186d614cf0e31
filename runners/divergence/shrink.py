"""A smaller dispatch that shows the same: a few rows of the outermost dimension, where the rest does not matter.

Whether a dimension may be cut is not read off the code. It is cut, and what comes of it is held to account: the smaller
function must still make of its inputs what is expected there, and the build must still make something else of them.
"""

import hashlib
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.contract import Output
from runners.divergence.bundle_trial import Form, Trial, Tried
from runners.divergence.case import Case, differs
from runners.element_types import encode
from runners.numerics.arbiter import exact
from runners.stages.body import read_body
from runners.stages.compile import CompileCache, compile_program
from runners.stages.invocation import Tensor
from runners.stages.isolate import reference_flags
from runners.stages.job import Job
from runners.stages.replay import Call, replay
from runners.toolchain import Toolchain

Values = npt.NDArray[Any]

WORTHWHILE = 4096
"""Elements, of all tensors that would become smaller, up to which nothing is cut."""
_MOST_IN_FULL = 1 << 16
"""Elements of a result up to which all of them are evaluated."""
_WORK = 1 << 26
"""Operations on single values that this may take."""
_REFERENCE_DEVICE = "local-task"


@dataclass(frozen=True, slots=True)
class Cut:
    """Some rows, from ``start`` on, of every tensor whose outermost extent is ``extent``; of those of one rank only if it is given."""

    extent: int
    start: int
    rows: int
    rank: int | None = None

    def applies(self, shape: Sequence[int]) -> bool:
        """Whether a tensor of this shape becomes smaller."""
        return len(shape) > 0 and shape[0] == self.extent and self.rank in (None, len(shape))

    def of(self, values: Values) -> Values:
        """The rows of such a tensor; another as it is."""
        return values[self.start : self.start + self.rows] if self.applies(values.shape) else values

    def types(self, text: str) -> str:
        """The text with the types of such tensors changed. Whatever else depends on the extent stays, and no longer fits."""

        def smaller(found: re.Match[str]) -> str:
            shape = [int(extent) for extent in found[1].split("x") if extent]
            return f"tensor<{'x'.join(map(str, [self.rows, *shape[1:]]))}x" if self.applies(shape) else found[0]

        return re.sub(r"\btensor<((?:\d+x)+)(?=[a-z])", smaller, text)


def cuts(shape: tuple[int, ...], worst: tuple[int, ...]) -> Iterator[Cut]:
    """What is tried of a result, at most three: the row of its worst element, of all tensors, then of those of its rank; then half of the rows.

    :param worst: the index of the worst element.
    """
    if not shape or shape[0] < 2:
        return
    (extent, *_), (row, *_), half = shape, worst, shape[0] // 2
    yield Cut(extent, row, 1)
    yield Cut(extent, row, 1, len(shape))
    if half > 1:
        yield Cut(extent, min(row // half * half, extent - half), half)


@dataclass(frozen=True, slots=True)
class Shrunk:
    """A smaller form that shows the difference in every run, with its files in ``folder``, and what was done in a sentence."""

    tried: Tried
    folder: Path
    sentence: str


def shrink(job: Job, toolchain: Toolchain, case: Case, tried: Tried, repeats: int) -> Shrunk | None:
    """A smaller dispatch with the same finding, of a plain function that shows it; None where none of those tried does.

    It compiles; the reference code generation, else exact values, say that it makes of the rows of the inputs the expected
    rows but for rounding; and the build makes something else of them in each of ``repeats`` runs.

    :param tried: the function, and how it showed the difference.
    :raises MachineError: when a tool cannot be started or the disk is full.
    """
    worst = next((output for output in tried.outputs if output.judgement == "different" and output.worst and output.shape), None)
    if worst is None or worst.shape is None:
        return None
    text = tried.form.text.read_text(encoding="utf-8")
    seen = {text}
    for cut in cuts(worst.shape, worst.worst[0].index):
        small = cut.types(text)
        if small in seen or _saved(case, cut) <= WORTHWHILE:
            continue
        seen.add(small)
        smaller = _smaller_case(job, case, cut)
        form = _smaller_form(job, tried.form, smaller, cut, small)
        if not _means_the_same(job, toolchain, smaller, form):
            continue
        folder = job.subfolder("shrunk")
        again = Trial(job, toolchain, smaller, folder).of(form, repeats)
        if again.shows == repeats and any(o.index == worst.index and o.judgement == "different" for o in again.outputs):
            return Shrunk(again, folder, _sentence(worst, cut))
    return None


def _sentence(worst: Output, cut: Cut) -> str:
    before = worst.shape or ()
    rows = "the row of the worst element" if cut.rows == 1 else f"rows {cut.start} to {cut.start + cut.rows - 1}, with the worst element"
    return f"Shrunk from {'x'.join(map(str, before))} to {'x'.join(map(str, (cut.rows, *before[1:])))}: {rows}."


def _saved(case: Case, cut: Cut) -> int:
    tensors = [*case.recorded(case.ordinal, "in"), *case.recorded(case.ordinal, "out")]
    return sum(math.prod(tensor.shape) for tensor in tensors if cut.applies(tensor.shape))


def _smaller_case(job: Job, case: Case, cut: Cut) -> Case:
    """The case with the rows of what its dispatch read, gave and should have given; nothing else is recorded of it."""
    folder = job.subfolder("rows")
    rows = {
        side: [_stored(folder / f"{side}_{i}", tensor, cut.of(tensor.load())) if cut.applies(tensor.shape) else tensor for i, tensor in enumerate(tensors)]
        for side in ("in", "out")
        for tensors in [case.recorded(case.ordinal, side)]
    }
    expected = {position: cut.of(values) for position, values in case.expected.items()}
    return replace(case, recorded=lambda _ordinal, side: rows[side], expected=expected)


def _stored(file: Path, like: Tensor, values: Values) -> Tensor:
    raw = encode(values, like.kind)
    file.write_bytes(raw)
    return Tensor(like.kind, values.shape, file, hashlib.sha256(raw).hexdigest())


def _smaller_form(job: Job, form: Form, case: Case, cut: Cut, text: str) -> Form:
    file = job.subfolder("shrink") / form.file
    file.write_text(text, encoding="utf-8")
    parameters = tuple(parameter.model_copy(update={"type": cut.types(parameter.type)}) for parameter in form.parameters)
    return replace(form, text=file, parameters=parameters, call=Call(form.call.function, tuple(p.value(case.recorded) for p in parameters)))


def _means_the_same(job: Job, toolchain: Toolchain, case: Case, form: Form) -> bool:
    """Whether the function makes of its inputs what is expected but for rounding."""
    return any(made is not None and not differs(case.judge(made)) for made in (way(job, toolchain, case, form) for way in (_by_the_reference, _exactly)))


def _by_the_reference(job: Job, toolchain: Toolchain, _case: Case, form: Form) -> Sequence[Tensor] | None:
    compiled = compile_program(job, toolchain, form.text, reference_flags(toolchain.release), CompileCache(job.settings))
    if compiled.module is None:
        return None
    results = replay(job, toolchain, compiled.module, _REFERENCE_DEVICE, [form.call], 1)[0].results
    return results[0] if results else None


def _exactly(job: Job, toolchain: Toolchain, case: Case, form: Form) -> Sequence[Tensor] | None:
    """Where the reference code generation has the fault itself: every element evaluated without any."""
    program = read_body(job, toolchain, form.text, form.call.function).program
    if program is None or not all(isinstance(given, Tensor) for given in form.call.inputs):
        return None
    given = [tensor.load() for tensor in form.call.inputs if isinstance(tensor, Tensor)]
    folder, made = job.subfolder("exact"), list(case.recorded(case.ordinal, "out"))
    for position in case.expected:
        like = made[position]
        if math.prod(like.shape) > _MOST_IN_FULL:
            return None
        indices = np.stack(np.unravel_index(np.arange(math.prod(like.shape)), like.shape), axis=1) if like.shape else np.zeros((1, 0), np.int64)
        try:
            known = exact(program, given, position, indices, work=_WORK)
        except ValueError:  # the body is written for other types than those of the call
            return None
        if not known.known.all():
            return None
        made[position] = _stored(folder / f"{position}", like, known.values.astype(like.kind.numpy).reshape(like.shape))
    return made
