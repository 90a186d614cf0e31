"""The figures of one chunk of a pair of tensors, found in the cheapest of three ways."""

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.numerics.elements import beyond_print, differing, distance, is_finite, magnitude, same_bits
from runners.numerics.norms import norm
from runners.numerics.pairing import Elements, Pairing
from runners.numerics.relations import Relations, blocks, magnitudes, zeros
from runners.numerics.tally import Sides, Tally
from runners.numerics.wide import widened

Array = npt.NDArray[Any]

_PROBE = 1 << 10
"""Elements that are looked at before all are."""


class Scratch:
    """Memory for the work on one chunk; one thread at a time has it."""

    def __init__(self, chunk: int, work: np.dtype[Any]) -> None:
        self.mask = np.empty(chunk, np.bool_)
        # Twice, since complex128 is compared as pairs of integers.
        self.differ = np.empty(2 * chunk, np.bool_)
        self.wide_a, self.wide_b, self.apart, self.spare = (np.empty(chunk if work.kind == "f" else 0, work) for _ in range(4))


class Meter:
    """Measures chunk after chunk of a pair of tensors, in order.

    :param digits: significant digits that b was printed with; None where it is exact.
    :param tally: takes the figures.
    """

    def __init__(self, pairing: Pairing, digits: int | None, tally: Tally, scratch: Scratch) -> None:
        self._tally = tally
        self._pairing = pairing
        self._digits = digits if pairing.b.kind in ("float", "complex") else None
        self._work = pairing.work
        self._scratch = scratch
        self._relations = Relations(pairing, tally, scratch.spare, scratch.mask)

    def add(self, a: Array, b: Array, start: int) -> None:
        """Measure these elements, flat and contiguous, of which the first is at position ``start``."""
        # Where nearly everything differs, so do the first few.
        if self._pairing.same and all(same_bits(a[:part], b[:part], out=self._scratch.differ) for part in (_PROBE, a.size)):
            self._add_equal(b)
        elif self._work.kind != "f" or self._digits is not None or not self._add_finite(a, b, start):
            for block in blocks(a.size):
                self._add_any(a[block], b[block], start + block.start)

    def finish(self) -> Tally:
        """The tally of all that was added."""
        self._relations.finish()
        return self._tally

    def _add_equal(self, b: Array) -> None:
        """Elements that are equal bit for bit."""
        if self._work.kind == "f":
            y = widened(b, self._work, self._scratch.wide_b[: b.size])
        else:
            y = widened(b, np.dtype(np.float64) if self._work.kind != "c" else self._work)
        length, sides = norm(y), Sides()
        if math.isfinite(length):
            sides.zero = zeros(y, self._scratch.mask)
        else:
            for block in blocks(b.size):
                sides.add(_sides(y[block]))
            length = math.hypot(*(norm(y[block][np.isfinite(y[block])]) for block in blocks(b.size)))
        finite = b.size - sides.nan - sides.inf
        self._tally.finite += finite
        self._tally.raise_rel(0.0 if finite > sides.zero else None)
        self._tally.add_norms(0.0, length)
        self._tally.a.add(sides)
        self._tally.b.add(sides)

    def _add_finite(self, a: Array, b: Array, start: int) -> bool:
        """Real elements; False, and nothing done, where some or their differences are not finite."""
        n, tally, scratch = a.size, self._tally, self._scratch
        x = widened(a, self._work, scratch.wide_a[:n])
        y = widened(b, self._work, scratch.wide_b[:n])
        difference = np.subtract(x, y, out=scratch.apart[:n])
        max_abs = float(max(*magnitudes(difference)))
        if not math.isfinite(max_abs):
            return False
        tally.finite += n
        tally.max_abs = max(tally.max_abs, max_abs)
        tally.add_norms(norm(difference), norm(y))
        differ = np.not_equal(difference, 0, out=scratch.differ[:n])
        mismatched = tally.note_mismatches(differ, start)
        if max_abs > tally.bar:
            tally.note_distances(np.abs(difference, out=scratch.spare[:n]), start)
        self._relations.add(Elements(a, b, x, y), difference, differ, mismatched, max_abs)
        return True

    def _add_any(self, a: Array, b: Array, start: int) -> None:
        """Elements of any kind and value."""
        tally = self._tally
        x, y = widened(a, self._work), widened(b, self._work)
        tally.a.add(_sides(x))
        tally.b.add(_sides(y))
        finite = is_finite(x) & is_finite(y)
        differ = differing(x, y)
        tally.note_nonfinite(differ & ~finite, start)
        x, y = np.where(finite, x, 0), np.where(finite, y, 0)
        if self._digits is not None:
            differ &= ~finite | beyond_print(x, y, self._digits, self._pairing.b)
        tally.note_mismatches(differ, start)
        apart = distance(x, y)
        tally.note_distances(np.where(differ, apart, 0), start)
        tally.finite += int(np.count_nonzero(finite))
        tally.max_abs = max(tally.max_abs, *apart.max(keepdims=True).tolist())
        tally.max_ulp = max(tally.max_ulp, int(np.where(finite, self._pairing.steps(Elements(a, b, x, y)), 0).max()))
        far, size = apart.astype(np.float64), magnitude(y)
        tally.add_norms(norm(far), norm(size))
        divisor = size > 0
        if divisor.any():
            tally.raise_rel(float((far[divisor] / size[divisor]).max()))


def _sides(values: Array) -> Sides:
    zero = int(np.count_nonzero(values == 0))
    if values.dtype.kind not in "fc":
        return Sides(zero=zero)
    nan = np.isnan(values)
    return Sides(nan=int(np.count_nonzero(nan)), inf=int(np.count_nonzero(np.isinf(values) & ~nan)), zero=zero)
