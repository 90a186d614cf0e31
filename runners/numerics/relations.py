"""Zeros, relative differences and distances in ULP of chunks of real, finite elements."""

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.numerics.elements import magnitude
from runners.numerics.pairing import Elements, Pairing
from runners.numerics.tally import Tally

Array = npt.NDArray[Any]
Mask = npt.NDArray[np.bool_]

BLOCK = 1 << 14
"""Elements at a time where many temporaries are made."""

_FEW = 16
"""A part of a chunk is few of its elements if it is one in so many, or less."""

_NOWHERE = np.empty(0, np.intp)


def blocks(elements: int) -> list[slice]:
    """Runs of :data:`BLOCK` elements."""
    return [slice(low, min(low + BLOCK, elements)) for low in range(0, elements, BLOCK)]


def zeros(values: Array, mask: Mask) -> int:
    """How many values are zero; ``mask`` is memory for at least as many elements."""
    return int(np.count_nonzero(np.equal(values, 0, out=mask[: values.size])))


def magnitudes(values: Array) -> tuple[Any, Any]:
    """The largest magnitudes below and above zero; both NaN where one value is NaN."""
    # The methods min and max of arrays take a way through Python.
    return -np.minimum.reduce(values).item(), np.maximum.reduce(values).item()


class Relations:
    """Takes relations into a tally, which of relative differences and distances in ULP needs the largest only.

    Elements that need a closer look are held back until there are enough of them, or :meth:`finish` is called.

    :param spare: memory for as many elements of the working type as a chunk has, and ``mask`` for a mask of it.
    """

    def __init__(self, pairing: Pairing, tally: Tally, spare: Array, mask: Mask) -> None:
        self._pairing = pairing
        self._tally = tally
        self._spare = spare
        self._mask = mask
        self._held_back: list[Elements] = []

    def add(self, chunk: Elements, difference: Array, differ: Mask, mismatched: int, max_abs: float) -> None:
        """Take in a chunk, by a way that looks at a few elements only, if there is one.

        :param difference: of x and y; its memory is used for other things. ``max_abs`` is its largest magnitude.
        :param differ: where it is not 0, which is at ``mismatched`` elements.
        """
        n, tally = differ.size, self._tally
        if mismatched <= n // _FEW:
            self._add_sparse(chunk, _where(differ))
        elif (tally.max_rel or 0.0) < 0.5 or self._pairing.most_steps(0.5) > tally.max_ulp:
            self._add_any(chunk, difference)
        else:
            # Elements with |b| > 2 |a-b| have one sign and no zero, and are no farther apart than some before them.
            size = np.abs(chunk.y, out=self._spare[:n])
            close = _where(np.less_equal(size, 2 * max_abs, out=self._mask[:n]))
            if close.size <= n // _FEW:
                self._hold_back(chunk.at(close))
            else:
                self._add_any(chunk, difference)

    def finish(self) -> None:
        """Take in what was held back."""
        if self._held_back:
            some = Elements(*map(np.concatenate, zip(*self._held_back, strict=True)))
            self._held_back = []
            self._tally.a.zero += int(np.count_nonzero(some.x == 0))
            self._tally.b.zero += int(np.count_nonzero(some.y == 0))
            self._tally.raise_rel(_largest_relative(some))
            self._tally.max_ulp = max(self._tally.max_ulp, _most_steps(some, self._pairing))

    def _hold_back(self, some: Elements) -> None:
        self._held_back.append(some)
        if sum(held.x.size for held in self._held_back) > BLOCK:
            self.finish()

    def _add_sparse(self, chunk: Elements, differing: Array) -> None:
        """A chunk with few mismatches."""
        some = chunk.at(differing)
        zeros_b = zeros(chunk.y, self._mask)
        self._tally.raise_rel(0.0 if zeros_b < chunk.y.size else None)
        zeros_of_both = zeros_b - int(np.count_nonzero(some.y == 0))
        self._tally.a.zero += zeros_of_both
        self._tally.b.zero += zeros_of_both
        self._hold_back(some)

    def _add_any(self, some: Elements, difference: Array) -> None:
        """A chunk with many zeros, changes of sign, or relative differences that may be the largest so far."""
        tally, pairing, mask, n = self._tally, self._pairing, self._mask[: difference.size], difference.size
        quotient = np.divide(difference, some.y, out=difference)
        below, above = magnitudes(quotient)
        zeros_b = 0
        if not (math.isfinite(below) and math.isfinite(above)):
            zeros_b = n - int(np.count_nonzero(np.not_equal(some.y, 0, out=mask)))
            # This makes NaN of every quotient by zero; fmin and fmax pass over NaN.
            np.multiply(quotient, mask, out=quotient)
            below, above = -float(np.fmin.reduce(quotient)), float(np.fmax.reduce(quotient))
        largest = max(below, above)
        if zeros_b < n:
            tally.raise_rel(max(_largest_relative(some.at(block)) or 0.0 for block in blocks(n)) if math.isinf(largest) else largest)
        tally.b.zero += zeros_b
        one_sign = zeros_b == 0 and below < 0.5
        if one_sign and pairing.most_steps(largest) <= tally.max_ulp:
            return
        crossing: Array | slice = slice(None)
        if pairing.direct:
            crossing = _NOWHERE if one_sign else self._crossing(some, quotient)
        tally.a.zero += zeros(some.x if zeros_b else some.x[crossing], mask)
        tally.max_ulp = max(tally.max_ulp, _most_steps(some.at(crossing), pairing))
        if isinstance(crossing, slice) or pairing.most_steps(max(min(below, 0.5), above)) <= tally.max_ulp:
            return
        apart = _integers_apart(some, difference)
        apart[crossing] = 0
        tally.max_ulp = max(tally.max_ulp, *magnitudes(apart))

    def _crossing(self, some: Elements, quotient: Array) -> Array | slice:
        """Where the signs may differ: a-b is at least half of b, or b is zero, and bits differ. Everywhere, if often."""
        mask, p, q = self._mask[: quotient.size], *_integers(some)
        np.logical_not(np.greater(quotient, -0.5, out=mask), out=mask)
        np.logical_and(mask, np.not_equal(p, q, out=self._spare.view(np.bool_)[: mask.size]), out=mask)
        return np.flatnonzero(mask) if np.count_nonzero(mask) <= mask.size // _FEW else slice(None)


