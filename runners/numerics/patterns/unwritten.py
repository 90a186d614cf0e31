"""A region of one side that holds what memory holds that nothing was written to."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from runners.numerics.elements import Array, Mask, is_finite
from runners.numerics.patterns.claim import BITS, DISTINCT, OF_A_QUESTION, Claim, Evidence, Parameters, bits
from runners.numerics.patterns.located import DRAWN, Region, full_regions, regions
from runners.numerics.patterns.places import Positions
from runners.numerics.patterns.view import Batch, View

_FILLED = 0.97
"""So many of the elements of the region hold what it is filled with, whether that is right there or not."""
_WRITTEN = 0.01
"""So few of the elements of the region may be right and not what it is filled with: else it was written to."""
_UNLIKE = 0.5
"""So many of the values in a region of garbage are unlike all good values."""
_BEYOND, _BELOW = 2.0, 16.0


@dataclass(frozen=True, slots=True)
class _Fill:
    """What a region may be filled with.

    :ivar among: tells it among other values.
    :ivar everywhere: whether it says something of a whole tensor.
    """

    parameters: Parameters
    among: Callable[[Array], Mask]
    everywhere: bool


def unwritten(evidence: Evidence) -> Iterator[Claim]:
    """Zeros, NaN or one other value in all of a region of ``side``, where the other side has other values.

    The region is all of the tensor, a box of it, a range in memory, or blocks. It is claimed if the fill is unlikely there,
    going by the other side in the region and by this side outside of it. All of a tensor is unwritten if it is zero, or one
    value unlike all of the other side's (a constant may well be right); where all of it is NaN, ``nan_only`` says so.
    """
    sample, demands = evidence.survey.sample, evidence.demands
    if sample.size < demands.mismatches:
        return
    for fill in _fills(evidence):
        filled = fill.among(sample.got)
        region = _filled_region(evidence, sample.positions[filled], fill) if filled.mean() >= demands.share else None
        if region is None and demands is OF_A_QUESTION:
            region = _all_of(evidence.view)
        if region is not None:
            yield Claim("unwritten", {"side": evidence.view.side, **fill.parameters, **region.parameters}, _holds(fill, region))


def garbage(evidence: Evidence) -> Iterator[Claim]:
    """A part of ``side`` is full of values unlike all good ones.

    Good values are those of the other side there, and those on which both agree. Unlike them is what is not finite, more
    than twice the largest, or less than a sixteenth of all but the smallest hundredth. Values of the usual size are not
    called garbage: they may as well come from a wrong computation.
    """
    sample = evidence.survey.sample
    region = next(full_regions(evidence), None) if _unlike(sample.got, _good(evidence)) >= _UNLIKE else None
    if region is not None:
        parameters: Parameters = {"side": evidence.view.side, "fill": "garbage", **region.parameters}
        yield Claim("unwritten", parameters, lambda batch: region.contains(batch.positions))


def _fills(evidence: Evidence) -> Iterator[_Fill]:
    sample, work = evidence.survey.sample, evidence.view.work
    yield _Fill({"fill": "zeros"}, lambda values: values == 0, everywhere=True)
    if work.kind in "fc":
        yield _Fill({"fill": "nan"}, np.isnan, everywhere=False)
    values, counts = np.unique(sample.got[is_finite(sample.got)], return_counts=True)
    if work.kind != "c" and values.size and values[counts.argmax()] != 0 and np.unique(sample.want).size >= DISTINCT:
        value = values[counts.argmax()]
        unlike = _unlike(values[[counts.argmax()]], _good(evidence)) > 0
        plain = float(value) if work.kind == "f" else int(value)
        yield _Fill({"fill": "constant", "value": plain}, lambda values: values == value, everywhere=unlike)


def _filled_region(evidence: Evidence, positions: Positions, fill: _Fill) -> Region | None:
    view = evidence.view

    def inside(places: Positions) -> Mask:
        return fill.among(view.got.at(places)) & view.differs_at(places)

    if fill.everywhere and _is_filled(evidence, whole := _all_of(view), fill):
        return whole
    return next((region for region in regions(evidence, positions, inside) if _is_filled(evidence, region, fill)), None)


def _is_filled(evidence: Evidence, region: Region, fill: _Fill) -> bool:
    view = evidence.view
    drawn, anywhere = np.unique(region.draw(DRAWN)), np.unique(_all_of(view).draw(DRAWN))
    filled, right = fill.among(view.got.at(drawn)), ~view.differs_at(drawn)
    expected = (fill.among(view.want.at(drawn)), fill.among(view.got.at(anywhere[~region.contains(anywhere)])))
    chance = max((int(np.count_nonzero(values)) + 1) / (values.size + 1) for values in expected if values.size)
    share = float(filled.mean())
    return share >= _FILLED and (right & ~filled).mean() <= _WRITTEN and bits(share, chance, drawn.size) >= region.needed


def _all_of(view: View) -> Region:
    return Region(
        {"region": "all"},
        lambda positions: np.ones(positions.shape, np.bool_),
        lambda count: np.random.default_rng(count).integers(0, view.size, count),
        BITS,
    )


def _good(evidence: Evidence) -> Array:
    return np.concatenate([evidence.survey.sample.want, evidence.survey.agreeing.got])


def _unlike(values: Array, good: Array) -> float:
    """The share of values that are unlike all good ones."""
    size = _size(good[good != 0])
    if size.size == 0 or not is_finite(good).all():
        return 0.0
    least, most = np.quantile(size, 0.01) / _BELOW, size.max() * _BEYOND
    of = _size(values)
    return float((~is_finite(values) | (of > most) | ((of > 0) & (of < least))).mean())


def _size(values: Array) -> Array:
    size: Array = np.abs(values if values.dtype.kind == "c" else values.astype(np.float64))
    return size


def _holds(fill: _Fill, region: Region) -> Callable[[Batch], Mask]:
    return lambda batch: region.contains(batch.positions) & fill.among(batch.got)
