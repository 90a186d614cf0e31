"""Tracing: the graph and every dispatch's tensors, by dispatch and iteration, with the real compiler."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from runners.contract import Input, RunCall
from runners.divergence.graph import Graph, same_partition
from runners.release import Release
from runners.settings import RunnerSettings
from runners.stages.arguments import make_argument
from runners.stages.compile import CompileCache
from runners.stages.invocation import Invocation, TraceEvent
from runners.stages.job import Job, scratch
from runners.stages.trace import Trace, compile_traced, run_traced
from runners.toolchain import Toolchain, Toolchains
from tests.programs import ADD, CPU, LOOP, TWO_STEPS


def traced(job: Job, toolchain: Toolchain, program: str, inputs: Sequence[dict[str, Any]], flags: Sequence[str] = CPU) -> Trace:
    path = job.subfolder("program") / "p.mlir"
    path.write_text(program)
    module = compile_traced(job, toolchain, path, flags, CompileCache(job.settings))
    folder = job.subfolder("arguments")
    arguments = tuple(make_argument(Input(index=i, **given), None, folder) for i, given in enumerate(inputs))
    return run_traced(job, toolchain, module, Invocation(RunCall(), arguments))


def events(trace: Trace) -> tuple[TraceEvent, ...]:
    assert trace.problem is None, trace.problem
    assert trace.execution is not None
    return trace.execution.trace


def graph(trace: Trace) -> Graph:
    assert trace.graph is not None
    return trace.graph


X = {"kind": "random", "shape": (8, 16), "dtype": "f32", "seed": 1}
W = {"kind": "random", "shape": (16, 4), "dtype": "f32", "seed": 2}


def test_every_dispatch_gives_its_operands_and_results(job: Job, toolchain: Toolchain) -> None:
    trace = traced(job, toolchain, TWO_STEPS, [X, W])
    seen = {(e.ordinal, e.side): e.tensors for e in events(trace)}
    assert sorted(seen) == [(0, "in"), (0, "out"), (1, "in"), (1, "out")]
    x, w = (t.load() for t in seen[0, "in"])
    np.testing.assert_allclose(seen[0, "out"][0].load(), x @ w, rtol=1e-5)
    assert seen[1, "in"][0].sha256 == seen[0, "out"][0].sha256
    np.testing.assert_allclose(seen[1, "out"][0].load(), np.exp(x @ w).sum(1), rtol=1e-5)


def test_the_traced_run_gives_the_same_results_and_the_same_bits(job: Job, toolchain: Toolchain) -> None:
    trace = traced(job, toolchain, TWO_STEPS, [X, W])
    assert trace.execution is not None
    last = [e for e in events(trace) if e.side == "out"][-1]
    assert trace.execution.results[0][0].sha256 == last.tensors[0].sha256


def test_the_graph_names_dispatches_operations_places_and_sources(job: Job, toolchain: Toolchain) -> None:
    first, second = graph(traced(job, toolchain, TWO_STEPS, [X, W])).dispatches
    assert "matmul" in first.symbol
    assert "linalg.matmul" in first.operations
    assert first.location == "p.mlir:6:14"
    assert [str(o.source) for o in first.operands] == ["argument 0", "argument 1"]
    assert [str(o.source) for o in second.operands] == ["result 0 of dispatch 0"]
    assert second.results == ("tensor<8xf32>",)


def test_in_a_loop_the_kth_event_of_a_dispatch_is_iteration_k(job: Job, toolchain: Toolchain) -> None:
    square = {"kind": "values", "shape": (4, 4), "dtype": "f32", "value": (0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 4, 0, 0, 0)}
    three = {"kind": "splat", "shape": (), "dtype": "i32", "value": 3}
    outs = [e.tensors[0].load() for e in events(traced(job, toolchain, LOOP, [square, three])) if e.side == "out"]
    x = outs[0] * 0 + np.array(square["value"], "f4").reshape(4, 4)
    np.testing.assert_array_equal(np.stack(outs), np.stack([np.linalg.matrix_power(x, k) for k in (2, 3, 4)]))


def test_scalar_operands_and_dynamic_shapes_are_traced(job: Job, toolchain: Toolchain) -> None:
    program = """
    func.func @main(%x: tensor<?xf32>, %by: f32) -> tensor<?xf32> {
      %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
        ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) {
      ^bb0(%in: f32, %out: f32):
        %m = arith.mulf %in, %by : f32
        linalg.yield %m : f32
      } -> tensor<?xf32>
      return %r : tensor<?xf32>
    }"""
    inputs: list[dict[str, Any]] = [
        {"kind": "values", "shape": (3,), "dtype": "f32", "value": (1, 2, 3)},
        {"kind": "splat", "shape": (), "dtype": "f32", "value": 2.5},
    ]
    seen = {e.side: [t.load().tolist() for t in e.tensors] for e in events(traced(job, toolchain, program, inputs))}
    assert [1, 2, 3] in seen["in"]
    assert 2.5 in seen["in"]
    assert seen["out"] == [[2.5, 5.0, 7.5]]


@pytest.mark.parametrize("dtype", ["bf16", "f16", "f8E4M3FN", "i4", "i1"])
def test_every_element_type_is_traced(job: Job, toolchain: Toolchain, dtype: str) -> None:
    wide = "f32" if dtype.startswith(("f", "b")) else "i32"
    op = "arith.extf" if wide == "f32" else "arith.extui"
    program = f"""
    func.func @main(%x: tensor<4x{dtype}>) -> tensor<4x{wide}> {{
      %e = tensor.empty() : tensor<4x{wide}>
      %r = linalg.generic {{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}}
        ins(%x : tensor<4x{dtype}>) outs(%e : tensor<4x{wide}>) {{
      ^bb0(%in: {dtype}, %out: {wide}):
        %w = {op} %in : {dtype} to {wide}
        linalg.yield %w : {wide}
      }} -> tensor<4x{wide}>
      return %r : tensor<4x{wide}>
    }}"""
    seen = {e.side: e.tensors[0] for e in events(traced(job, toolchain, program, [{"kind": "values", "shape": (4,), "dtype": dtype, "value": (0, 1, 1, 0)}]))}
    assert seen["in"].kind.name == dtype
    assert seen["in"].load().astype(float).tolist() == [0, 1, 1, 0]
    assert seen["out"].load().tolist() == [0, 1, 1, 0]


def test_over_the_budget_the_trace_stops_and_says_so(settings: RunnerSettings, toolchain: Toolchain) -> None:
    with scratch(settings.model_copy(update={"trace_bytes": 600})) as job:
        assert "NUMERICS_BOT_TRACE_BYTES" in (traced(job, toolchain, TWO_STEPS, [X, W]).problem or "")


def test_a_program_without_dispatches_has_nothing_to_trace(job: Job, toolchain: Toolchain) -> None:
    program = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }"
    assert "no dispatch" in (traced(job, toolchain, program, [{"kind": "zeros", "shape": (4,), "dtype": "f32"}]).problem or "")


def test_a_release_that_cannot_hand_tensors_over_says_so(job: Job, toolchains: Toolchains) -> None:
    old = toolchains.get(Release.parse("20240410.859"))
    problem = traced(job, old, ADD, [{"kind": "zeros", "shape": (4,), "dtype": "f32"}] * 2).problem
    assert problem == "IREE 20240410.859 cannot hand over traced tensors (releases from 3.2.0 on can)"


def test_the_oldest_release_that_can_does(job: Job, toolchains: Toolchains) -> None:
    trace = traced(job, toolchains.get(Release.parse("3.2.0")), TWO_STEPS, [X, W])
    assert {(e.ordinal, e.side) for e in events(trace)} >= {(0, "in"), (0, "out"), (1, "in"), (1, "out")}


def test_other_flags_can_mean_another_partition(job: Job, toolchain: Toolchain) -> None:
    same = [graph(traced(job, toolchain, TWO_STEPS, [X, W], flags)) for flags in (CPU, [*CPU, "--iree-llvmcpu-number-of-threads=1"])]
    assert same_partition(*same)
    other = graph(traced(job, toolchain, ADD, [{"kind": "zeros", "shape": (4,), "dtype": "f32"}] * 2))
    assert not same_partition(same[0], other)
