"""The body of one dispatch, or of one function, as a program that can be evaluated."""

from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

from runners.numerics.body import UnreadableBodyError, read_program
from runners.numerics.program import Program
from runners.sandbox import Finished, Limits, run
from runners.stages.job import Job
from runners.toolchain import Toolchain


@dataclass(frozen=True, slots=True)
class Body:
    """A program, or the ``problem`` that prevented it. Its large constants lie in files of the job's folder."""

    program: Program | None
    problem: str | None = None


def read_body(job: Job, toolchain: Toolchain, module: Path, which: int | str) -> Body:
    """The body that a module, MLIR as text or bytecode, has for one of its dispatches or functions.

    The toolchain's own bindings read it, in a child process; bytecode and the syntax of some dialects belong to a release.

    :param which: the ordinal of a ``flow.dispatch``, or the name of a function.
    :raises MachineError: when the toolchain's Python cannot be started or the disk is full.
    """
    folder = job.subfolder(f"body {which}")
    named = str(which) if isinstance(which, int) else f"@{which}"
    with as_file(files("runners.stages") / "body_probe.py") as probe:
        finished = run(
            [toolchain.python, "-I", probe, module, named, folder], folder=folder, limits=Limits.of(job.settings, seconds=job.settings.compile_timeout_s)
        )
    if not finished.succeeded:
        return Body(None, f"the body cannot be read: {_reason(finished)}")
    try:
        return Body(read_program(folder))
    except UnreadableBodyError as error:
        return Body(None, str(error))


def _reason(finished: Finished) -> str:
    """The first error that MLIR tells, else the last line of what Python tells."""
    lines = finished.stderr.strip().splitlines()
    told = [line.partition("error: ")[2] for line in lines if "error: " in line] or lines[-1:] or [finished.why("the body probe")]
    return told[0][:300]
