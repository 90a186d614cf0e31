"""The values of one side in their places, but computed on or read otherwise: bytes swapped, sign misread, scaled, offset."""

import math
from collections.abc import Callable, Iterator

import numpy as np

from runners.numerics.elements import Array, Mask, is_finite
from runners.numerics.patterns.claim import Claim, Evidence, Transformation, supported
from runners.numerics.patterns.view import Batch, View

WIDTHS = (4, 8, 16, 32, 64)
"""Bits of the integers whose sign may have been misread. Narrower ones have too few negative values to tell."""

_EXACT = 2.0**-52
"""What is lost when integers are computed on in float64."""


def byte_swapped(evidence: Evidence) -> Iterator[Claim]:
    """The bytes of every element in reverse order; of complex numbers, those of each part."""
    view = evidence.view
    size = view.want.kind.numpy.itemsize // (2 if view.work.kind == "c" else 1)
    if not view.same_type or size == 1:
        return

    def predict(batch: Batch) -> Array:
        raw = view.want.raw_at(batch.positions)
        return view.want.widen(raw.view(f"u{size}").byteswap().view(raw.dtype))

    yield from supported(evidence, Transformation("byte_swapped", {}, predict))


def sign_reinterpreted(evidence: Evidence) -> Iterator[Claim]:
    """Negative integers of so many bits on one side, on side ``unsigned`` what their bits are without a sign: 2^bits more.

    Also in floats that hold integers.
    """
    if evidence.view.work.kind == "c":
        return
    for width in WIDTHS:
        yield from supported(
            evidence,
            Transformation(
                "sign_reinterpreted", {"bits": width, "unsigned": evidence.view.side}, _unsigned(width), _differ_from_want(evidence.view), tried=len(WIDTHS)
            ),
        )


def _unsigned(width: int) -> Callable[[Batch], Array]:
    half, whole = 2 ** (width - 1), 2**width

    def predict(batch: Batch) -> Array:
        want = batch.want
        if want.dtype.kind in "iu" and width >= 8 * want.itemsize:
            # Nothing can be 2^64 more than a value of 64 bits: where both sides fit, Python's integers are the working type.
            return want
        return np.where((want < 0) & (want >= -half), want + whole, want)

    return predict


def _differ_from_want(view: View) -> Callable[[Array, Batch], Mask]:
    return lambda predicted, batch: (predicted != batch.want) & ~view.differ(predicted, batch.got)


def scaled(evidence: Evidence) -> Iterator[Claim]:
    """``a = factor · b``, to the rounding of the narrower type, or to half a unit in integers.

    Only where the factor is farther from 1 than rounding may be.
    """
    view, sample = evidence.view, evidence.survey.sample
    if view.work.kind == "c":
        return
    got, want = _in_float64(sample)
    usable = is_finite(got) & is_finite(want) & (got != 0) & (want != 0)
    got, want = got[usable], want[usable]
    if got.size == 0:
        return
    size = np.minimum(np.abs(got), np.abs(want))
    # Large elements are rounded least for their size.
    precise = size >= np.median(size)
    factor = _asked(evidence, "factor", _rounded(float(np.median(got[precise] / want[precise])), view))

    def predict(batch: Batch) -> Array:
        return batch.want.astype(np.float64) * factor

    def fits(predicted: Array, batch: Batch) -> Mask:
        half_unit = 0.5 if view.kind is None and not float(factor).is_integer() else 0.0
        return _reached(view, predicted, batch, np.maximum(np.abs(batch.got.astype(np.float64)), np.abs(predicted)), half_unit)

    yield from supported(evidence, Transformation("scaled", {"factor": factor}, predict, fits))


def offset(evidence: Evidence) -> Iterator[Claim]:
    """``a = b + value``, to the rounding of the narrower type, exactly in integers.

    Only where the value is more than rounding may be.
    """
    view, sample = evidence.view, evidence.survey.sample
    if view.work.kind == "c":
        return
    got, want = _in_float64(sample)
    usable = is_finite(got) & is_finite(want)
    got, want = got[usable], want[usable]
    if got.size == 0:
        return
    size = np.maximum(np.abs(got), np.abs(want))
    precise = size <= np.median(size)
    middle = float(np.median(got[precise] - want[precise]))
    value = _asked(evidence, "value", round(middle) if view.kind is None else _rounded(middle, view))

    def predict(batch: Batch) -> Array:
        return batch.want.astype(np.float64) + value

    def fits(predicted: Array, batch: Batch) -> Mask:
        got, want = _in_float64(batch)
        return _reached(view, predicted, batch, np.maximum(np.maximum(np.abs(got), np.abs(want)), np.abs(predicted)), 0.0)

    yield from supported(evidence, Transformation("offset", {"value": value}, predict, fits))


def _asked(evidence: Evidence, name: str, usual: float) -> float:
    """What somebody asked for, or else the usual."""
    asked = evidence.asked.get(name)
    return asked if isinstance(asked, int | float) else usual


def _in_float64(batch: Batch) -> tuple[Array, Array]:
    return batch.got.astype(np.float64), batch.want.astype(np.float64)


def _rounded(value: float, view: View) -> float:
    """The value with as many digits as the type has; a near integer, or the inverse of one."""
    eps = view.eps or _EXACT
    if not math.isfinite(value) or value == 0:
        return value
    for near in (float(np.rint(value)), float(1 / np.rint(1 / np.float64(value)))):
        if abs(near - value) <= eps / 2 * abs(value):
            return near
    return float(f"{value:.{math.ceil(-math.log10(eps))}g}")


def _reached(view: View, predicted: Array, batch: Batch, size: Array, unit: float) -> Mask:
    """Whether a computed value was reached to within rounding, from one that lies farther off than that.

    :param size: of the largest value that was rounded on the way.
    """
    got, want = _in_float64(batch)
    relative = (view.eps or _EXACT) + view.slack + (0.0 if view.digits is None else 10.0 ** (1 - view.digits))
    allowed = unit + relative * size + view.spacing
    held: Mask = (np.abs(got - predicted) <= allowed) & (np.abs(predicted - want) > 2 * allowed) & is_finite(got)
    return held
