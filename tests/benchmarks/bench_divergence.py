"""The finder of the first divergent dispatch against what a person does by hand, in one run; cost and memory of tracing.

usage: python -m tests.benchmarks.bench_divergence [ROUNDS]

The program is a chain of 30 dispatches on f32 tensors of 4 MiB; B has another constant in dispatch 16. "Printing" compiles
with ``--iree-flow-trace-dispatch-tensors``, runs, parses the text and compares it up to the first tensor that differs;
"bisecting" compiles with ``--iree-flow-break-dispatch`` and runs, again and again. Both name the dispatch only; the finder
also proves it, by exact values and by replays. Nothing that is compiled is kept from one round to the next.

Targets: 15 times as fast as printing, 3 times as fast as bisecting; a traced run at most 1.5 times the untraced one; the
same memory for 300 dispatches as for 30. Figures are medians over rounds, with the range of the ratios; the load of the
machine stands beside them. It takes a quarter of an hour on two busy cores, most of it for printing.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import structlog

from runners.compared import Judging, longest_axis
from runners.diverge import diverge
from runners.divergence.observe import Build
from runners.progress import Progress
from runners.settings import RunnerSettings
from runners.stages.compile import CompileCache, compile_program
from runners.stages.execute import execute
from runners.stages.invocation import Execution, Invocation
from runners.stages.job import Job, scratch
from runners.stages.trace import compile_traced, run_traced
from tests.benchmarks.by_hand import ByHand, Spent
from tests.benchmarks.chain import DIFFERS, FLAGS, Chain
from tests.benchmarks.peaks import Peaks, watched
from tests.programs import ADD
from tests.stages.traces import Traces

Builds = tuple[Build, Build]
Way = Callable[[Job, Builds, Chain], tuple[int, Spent]]

SHORT, LONG, DISTINCT = Chain(10), Chain(100), Chain(10, distinct=True)
TRACED = 1.5


def finder(job: Job, builds: Builds, chain: Chain) -> tuple[int, Spent]:
    """Traced, aligned, located and proven."""
    arguments = builds[0].prepared.invocation.arguments
    progress, judging = Progress(), Judging(None, longest_axis(arguments, builds[0].results))
    passed = Traces(job).tensors(arguments)
    began = time.perf_counter()
    said = diverge(job, builds, passed, judging, progress).divergence
    seconds = time.perf_counter() - began
    assert said.dispatch is not None, said.sentence
    assert (said.dispatch.count, said.role, said.confirmed) == (chain.dispatches, "culprit", "3/3"), said.sentence
    stages = {stage.stage: stage.seconds for stage in progress.times}
    return said.dispatch.ordinal, Spent({**stages, "the rest": seconds - sum(stages.values())})


def printing(job: Job, builds: Builds, _: Chain) -> tuple[int, Spent]:
    return ByHand(job, builds).printing()


def bisecting(job: Job, builds: Builds, chain: Chain) -> tuple[int, Spent]:
    return ByHand(job, builds).bisecting(chain.dispatches)


def bisecting_together(job: Job, builds: Builds, chain: Chain) -> tuple[int, Spent]:
    return ByHand(job, builds, together=True).bisecting(chain.dispatches)


BY_HAND: Mapping[str, tuple[Way, float]] = {
    "printing": (printing, 15.0),
    "bisecting": (bisecting, 3.0),
    "bisecting, both variants at the same time": (bisecting_together, 3.0),
}
"""Ways that the finder is held against, each with how many times as long it should take."""


@contextmanager
def cold_job() -> Iterator[Job]:
    """A job with nothing compiled in its cache."""
    with tempfile.TemporaryDirectory() as cache, scratch(RunnerSettings(cache_dir=Path(cache))) as job:
        yield job


def spent_on(way: Way, builds: Builds, chain: Chain) -> Spent:
    with cold_job() as job:
        ordinal, spent = way(job, builds, chain)
    assert ordinal == DIFFERS, ordinal
    return spent


def compare_ways(builds: Builds, chain: Chain, by_hand: Sequence[str], rounds: int) -> None:
    ours: list[Spent] = []
    theirs: dict[str, list[Spent]] = {name: [] for name in by_hand}
    for _ in range(rounds):  # in turns, so that a busy machine slows all
        ours.append(spent_on(finder, builds, chain))
        for name in by_hand:
            theirs[name].append(spent_on(BY_HAND[name][0], builds, chain))
    figures = (Spent.all, Spent.not_compiling)
    table("way", "seconds", "without compiling", "times as long", "without compiling", "target", "where it goes")
    for name, rows in {"finder": ours, **theirs}.items():
        seconds = [f"{statistics.median(map(figure, rows)):.2f}" for figure in figures]
        found = [sorted(figure(row) / figure(own) for row, own in zip(rows, ours, strict=True)) for figure in figures]
        ratios = [f"{statistics.median(times):.1f} ({times[0]:.1f} to {times[-1]:.1f})" for times in found] if name in theirs else ["", ""]
        parts = ", ".join(f"{part} {statistics.median(row.parts[part] for row in rows):.2f}" for part in rows[0].parts)
        row(name, *seconds, *ratios, target(statistics.median(found[0]), least=BY_HAND[name][1]) if name in theirs else "", parts)


def target(figure: float, *, least: float) -> str:
    return f"{least:.0f}: {'held' if figure >= least else 'MISSED'}"


def overhead(made: Traces, build: Build, rounds: int) -> None:
    """Seconds of three child processes: a run of almost nothing, which is what the start takes, and the program untraced and traced."""
    prepared, cache = build.prepared, CompileCache(made.job.settings)
    modules = [compile_program(made.job, prepared.toolchain, path, FLAGS, cache).module for path in (made.program(ADD), prepared.program)]
    nothing = replace(prepared.invocation, arguments=made.arguments([{"kind": "zeros", "shape": (4,), "dtype": "f32"}] * 2))
    traced = compile_traced(made.job, prepared.toolchain, prepared.program, FLAGS, cache)

    def seconds(module: Path | None, invocation: Invocation) -> float:
        assert module is not None
        return _went_well(execute(made.job, prepared.toolchain, module, invocation, repeats=1)).seconds

    rows = []
    for _ in range(rounds):
        plain = seconds(modules[0], nothing), seconds(modules[1], prepared.invocation)
        rows.append((*plain, _went_well(run_traced(made.job, prepared.toolchain, traced, prepared.invocation).execution).seconds))
    medians = [f"{statistics.median(column):.2f}" for column in zip(*rows, strict=True)]
    ratios = sorted(t / u for _, u, t in rows)
    middle = statistics.median(ratios)
    table("run of 30 dispatches", "start of the process", "untraced", "traced", "traced / untraced", "without the start", "target")
    held = f"{TRACED}: {'held' if middle <= TRACED else 'MISSED'}"
    inner = statistics.median((t - s) / (u - s) for s, u, t in rows)
    row("seconds", *medians, f"{middle:.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})", f"{inner:.2f}", held)


def _went_well(execution: Execution | None) -> Execution:
    assert execution is not None
    assert execution.reason is None, execution.reason
    return execution


def memory(made: Traces) -> None:
    table("MiB at most", "untraced run", "traced run", "this process, private", "this process, all", "finder, seconds")
    for chain in (SHORT, LONG):
        with watched() as untraced:
            builds = chain.builds(made)
        with watched() as finding:
            ordinal, spent = finder(made.job, builds, chain)
        assert ordinal == DIFFERS, ordinal
        row(f"{chain.dispatches} dispatches", *mebibytes(untraced, finding), f"{spent.all():.1f}")


def mebibytes(untraced: Peaks, finding: Peaks) -> list[str]:
    return [f"{size / 2**20:.0f}" for size in (untraced.child, finding.child, finding.private, finding.own)]


def described(made: Traces, build: Build) -> str:
    prepared = build.prepared
    graph = compile_traced(made.job, prepared.toolchain, prepared.program, FLAGS, CompileCache(made.job.settings)).graph
    assert graph is not None
    return f"{len(graph.dispatches)} dispatches, {len({node.executable for node in graph.dispatches})} executables"


def row(*cells: str) -> None:
    print(f"| {' | '.join(cells)} |", flush=True)


def table(*headings: str) -> None:
    print(f"\nload {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    row(*headings)
    row("---", *["---:"] * (len(headings) - 1))


def main() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with cold_job() as job:
        made = Traces(job)
        memory(made)
        same, distinct = (chain.builds(made) for chain in (SHORT, DISTINCT))
        overhead(made, same[0], max(rounds, 7))
        for chain, builds, by_hand in ((SHORT, same, list(BY_HAND)), (DISTINCT, distinct, list(BY_HAND)[1:])):
            print(f"\n{described(made, builds[0])}:")
            compare_ways(builds, chain, by_hand, rounds)


if __name__ == "__main__":
    main()
