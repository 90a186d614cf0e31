"""Observation: a variant compiled to flow, traced, run once; what the search for the dispatch works on."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from runners.divergence.events import Traced
from runners.prepare import Prepared
from runners.progress import Progress
from runners.stages.compile import CompileCache
from runners.stages.invocation import Tensor
from runners.stages.job import Job, side_by_side
from runners.stages.trace import Trace, TracedModule, compile_traced, run_traced, tracing_of


@dataclass(frozen=True, slots=True)
class Build:
    """A variant to be observed.

    :ivar flow: its module at the flow phase, where that is not to be compiled from the program.
    :ivar results: what its function gave untraced, where it was run.
    """

    prepared: Prepared
    flow: Path | None = None
    results: tuple[Tensor, ...] = ()


@dataclass(frozen=True, slots=True)
class Observed:
    """A variant's module at the flow phase, what its traced run recorded, and what it gave untraced.

    ``window`` are the dispatches whose tensors were kept where not all could be; there are sketches of the others.
    """

    prepared: Prepared
    flow: Path
    traced: Traced
    untraced: tuple[Tensor, ...]
    module: TracedModule
    window: frozenset[int] | None = None

    @property
    def undisturbed(self) -> bool:
        """Whether it gives the same with and without tracing."""
        return not self.untraced or [t.sha256 for t in self.traced.results] == [t.sha256 for t in self.untraced]

    @property
    def name(self) -> str:
        """The variant's name."""
        return self.prepared.name


def observe(job: Job, builds: Sequence[Build], progress: Progress) -> list[Observed] | str:
    """One traced compile and one traced run for each build; or why there is none, in a sentence's words."""
    compiled = CompileCache(job.settings)
    with progress.stage("compile with trace ops"):
        modules = side_by_side(*(partial(_compiled, job, build, compiled) for build in builds))
    with progress.stage("run traced"):
        traces = side_by_side(*(partial(_run, job, build, module) for build, module in zip(builds, modules, strict=True)))
    if any(_over_budget(build, trace) for build, trace in zip(builds, traces, strict=True)):
        with progress.stage("run traced again, with sketches"):
            traces = side_by_side(*(partial(_run, job, build, module, ()) for build, module in zip(builds, modules, strict=True)))
        return _all_observed(builds, modules, traces, frozenset())
    return _all_observed(builds, modules, traces, None)


def focus(job: Job, observed: Sequence[Observed], windows: Sequence[frozenset[int]], progress: Progress) -> list[Observed] | str:
    """Run what was observed with sketches once more, and keep the tensors of these dispatches."""
    builds, modules = [Build(o.prepared, o.flow, o.untraced) for o in observed], [o.module for o in observed]
    with progress.stage("run traced again, around where it begins"):
        rows = zip(builds, modules, windows, strict=True)
        traces = side_by_side(*(partial(_run, job, build, module, sorted(window)) for build, module, window in rows))
    found = _all_observed(builds, modules, traces, frozenset())
    return found if isinstance(found, str) else [replace(one, window=window) for one, window in zip(found, windows, strict=True)]


def _all_observed(builds: Sequence[Build], modules: Sequence[TracedModule], traces: Sequence[Trace], window: frozenset[int] | None) -> list[Observed] | str:
    problems = [f"{build.prepared.name}: {trace.problem}" for build, trace in zip(builds, traces, strict=True) if trace.problem]
    if problems:
        return "; ".join(problems)
    return [replace(_observed(*row), window=window) for row in zip(builds, modules, traces, strict=True)]


def _over_budget(build: Build, trace: Trace) -> bool:
    """Whether a trace was stopped that can be made of sketches instead."""
    return trace.execution is not None and trace.execution.trace_stopped and tracing_of(build.prepared.toolchain) == "sink"


def observe_again(job: Job, observed: Observed) -> Traced | str:
    """A second traced run of the same module; or why there is none."""
    trace = run_traced(job, observed.prepared.toolchain, observed.module, observed.prepared.invocation)
    if trace.problem or trace.execution is None:
        return trace.problem or "it was not run"
    return Traced(observed.traced.graph, trace.execution.trace, trace.execution.results[0], trace.execution.function)


def _compiled(job: Job, build: Build, compiled: CompileCache) -> TracedModule:
    v = build.prepared
    return compile_traced(job, v.toolchain, v.program, v.flags, compiled, flow=build.flow)


def _run(job: Job, build: Build, module: TracedModule, keep: Sequence[int] | None = None) -> Trace:
    return run_traced(job, build.prepared.toolchain, module, build.prepared.invocation, keep=keep)


def _observed(build: Build, module: TracedModule, trace: Trace) -> Observed:
    assert trace.graph is not None  # noqa: S101 - a trace without a problem has all of these
    assert trace.execution is not None  # noqa: S101
    assert module.flow is not None  # noqa: S101
    execution = trace.execution
    traced = Traced(trace.graph, execution.trace, execution.results[0], execution.function)
    return Observed(build.prepared, module.flow, traced, build.results, module)
