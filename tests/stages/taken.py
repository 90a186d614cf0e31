"""A program traced with the real compiler, and its dispatches taken out: what the tests of isolation and replay start from."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from runners.contract import Input, RunCall
from runners.stages.arguments import make_argument
from runners.stages.compile import CompileCache
from runners.stages.invocation import Invocation, Tensor, TraceEvent
from runners.stages.isolate import Isolated, recorded_by
from runners.stages.job import Job
from runners.stages.replay import Call, Replayed, replay
from runners.stages.trace import compile_traced, run_traced
from runners.toolchain import Toolchain

Given = dict[str, Any]


def drawn(*shape: int, dtype: str = "f32", seed: int = 1) -> Given:
    return {"kind": "random", "shape": shape, "dtype": dtype, "seed": seed}


def number(value: float, dtype: str) -> Given:
    return {"kind": "splat", "shape": (), "dtype": dtype, "value": value}


def listed(shape: tuple[int, ...], dtype: str, *value: float) -> Given:
    return {"kind": "values", "shape": shape, "dtype": dtype, "value": value}


@dataclass(frozen=True)
class Traced:
    """A program at the flow phase, and what its dispatches read and gave when it ran."""

    job: Job
    toolchain: Toolchain
    flow: Path
    flags: tuple[str, ...]
    events: tuple[TraceEvent, ...]
    symbols: tuple[str, ...]

    @property
    def ordinals(self) -> list[int]:
        """The dispatches that ran."""
        return sorted({event.ordinal for event in self.events})

    def iterations(self, ordinal: int) -> int:
        return sum(event.ordinal == ordinal and event.side == "out" for event in self.events)

    def outputs(self, ordinal: int, iteration: int = 0) -> Sequence[Tensor]:
        return recorded_by(self.events, {ordinal: iteration})(ordinal, "out")

    def calls(self, isolated: Isolated) -> list[Call]:
        """One call for every time that a dispatch ran."""
        return [f.call(recorded_by(self.events, dict.fromkeys(f.ordinals, k))) for f in isolated.ready for k in range(self.iterations(f.ordinals[0]))]

    def wanted(self, isolated: Isolated) -> list[list[Tensor]]:
        """What each of these calls should give: what the dispatch gave in the program."""
        return [[self.outputs(r.ordinal, k)[r.position] for r in f.results] for f in isolated.ready for k in range(self.iterations(f.ordinals[0]))]

    def replayed(self, isolated: Isolated, module: Path, repeats: int = 1) -> tuple[Replayed, ...]:
        return replay(self.job, self.toolchain, module, "local-task", self.calls(isolated), repeats=repeats)


def traced(job: Job, toolchain: Toolchain, text: str, inputs: Sequence[Given], flags: Sequence[str], **call: Any) -> Traced:
    """Compile, trace and run a program."""
    path = job.subfolder("program") / "p.mlir"
    path.write_text(text)
    module = compile_traced(job, toolchain, path, flags, CompileCache(job.settings))
    assert module.flow is not None, module.problem
    folder = job.subfolder("arguments")
    arguments = tuple(make_argument(Input(index=i, **given), None, folder) for i, given in enumerate(inputs))
    parameters = tuple(call.pop("parameters", ()))
    trace = run_traced(job, toolchain, module, Invocation(RunCall(**call), arguments, parameters))
    assert trace.problem is None, trace.problem
    assert trace.execution is not None
    assert trace.graph is not None
    return Traced(job, toolchain, module.flow, tuple(flags), trace.execution.trace, tuple(node.symbol for node in trace.graph.dispatches))
