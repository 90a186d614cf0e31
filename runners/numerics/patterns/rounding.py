"""Differences in the last place: one step apart, cut off instead of rounded, held in fewer bits."""

from collections.abc import Callable, Iterator

import numpy as np

from runners.numerics.elements import Array, Mask, distance, is_finite
from runners.numerics.limits import limits
from runners.numerics.patterns.claim import OF_A_FINDING, Claim, Demands, Evidence, Transformation, bits, supported
from runners.numerics.patterns.view import Batch, View
from runners.numerics.ulp import narrowed, steps

_ROUNDED_EXACTLY = 0.1
"""In integers: of numbers that are rounded one way and another, at least so many come out the same."""


def one_ulp(evidence: Evidence) -> Iterator[Claim]:
    """Neighbouring values of the (narrower) type, or neighbouring integers where some of all elements agree.

    ``direction`` is where a lies from b: ``up``, ``down``, or ``both`` ways. Integers are taken to differ by rounding only
    if others do not differ at all: else one was added to all of them.
    """
    view, survey = evidence.view, evidence.survey
    added = view.kind is None and survey.mismatched > (1 - _ROUNDED_EXACTLY) * view.size
    if not _has_steps(view) or (added and evidence.demands is OF_A_FINDING):
        return
    above = survey.sample.got > survey.sample.want
    directions = [name for name, share in (("up", above.mean()), ("down", 1 - above.mean())) if _one_sided(float(share), above.size, OF_A_FINDING)]
    yield from supported(
        evidence, Transformation("one_ulp", {"direction": (directions or ["both"])[0]}, _want, lambda want, batch: _one_step(view, want, batch.got))
    )


def truncated(evidence: Evidence) -> Iterator[Claim]:
    """Cut off instead of rounded on ``side``: one step towards zero from the other side's value, never one away from it."""
    view, sample = evidence.view, evidence.survey.sample

    def towards_zero(want: Array, batch: Batch) -> Mask:
        return _one_step(view, want, batch.got) & (np.abs(batch.got) < np.abs(want))

    for claim in one_ulp(evidence):
        if _one_sided(float(towards_zero(sample.want, sample).mean()), sample.size, evidence.demands):
            yield Claim("truncated", {"side": view.side}, lambda batch: towards_zero(batch.want, batch), claim.agrees)


def shortened(evidence: Evidence) -> Iterator[Claim]:
    """The other side's value with only ``mantissa_bits`` left on ``side``; the rest cut off, or rounded to the nearest, ties to even."""
    view = evidence.view
    if view.kind is None or not view.same_type or view.kind.bits < 16:
        return
    stored = limits(view.kind.numpy).mantissa_bits
    dropped = _always_zero(view, evidence.survey.sample)
    if not 1 < dropped < stored:
        return
    for rounding, shorten in (("toward_zero", _cut), ("nearest", _nearest)):
        parameters = {"side": view.side, "mantissa_bits": stored - dropped, "rounding": rounding}
        yield from supported(evidence, Transformation("truncated", parameters, _on_bits(view, shorten, dropped), _as_predicted, tried=2))


def _want(batch: Batch) -> Array:
    return batch.want


def _has_steps(view: View) -> bool:
    return view.work.kind != "c" and "bool" not in (view.got.kind.kind, view.want.kind.kind)


def _one_sided(share: float, count: int, demands: Demands) -> bool:
    return share >= demands.one_sided and bits(share, 0.5, count) >= demands.bits


def _one_step(view: View, want: Array, got: Array) -> Mask:
    if view.kind is None:
        one: Mask = distance(got, want) == 1
        return one
    apart: Mask = steps(narrowed(got, view.kind), narrowed(want, view.kind), view.kind) == 1
    return apart & is_finite(got) & is_finite(want)


def _always_zero(view: View, sample: Batch) -> int:
    """How many of the last bits are zero in nearly all of ``got``."""
    raw = view.got.raw_at(sample.positions)
    stored = raw.view(f"u{raw.itemsize}").astype(np.uint64)
    lowest = np.bitwise_count((stored & -stored) - 1)
    return int(np.quantile(lowest[is_finite(sample.got)], 0.05, method="lower")) if is_finite(sample.got).any() else 0


def _on_bits(view: View, shorten: Callable[[Array, int], Array], dropped: int) -> Callable[[Batch], Array]:
    def predict(batch: Batch) -> Array:
        raw = view.want.raw_at(batch.positions)
        return view.want.widen(shorten(raw.view(f"u{raw.itemsize}"), dropped).view(raw.dtype))

    return predict


def _cut(stored: Array, dropped: int) -> Array:
    cut: Array = stored >> dropped << dropped
    return cut


def _nearest(stored: Array, dropped: int) -> Array:
    odd = stored >> dropped & 1
    return _cut(stored + ((1 << (dropped - 1)) - 1) + odd, dropped)


def _as_predicted(predicted: Array, batch: Batch) -> Mask:
    reached: Mask = predicted == batch.got
    return reached
