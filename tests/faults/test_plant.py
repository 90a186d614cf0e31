"""The planter, with the real compiler: each kind of fault changes the dispatch it is planted in, and no other."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from runners.contract import RunCall
from runners.divergence.graph import Graph
from runners.settings import RunnerSettings
from runners.stages.compile import CompileCache
from runners.stages.invocation import Invocation, TraceEvent
from runners.stages.trace import compile_traced, run_traced
from tests.faults.pairs import PAIRS
from tests.faults.plant import plant, sites
from tests.faults.programs import PROGRAMS
from tests.faults.rig import Rig, rig

CPU = PAIRS["same flags"].a

KINDS = [
    # kind, program, call site, way
    ("wrong constant", "mlp_dynamic", 0, 0),
    ("dropped term", "norms", 1, 0),
    ("add/sub swapped", "mlp_dynamic", 1, 0),
    ("doubled operand", "mlp_dynamic", 0, 0),
    ("missing activation", "mlp_bf16", 0, 0),
    ("wrong comparison", "attention_f32", 9, 0),
    ("wrong index map", "norms", 4, 0),
    ("truncated reduction", "mlp_bf16", 1, 0),
    ("reversed lanes", "mlp_bf16", 2, 0),
    ("off-by-one slice", "lstm", 2, 0),
    ("f16 accumulation", "mlp_dynamic", 4, 0),
    ("i16 accumulation", "mlp_int8", 2, 0),
    ("missing initialisation", "mlp_bf16", 1, 0),
    ("unwritten tail", "norms", 3, 0),
]


@pytest.fixture(scope="module")
def made(_cache_in_checkout: None) -> Iterator[Rig]:
    with rig(RunnerSettings()) as ready:
        yield ready


Traced = tuple[Graph, tuple[TraceEvent, ...]]


@pytest.fixture(scope="module")
def healthy(made: Rig) -> dict[str, Traced]:
    return {program: traced(made, program) for program in dict.fromkeys(row[1] for row in KINDS)}


def traced(made: Rig, program: str, flow: Path | None = None) -> Traced:
    module = compile_traced(made.job, made.toolchain, PROGRAMS[program].mlir, CPU, CompileCache(made.job.settings), flow=flow or made.flow(program, CPU))
    trace = run_traced(made.job, made.toolchain, module, Invocation(RunCall(), made.arguments(program)))
    assert trace.problem is None, trace.problem
    assert trace.graph is not None
    assert trace.execution is not None
    return trace.graph, trace.execution.trace


def first(events: tuple[TraceEvent, ...], ordinal: int, side: str) -> list[str]:
    """Digests of the tensors of a dispatch's first run."""
    return next(([t.sha256 for t in e.tensors] for e in events if (e.ordinal, e.side) == (ordinal, side)), [])


@pytest.mark.parametrize("row", KINDS, ids=[row[0] for row in KINDS])
def test_on_the_same_inputs_the_planted_dispatch_gives_other_results(made: Rig, healthy: dict[str, Traced], row: tuple[str, str, int, int]) -> None:
    kind, program, ordinal, way = row
    planted = plant(made.job, made.toolchain, made.flow(program, CPU), ordinal, kind=kind, way=way)
    assert planted.problem is None
    (graph, events), (graph_before, events_before) = traced(made, program, planted.flow), healthy[program]
    assert first(events, ordinal, "in") == first(events_before, ordinal, "in")
    assert first(events, ordinal, "out") != first(events_before, ordinal, "out"), planted.what
    assert all(first(events, other, "out") == first(events_before, other, "out") for other in range(ordinal))
    changed = [n.ordinal for n, before in zip(graph.dispatches, graph_before.dispatches, strict=True) if n.body != before.body]
    assert changed == [ordinal]


def test_every_kind_has_a_row(made: Rig) -> None:
    assert tuple(row[0] for row in KINDS) == made.sites("norms", CPU).kinds


def test_other_call_sites_of_the_executable_stay_healthy(made: Rig) -> None:
    flow = made.flow("attention_f32", CPU)
    shared = made.sites("attention_f32", CPU).of_kind("wrong constant")
    symbol = next(s.symbol for s in shared if sum(o.symbol == s.symbol for o in shared) > 1)
    one, *others = [s.ordinal for s in shared if s.symbol == symbol]
    planted = plant(made.job, made.toolchain, flow, one, kind="wrong constant", way=0)
    assert planted.flow is not None
    after = {s.ordinal: s.symbol for s in sites(made.job, made.toolchain, planted.flow).sites}
    assert after[one] != symbol
    assert [after[other] for other in others] == [symbol] * len(others)


@pytest.mark.parametrize(
    ("kind", "way", "problem"),
    [
        ("i16 accumulation", 0, "i16 accumulation applies to dispatch 0 in 0 ways; way 0 was asked for"),
        ("wrong constant", 99, "wrong constant applies to dispatch 0 in 1 ways; way 99 was asked for"),
    ],
)
def test_what_does_not_apply_is_said(made: Rig, kind: str, way: int, problem: str) -> None:
    planted = plant(made.job, made.toolchain, made.flow("mlp_dynamic", CPU), 0, kind=kind, way=way)
    assert (planted.flow, planted.problem) == (None, problem)
