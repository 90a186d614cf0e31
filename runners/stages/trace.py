"""Tracing: one variant compiled once more with trace ops of our own, run once; its dispatch graph and its tensors."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.resources import as_file, files
from pathlib import Path

from runners.divergence.graph import Graph
from runners.flags import Flag, known_by_survey
from runners.release import Release
from runners.sandbox import Limits, run
from runners.stages.compile import CompileCache, compile_program, compile_to
from runners.stages.execute import Tracing, execute
from runners.stages.invocation import Execution, Invocation, TraceEvent
from runners.stages.job import Job
from runners.stages.printed_trace import UnreadableTraceError, hole, read_printed
from runners.toolchain import Toolchain

FIRST_WITH_SINK = Release.parse("3.2.0")
"""The first release whose Python bindings hand traced tensors over; earlier ones print them."""


@dataclass(frozen=True, slots=True)
class Trace:
    """A variant's graph and the run that recorded its tensors; ``problem`` says what prevented one or both."""

    graph: Graph | None
    execution: Execution | None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class TracedModule:
    """A variant at the flow phase, and with trace ops, compiled and ready to run; ``problem`` says what prevented it."""

    graph: Graph | None
    module: Path | None
    problem: str | None = None
    flow: Path | None = None


def tracing_of(toolchain: Toolchain) -> Tracing:
    """How this release reports what it traces."""
    return "print" if toolchain.release < FIRST_WITH_SINK else "sink"


def compile_traced(job: Job, toolchain: Toolchain, program: Path, flags: Sequence[str], compiled: CompileCache, *, flow: Path | None = None) -> TracedModule:
    """Compile to flow, insert trace ops, compile on from flow with the same flags.

    :param flow: the program at the flow phase, where it is there already.
    """
    if flow is None:
        to_flow = compile_to(job, toolchain, program, flags, "flow")
        if to_flow.module is None:
            return TracedModule(None, None, f"compiling to the flow phase failed: {to_flow.reason}")
        flow = to_flow.module
    folder = job.subfolder("instrument")
    traced, graph = folder / "traced.mlirbc", folder / "graph.json"
    bits = ["bits"] if tracing_of(toolchain) == "print" else []
    with as_file(files("runners.stages") / "flow_probe.py") as probe:
        finished = run(
            [toolchain.python, "-I", probe, flow, graph, traced, *bits], folder=folder, limits=Limits.of(job.settings, seconds=job.settings.compile_timeout_s)
        )
    if not finished.succeeded:
        lines = finished.stderr.strip().splitlines()
        said = [line.partition("error: ")[2] for line in lines if line.startswith("error: ")] or lines[-1:] or [finished.why("the flow probe")]
        return TracedModule(None, None, f"the flow IR cannot be instrumented: {said[0][:300]}", flow)
    read = Graph.model_validate_json(graph.read_bytes())
    if not read.dispatches:
        return TracedModule(read, None, "the program has no dispatch: everything was folded into constants or runs on the host", flow)
    module = compile_program(job, toolchain, traced, [*flags, *_quicker(toolchain.release, flags), "--compile-from=flow"], compiled)
    if module.module is None:
        return TracedModule(read, None, f"the traced module does not compile: {module.reason}", flow)
    return TracedModule(read, module.module, None, flow)


_MEMOIZATION = "iree-hal-memoization"


def _quicker(release: Release, flags: Sequence[str]) -> list[str]:
    """Every traced dispatch would become a command buffer that is made once and kept; that is most of such a compile, and runs once."""
    if _MEMOIZATION not in (known_by_survey(release) or ()) or any(Flag.parse(flag).name == _MEMOIZATION for flag in flags):
        return []
    return [f"--{_MEMOIZATION}=false"]


def run_traced(job: Job, toolchain: Toolchain, traced: TracedModule, invocation: Invocation, *, keep: Sequence[int] | None = None) -> Trace:
    """Run a traced module once and keep what it recorded.

    :param keep: the dispatches whose tensors are kept, where the release has a sink; of the others there is a sketch.
        None is all of them, as long as the budget lasts.
    """
    if traced.module is None or traced.graph is None:
        return Trace(traced.graph, None, traced.problem)
    how = tracing_of(toolchain)
    execution = execute(job, toolchain, traced.module, invocation, repeats=1, trace=how, keep=keep)
    if how == "print" and execution.reason is None and execution.printed is not None:
        try:
            events, stopped = read_printed(execution.printed, traced.graph, job.subfolder("trace tensors"), most=job.settings.trace_bytes)
        except UnreadableTraceError as error:
            return Trace(traced.graph, execution, str(error))
        execution = replace(execution, trace=tuple(events), trace_stopped=stopped)
    elif how == "sink":
        execution = replace(execution, trace=tuple(_with_holes(event, traced.graph) for event in execution.trace))
    if execution.trace_stopped:
        return Trace(traced.graph, execution, "the traced tensors need more disk than NUMERICS_BOT_TRACE_BYTES allows")
    return Trace(traced.graph, execution, execution.reason and f"the traced run failed: {execution.reason.splitlines()[0]}")


def _with_holes(event: TraceEvent, graph: Graph) -> TraceEvent:
    """The event without what was traced in place of tensors that the release cannot show."""
    node = graph.dispatches[event.ordinal] if event.ordinal < len(graph.dispatches) else None
    unshown = node.untraced.get(event.side, ()) if node is not None else ()
    if node is None or not unshown:
        return event
    types = [operand.type for operand in node.operands] if event.side == "in" else node.results
    tensors = [hole(types[i], f"{event.ordinal} {event.side} {i}") if i in unshown else tensor for i, tensor in enumerate(event.tensors)]
    return replace(event, tensors=tuple(tensors))
