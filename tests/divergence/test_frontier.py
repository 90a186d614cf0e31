"""The frontier: which dispatches can have brought a difference about, on any graph."""

import math
from collections.abc import Callable, Collection, Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runners.divergence.frontier import AGREES, UNMATCHED, State, first_difference, suspects, unexplained
from runners.divergence.graph import DispatchNode, Graph, Result
from tests.divergence.made import graph, made_by, node

DIFFERS = State(0)
Edges = list[tuple[int, ...]]
"""For each dispatch those that it reads."""


def dag(edges: Edges) -> Graph:
    return graph(*(node(i, map(made_by, reads)) for i, reads in enumerate(edges)))


@st.composite
def programs(draw: Callable[[st.SearchStrategy[int]], int], fewest: int = 1, most: int = 14) -> Edges:
    """Straight programs: each dispatch reads some of those before it."""
    return [tuple(j for j in range(i) if draw(st.integers(0, 3)) == 0) for i in range(draw(st.integers(fewest, most)))]


def downstream(edges: Edges, faults: Iterable[int]) -> set[int]:
    """The dispatches that a fault in these changes."""
    touched = set(faults)
    for i, reads in enumerate(edges):
        if touched.intersection(reads):
            touched.add(i)
    return touched


def states_of(edges: Edges, differing: Collection[int], unmatched: Collection[int] = ()) -> dict[Result, State]:
    return {(i, 0): DIFFERS if i in differing else AGREES for i in range(len(edges)) if i not in unmatched}


def found(edges: Edges, states: dict[Result, State]) -> tuple[int, ...]:
    """The suspects, from every result that differs."""
    made = dag(edges)
    return suspects(made, states, unexplained(made, states, [(i, 0) for i in range(len(edges)) if not states.get((i, 0), UNMATCHED).agrees]))


@given(edges=programs(), data=st.data())
def test_one_fault_is_the_only_suspect_however_far_it_spreads(edges: Edges, data: st.DataObject) -> None:
    fault = data.draw(st.integers(0, len(edges) - 1))
    assert found(edges, states_of(edges, downstream(edges, [fault]))) == (fault,)


@given(edges=programs(), data=st.data())
def test_one_output_that_differs_leads_back_to_the_fault(edges: Edges, data: st.DataObject) -> None:
    fault = data.draw(st.integers(0, len(edges) - 1))
    touched = downstream(edges, [fault])
    states, made = states_of(edges, touched), dag(edges)
    output = data.draw(st.sampled_from(sorted(touched)))
    reached = unexplained(made, states, [(output, 0)])
    assert {fault, output} <= reached <= touched
    assert suspects(made, states, reached) == (fault,)


@given(edges=programs(), data=st.data())
def test_two_faults_of_which_none_feeds_the_other_are_both_suspects(edges: Edges, data: st.DataObject) -> None:
    first, second = (data.draw(st.integers(0, len(edges) - 1)) for _ in range(2))
    touched = downstream(edges, [first, second])
    independent = {fault for fault in (first, second) if not touched.intersection(edges[fault])}
    assert found(edges, states_of(edges, touched)) == tuple(sorted(independent))


@given(edges=programs(), data=st.data())
def test_with_intermediates_that_only_one_side_has_the_fault_is_what_remains(edges: Edges, data: st.DataObject) -> None:
    """Each suspect reads only what agrees, and is the fault or has no counterpart; once these are cleared, the fault is left."""
    fault = data.draw(st.integers(0, len(edges) - 1))
    touched = downstream(edges, [fault])
    unmatched = {i for i in range(len(edges)) if data.draw(st.booleans(), label=f"{i} has no counterpart")}
    states, made = states_of(edges, touched, unmatched), dag(edges)
    starts = [(i, 0) for i in touched]
    for _ in edges:
        now = suspects(made, states, unexplained(made, states, starts))
        for suspect in now:
            assert suspect == fault or suspect in unmatched
            assert all(states.get((read, 0), UNMATCHED).agrees for read in edges[suspect])
        if now == (fault,):
            break
        states |= {(suspect, 0): AGREES for suspect in now if suspect not in touched}
    assert now == (fault,)


