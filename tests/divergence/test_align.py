"""Alignment: tensors of two builds are paired right, in every tier, or not at all."""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runners.compared import Judging
from runners.divergence.align import Aligned, align
from runners.divergence.events import Traced
from runners.divergence.graph import Point, Result
from runners.divergence.layout import relaid
from runners.stages.invocation import Tensor
from runners.stages.places import Places, Region
from tests.divergence.made import Store, Values, argument, graph, made_by, node

NOWHERE = (None, None)
LENGTH = 10
"""Operations of the made-up programs: each reads the one before it."""


def agree(a: Tensor, b: Tensor) -> bool:
    return Judging(None, 8).briefly(a, b).judgement != "different"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


@pytest.fixture(scope="module")
def shared() -> Iterator[Store]:
    with tempfile.TemporaryDirectory() as folder:
        yield Store(Path(folder))


def drawn(seed: int, *shape: int) -> Values:
    return np.random.default_rng(seed).standard_normal(shape).astype("f4")


def point(line: int) -> Point:
    return Point(operation="linalg.generic", type="tensor<4x8xf32>", place=f"imported.mlir:{line}:5")


@dataclass(frozen=True)
class Fused:
    """One build of a chain of operations: the operations whose values it keeps, which end a dispatch each."""

    kept: tuple[int, ...]

    def traced(self, store: Store, values: Sequence[Values], first: Values) -> Traced:
        given = [store.tensor(first), *(store.tensor(values[i]) for i in self.kept)]
        nodes = [
            node(n, [made_by(n - 1) if n else argument(0)], body=str(ops), operations=("linalg.generic",) * len(ops)) for n, ops in enumerate(self.operations())
        ]
        return store.traced(graph(*nodes), [(n, [given[n]], [given[n + 1]]) for n in range(len(self.kept))])

    def operations(self) -> list[range]:
        starts = [0, *(end + 1 for end in self.kept)]
        return [range(start, end + 1) for start, end in zip(starts, self.kept, strict=False)]

    def places(self, lines: Sequence[str]) -> Places:
        regions = [Region(points=tuple(point(i + 1) for i in ops), stored=(len(ops) - 1,)) for ops in self.operations()]
        return Places(tuple(regions), tuple(lines))

    def right(self, other: "Fused") -> set[tuple[Result, Result]]:
        return {((n, 0), (other.kept.index(i), 0)) for n, i in enumerate(self.kept) if i in other.kept}


builds = st.sets(st.integers(0, LENGTH - 2)).map(lambda kept: Fused((*sorted(kept), LENGTH - 1)))
LINES = [f"%{i} = test.op{i} %{i - 1}" for i in range(LENGTH)]


def pairs(aligned: Aligned) -> set[tuple[Result, Result]]:
    return {(pair.a, pair.b) for pair in aligned.pairs}


@given(a=builds, b=builds, seed=st.integers(0, 99), noise=st.sampled_from([0.0, 1e-7]))
@settings(max_examples=40, deadline=None)
def test_by_values_alone_every_tensor_that_both_have_is_paired_right(shared: Store, a: Fused, b: Fused, seed: int, noise: float) -> None:
    values = [drawn(1000 * seed + i, 4, 8) for i in range(LENGTH)]
    other = [value * np.float32(1 + noise) for value in values]
    first = drawn(seed, 4, 8)
    aligned = align(a.traced(shared, values, first), b.traced(shared, other, first), NOWHERE, agree)
    assert pairs(aligned) == a.right(b)
    assert len(aligned.pairs) + len(aligned.only_a) == len(a.kept)
    assert len(aligned.pairs) + len(aligned.only_b) == len(b.kept)
    assert {pair.tier for pair in aligned.pairs} <= ({"order"} if a == b else {"body", "value"})


@given(a=builds, b=builds, seed=st.integers(0, 99), fault=st.integers(0, LENGTH - 1))
@settings(max_examples=40, deadline=None)
def test_behind_a_fault_values_alone_pair_nothing_wrong_and_places_pair_all(shared: Store, a: Fused, b: Fused, seed: int, fault: int) -> None:
    values = [drawn(1000 * seed + i, 4, 8) for i in range(LENGTH)]
    other = [value if i < fault else drawn(500_000 + i, 4, 8) for i, value in enumerate(values)]
    first = drawn(seed, 4, 8)
    traced = a.traced(shared, values, first), b.traced(shared, other, first)
    by_value, by_place = align(*traced, NOWHERE, agree), align(*traced, (a.places(LINES), b.places(LINES)), agree)
    assert pairs(by_value) <= a.right(b)
    assert {(x, y) for x, y in a.right(b) if a.kept[x[0]] < fault} <= pairs(by_value)
    assert pairs(by_place) == a.right(b)


