"""Isolation: dispatches taken out of a flow module, each a public function of its own that the traced tensors can be fed to."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Literal

import numpy as np
from pydantic import TypeAdapter, ValidationError

from runners.contract import Model
from runners.flags import Flag, translated
from runners.release import Release
from runners.sandbox import Limits, run
from runners.stages.compile import Compilation, CompileCache, compile_program
from runners.stages.invocation import Tensor, TraceEvent
from runners.stages.job import Job
from runners.stages.replay import Call
from runners.toolchain import Toolchain

Side = Literal["in", "out", "workload"]
Recorded = Callable[[int, str], Sequence[Tensor]]
"""The tensors that a trace holds for a dispatch, by ordinal and side."""

REFERENCE = ("--iree-hal-target-backends=llvm-cpu", "--iree-llvmcpu-target-cpu=generic")
"""The reference code generation: the CPU's, without anything that a particular processor has."""


class Source(Model):
    """Where a value is recorded: a tensor or scalar of a dispatch's trace, or one extent of it if ``axis`` is given."""

    ordinal: int
    side: Side
    position: int
    axis: int | None = None


class Parameter(Model):
    """One parameter of an isolated function: its type in the program (``tensor<?x4xf32>``, ``index``, ``f32``) and its source.

    What an ``uninitialised`` one holds is of no meaning: where a dispatch leaves it as it is, its result is of none either.
    """

    type: str
    source: Source
    uninitialised: bool = False

    @property
    def is_tensor(self) -> bool:
        """Whether it is a tensor, and not a scalar."""
        return self.type.startswith("tensor")

    def value(self, recorded: Recorded) -> Tensor | int:
        """What the function is given: the recorded tensor, or the bits of the scalar as a signed integer.

        :raises LookupError: when the trace does not hold it.
        """
        found = recorded(self.source.ordinal, self.source.side)[self.source.position]
        if self.is_tensor:
            return found
        if self.source.axis is not None:
            return found.shape[self.source.axis]
        bits = found.load().reshape(1).view(np.uint8).tobytes()
        return int.from_bytes(bits, "little", signed=len(bits) >= _SHORTEST_INTEGER)


_SHORTEST_INTEGER = 4
"""Bytes of the smallest integer that is passed; shorter scalars are the low bits of one."""


class Result(Model):
    """One result of an isolated function: which result of which dispatch it is, and its type in the program."""

    ordinal: int
    position: int
    type: str


class Function(Model):
    """One function of an isolated module: how it is called and what it gives, or the ``problem`` that prevented it."""

    name: str
    ordinals: tuple[int, ...]
    parameters: tuple[Parameter, ...] = ()
    results: tuple[Result, ...] = ()
    problem: str | None = None

    def call(self, recorded: Recorded) -> Call:
        """The call of this function with values that a trace recorded.

        :raises LookupError: when the trace does not hold one of them.
        """
        return Call(self.name, tuple(parameter.value(recorded) for parameter in self.parameters))


@dataclass(frozen=True, slots=True)
class Isolated:
    """Dispatches in a module of their own, at the flow phase.

    ``module`` is for the device of the module they come from; ``bare`` has no device, so that target flags decide it;
    ``text`` is the latter for people. All three are None where nothing could be isolated; then the functions say why.
    """

    functions: tuple[Function, ...]
    module: Path | None = None
    bare: Path | None = None
    text: Path | None = None

    @property
    def ready(self) -> tuple[Function, ...]:
        """The functions that the module has."""
        return tuple(function for function in self.functions if function.problem is None)

    def of(self, ordinal: int) -> Function:
        """The function that holds this dispatch.

        :raises LookupError: when none was asked for.
        """
        found = next((function for function in self.functions if ordinal in function.ordinals), None)
        if found is None:
            raise LookupError(f"dispatch {ordinal} was not isolated")
        return found


def isolate(job: Job, toolchain: Toolchain, flow: Path, ordinals: Sequence[int]) -> Isolated:
    """One module with a function ``dispatch_<ordinal>`` for each of these dispatches; they share executables as before.

    Extents stay dynamic, scalars that are constants where the dispatch is called stay constants, operands with an
    encoding are encoded again. What cannot be isolated is a function with its problem.

    :param flow: the module at the flow phase, as the compiler of ``toolchain`` wrote it.
    :raises MachineError: when the toolchain's Python cannot be started or the disk is full.
    """
    return _isolate(job, toolchain, flow, [Function(name=f"dispatch_{ordinal}", ordinals=(ordinal,)) for ordinal in dict.fromkeys(ordinals)])