@given(edges=programs(fewest=2), data=st.data())
def test_what_agrees_is_never_reached_nor_what_only_it_reads(edges: Edges, data: st.DataObject) -> None:
    states = {(i, 0): data.draw(st.sampled_from([AGREES, DIFFERS, UNMATCHED]), label=f"state of {i}") for i in range(len(edges))}
    starts = [(len(edges) - 1, 0)]
    reached = unexplained(dag(edges), states, starts)
    for ordinal in reached:
        assert not states[ordinal, 0].agrees
        assert (ordinal, 0) in starts or any(ordinal in edges[reader] for reader in reached)


def in_loop(ordinal: int, before: Iterable[int], carried: Iterable[int], loop: str | None = "scf.while p.mlir:1:1") -> DispatchNode:
    """A dispatch of a loop that reads some of this iteration, and what the one before has made by way of the loop's arguments."""
    return node(ordinal, map(made_by, before), depends=[(i, 0) for i in carried], loop=loop)


@given(data=st.data(), count=st.integers(1, 7), iterations=st.integers(1, 4))
def test_in_a_loop_the_fault_is_the_only_suspect_in_whichever_iteration_it_begins(data: st.DataObject, count: int, iterations: int) -> None:
    some = st.sets(st.integers(0, count - 1), max_size=2)
    before = [{j for j in data.draw(some) if j < i} for i in range(count)]
    carried = [data.draw(some) for _ in range(count)]
    fault, begins = data.draw(st.integers(0, count - 1)), data.draw(st.integers(0, iterations - 1))
    first: dict[int, int] = {}  # the iteration in which a dispatch first differs, by running the loop
    bad_before: set[int] = set()
    for k in range(iterations):
        bad: set[int] = set()
        for i in range(count):
            if (i, k) == (fault, begins) or before[i] & bad or carried[i] & bad_before:
                bad.add(i)
                first.setdefault(i, k)
        bad_before = bad
    made = graph(*(in_loop(i, before[i], carried[i]) for i in range(count)))
    states = {(i, 0): State(first.get(i, math.inf)) for i in range(count)}
    reached = unexplained(made, states, [(i, 0) for i in first])
    assert reached == first.keys()
    assert suspects(made, states, reached) == (fault,)
    assert first_difference(made, states, fault) == begins


@given(data=st.data(), count=st.integers(1, 8))
def test_any_graph_with_cycles_has_a_suspect_and_an_end(data: st.DataObject, count: int) -> None:
    loops = st.sampled_from([None, "scf.while p.mlir:1:1", "scf.if p.mlir:2:2"])
    some = st.sets(st.integers(0, count - 1), max_size=3)
    made = graph(*(in_loop(i, (), data.draw(some), data.draw(loops)) for i in range(count)))
    states = {(i, 0): data.draw(st.sampled_from([AGREES, UNMATCHED, State(0), State(1), State(2)])) for i in range(count)}
    reached = unexplained(made, states, [(0, 0)])
    named = suspects(made, states, reached)
    assert set(named) <= reached
    assert bool(named) == bool(reached)


@pytest.mark.parametrize(
    ("branch", "loop", "named"),
    [(0, 2, 0), (2, 0, 1), (None, 1, 1), (1, None, 0)],
    ids=["the one in the branch differs first", "the one in the loop differs first", "only the loop's is known", "only the branch's is known"],
)
def test_where_a_branch_and_the_loop_around_it_feed_each_other_the_one_that_differs_first_is_named(branch: int | None, loop: int | None, named: int) -> None:
    made = graph(in_loop(0, (), [1], "scf.if p.mlir:2:2"), in_loop(1, (), [0]))
    states = {(0, 0): State(branch), (1, 0): State(loop)}
    assert suspects(made, states, {0, 1}) == (named,)


def test_a_dispatch_whose_second_result_alone_differs_is_found() -> None:
    made = graph(node(0, results=2), node(1, [made_by(0, 0)]), node(2, [made_by(0, 1)]))
    states = {(0, 0): AGREES, (0, 1): DIFFERS, (1, 0): AGREES, (2, 0): DIFFERS}
    reached = unexplained(made, states, [(1, 0), (2, 0)])
    assert sorted(reached) == [0, 2]
    assert suspects(made, states, reached) == (0,)
    assert first_difference(made, states, 0) == 0
