"""Alignment: which result of a dispatch of A is the same value of the program as which one of B.

With another fusion the n-th dispatch of A is not the n-th of B. Pairs are looked for in tiers, strongest first, and each
keeps its tier. What only one side has stays unmatched, and the coverage says so.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from runners.divergence.events import Traced
from runners.divergence.graph import DispatchNode, Operand, Result, same_partition
from runners.divergence.layout import relaid
from runners.stages.invocation import Tensor
from runners.stages.places import Places, line_of, matched_lines

Tier = Literal["order", "body", "place", "value", "layout"]
"""Why two tensors are one value: both builds are cut alike, the same code reads the same values, the same operation of the
imported program makes both, both have the same elements, one is the other in another layout."""

_FEWEST_VALUES = 16
"""Tensors with fewer distinct values are not recognised by them: zeros and masks are everywhere."""

Agree = Callable[[Tensor, Tensor], bool]


@dataclass(frozen=True, slots=True)
class Pair:
    """A result of A and the result of B that is the same value."""

    a: Result
    b: Result
    tier: Tier

    def on(self, side: Literal["A", "B"]) -> Result:
        """This side's result."""
        return self.a if side == "A" else self.b


@dataclass(frozen=True, slots=True)
class Aligned:
    """All pairs, and what either side has alone."""

    pairs: tuple[Pair, ...]
    only_a: tuple[Result, ...]
    only_b: tuple[Result, ...]


def align(a: Traced, b: Traced, places: tuple[Places | None, Places | None], agree: Agree) -> Aligned:
    """Pair the dispatch results of two builds of one program.

    :param places: of both builds; only looked at where they are cut differently.
    :param agree: whether two tensors are equal but for rounding.
    """
    alike_cut = same_partition(a.graph, b.graph)
    pairs = [Pair(result, result, "order") for result in b.graph.results()] if alike_cut else _Search(a, b, places, agree).pairs()
    taken_a, taken_b = {pair.a for pair in pairs}, {pair.b for pair in pairs}
    only_a = tuple(result for result in a.graph.results() if result not in taken_a)
    only_b = tuple(result for result in b.graph.results() if result not in taken_b)
    return Aligned(tuple(pairs), only_a, only_b)


