"""What a traced run recorded: found by dispatch and iteration, whatever the order of arrival."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runners.divergence.events import Traced, judging_of
from runners.divergence.graph import Graph, Operand, Origin, same_partition, shape_in
from runners.element_types import ELEMENT_TYPES
from runners.stages.invocation import Tensor, TraceEvent
from tests.divergence.made import Store, argument, graph, made_by, node

SIDES = ("in", "workload", "out")


def numbered(n: int) -> Tensor:
    return Tensor(ELEMENT_TYPES["i32"], (1,), None, str(n))


@given(data=st.data(), count=st.integers(1, 4), iterations=st.integers(0, 4))
def test_events_are_matched_by_dispatch_and_side_and_counted_as_iterations(data: st.DataObject, count: int, iterations: int) -> None:
    """In whichever order different dispatches and sides arrive; runs of one dispatch arrive in their order."""
    streams = [[TraceEvent(i, side, (numbered(100 * i + k),)) for k in range(iterations)] for i in range(count) for side in SIDES]
    order = data.draw(st.permutations([n for n, stream in enumerate(streams) for _ in stream]))
    arriving = list(map(iter, streams))
    traced = Traced(graph(*map(node, range(count))), tuple(next(arriving[n]) for n in order))
    for i in range(count):
        assert traced.iterations(i) == iterations
        for k in range(iterations):
            assert traced.result((i, 0), k) == numbered(100 * i + k)
            assert all(traced.tensors(i, side, k) == (numbered(100 * i + k),) for side in SIDES)
    assert traced.runs == count * iterations


def test_what_was_not_recorded_is_not_there() -> None:
    traced = Traced(graph(node(0), node(1)), (TraceEvent(0, "in", (numbered(1),)),))
    assert traced.iterations(0) == 0  # it began and did not end
    assert traced.tensors(0, "in", 1) == traced.tensors(1, "in") == ()
    assert traced.result((0, 0)) is None
    assert traced.result((0, 1)) is None


def test_rounding_is_judged_by_the_longest_axis_that_a_dispatch_sees(tmp_path: Path) -> None:
    store = Store(tmp_path)
    traced = store.traced(graph(node(0), node(1)), [(0, [store.tensor(np.ones((4, 300), "f4"))], [store.tensor(np.ones(4, "f4"))])])
    assert judging_of(traced, 0).reduction == 300
    assert judging_of(traced, 1).reduction == 1


@pytest.mark.parametrize(
    ("kind", "extents"),
    [
        ("tensor<5x4xf32>", "5x4x"),
        ("tensor<?x4xf32>", "?x4x"),
        ("tensor<f32>", ""),
        ("f32", ""),
        ("index", ""),
        ("tensor<4x5xf32, #iree_encoding.layout<[#iree_cpu.cpu_encoding_resolver<>]>>", "4x5x"),
    ],
)
def test_the_extents_of_a_type(kind: str, extents: str) -> None:
    assert shape_in(kind) == extents


CHAIN = graph(node(0, [argument(0)]), node(1, [made_by(0), argument(1)]))


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (graph(node(0, [argument(0)], body="x"), node(1, [made_by(0), argument(1)], body="y")), True),
        (graph(node(0, [argument(0)])), False),
        (graph(node(0, [argument(1)]), node(1, [made_by(0), argument(1)])), False),
        (graph(node(0, [argument(0)]), node(1, [argument(1), made_by(0)])), False),
        (graph(node(0, [argument(0)]), node(1, [made_by(0)])), False),
        (graph(node(0, [argument(0)], results=2), node(1, [made_by(0), argument(1)])), False),
        (graph(node(0, [argument(0)], operations=("linalg.matmul",)), node(1, [made_by(0), argument(1)])), False),
    ],
    ids=["other code", "fewer", "another argument", "operands swapped", "fewer operands", "more results", "another operation"],
)
def test_a_partition_is_the_same_where_every_dispatch_is(other: Graph, same: bool) -> None:
    assert same_partition(CHAIN, other) is same
    assert same_partition(other, CHAIN) is same


def test_another_element_type_is_the_same_partition() -> None:
    narrow = CHAIN.dispatches[0].model_copy(update={"operands": (Operand(type="tensor<4xf16>", source=argument(0)),), "results": ("tensor<4xf16>",)})
    assert same_partition(CHAIN, graph(narrow, CHAIN.dispatches[1]))


@pytest.mark.parametrize(
    ("origin", "words"),
    [
        (argument(2), "argument 2"),
        (made_by(3, 1), "result 1 of dispatch 3"),
        (Origin(kind="global", name="w"), "global w"),
        (Origin(kind="constant"), "a constant"),
        (Origin(kind="block"), "a loop or branch"),
        (Origin(kind="operation", name="flow.tensor.slice"), "a flow.tensor.slice"),
    ],
)
def test_a_source_is_said_in_words(origin: Origin, words: str) -> None:
    assert str(origin) == words
