"""How a person finds the first divergent dispatch with the tools' own flags: print everything and compare, or bisect."""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.divergence.observe import Build
from runners.sandbox import Limits, run
from runners.settings import GIB
from runners.stages.job import Job, side_by_side
from tests.benchmarks.chain import EXTENT, FLAGS

Array = npt.NDArray[Any]

CLOSE = 1e-4
"""Relative difference that is taken for rounding: printed values have six digits."""


@dataclass
class Spent:
    """Seconds by part, in the order in which the parts were begun."""

    parts: dict[str, float] = field(default_factory=dict)

    @contextlib.contextmanager
    def on(self, part: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.parts[part] = self.parts.get(part, 0.0) + time.perf_counter() - began

    def all(self) -> float:
        return sum(self.parts.values())

    def not_compiling(self) -> float:
        return sum(seconds for part, seconds in self.parts.items() if not part.startswith("compile"))


@dataclass(frozen=True)
class ByHand:
    """Both variants compiled and run by the tools themselves, without their Python wrappers.

    :ivar together: do both at the same time, as a script may; else one command after the other, as they are typed.
    """

    job: Job
    builds: tuple[Build, Build]
    together: bool = False

    def printing(self) -> tuple[int, Spent]:
        """Every tensor printed, the text parsed and compared up to the first that differs: the dispatch, and the time."""
        spent = Spent()
        with spent.on("compile"):
            modules = self._compiled("--iree-flow-trace-dispatch-tensors")
        with spent.on("run and print"):
            folders = self._run(modules)
        with spent.on("parse and compare"):
            ordinal = first_that_differs(*(folder / "stderr" for folder in folders))
        for folder in folders:
            (folder / "stderr").unlink()
        return ordinal, spent

    def bisecting(self, dispatches: int) -> tuple[int, Spent]:
        """The program broken off after a dispatch, again and again: the first whose result differs, and the time."""
        spent = Spent()
        good, bad = -1, dispatches - 1
        while bad - good > 1:
            middle = (good + bad) // 2
            with spent.on("compile"):
                modules = self._compiled(f"--iree-flow-break-dispatch=@main:{middle}")
            with spent.on("run"):
                folders = self._run(modules, "--output=@broken.npy")
            with spent.on("compare"):
                a, b = (np.load(folder / "broken.npy") for folder in folders)
                good, bad = (middle, bad) if np.allclose(a, b, rtol=CLOSE) else (good, middle)
        return bad, spent

    def _compiled(self, flag: str) -> list[Path]:
        return self._both([partial(self._tool, build, "iree-compile", [build.prepared.program, *FLAGS, flag, "-o", "m.vmfb"]) for build in self.builds])

    def _run(self, modules: Sequence[Path], *options: str) -> list[Path]:
        inputs = [f"--input={EXTENT}x{EXTENT}xf32=@{argument.file}" for argument in self.builds[0].prepared.invocation.arguments]
        calls = [[f"--module={folder / 'm.vmfb'}", "--device=local-task", "--function=main", *inputs, *options] for folder in modules]
        return self._both([partial(self._tool, build, "iree-run-module", call) for build, call in zip(self.builds, calls, strict=True)])

    def _both(self, tasks: Sequence[Callable[[], Path]]) -> list[Path]:
        return side_by_side(*tasks) if self.together else [task() for task in tasks]

    def _tool(self, build: Build, tool: str, arguments: Sequence[str | Path]) -> Path:
        """The folder in which a tool was run."""
        toolchain, settings = build.prepared.toolchain, self.job.settings
        binary = toolchain.compiler if tool == "iree-compile" else toolchain.tool("iree-run-module")
        folder = self.job.subfolder(f"by hand {tool}")
        done = run([binary, *arguments], folder=folder, limits=Limits.of(settings, seconds=settings.run_timeout_s, printed=8 * GIB))
        assert done.succeeded, done.stderr[-2000:]
        return folder


def first_that_differs(a: Path, b: Path) -> int:
    """The ordinal of the first dispatch whose printed results differ; dispatches are told by the order in which they were printed."""
    for event, (tensors, others) in enumerate(zip(printed(a), printed(b), strict=True)):
        if any(not np.allclose(parsed(x), parsed(y), rtol=CLOSE) for x, y in zip(tensors, others, strict=True)):
            assert event % 2, "the inputs of a dispatch differ, though the outputs of those before it agree"
            return event // 2
    raise AssertionError("nothing differs")


def printed(path: Path) -> Iterator[list[str]]:
    """The lines of each event: inputs of a dispatch, outputs of it, inputs of the next one."""
    lines: list[str] = []
    with path.open(encoding="ascii") as text:
        for line in text:
            if line.startswith("==="):
                lines = []
            elif line.strip():
                lines.append(line)
            elif lines:
                yield lines
                lines = []


def parsed(line: str) -> Array:
    shape, _, values = line.partition("=")
    array: Array = np.fromstring(values.replace("[", " ").replace("]", " "), np.float32, sep=" ")
    assert array.size == np.prod([int(extent) for extent in shape.split("x")[:-1]])
    return array
