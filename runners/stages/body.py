"""The body of one dispatch, or of one function, as a program that can be evaluated."""

from collections.abc import Sequence
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
    """The body that a module, MLIR as text or bytecode, has for one of its dispatches or functions; see :func:`read_bodies`."""
    return read_bodies(job, toolchain, module, [which])[0]


def read_bodies(job: Job, toolchain: Toolchain, module: Path, which: Sequence[int | str]) -> list[Body]:
    """The bodies that a module has for some of its dispatches or functions.

    The toolchain's own bindings read them, in one child process; bytecode and the syntax of some dialects belong to a
    release.

    :param which: for each the ordinal of a ``flow.dispatch``, or the name of a function; no two alike.
    :raises MachineError: when the toolchain's Python cannot be started or the disk is full.
    """
    folder = job.subfolder("bodies")
    named = [str(one) if isinstance(one, int) else f"@{one}" for one in which]
    with as_file(files("runners.stages") / "body_probe.py") as probe:
        finished = run(
            [toolchain.python, "-I", probe, module, folder, *named], folder=folder, limits=Limits.of(job.settings, seconds=job.settings.compile_timeout_s)
        )
    return [_body(folder / name, finished) for name in named]


def _body(folder: Path, finished: Finished) -> Body:
    problem = folder / "problem.txt"
    if problem.exists():
        return Body(None, f"the body cannot be read: {_first_error(problem.read_text(encoding='utf-8', errors='replace'))}")
    if not (folder / "body.json").exists():
        return Body(None, f"the body cannot be read: {_first_error(finished.stderr) or finished.why('the body probe')}")
    try:
        return Body(read_program(folder))
    except UnreadableBodyError as error:
        return Body(None, str(error))


def _first_error(text: str) -> str:
    """The first error that MLIR tells, else the last line of what Python tells."""
    lines = text.strip().splitlines()
    told = [line.partition("error: ")[2] for line in lines if "error: " in line] or lines[-1:] or [""]
    return told[0][:300]
