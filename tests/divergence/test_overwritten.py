"""Values that change after they were made are told, and nothing else is."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runners.divergence.graph import Graph, Operand, Origin
from runners.divergence.overwritten import Overwritten, overwritten
from runners.stages.invocation import Tensor
from tests.divergence.made import Store, argument, graph, made_by, node


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


def returned(*sources: Origin) -> list[Operand]:
    return [Operand(type="tensor<4xf32>", source=source) for source in sources]


def said(found: Sequence[Overwritten]) -> list[tuple[str, str, tuple[int, ...]]]:
    return [(str(one.source), one.read, one.by) for one in found]


def test_an_argument_that_is_changed_before_it_is_returned(store: Store) -> None:
    """``f(x) = (g(x), x)``, where g works in x's memory; tracing copies x, which saves it."""
    x, y = store.tensor([1.0, 2.0]), store.tensor([3.0, 4.0])
    made = graph(node(0, [argument(0)], tied=(0,)), f=returned(made_by(0), argument(0)))
    traced = store.traced(made, [(0, [x], [y])], [y, x])
    (found,) = overwritten(traced, [x], untraced=[y, y])
    assert said([found]) == [("argument 0", "result 1 of the function", (0,))]
    assert (found.result, found.ordinal, found.before, found.after) == (1, None, x, y)
    assert overwritten(traced, [x], untraced=[y, x]) == ()


def test_a_dispatch_result_that_is_changed_between_two_readers(store: Store) -> None:
    a, b, c = (store.tensor([float(i), 1.0]) for i in range(3))
    reads = [argument(0)], [made_by(0)], [made_by(0)]
    made = graph(node(0, reads[0]), node(1, reads[1], tied=(0,)), node(2, reads[2]), f=returned(made_by(2)))
    healthy = store.traced(made, [(0, [a], [b]), (1, [b], [c]), (2, [b], [a])], [a])
    broken = store.traced(made, [(0, [a], [b]), (1, [b], [c]), (2, [c], [a])], [a])
    assert overwritten(healthy, [a], [a]) == ()
    assert said(overwritten(broken, [a], [a])) == [("result 0 of dispatch 0", "dispatch 2", (1,))]


def test_a_dispatch_result_that_is_not_what_is_returned(store: Store) -> None:
    a, b, c = (store.tensor([float(i), 1.0]) for i in range(3))
    made = graph(node(0, [argument(0)]), node(1, [made_by(0)], tied=(0,)), f=returned(made_by(0), made_by(1)))
    traced = store.traced(made, [(0, [a], [b]), (1, [b], [c])], [c, c])
    assert said(overwritten(traced, [a], [c, c])) == [("result 0 of dispatch 0", "result 0 of the function", (1,))]


def test_an_operand_that_nothing_works_in_is_not_put_down_to_anybody(store: Store) -> None:
    """An argument may be read in another type, or an operand may only look like its source."""
    a, b = store.tensor([1.0, 2.0]), store.tensor([3.0, 4.0])
    traced = store.traced(graph(node(0, [argument(0)]), f=returned(made_by(0))), [(0, [b], [b])], [b])
    assert overwritten(traced, [a], [b]) == ()


@pytest.mark.parametrize(
    ("values", "kind"),
    [([1, 2], "i64"), ([1, 2], "f32"), ([1, 2, 3], "i32"), ([1], "i32")],
    ids=["wider", "another type", "longer", "shorter"],
)
def test_another_type_or_size_is_not_one_value_seen_twice(store: Store, values: list[float], kind: str) -> None:
    passed, other = store.tensor([5, 6], "i32"), store.tensor(values, kind)
    made = graph(node(0, [argument(0)], tied=(0,)), node(1, [argument(0)]), f=returned(argument(0)))
    traced = store.traced(made, [(0, [passed], [passed]), (1, [other], [passed])], [other])
    assert overwritten(traced, [passed], [other]) == ()


def test_the_same_bytes_in_another_shape_are_not_changed(store: Store) -> None:
    flat, square = store.tensor(np.arange(4, dtype="f4")), store.tensor(np.arange(4, dtype="f4").reshape(2, 2))
    made = graph(node(0, [argument(0)], tied=(0,)), node(1, [argument(0)]), f=returned(argument(0)))
    assert overwritten(store.traced(made, [(0, [flat], [flat]), (1, [square], [flat])], [square]), [flat], [square]) == ()


def test_in_a_loop_each_iteration_is_held_against_its_own(store: Store) -> None:
    values = [store.tensor([float(i), 1.0]) for i in range(4)]
    loop = "scf.while p.mlir:1:1"
    made = graph(node(0, loop=loop), node(1, [made_by(0)], tied=(0,), loop=loop), node(2, [made_by(0)], loop=loop))
    healthy = [(i, [values[k]] if i else [], [values[k]]) for k in range(3) for i in range(3)]
    broken = [*healthy[:-1], (2, [values[3]], [values[3]])]
    assert overwritten(store.traced(made, healthy), [], []) == ()
    assert said(overwritten(store.traced(made, broken), [], [])) == [("result 0 of dispatch 0", "dispatch 2", (1,))]


def test_what_is_read_of_a_loop_from_outside_is_not_guessed_at(store: Store) -> None:
    a, b = store.tensor([1.0, 2.0]), store.tensor([3.0, 4.0])
    made = graph(node(0, loop="scf.while p.mlir:1:1"), node(1, [made_by(0)], tied=(0,)), node(2, [made_by(0)]))
    assert overwritten(store.traced(made, [(0, [], [a]), (0, [], [b]), (1, [b], [b]), (2, [b], [b])]), [], []) == ()


@given(data=st.data(), count=st.integers(1, 6))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_a_program_that_changes_nothing_has_no_report_and_one_change_is_told_where_it_is_read(store: Store, data: st.DataObject, count: int) -> None:
    some: Any = st.lists(st.integers(-1, count - 1), min_size=1, max_size=3)
    reads = [[j for j in data.draw(some) if j < i] or [-1] for i in range(count)]
    sources = [[argument(0) if j < 0 else made_by(j) for j in row] for row in reads]
    tied = [data.draw(st.integers(-1, len(row) - 1)) for row in reads]
    made: Graph = graph(*(node(i, sources[i], tied=(tied[i],)) for i in range(count)), f=returned(made_by(count - 1)))
    passed = store.tensor(np.full(2, -1.0, "f4"))
    values: list[Tensor] = [store.tensor(np.full(2, float(i), "f4")) for i in range(count)]
    runs = [(i, [passed if j < 0 else values[j] for j in reads[i]], [values[i]]) for i in range(count)]
    assert overwritten(store.traced(made, runs, values[-1:]), [passed], values[-1:]) == ()

    reader, position = (choice := data.draw(st.integers(0, count - 1))), data.draw(st.integers(0, len(reads[choice]) - 1))
    source = reads[reader][position]
    runs[reader][1][position] = store.tensor(np.full(2, 99.0, "f4"))
    before = {i for i in range(reader) if tied[i] >= 0 and reads[i][tied[i]] == source}
    found = overwritten(store.traced(made, runs, values[-1:]), [passed], values[-1:])
    assert [(one.ordinal, set(one.by)) for one in found] == ([(reader, before)] if before else [])
