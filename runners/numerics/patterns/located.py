"""Mismatches that are together, whatever the values: in the last partial tile, in a box, in blocks."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from runners.numerics.elements import Mask
from runners.numerics.patterns.blocks import FULL, Blocks
from runners.numerics.patterns.boxes import box_around
from runners.numerics.patterns.claim import BITS, MISMATCHES, ON_SAMPLE, Claim, Evidence, Parameters, bits
from runners.numerics.patterns.places import Positions

DRAWN = 1 << 11
"""Elements of a region that are looked at to see what it is full of."""

_TAIL = 0.5
"""So many of the elements of the last partial tile are mismatches, if it is what is wrong."""
_SMALLEST_TILE = 4
_MOST_BLOCKS = 1 << 22


@dataclass(frozen=True, slots=True)
class Region:
    """Where mismatches are: a box, a range in memory, or blocks, whose extents are named with every pattern.

    :ivar needed: log2 of the odds that a claim about it needs: of as many regions as there are, one was picked.
    """

    parameters: Parameters
    contains: Callable[[Positions], Mask]
    draw: Callable[[int], Positions]
    needed: float


def tail(evidence: Evidence) -> Iterator[Claim]:
    """Only the last ``extent`` indices of one axis, from ``start`` on.

    This is what tiles leave over: a power of two, 4 at least and larger than the extent, divides the start.
    """
    view, sample = evidence.view, evidence.survey.sample
    box = box_around(sample.positions, view.shape, view.differs_at) if sample.size >= MISMATCHES else None
    if box is None or len(box.partial) != 1:
        return
    (axis,) = box.partial
    start, stop = box.bounds[axis]
    divides = start & -start
    if stop == view.shape[axis] and divides >= _SMALLEST_TILE and divides > stop - start and view.differs_at(box.draw(DRAWN)).mean() >= _TAIL:
        yield Claim("tail", {"axis": axis, "start": start, "extent": stop - start}, lambda batch: box.contains(batch.positions))


def confined(evidence: Evidence) -> Iterator[Claim]:
    """Mismatches fill a region and are hardly anywhere else; nothing is said of their values."""
    region = next(full_regions(evidence), None)
    if region is not None:
        yield Claim("confined", region.parameters, lambda batch: region.contains(batch.positions))


def full_regions(evidence: Evidence) -> Iterator[Region]:
    """Parts of the tensor that are full of mismatches, which is unlikely if they are anywhere."""
    view, survey = evidence.view, evidence.survey
    share = survey.mismatched / view.size
    for region in regions(evidence, survey.sample.positions, view.differs_at):
        drawn = np.unique(region.draw(DRAWN))
        full = float(view.differs_at(drawn).mean())
        if full >= FULL and bits(full, share, min(drawn.size, survey.mismatched)) >= region.needed:
            yield region


def regions(evidence: Evidence, positions: Positions, inside: Callable[[Positions], Mask]) -> Iterator[Region]:
    """Parts of the tensor that hold nearly all of these mismatches, from the simplest to the most scattered.

    :param inside: tells such mismatches.
    """
    view = evidence.view
    if positions.size < MISMATCHES:
        return
    # A first and a last element, or the opposite corners of a box.
    needed = BITS + 2 * math.log2(view.size)
    for shape in dict.fromkeys((view.shape, (view.size,))):
        box = box_around(positions, shape, inside)
        if box is not None and box.partial and box.contains(positions).mean() >= ON_SAMPLE:
            yield Region(box.parameters, box.contains, box.draw, needed)
    if evidence.block is not None:
        blocks = Blocks(view.shape, evidence.block)
        if blocks.count <= _MOST_BLOCKS:
            full = blocks.full_of_mismatches(view)
            yield Region({"region": "blocks"}, lambda places: full[blocks.numbers(places)], lambda count: blocks.draw(positions, count), needed)
