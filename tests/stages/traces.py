"""Programs traced with a real compiler: each once, for all tests that look at it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from runners.artifacts import sha256_of
from runners.contract import Input, RunCall
from runners.divergence.events import Traced
from runners.divergence.graph import Graph
from runners.progress import Progress
from runners.release import Release
from runners.settings import RunnerSettings
from runners.stages.arguments import Argument, make_argument
from runners.stages.compile import CompileCache
from runners.stages.invocation import Invocation, Tensor
from runners.stages.job import Job, scratch
from runners.stages.trace import Trace, TracedModule, compile_traced, run_traced
from runners.toolchain import Toolchain, Toolchains, bundled_release
from tests.programs import CPU

Given = dict[str, Any]


@dataclass
class Traces:
    """Compiles, traces and runs programs on any release."""

    job: Job
    _modules: dict[tuple[str, str, tuple[str, ...]], TracedModule] = field(default_factory=dict)

    def toolchain(self, release: str = "") -> Toolchain:
        """A release, the one beside the project by default."""
        return Toolchains(self.job.settings, Progress()).get(Release.parse(release) if release else bundled_release())

    def program(self, text: str) -> Path:
        path = self.job.subfolder("program") / "p.mlir"
        path.write_text(text)
        return path

    def module(self, text: str, *flags: str, release: str = "", base: Sequence[str] = CPU) -> TracedModule:
        key = text, release, (*base, *flags)
        if key not in self._modules:
            self._modules[key] = compile_traced(self.job, self.toolchain(release), self.program(text), key[2], CompileCache(self.job.settings))
        return self._modules[key]

    def graph(self, text: str, *flags: str, release: str = "") -> Graph:
        module = self.module(text, *flags, release=release)
        assert module.graph is not None, module.problem
        return module.graph

    def run(self, text: str, inputs: Sequence[Given], *flags: str, release: str = "", base: Sequence[str] = CPU, **call: Any) -> Trace:
        """Run a program's traced module; ``call`` may name parameters beside what a call says."""
        arguments = self.arguments(inputs)
        parameters = tuple(call.pop("parameters", ()))
        module = self.module(text, *flags, release=release, base=base)
        return run_traced(self.job, self.toolchain(release), module, Invocation(RunCall(**call), arguments, parameters))

    def traced(self, text: str, inputs: Sequence[Given], *flags: str, release: str = "", base: Sequence[str] = CPU, **call: Any) -> Traced:
        """What a program's traced run recorded."""
        trace = self.run(text, inputs, *flags, release=release, base=base, **call)
        assert trace.problem is None, trace.problem
        assert trace.graph is not None
        assert trace.execution is not None
        return Traced(trace.graph, trace.execution.trace, trace.execution.results[0], trace.execution.function)

    def arguments(self, inputs: Sequence[Given]) -> tuple[Argument, ...]:
        folder = self.job.subfolder("arguments")
        return tuple(make_argument(Input(index=i, **given), None, folder) for i, given in enumerate(inputs))

    def tensors(self, arguments: Sequence[Argument]) -> list[Tensor]:
        return [Tensor(a.kind, a.shape, a.file, sha256_of(a.file)) for a in arguments]

    def passed(self, inputs: Sequence[Given]) -> list[Tensor]:
        """The arguments as tensors."""
        return self.tensors(self.arguments(inputs))


@contextmanager
def traces() -> Iterator[Traces]:
    with scratch(RunnerSettings()) as job:
        yield Traces(job)
