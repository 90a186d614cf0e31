"""Tracing: one variant compiled once more with trace ops of our own, run once; its dispatch graph and its tensors."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

from runners.divergence.graph import Graph
from runners.release import Release
from runners.sandbox import Limits, run
from runners.stages.compile import CompileCache, compile_program, compile_to
from runners.stages.execute import execute
from runners.stages.invocation import Execution, Invocation
from runners.stages.job import Job
from runners.toolchain import Toolchain

FIRST_WITH_SINK = Release.parse("3.2.0")
"""The first release whose Python bindings hand traced tensors over."""


@dataclass(frozen=True, slots=True)
class Trace:
    """A variant's graph and the run that recorded its tensors; ``problem`` says what prevented one or both."""

    graph: Graph | None
    execution: Execution | None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class TracedModule:
    """A variant with trace ops, compiled and ready to run."""

    graph: Graph | None
    module: Path | None
    problem: str | None = None


def compile_traced(job: Job, toolchain: Toolchain, program: Path, flags: Sequence[str], compiled: CompileCache) -> TracedModule:
    """Compile to flow, insert trace ops, compile on from flow with the same flags."""
    if toolchain.release < FIRST_WITH_SINK:
        return TracedModule(None, None, f"IREE {toolchain.release.name} cannot hand over traced tensors (releases from {FIRST_WITH_SINK.name} on can)")
    flow = compile_to(job, toolchain, program, flags, "flow")
    if flow.module is None:
        return TracedModule(None, None, f"compiling to the flow phase failed: {flow.reason}")
    folder = job.subfolder("instrument")
    traced, graph = folder / "traced.mlirbc", folder / "graph.json"
    with as_file(files("runners.stages") / "flow_probe.py") as probe:
        finished = run(
            [toolchain.python, "-I", probe, flow.module, traced, graph], folder=folder, limits=Limits.of(job.settings, seconds=job.settings.compile_timeout_s)
        )
    if not finished.succeeded:
        last = finished.stderr.strip().splitlines()[-1:] or [finished.why("the flow probe")]
        return TracedModule(None, None, f"the flow IR cannot be instrumented: {last[0][:300]}")
    read = Graph.model_validate_json(graph.read_bytes())
    if not read.dispatches:
        return TracedModule(read, None, "the program has no dispatch: everything was folded into constants or runs on the host")
    module = compile_program(job, toolchain, traced, [*flags, "--compile-from=flow"], compiled)
    if module.module is None:
        return TracedModule(read, None, f"the traced module does not compile: {module.reason}")
    return TracedModule(read, module.module)


def run_traced(job: Job, toolchain: Toolchain, traced: TracedModule, invocation: Invocation) -> Trace:
    """Run a traced module once and keep what it recorded."""
    if traced.module is None:
        return Trace(traced.graph, None, traced.problem)
    execution = execute(job, toolchain, traced.module, invocation, repeats=1, trace=True)
    if execution.trace_stopped:
        return Trace(traced.graph, execution, "the traced tensors need more disk than NUMERICS_BOT_TRACE_BYTES allows")
    return Trace(traced.graph, execution, execution.reason and f"the traced run failed: {execution.reason.splitlines()[0]}")
