"""The values of one side in other places: reversed in groups, transposed, shifted along an axis."""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from runners.numerics.chunks import CHUNK, over_spans
from runners.numerics.elements import Array
from runners.numerics.patterns.claim import Claim, Evidence, Parameters, Transformation, supported
from runners.numerics.patterns.places import Positions, strides_of
from runners.numerics.patterns.view import Batch, View

GROUPS = (2, 4, 8, 16, 32)

Source = Callable[[Positions], Positions]
"""Where the values at these positions come from."""

_CANDIDATES = 8


def moved(view: View, source: Source) -> Callable[[Batch], Array]:
    """Predicts that values come from other positions of ``want``."""
    return lambda batch: view.want.at(source(batch.positions))


def reversed_groups(evidence: Evidence) -> Iterator[Claim]:
    """Every g neighbours along the innermost axis in reverse order; what is left over at its end stays.

    Where g does not divide the axis, also every g neighbours in memory, across rows (axis ``flat``).
    """
    view = evidence.view
    axis, extent = len(view.shape) - 1, view.shape[-1]
    for group in _asked(evidence, "group", GROUPS):
        across: list[tuple[int | str, int]] = [(axis, extent)]
        if axis and extent % group:
            across.append(("flat", view.size))
        for name, row in across:
            if row >= group:
                predict = moved(view, _within_groups(group, row))
                yield from supported(evidence, Transformation("reversed_groups", {"group": group, "axis": name}, predict, tried=2 * len(GROUPS)))


def _asked(evidence: Evidence, name: str, usual: Sequence[int]) -> Sequence[int]:
    """What somebody asked for, or else the usual."""
    asked = evidence.asked.get(name)
    return (asked,) if isinstance(asked, int) else usual


def _within_groups(group: int, row: int) -> Source:
    whole = row - row % group

    def source(positions: Positions) -> Positions:
        place = positions % row
        return np.where(place < whole, positions + (group - 1) - 2 * (place % group), positions)

    return source


def transposed(evidence: Evidence) -> Iterator[Claim]:
    """Two axes swapped, or two neighbouring groups of axes (NHWC as NCHW, ``order``).

    Where the extents differ, the buffer of ``side`` holds the other's data transposed, under the shape it has anyway.
    """
    view = evidence.view
    moves = {order: {"axes": list(pair)} for order, pair in _swaps(len(view.shape))}
    orders = [*moves, *(order for order in _exchanges(len(view.shape)) if order not in moves)]
    for order in orders:
        parameters = moves.get(order, {"order": list(order)})
        kept = tuple(view.shape[axis] for axis in order) == view.shape
        sided: Parameters = {} if kept else {"side": view.side}
        predict = moved(view, _from_order(view.shape, order))
        yield from supported(evidence, Transformation("transposed", {**parameters, **sided}, predict, tried=2 * len(orders)))


def _swaps(rank: int) -> Iterator[tuple[tuple[int, ...], tuple[int, int]]]:
    for i, j in combinations(range(rank), 2):
        order = list(range(rank))
        order[i], order[j] = j, i
        yield tuple(order), (i, j)


def _exchanges(rank: int) -> Iterator[tuple[int, ...]]:
    """Orders of axes in which two neighbouring groups have changed places."""
    for i, j, k in combinations(range(rank + 1), 3):
        yield (*range(i), *range(j, k), *range(i, j), *range(k, rank))


def _from_order(shape: tuple[int, ...], order: tuple[int, ...]) -> Source:
    strides = strides_of(shape)

    def source(positions: Positions) -> Positions:
        rest, found = positions, np.zeros_like(positions)
        for axis in reversed(order):
            above = rest // shape[axis]
            found += (rest - above * shape[axis]) * strides[axis]
            rest = above
        return found

    return source


def rotated(evidence: Evidence) -> Iterator[Claim]:
    """Moved by ``shift`` along one axis, what leaves it at one end coming in at the other; or so in memory (axis ``flat``)."""
    view, shape = evidence.view, evidence.view.shape
    along: list[int] = []
    for axis, (extent, stride) in enumerate(zip(shape, strides_of(shape), strict=True)):
        for shift in _asked(evidence, "shift", _likely_shifts(evidence, extent, stride)):
            along.append(shift * stride)
            yield from _rotation(evidence, axis, shift, extent, stride)
    if len(shape) > 1:
        # A shift in memory is one along the innermost axis, but for what crosses the ends of rows.
        for shift in _asked(evidence, "shift", along or _likely_shifts(evidence, view.size, 1)):
            yield from _rotation(evidence, "flat", shift, view.size, 1)


def _rotation(evidence: Evidence, axis: int | str, shift: int, extent: int, stride: int) -> Iterator[Claim]:
    source = _shifted(shift % extent, extent, stride)
    tried = sum(evidence.view.shape) + evidence.view.size
    rule = Transformation("rotated", {"axis": axis, "shift": shift}, moved(evidence.view, source), tried=tried)
    yield from supported(evidence, rule)


def _shifted(shift: int, extent: int, stride: int) -> Source:
    def source(positions: Positions) -> Positions:
        above = positions // stride
        place = above - above // extent * extent
        from_ = place - shift
        moved_to: Positions = positions + (np.where(from_ < 0, from_ + extent, from_) - place) * stride
        return moved_to

    return source


def _likely_shifts(evidence: Evidence, extent: int, stride: int) -> list[int]:
    """Shifts by which most of a few mismatches find their value in ``want`` on the same line."""
    view = evidence.view
    chosen = evidence.survey.anchors(24 if extent <= CHUNK else 12)
    if chosen.size == 0 or extent < 2:
        return []
    places = chosen.positions // stride % extent
    least, most = view.around(chosen.got)
    lines = list(zip(places.tolist(), (chosen.positions - places * stride).tolist(), least, most, strict=True))
    enough = math.ceil(chosen.size * evidence.demands.votes)

    def count(starts: range) -> list[tuple[int, int]]:
        return [vote for low in starts for vote in _votes(view, lines, range(low, min(low + CHUNK, extent)), extent=extent, stride=stride, enough=enough)]

    votes = [vote for span in over_spans(extent, CHUNK, count) for vote in span]
    best = [shift for _, shift in sorted(votes, reverse=True)[:_CANDIDATES]]
    return [shift if shift <= extent // 2 else shift - extent for shift in best]


def _votes(view: View, lines: list[tuple[int, int, Any, Any]], shifts: range, *, extent: int, stride: int, enough: int) -> list[tuple[int, int]]:
    """The shifts, of these, that bring ``enough`` of the values looked for to their places, with how many they bring."""
    votes = np.zeros(len(shifts), np.uint8)
    for place, first, least, most in lines:
        # Shifts of up to ``place`` bring values from before it, larger ones from the other end of the line.
        for part, end in ((range(shifts.start, min(shifts.stop, place + 1)), place), (range(max(shifts.start, place + 1), shifts.stop), place + extent)):
            if part:
                come = view.want.strided(first + (end - part[-1]) * stride, first + (end - part[0]) * stride + 1, stride)[::-1]
                votes[part[0] - shifts.start : part[-1] + 1 - shifts.start] += (come >= least) & (come <= most)
    if shifts.start == 0:
        votes[0] = 0
    passed = np.flatnonzero(votes >= enough)
    best = passed[np.argsort(votes[passed], kind="stable")[-_CANDIDATES:]]
    return [(int(votes[i]), shifts.start + int(i)) for i in best]
