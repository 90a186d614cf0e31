"""One row, column or tile of one side, copied over others."""

import math
from collections.abc import Iterator
from functools import reduce
from itertools import product

import numpy as np

from runners.numerics.patterns.claim import Claim, Evidence, Parameters, Tiling, Transformation, supported
from runners.numerics.patterns.layout import Source, moved
from runners.numerics.patterns.places import Positions, along, flat, strides_of
from runners.numerics.patterns.view import Batch, View

_MOST_TILES = 1 << 21
"""That are looked at, of all shapes together."""
_CANDIDATES = 4
_ANCHORS = 16


def repeated(evidence: Evidence) -> Iterator[Claim]:
    """Tiles of ``side`` hold what belongs in the tile ``source``; a tile of extent 1 along an axis is a row or a column.

    Tried are single indices of every axis, and the blocks on whose boundaries mismatches end, halved until they are of one element.
    """
    view, tried = evidence.view, 0
    if np.unique(evidence.survey.sample.got).size < evidence.demands.distinct:
        return
    for tile in _tiles(view.shape, evidence.tilings):
        counts = tuple(-(-extent // size) for extent, size in zip(view.shape, tile, strict=True))
        tried += math.prod(counts)
        if tried > _MOST_TILES:
            return
        for number in _likely_tiles(view, evidence.survey.anchors(_ANCHORS), tile, counts, evidence.demands.votes):
            at = np.unravel_index(number, counts)
            parameters: Parameters = {
                "side": view.side,
                "tile": list(tile),
                "source": [int(index) * size for index, size in zip(at, tile, strict=True)],
            }
            source = _from_tile(view.shape, tile, tuple(map(int, at)))
            yield from supported(evidence, Transformation("repeated", parameters, moved(view, source), tried=tried))


def _tiles(shape: tuple[int, ...], tilings: list[Tiling]) -> list[tuple[int, ...]]:
    """Shapes of tiles to try, each of them once, the largest first."""
    lines = [tuple(1 if axis == single else extent for axis, extent in enumerate(shape)) for single in range(len(shape))]
    halved = [
        tile
        for tiling in tilings
        for tile in product(*(_halves(size) if size < extent else [extent] for size, extent in zip(tiling.extents, shape, strict=True)))
    ]
    each = dict.fromkeys([*lines, *halved])
    return sorted((tile for tile in each if tile != shape), key=math.prod, reverse=True)


def _halves(size: int) -> list[int]:
    sizes = [size]
    while size % 2 == 0:
        size //= 2
        sizes.append(size)
    return sizes


def _likely_tiles(view: View, anchors: Batch, tile: tuple[int, ...], counts: tuple[int, ...], share: float) -> list[int]:
    """The tiles in which most of a few mismatches find their value at their own place within the tile."""
    if anchors.size == 0:
        return []
    votes = np.zeros(math.prod(counts), np.uint8)
    steps = [size * stride for size, stride in zip(tile, strides_of(view.shape), strict=True)]
    starts = reduce(np.add, np.ix_(*(np.arange(count) * step for count, step in zip(counts, steps, strict=True)))).reshape(-1)
    least, most = view.around(anchors.got)
    for i, within in enumerate(_within(anchors.positions, view.shape, tile).tolist()):
        # What lies beyond the end of the last, partial tile is some other element: a wrong vote, and rarely one.
        come = view.want.at(np.minimum(starts + within, view.size - 1))
        votes += (come >= least[i]) & (come <= most[i])
    passed = np.flatnonzero(votes >= math.ceil(anchors.size * share))
    best: list[int] = passed[np.argsort(votes[passed], kind="stable")[::-1][:_CANDIDATES]].tolist()
    return best


def _within(positions: Positions, shape: tuple[int, ...], tile: tuple[int, ...]) -> Positions:
    """How far positions are from the first one of their tile."""
    return flat((index % size for index, size in zip(along(positions, shape), tile, strict=True)), shape)


def _from_tile(shape: tuple[int, ...], tile: tuple[int, ...], at: tuple[int, ...]) -> Source:
    def source(positions: Positions) -> Positions:
        indices = zip(along(positions, shape), shape, tile, at, strict=True)
        return flat((index if size == extent else np.minimum(number * size + index % size, extent - 1) for index, extent, size, number in indices), shape)

    return source
