"""A dispatch as a plain function on tensors: what an engineer reads, and what compiles without the rest of the program."""

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from pydantic import ValidationError

from runners.contract import Model
from runners.element_types import ElementType
from runners.flags import Flag
from runners.sandbox import Limits, run
from runners.stages.compile import Compilation, CompileCache, compile_program
from runners.stages.isolate import Parameter, Recorded, Result
from runners.stages.job import Job
from runners.stages.replay import Call
from runners.toolchain import Toolchain

_IMPORT_FLAGS = ("iree-input-type",)
"""Flags that say what a program is written in; a plain function is always written in linalg on tensors."""


class Intermediate(Model):
    """A tensor inside of a body: the operation that makes it, its type, and where that operation comes from."""

    operation: str
    type: str
    location: str | None = None


class _Answer(Model):
    parameters: tuple[Parameter, ...] = ()
    results: tuple[Result, ...] = ()
    intermediates: tuple[Intermediate, ...] = ()
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Plain:
    """A dispatch as the function ``name`` in ``text``, a file of MLIR; None where ``problem`` says why there is none.

    Its results are those of the dispatch, then the intermediates where they were asked for. Scalars are tensors of rank 0.
    """

    name: str
    text: Path | None = None
    parameters: tuple[Parameter, ...] = ()
    results: tuple[Result, ...] = ()
    intermediates: tuple[Intermediate, ...] = ()
    problem: str | None = None

    def call(self, recorded: Recorded) -> Call:
        """The call of the function with values that a trace recorded.

        :raises LookupError: when the trace does not hold one of them.
        """
        return Call(self.name, tuple(parameter.value(recorded) for parameter in self.parameters))


def plain(
    job: Job,
    toolchain: Toolchain,
    flow: Path,
    ordinal: int,
    *,
    name: str | None = None,
    recorded: Recorded | None = None,
    constants: Collection[int] = (),
    intermediates: bool = False,
) -> Plain:
    """Take the body of one dispatch out of its executable and write it as a function on tensors.

    What is loaded and stored whole is parameter and result; parts become slices. What a dispatch leaves unwritten of a
    result is zero.

    :param flow: the module at the flow phase, as the compiler of ``toolchain`` wrote it.
    :param name: of the function; what is no letter, digit or underscore is replaced. ``dispatch_<ordinal>`` by default.
    :param recorded: what a trace recorded: the function then has these shapes, and index operands are constants.
    :param constants: positions of operands whose recorded values are written into the text; they are no parameters.
    :param intermediates: return what the body's operations compute on the way, too.
    :raises LookupError: when ``recorded`` does not hold the dispatch.
    :raises ValueError: when one of ``constants`` is complex, has no elements, or is no operand that was recorded.
    :raises MachineError: when the toolchain's Python cannot be started or the disk is full.
    """
    named = re.sub(r"\W", "_", name or f"dispatch_{ordinal}")
    empty = Plain(named if re.match(r"[A-Za-z_]", named) else f"_{named}")
    folder = job.subfolder("plain")
    text, answer = folder / "dispatch.mlir", folder / "answer.json"
    asked = {"ordinal": ordinal, "name": empty.name, "text": str(text), "intermediates": intermediates, **_known(recorded, ordinal, constants)}
    (folder / "job.json").write_text(json.dumps(asked), encoding="utf-8")
    with as_file(files("runners.stages") / "plain_probe.py") as probe:
        finished = run(
            [toolchain.python, "-I", probe, flow, folder / "job.json", answer],
            folder=folder,
            limits=Limits.of(job.settings, seconds=job.settings.compile_timeout_s),
        )
    try:
        found = _Answer.model_validate_json(answer.read_bytes()) if finished.succeeded else None
    except (OSError, ValidationError):
        found = None
    if found is None:
        last = finished.stderr.strip().splitlines()[-1:] or [finished.why("the plain probe")]
        return replace(empty, problem=f"the body cannot be written as a function on tensors: {last[0][:300]}")
    if found.problem is not None:
        return replace(empty, problem=f"the body cannot be written as a function on tensors: {found.problem}")
    return Plain(empty.name, text, found.parameters, found.results, found.intermediates)


def _known(recorded: Recorded | None, ordinal: int, constants: Collection[int]) -> dict[str, object]:
    """What the trace says of the operands, as far as it goes into the text."""
    given, made = (recorded(ordinal, "in"), recorded(ordinal, "out")) if recorded is not None else ((), ())
    if not set(constants) <= set(range(len(given))):
        raise ValueError(f"{len(given)} operands are recorded, numbered from 0; asked for as constants: {sorted(constants)}")
    return {
        "shapes": None if recorded is None else {"in": [tensor.shape for tensor in given], "out": [tensor.shape for tensor in made]},
        "values": {i: int(tensor.load()) for i, tensor in enumerate(given) if not tensor.shape and tensor.kind.name == "i64"},
        "constants": {i: dense_elements(given[i].load(), given[i].kind) for i in constants},
    }


def dense_elements(values: npt.NDArray[Any], kind: ElementType) -> str:
    """The elements as MLIR writes them in ``dense<...>``: integers as numbers, floats as their bits, so that none is rounded.

    :raises ValueError: for complex numbers, and where there are no elements.
    """
    if kind.kind == "complex" or not values.size:
        raise ValueError(f"{'x'.join(map(str, [*values.shape, kind.name]))} cannot be written as a constant")
    if kind.kind == "bool":
        return json.dumps(values.tolist())
    if kind.kind != "float":
        return json.dumps(values.tolist())
    bits = np.asarray(values, order="C").view(f"u{values.dtype.itemsize}")
    return json.dumps(np.vectorize(lambda element: f"{element:#0{kind.bits // 4 + 2}x}", otypes=[object])(bits).tolist()).replace('"', "")


def plain_flags(flags: Sequence[str]) -> tuple[str, ...]:
    """The flags of a variant as far as they apply to a plain function."""
    return tuple(flag for flag in flags if Flag.parse(flag).name not in _IMPORT_FLAGS)


def compile_plain(job: Job, toolchain: Toolchain, made: Plain, flags: Sequence[str], cache: CompileCache) -> Compilation:
    """Compile a plain function, from the beginning, with the flags of a variant.

    :raises ValueError: when there is no function.
    :raises MachineError: when the compiler cannot be started or the disk is full.
    """
    if made.text is None:
        raise ValueError(f"there is no function to compile: {made.problem}")
    return compile_program(job, toolchain, made.text, plain_flags(flags), cache)