class _Search:
    """Fills a one-to-one map from B's results to A's, tier by tier."""

    def __init__(self, a: Traced, b: Traced, places: tuple[Places | None, Places | None], agree: Agree) -> None:
        self._a, self._b, self._agree = a, b, agree
        self._keys_a, self._keys_b = place_keys(a, b, places)
        self._same_sites = same_sites(places)
        self._found: dict[Result, Pair] = {}
        self._taken: set[Result] = set()

    def pairs(self) -> list[Pair]:
        """Every pair that was found, in B's order."""
        by_body: dict[str, list[DispatchNode]] = defaultdict(list)
        for node in self._a.graph.dispatches:
            by_body[node.body].append(node)
        by_key: dict[tuple[int, int], list[Result]] = defaultdict(list)
        for result, key in self._keys_a.items():
            by_key[key].append(result)
        for node in self._b.graph.dispatches:
            if not self._by_body(node, by_body[node.body]) and not self._by_site(node):
                self._by_place(node, by_key)
        self._by_value("value", self._equal)
        self._by_value("layout", self._relaid)
        return sorted(self._found.values(), key=lambda pair: pair.b)

    def _take(self, a: Result, b: Result, tier: Tier) -> None:
        self._found[b] = Pair(a, b, tier)
        self._taken.add(a)

    def _by_body(self, node: DispatchNode, alike: Iterable[DispatchNode]) -> bool:
        for other in alike:
            results = [((other.ordinal, i), (node.ordinal, i)) for i in range(len(node.results))]
            if any(a in self._taken for a, _ in results) or not self._same_operands(other, node):
                continue
            for a, b in results:
                self._take(a, b, "body")
            return True
        return False

    def _by_site(self, node: DispatchNode) -> bool:
        """A dispatch that was formed of the same operations in both builds gives the same results."""
        other = self._same_sites.get(node.ordinal)
        if other is None or len(self._a.node(other).results) != len(node.results):
            return False
        results = [((other, i), (node.ordinal, i)) for i in range(len(node.results))]
        if any(a in self._taken for a, _ in results):
            return False
        for a, b in results:
            self._take(a, b, "place")
        return True

    def _same_operands(self, a: DispatchNode, b: DispatchNode) -> bool:
        events = self._a.tensors(a.ordinal, "in"), self._b.tensors(b.ordinal, "in")
        if len(a.operands) != len(b.operands) or any(len(side) != len(a.operands) for side in events):
            return False
        return all(self._same_operand(*row) for row in zip(a.operands, b.operands, *events, strict=True))

    def _same_operand(self, a: Operand, b: Operand, tensor_a: Tensor, tensor_b: Tensor) -> bool:
        if a.source.kind == "dispatch" and b.source.kind == "dispatch":
            pair = self._found.get((b.source.ordinal or 0, b.source.result or 0))
            return pair is not None and pair.a == (a.source.ordinal or 0, a.source.result or 0)
        if a.source.kind == "argument" and b.source.kind == "argument":
            return a.source.index == b.source.index
        return tensor_a.sha256 == tensor_b.sha256 and tensor_a.shape == tensor_b.shape

    def _by_place(self, node: DispatchNode, by_key: dict[tuple[int, int], list[Result]]) -> None:
        for i in range(len(node.results)):
            key = self._keys_b.get((node.ordinal, i))
            free = [a for a in by_key.get(key, []) if a not in self._taken] if key is not None else []
            if free:
                self._take(free[0], (node.ordinal, i), "place")

    def _by_value(self, tier: Tier, same: Callable[[Tensor, Tensor], bool]) -> None:
        free = defaultdict(list)
        for a in self._a.graph.results():
            tensor = self._a.result(a)
            if a not in self._taken and tensor is not None and _distinct(tensor):
                free[int(np.prod(tensor.shape, dtype=np.int64))].append((a, tensor))
        for b in self._b.graph.results():
            tensor = self._b.result(b)
            if b in self._found or tensor is None or not _distinct(tensor):
                continue
            for a, other in free[int(np.prod(tensor.shape, dtype=np.int64))]:
                if a not in self._taken and same(other, tensor):
                    self._take(a, b, tier)
                    break

    def _equal(self, a: Tensor, b: Tensor) -> bool:
        return a.shape == b.shape and alike(a, b) and self._agree(a, b)

    def _relaid(self, a: Tensor, b: Tensor) -> bool:
        return alike(a, b) and relaid(a, b)


Key = tuple[int, int]
"""The line of A's imported program whose value a tensor is, and the number of its elements."""


def place_keys(a: Traced, b: Traced, places: tuple[Places | None, Places | None]) -> tuple[dict[Result, Key], dict[Result, Key]]:
    """For each result the line of A's imported program whose value it is, with the number of its elements.

    Where one build has more results of a line than the other, it is not told which of them is which.
    """
    keys_a, keys_b = (dict(_stored_lines(*row)) for row in ((a, places[0]), (b, places[1])))
    lines = matched(places)
    sized_a = {result: (line, _size(a, result)) for result, line in keys_a.items()}
    sized_b = {result: (lines[line], _size(b, result)) for result, line in keys_b.items() if line in lines}
    count_a, count_b = (Counter(sized.values()) for sized in (sized_a, sized_b))
    return _where(sized_a, count_a, count_b), _where(sized_b, count_a, count_b)


def _where(keys: Mapping[Result, Key], a: Mapping[Key, int], b: Mapping[Key, int]) -> dict[Result, Key]:
    return {result: key for result, key in keys.items() if a[key] == b[key]}