@given(a=builds, b=builds, at=st.integers(0, LENGTH))
@settings(max_examples=25, deadline=None)
def test_places_are_found_again_where_one_import_has_more_lines(shared: Store, a: Fused, b: Fused, at: int) -> None:
    """A flag that changes a type inserts conversions: every line behind them has another number."""
    longer = [*LINES[:at], "%c = test.convert %x", "%d = test.convert %c", *LINES[at:]]
    regions = tuple(
        region.model_copy(update={"points": tuple(point(n + 1 + 2 * (n >= at)) for n in ops)})
        for region, ops in zip(b.places(longer).regions, b.operations(), strict=True)
    )
    ones = [np.zeros((4, 8), "f4")] * LENGTH  # nothing can be told by values
    traced = a.traced(shared, ones, ones[0]), b.traced(shared, ones, ones[0])
    aligned = align(*traced, (a.places(LINES), Places(regions, tuple(longer))), agree)
    assert pairs(aligned) == a.right(b)


def lone(store: Store, values: Values, kind: str | None = None) -> Traced:
    """A build of one dispatch that gives these values."""
    return store.traced(graph(node(0, body="A")), [(0, [], [store.tensor(values, kind)])])


def paired(a: Traced, b: Traced) -> list[str]:
    """The tiers of two builds that are cut differently: B's dispatches have other code and are more."""
    other = (one.model_copy(update={"body": "B"}) for one in b.graph.dispatches)
    more = graph(*other, node(len(b.graph.dispatches)))
    return [pair.tier for pair in align(a, Traced(more, b.events), NOWHERE, agree).pairs]


@pytest.mark.parametrize(
    "values",
    [np.zeros((8, 8), "f4"), np.ones((8, 8), "f4"), np.arange(64, dtype="f4").reshape(8, 8) % 8, np.eye(8, dtype="f4"), np.array(3.5, "f4")],
    ids=["zeros", "ones", "eight values", "identity", "scalar"],
)
def test_what_has_few_values_is_never_recognised_by_them(store: Store, values: Values) -> None:
    assert paired(lone(store, values), lone(store, values)) == []


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_what_is_not_finite_is_not_recognised_by_its_values(store: Store, bad: float) -> None:
    values = drawn(1, 8, 8)
    values[0, 0] = bad
    assert paired(lone(store, values), lone(store, values)) == []


X = drawn(7, 6, 8)
TILED = X.reshape(3, 2, 2, 4).transpose(0, 2, 1, 3)
"""X in tiles of 2x4."""


@pytest.mark.parametrize(
    ("a", "b", "tiers"),
    [
        (X, X, ["value"]),
        (X, X * np.float32(1 + 1e-7), ["value"]),
        (X, X.T, ["layout"]),
        (X, X.T * np.float32(1 + 1e-7), ["layout"]),
        (X, X.reshape(48), ["layout"]),
        (X, X.reshape(2, 3, 8), ["layout"]),
        (X, TILED, ["layout"]),
        (TILED, X, ["layout"]),
        (X.reshape(2, 3, 8), X.reshape(2, 3, 8).transpose(2, 0, 1), ["layout"]),
        (X, X[:, ::-1], []),
        (X, X.reshape(6, 2, 4)[:, :, ::-1].reshape(6, 8), []),
        (X, X[::-1].reshape(48), []),
        (X, np.roll(X, 1, axis=1).T, []),
        (X, np.sort(X.reshape(-1)).reshape(8, 6), []),
        (X, X * np.float32(1.5), []),
        (X, X + np.float32(1.0), []),
        (X, drawn(8, 6, 8), []),
        (X, X[:5], []),
    ],
    ids=[
        "equal", "rounded", "transposed", "transposed and rounded", "flat", "other extents", "tiled", "from tiles", "axes permuted",
        "reversed", "lanes reversed", "rows reversed, flat", "rotated, transposed", "sorted", "scaled", "offset", "other values", "fewer",
    ],
)  # fmt: skip
def test_by_values_a_tensor_is_recognised_in_another_layout_but_not_in_another_order(store: Store, a: Values, b: Values, tiers: list[str]) -> None:
    assert paired(lone(store, a), lone(store, b)) == tiers