def _where(mask: Mask) -> npt.NDArray[np.intp]:
    """The positions where a mask holds, found faster than numpy finds them if it seldom does."""
    if mask.size % 8:
        return np.flatnonzero(mask)
    eights = np.flatnonzero(mask.view(np.uint64) != 0)
    positions: npt.NDArray[np.intp] = (eights[:, np.newaxis] * 8 + np.arange(8)).reshape(-1)
    return positions[mask[positions]]


def _most_steps(some: Elements, pairing: Pairing) -> int:
    return max((int(pairing.steps(some.at(block)).max()) for block in blocks(some.a.size)), default=0)


def _integers(some: Elements) -> tuple[Array, Array]:
    kind = f"i{some.a.itemsize}"
    return some.a.view(kind), some.b.view(kind)


def _integers_apart(some: Elements, memory: Array) -> Array:
    """The differences of the elements taken as integers, which do not overflow for elements of one sign."""
    a, b = _integers(some)
    apart: Array = np.subtract(a, b, out=memory.view(a.dtype)[: a.size])
    return apart


def _largest_relative(some: Elements) -> float | None:
    """The largest relative difference; None where all of b is zero."""
    divisor = some.y != 0
    x, y = some.x[divisor], some.y[divisor]
    if not y.size:
        return None
    largest = float(np.abs((x - y) / y).max())
    return largest if math.isfinite(largest) else float((magnitude(x - y) / magnitude(y)).max())