def isolate_region(job: Job, toolchain: Toolchain, flow: Path, ordinals: Sequence[int]) -> Isolated:
    """One function ``region`` with all of these dispatches, in program order, feeding each other as in the program.

    What comes from outside of the group is a parameter; every result of every dispatch is a result. Reshapes, slices,
    updates and the like between them are copied. They must stand in one straight line of code.

    :raises MachineError: as :func:`isolate`.
    """
    return _isolate(job, toolchain, flow, [Function(name="region", ordinals=tuple(sorted(set(ordinals))))])


def _isolate(job: Job, toolchain: Toolchain, flow: Path, wanted: Sequence[Function]) -> Isolated:
    folder = job.subfolder("isolate")
    module, bare, text, answer = (folder / name for name in ("isolated.mlirbc", "bare.mlirbc", "isolated.mlir", "answer.json"))
    asked = {
        "functions": [{"name": function.name, "ordinals": function.ordinals} for function in wanted],
        "module": str(module),
        "bare": str(bare),
        "text": str(text),
    }
    (folder / "job.json").write_text(json.dumps(asked), encoding="utf-8")
    with as_file(files("runners.stages") / "isolate_probe.py") as probe:
        finished = run(
            [toolchain.python, "-I", probe, flow, folder / "job.json", answer],
            folder=folder,
            limits=Limits.of(job.settings, seconds=job.settings.compile_timeout_s),
        )
    try:
        functions = _FUNCTIONS.validate_json(answer.read_bytes()) if finished.succeeded else None
    except (OSError, ValidationError):
        functions = None
    if functions is None or [f.name for f in functions] != [f.name for f in wanted]:
        last = finished.stderr.strip().splitlines()[-1:] or [finished.why("the isolation probe")]
        return Isolated(tuple(function.model_copy(update={"problem": f"the flow IR cannot be taken apart: {last[0][:300]}"}) for function in wanted))
    there = any(function.problem is None for function in functions)
    return Isolated(functions, module, bare, text) if there else Isolated(functions)


_FUNCTIONS = TypeAdapter(tuple[Function, ...])


def compile_isolated(job: Job, toolchain: Toolchain, isolated: Isolated, flags: Sequence[str], cache: CompileCache) -> Compilation:
    """Compile isolated dispatches for the device that they were made for, with the variant's own flags.

    :raises ValueError: when nothing was isolated.
    :raises MachineError: when the compiler cannot be started or the disk is full.
    """
    return _compile(job, toolchain, isolated.module, flags, cache)


def compile_bare(job: Job, toolchain: Toolchain, isolated: Isolated, flags: Sequence[str], cache: CompileCache) -> Compilation:
    """Compile isolated dispatches for the target that ``flags`` name; the partition stays the one of the flow module.

    :raises ValueError: when nothing was isolated.
    :raises MachineError: when the compiler cannot be started or the disk is full.
    """
    return _compile(job, toolchain, isolated.bare, flags, cache)


def compile_reference(job: Job, toolchain: Toolchain, isolated: Isolated, cache: CompileCache, flags: Sequence[str] = ()) -> Compilation:
    """Compile isolated dispatches with the reference code generation.

    :param flags: what the module needs beside the target, such as the flag that its encodings come from.
    :raises ValueError: when nothing was isolated.
    :raises MachineError: when the compiler cannot be started or the disk is full.
    """
    return _compile(job, toolchain, isolated.bare, [*reference_flags(toolchain.release), *flags], cache)


def reference_flags(release: Release) -> tuple[str, ...]:
    """The flags of the reference code generation, as this release spells them."""
    return tuple(str(translated(Flag.parse(flag), release, None)) for flag in REFERENCE)


def _compile(job: Job, toolchain: Toolchain, module: Path | None, flags: Sequence[str], cache: CompileCache) -> Compilation:
    if module is None:
        raise ValueError("nothing was isolated: there is no module to compile")
    return compile_program(job, toolchain, module, [*flags, "--compile-from=flow"], cache)


def recorded_by(trace: Sequence[TraceEvent], iterations: dict[int, int] | None = None) -> Recorded:
    """Look-up in a trace: the first event of each dispatch and side, or the one of the iteration given for the dispatch.

    The result raises :class:`LookupError` for what the trace does not hold.
    """
    wanted = iterations or {}
    seen: dict[tuple[int, str], list[TraceEvent]] = {}
    for event in trace:
        seen.setdefault((event.ordinal, event.side), []).append(event)

    def tensors(ordinal: int, side: str) -> Sequence[Tensor]:
        events, k = seen.get((ordinal, side), []), wanted.get(ordinal, 0)
        if k >= len(events):
            raise LookupError(f"the trace has no {side!r} event {k} of dispatch {ordinal}")
        return events[k].tensors

    return tensors