@pytest.mark.parametrize(
    ("wide", "narrow"),
    [("f32", "f16"), ("f32", "bf16"), ("f64", "f32"), ("i64", "i32"), ("i32", "i8")],
)
def test_equal_values_in_another_element_type_are_recognised(store: Store, wide: str, narrow: str) -> None:
    values = np.arange(-24, 24).reshape(6, 8)
    assert paired(lone(store, values, wide), lone(store, values, narrow)) == ["value"]
    assert paired(lone(store, values, wide), lone(store, values.T, narrow)) == ["layout"]


@pytest.mark.parametrize("kind", ["f16", "bf16", "f8E4M3FN"])
def test_unlike_tensors_of_a_coarse_type_are_not_one_in_another_layout(store: Store, kind: str) -> None:
    """Sorted, many numbers of one distribution lie close to many others of it."""
    one, other = (np.random.default_rng(seed).uniform(0, 1, (512, 512)) for seed in (1, 2))
    assert paired(lone(store, one, kind), lone(store, other.T, kind)) == []
    assert paired(lone(store, one, kind), lone(store, other.reshape(256, 1024), kind)) == []


@given(seed=st.integers(0, 9999), axes=st.permutations(range(3)))
@settings(max_examples=30, deadline=None)
def test_any_permutation_of_axes_is_a_layout(shared: Store, seed: int, axes: Sequence[int]) -> None:
    values = drawn(seed, 3, 4, 5)
    assert relaid(shared.tensor(values), shared.tensor(np.ascontiguousarray(values.transpose(axes))))


def test_the_same_code_on_the_same_inputs_is_paired_even_where_it_gives_other_values(store: Store) -> None:
    """That is what a fault of code generation looks like."""
    x = store.tensor(drawn(1, 4, 8))
    a = store.traced(graph(node(0, [argument(0)], body="same")), [(0, [x], [store.tensor(drawn(2, 4, 8))])])
    b = store.traced(graph(node(0, [argument(0)], body="same"), node(1)), [(0, [x], [store.tensor(drawn(3, 4, 8))])])
    assert [(p.a, p.b, p.tier) for p in align(a, b, NOWHERE, agree).pairs] == [((0, 0), (0, 0), "body")]


def test_the_same_code_on_other_inputs_is_not_paired(store: Store) -> None:
    """One executable has many call sites."""
    values = [store.tensor(drawn(i, 4, 8)) for i in range(6)]
    twice = graph(node(0, [argument(0)], body="same"), node(1, [argument(1)], body="same"))
    a = store.traced(twice, [(0, [values[0]], [values[2]]), (1, [values[1]], [values[3]])])
    b = store.traced(graph(node(0, [argument(1)], body="same")), [(0, [values[1]], [values[4]])])
    assert [(p.a, p.b, p.tier) for p in align(a, b, NOWHERE, agree).pairs] == [((1, 0), (0, 0), "body")]


def test_where_one_line_makes_several_tensors_of_one_type_places_do_not_tell_which_is_which(store: Store) -> None:
    """A softmax is taken apart into exponentials and quotients: both are the line's, only one is its value."""

    def at(line: int, *stored: int, points: int = 1) -> Region:
        return Region(points=(point(line),) * points, stored=stored)

    exponentials, quotients = drawn(1, 4, 8), drawn(2, 4, 8)
    a = store.traced(graph(node(0), node(1, [made_by(0)])), [(0, [], [store.tensor(exponentials)]), (1, [], [store.tensor(quotients)])])
    b = store.traced(graph(node(0, body="both")), [(0, [], [store.tensor(quotients * np.float32(2))])])
    places = Places((at(1, 0), at(1, 0)), tuple(LINES)), Places((at(1, 1, points=2),), tuple(LINES))
    assert pairs(align(a, b, places, agree)) <= {((1, 0), (0, 0))}


def test_where_both_are_cut_alike_pairs_follow_the_order_whatever_the_values(store: Store) -> None:
    a, b = lone(store, drawn(1, 4, 8)), lone(store, drawn(2, 4, 8))
    assert [(p.a, p.b, p.tier) for p in align(a, b, NOWHERE, agree).pairs] == [((0, 0), (0, 0), "order")]
