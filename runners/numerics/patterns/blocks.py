"""Mismatches that fill blocks, as the tiles of a computation."""

import math
from dataclasses import dataclass
from functools import reduce

import numpy as np

from runners.numerics.chunks import CHUNK, over_spans
from runners.numerics.elements import Mask
from runners.numerics.patterns.claim import BITS, EXPLAINED, MISMATCHES, Tiling, bits
from runners.numerics.patterns.places import Positions, along, flat, strides_of
from runners.numerics.patterns.survey import Survey
from runners.numerics.patterns.view import View

FULL = 0.75
"""A block is full of mismatches if so many of its elements are; values that agree by accident leave holes."""
_SEEN = 0.4
"""A boundary is seen on so many lines, of those that show the one seen most; strays are seen on one."""
_ON_BOUNDARIES = 0.8
"""So many of the places where mismatches begin or end lie on the boundaries of blocks."""
_LINES = 32
_LINE = 1 << 10
_BLOCKS = 256
_PER_BLOCK = 32
_SMALLEST = 4


def tilings_of(view: View, survey: Survey) -> list[Tiling]:
    """Blocks on whose boundaries mismatches begin and end, the largest first; along an axis without boundaries they are all of it.

    Two answers, taking single elements for strays or not, or one if these are the same. The blocks need not be full of mismatches.
    """
    found = []
    for smooth in (False, True):
        extents, boundaries = zip(*(_spacing(view, survey, axis, smooth) for axis in range(len(view.shape))), strict=True)
        found.append(Tiling(extents, max(boundaries)))
    return sorted(dict.fromkeys(found), key=lambda tiling: math.prod(tiling.extents), reverse=True)


def block_of(view: View, survey: Survey, tilings: list[Tiling]) -> tuple[int, ...] | None:
    """The extents of the first of the tilings whose blocks are full of mismatches or free of them; None where there is none.

    Blocks drawn at random must be full, which must not be likely if mismatches were anywhere. A single boundary, as that of
    a tail, is not enough: blocks of any extent that divides it would have it.
    """
    share = survey.mismatched / view.size
    proper = (tiling for tiling in tilings if tiling.extents != view.shape and math.prod(tiling.extents) >= _SMALLEST)
    full = (tiling for tiling in proper if survey.sample.size >= MISMATCHES and _are_full(view, survey, tiling.extents, share))
    largest = next(full, None)
    return largest.extents if largest is not None and largest.boundaries > 1 else None


def _spacing(view: View, survey: Survey, axis: int, smooth: bool) -> tuple[int, int]:
    """The largest extent on whose multiples most of the boundaries along an axis lie, and how many these are."""
    places = _boundaries(view, survey, axis, smooth)
    if places.size == 0:
        return view.shape[axis], 0
    one, other = places[np.random.default_rng(axis).integers(0, places.size, (2, _LINES))]
    sizes = np.unique(np.gcd(one, other))
    on = (places % sizes[:, None] == 0).mean(axis=1) >= _ON_BOUNDARIES
    return int(sizes[on].max(initial=1)), places.size


def _boundaries(view: View, survey: Survey, axis: int, smooth: bool) -> Positions:
    """Where mismatches begin and end along an axis, on lines through some that mismatch and some that agree, but for what few lines show."""
    extent, stride = view.shape[axis], strides_of(view.shape)[axis]
    rng = np.random.default_rng(axis)
    chosen = np.concatenate([rng.permutation(some.positions)[:_LINES] for some in (survey.sample, survey.agreeing)])
    place = chosen // stride % extent
    found = []
    for part in np.unique(place // _LINE).tolist():
        bases = np.unique((chosen - place * stride)[place // _LINE == part])
        start, stop = max(0, part * _LINE - 1), min((part + 1) * _LINE, extent)
        lines = view.differs_at((bases[:, None] + np.arange(start, stop) * stride).reshape(-1)).reshape(bases.size, -1)
        if smooth:
            lines = _without_strays(lines)
        found.append(np.nonzero(lines[:, 1:] != lines[:, :-1])[1] + (start + 1))
    places, votes = np.unique(np.concatenate(found), return_counts=True)
    often: Positions = places[votes >= _SEEN * votes.max(initial=0)]
    return often


def _without_strays(lines: Mask) -> Mask:
    """Single elements that differ from both neighbours made like them."""
    smooth = lines.copy()
    alone = (lines[:, 1:-1] != lines[:, :-2]) & (lines[:, 1:-1] != lines[:, 2:])
    smooth[:, 1:-1] ^= alone
    return smooth


def _are_full(view: View, survey: Survey, block: tuple[int, ...], share: float) -> bool:
    rng = np.random.default_rng(_BLOCKS)
    blocks = Blocks(view.shape, block)
    seeds = rng.permutation(survey.sample.positions)[:_BLOCKS]
    positions = blocks.beside(np.repeat(seeds, _PER_BLOCK), rng)
    differ = view.differs_at(positions)
    filled = differ.reshape(seeds.size, _PER_BLOCK).mean(axis=1)
    looked_at = min(np.unique(positions).size, survey.mismatched)
    return bool((filled >= FULL).mean() >= EXPLAINED and bits(float(differ.mean()), share, looked_at) >= BITS)


@dataclass(frozen=True, slots=True)
class Blocks:
    """A tensor cut into blocks of these extents; the last ones of an axis may be smaller."""

    shape: tuple[int, ...]
    block: tuple[int, ...]

    @property
    def counts(self) -> tuple[int, ...]:
        """Blocks along each axis."""
        return tuple(-(-extent // size) for extent, size in zip(self.shape, self.block, strict=True))

    @property
    def count(self) -> int:
        """All blocks."""
        return math.prod(self.counts)

    def numbers(self, positions: Positions) -> Positions:
        """The blocks, in row-major order, that these positions lie in."""
        return flat((index // size for index, size in zip(along(positions, self.shape), self.block, strict=True)), self.counts)

    def beside(self, positions: Positions, rng: np.random.Generator) -> Positions:
        """For each position another one in the same block, drawn at random."""
        drawn = []
        for index, size, extent in zip(along(positions, self.shape), self.block, self.shape, strict=True):
            first = index // size * size
            drawn.append(rng.integers(first, np.minimum(first + size, extent)))
        return flat(drawn, self.shape)

    def draw(self, positions: Positions, count: int) -> Positions:
        """So many elements of blocks that some of these positions lie in."""
        rng = np.random.default_rng(count)
        return self.beside(rng.choice(positions, count), rng)

    def full_of_mismatches(self, view: View) -> Mask:
        """For each block, whether it is full of mismatches; looks at all of them."""

        def count(starts: range) -> tuple[Positions, Positions]:
            found = [self.numbers(view.mismatches(start, min(start + CHUNK, view.size)).positions) for start in starts]
            return np.unique(np.concatenate(found), return_counts=True)

        mismatched = np.zeros(self.count, np.int64)
        for numbers, counts in over_spans(view.size, CHUNK, count):
            mismatched[numbers] += counts
        ends = [
            np.minimum(np.arange(1, n + 1) * size, extent) - np.arange(n) * size for n, size, extent in zip(self.counts, self.block, self.shape, strict=True)
        ]
        return mismatched >= FULL * reduce(np.multiply, np.ix_(*ends)).reshape(-1)
