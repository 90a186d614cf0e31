"""Compiling: a program and flags to a module, cached by content."""

import contextlib
import hashlib
import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from runners.contract import canonical_json
from runners.release import Release
from runners.sandbox import Finished, Limits, run
from runners.settings import RunnerSettings
from runners.stages.job import Job
from runners.toolchain import Toolchain

_OUTPUT = "module.vmfb"
FIRST_WITH_BYTECODE = Release.parse("20231004.665")
"""The first release whose compiler writes MLIR bytecode."""


@dataclass(frozen=True, slots=True)
class Compilation:
    """How one compile ended. ``module`` is there exactly when it succeeded; ``reason`` when it did not."""

    module: Path | None
    seconds: float
    exit: int
    reason: str | None
    log: str
    cached: bool


class CompileCache:
    """Compiled modules by content, on disk; the least recently used are removed once they are too many.

    The key is everything that the result depends on: the program's bytes and name, the flags, the compiler's
    build and this machine's processor (``--iree-llvmcpu-target-cpu=host`` asks for it).
    """

    def __init__(self, settings: RunnerSettings) -> None:
        self._folder = settings.cache_dir / "compiled"
        self._bytes = settings.compile_cache_bytes

    def key(self, toolchain: Toolchain, program: Path, flags: Sequence[str]) -> str:
        """The key of this compile."""
        binary = toolchain.compiler.stat()
        return hashlib.sha256(
            canonical_json(
                {
                    "program": hashlib.sha256(program.read_bytes()).hexdigest(),
                    "name": program.name,
                    "flags": list(flags),
                    "compiler": [toolchain.release.name, binary.st_size, binary.st_mtime_ns],
                    "processor": _processor(),
                }
            )
        ).hexdigest()

    def get(self, key: str, into: Path) -> bool:
        """Copy the module of this key; False where there is none."""
        kept = self._folder / key
        try:
            shutil.copyfile(kept, into)
            os.utime(kept)
        except FileNotFoundError:
            return False
        return True

    def put(self, key: str, module: Path) -> None:
        """Keep a module, then remove the least recently used until all fit."""
        self._folder.mkdir(parents=True, exist_ok=True)
        fresh = self._folder / f"{key}.{os.getpid()}"
        shutil.copyfile(module, fresh)
        fresh.replace(self._folder / key)
        total = 0
        for path, stat in sorted(_files(self._folder), key=lambda found: found[1].st_mtime, reverse=True):
            total += stat.st_size
            if total > self._bytes:
                path.unlink(missing_ok=True)


def compile_program(job: Job, toolchain: Toolchain, program: Path, flags: Sequence[str], compiled: CompileCache) -> Compilation:
    """Compile ``program`` with ``flags`` for a release.

    A compiler that crashes, hangs or refuses is a result with its reason, never an exception.

    :raises MachineError: when the compiler cannot be started or the disk is full.
    """
    folder = job.subfolder(f"compile {program.name}")
    module = folder / _OUTPUT
    key = compiled.key(toolchain, program, flags)
    if compiled.get(key, module):
        return Compilation(module, 0.0, 0, None, "", cached=True)
    finished = _run_compiler(job, folder, toolchain, program, flags)
    if finished.succeeded and module.exists():
        compiled.put(key, module)
        return Compilation(module, finished.seconds, 0, None, finished.stderr, cached=False)
    return Compilation(None, finished.seconds, finished.exit or 1, reason_of(finished), finished.stderr, cached=False)


def compile_to(job: Job, toolchain: Toolchain, program: Path, flags: Sequence[str], phase: str) -> Compilation:
    """Compile up to a phase, as bytecode: the text form of some operations does not parse back.

    Releases that cannot write bytecode write generic text, with locations.
    """
    folder = job.subfolder(f"{phase} {program.name}")
    form = ["--emit-mlir-bytecode"] if toolchain.release >= FIRST_WITH_BYTECODE else ["--mlir-print-op-generic", "--mlir-print-debuginfo"]
    finished = _run_compiler(job, folder, toolchain, program, [*flags, f"--compile-to={phase}", *form])
    module = folder / _OUTPUT if finished.succeeded else None
    return Compilation(module, finished.seconds, finished.exit, None if module else reason_of(finished), finished.stderr, cached=False)


def reason_of(finished: Finished) -> str:
    """The compiler's first error, ``file:line:column: message``, else how it ended."""
    first = re.search(r"^(?:\S+:\d+:\d+: )?error: .+$", finished.stderr, re.MULTILINE)
    if first and finished.exit > 0:
        return first[0]
    if finished.exit > 0 and (lines := [line for line in finished.stderr.splitlines() if line.strip()]):
        return lines[0][:300]
    return finished.why("iree-compile")


def _run_compiler(job: Job, folder: Path, toolchain: Toolchain, program: Path, flags: Sequence[str]) -> Finished:
    # Inside the folder under its own name: what the compiler prints is then readable and names no path of ours.
    # Under the name of the output it would be overwritten, and with it the file that it is a link to.
    name = program.name if program.name != _OUTPUT else f"of-{_OUTPUT}"
    argv: list[str | Path] = [toolchain.compiler, name, *flags, "-o", _OUTPUT]
    os.link(program, folder / name)
    return run(argv, folder=folder, limits=Limits.of(job.settings, seconds=job.settings.compile_timeout_s))


def _files(folder: Path) -> list[tuple[Path, os.stat_result]]:
    found = []
    for path in folder.iterdir():
        with contextlib.suppress(FileNotFoundError):  # another process may be tidying, too
            found.append((path, path.stat()))
    return found


@cache
def _processor() -> str:
    """What the processor is and can do, as far as a compiler for ``host`` looks."""
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").split("\n\n")[0].splitlines()
    told = [line for line in lines if line.startswith(("model name", "flags", "Features", "CPU implementer", "CPU part"))]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()