def same_sites(places: tuple[Places | None, Places | None]) -> dict[int, int]:
    """By ordinal in B, the dispatch of A that was formed of just the same operations, in the same order, as no other was."""
    if places[0] is None or places[1] is None:
        return {}
    lines = matched(places)
    sites_a = _sites(places[0], lambda line: line)
    return {b: sites_a[site] for site, b in _sites(places[1], lines.get).items() if site in sites_a}


def _sites(places: Places, line_in_a: Callable[[int], int | None]) -> dict[tuple[object, ...], int]:
    """Dispatches by the operations that they were formed of; without those that share them with another."""
    found: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for ordinal, region in enumerate(places.regions):
        made = [line_of(point.place) for point in region.points]
        lines = [line_in_a(line) if line is not None else None for line in made]
        if lines and None not in lines:
            found[(*zip(lines, (p.operation for p in region.points), (p.type for p in region.points), strict=True), region.stored)].append(ordinal)
    return {site: ordinals[0] for site, ordinals in found.items() if len(ordinals) == 1}


def matched(places: tuple[Places | None, Places | None]) -> dict[int, int]:
    """Which line of A's imported program stands for each line of B's; none where one of them is not known."""
    return {} if places[0] is None or places[1] is None else matched_lines(places[0].lines, places[1].lines)


def lines_made(places: Places) -> dict[tuple[int, int], int]:
    """By ordinal and point: the line of the imported program whose value a tensor within a dispatch is.

    Where a line's operation was split into several (packing, an image unrolled into columns), only the last is its value;
    where a dispatch has several of the last's kind, it is not told which is.
    """
    last: dict[int, tuple[str, str]] = {}
    unclear: set[int] = set()
    for region in places.regions:
        made = [(line, (point.operation, point.type)) for point in region.points if (line := line_of(point.place)) is not None]
        last.update(made)
        unclear.update(line for (line, _), times in Counter(made).items() if times > 1)
    return {
        (ordinal, i): line
        for ordinal, region in enumerate(places.regions)
        for i, point in enumerate(region.points)
        if (line := line_of(point.place)) is not None and line not in unclear and last[line] == (point.operation, point.type)
    }


def _stored_lines(traced: Traced, places: Places | None) -> Iterable[tuple[Result, int]]:
    if places is None:
        return
    lines = lines_made(places)
    for node, region in zip(traced.graph.dispatches, places.regions, strict=True):
        for i, stored in enumerate(region.stored[: len(node.results)]):
            if stored is not None and (node.ordinal, stored) in lines and traced.result((node.ordinal, i)) is not None:
                yield (node.ordinal, i), lines[node.ordinal, stored]


def _size(traced: Traced, result: Result) -> int:
    tensor = traced.result(result)
    return 0 if tensor is None else int(np.prod(tensor.shape, dtype=np.int64))


def _distinct(tensor: Tensor) -> bool:
    """Whether a tensor has enough different values to be recognised by them."""
    if tensor.sketch is not None:
        return int(np.count_nonzero(tensor.sketch)) >= _FEWEST_VALUES
    values = tensor.load().reshape(-1)[:4096].astype(np.float64, copy=False) if tensor.kind.kind != "complex" else tensor.load().reshape(-1)[:4096]
    return np.unique(values).size >= _FEWEST_VALUES


def alike(a: Tensor, b: Tensor) -> bool:
    """A cheap look before a costly one: finite elements of about the same root mean square."""
    if not (a.kept and b.kept) or "complex" in (a.kind.kind, b.kind.kind):
        return a.sha256 == b.sha256
    with np.errstate(all="ignore"):
        x, y = (float(np.sqrt(np.mean(np.square(t.load().astype(np.float64))))) for t in (a, b))
    return bool(np.isfinite(x) and np.isfinite(y) and abs(x - y) <= 0.02 * max(x, y))
