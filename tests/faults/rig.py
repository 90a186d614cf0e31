"""What the cases share: the toolchain, every program at the flow phase, and what its healthy variants give."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from runners.artifacts import sha256_of
from runners.compared import Judging, Side, longest_axis
from runners.contract import Compile, RunCall, Variant
from runners.divergence.observe import Build
from runners.prepare import Prepared
from runners.progress import Progress
from runners.settings import RunnerSettings
from runners.stages.arguments import Argument
from runners.stages.compile import CompileCache, compile_program, compile_to
from runners.stages.execute import execute
from runners.stages.invocation import Execution, Invocation, Tensor
from runners.stages.job import Job, scratch
from runners.toolchain import Toolchain, Toolchains, bundled_release
from tests.faults.pairs import PAIRS
from tests.faults.plant import Sites, sites
from tests.faults.programs import PROGRAMS


class NotRunnableError(Exception):
    """A module that does not compile, or that ends before it has given its results."""

    def __init__(self, state: Literal["does not compile", "does not run"], reason: str | None) -> None:
        super().__init__(f"{state}: {(reason or '').splitlines()[0]}")
        self.state = state


@dataclass(slots=True)
class Rig:
    """Makes builds and runs them; what is healthy is made once."""

    job: Job
    toolchain: Toolchain
    _arguments: dict[str, tuple[Argument, ...]] = field(default_factory=dict)
    _flows: dict[tuple[str, tuple[str, ...]], Path] = field(default_factory=dict)
    _sites: dict[tuple[str, tuple[str, ...]], Sites] = field(default_factory=dict)
    _healthy: dict[tuple[str, tuple[str, ...]], Execution] = field(default_factory=dict)

    def arguments(self, program: str) -> tuple[Argument, ...]:
        """The program's arguments."""
        if program not in self._arguments:
            self._arguments[program] = PROGRAMS[program].arguments(self.job.subfolder(f"arguments {program}"))
        return self._arguments[program]

    def passed(self, program: str) -> tuple[Tensor, ...]:
        """The arguments as tensors."""
        return tuple(Tensor(a.kind, a.shape, a.file, sha256_of(a.file)) for a in self.arguments(program))

    def flow(self, program: str, flags: tuple[str, ...]) -> Path:
        """The program at the flow phase."""
        if (program, flags) not in self._flows:
            compiled = compile_to(self.job, self.toolchain, PROGRAMS[program].mlir, flags, "flow")
            if compiled.module is None:
                raise NotRunnableError("does not compile", f"{program} to flow: {compiled.reason}")
            # The compiler's output has the name that the next compile writes to.
            flow = self.job.subfolder(f"flow {program}") / f"{program}.flow.mlirbc"
            shutil.copyfile(compiled.module, flow)
            self._flows[program, flags] = flow
        return self._flows[program, flags]

    def sites(self, program: str, flags: tuple[str, ...]) -> Sites:
        """What can be planted where in the program, compiled with these flags."""
        if (program, flags) not in self._sites:
            self._sites[program, flags] = sites(self.job, self.toolchain, self.flow(program, flags))
        return self._sites[program, flags]

    def build(self, program: str, pair: str, variant: str, flow: Path | None = None) -> Build:
        """A variant of a pair; with a fault in it where its flow module is given."""
        flags = PAIRS[pair].flags(variant)
        declared = Variant(name=variant, iree_version=self.toolchain.release.name, compile=Compile(flags=flags), run=RunCall())
        invocation = Invocation(RunCall(), self.arguments(program))
        return Build(Prepared(declared, self.toolchain, PROGRAMS[program].mlir, invocation), flow or self.flow(program, flags))

    def run(self, job: Job, build: Build) -> Execution:
        """Compile on from flow and run, as often as triage does.

        :raises NotRunnableError: when that fails.
        """
        assert build.flow is not None
        flags = [*build.prepared.flags, "--compile-from=flow"]
        compiled = compile_program(job, self.toolchain, build.flow, flags, CompileCache(job.settings))
        if compiled.module is None:
            raise NotRunnableError("does not compile", compiled.reason)
        execution = execute(job, self.toolchain, compiled.module, build.prepared.invocation, repeats=job.settings.repeats)
        if execution.reason is not None:
            raise NotRunnableError("does not run", execution.reason)
        return execution

    def healthy(self, program: str, pair: str, variant: str) -> Execution:
        """What a variant gives without a fault."""
        key = program, PAIRS[pair].flags(variant)
        if key not in self._healthy:
            self._healthy[key] = self.run(self.job, self.build(program, pair, variant))
        return self._healthy[key]

    def judging(self, program: str, execution: Execution) -> Judging:
        """How triage would judge differences in this program's results."""
        return Judging(None, longest_axis(self.arguments(program), execution.results[0]))


@contextmanager
def rig(settings: RunnerSettings) -> Iterator[Rig]:
    """A rig in a scratch folder of its own, on the release that is installed beside the project."""
    with scratch(settings) as job:
        yield Rig(job, Toolchains(settings, Progress()).get(bundled_release()))


def side(name: str, execution: Execution) -> Side:
    """What a variant's first run gave."""
    return Side(name, execution.results[0], execution.arguments)
