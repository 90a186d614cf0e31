"""The figures of one chunk of a pair of tensors, found in the cheapest of three ways."""

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from runners.element_types import ElementType
from runners.numerics.elements import beyond_print, differing, distance, is_finite, magnitude, same_bits
from runners.numerics.limits import limits
from runners.numerics.norms import norm
from runners.numerics.tally import Sides, Tally
from runners.numerics.ulp import fills_its_bytes, narrowed, narrower, steps
from runners.numerics.wide import widened, working_type

Array = npt.NDArray[Any]
Mask = npt.NDArray[np.bool_]

_BLOCK = 1 << 14
"""Elements at a time where many temporaries are made."""
_NOWHERE = np.empty(0, np.intp)


class Elements(NamedTuple):
    """Elements of both sides as they are, and their values x and y in the working type."""

    a: Array
    b: Array
    x: Array
    y: Array

    def at(self, where: Array | slice) -> "Elements":
        """Some of them."""
        return Elements(self.a[where], self.b[where], self.x[where], self.y[where])


class Scratch:
    """Memory for the work on one chunk; one thread at a time has it."""

    def __init__(self, chunk: int, work: np.dtype[Any]) -> None:
        self.mask = np.empty(chunk, np.bool_)
        # Twice, since complex128 is compared as pairs of integers.
        self.bits_differ = np.empty(2 * chunk, np.bool_)
        if work.kind == "f":
            self.wide_a, self.wide_b, self.apart = (np.empty(chunk, work) for _ in range(3))


class Meter:
    """Measures chunk after chunk of a pair of tensors, in order, into its ``tally``.

    :param digits: significant digits that b was printed with; None where it is exact.
    """

    def __init__(self, kind_a: ElementType, kind_b: ElementType, digits: int | None, tally: Tally, scratch: Scratch) -> None:
        self.tally = tally
        self._kind_a = kind_a
        self._kind_b = kind_b
        self._digits = digits if kind_b.kind in ("float", "complex") else None
        self._work = working_type(kind_a, kind_b)
        self._narrow = None if self._work.kind == "c" else narrower(kind_a, kind_b)
        self._direct = kind_a == kind_b and fills_its_bytes(kind_a)
        self._scratch = scratch

    def add(self, a: Array, b: Array, start: int) -> None:
        """Measure these elements, flat and contiguous, of which the first is at position ``start``."""
        words = a.size * -(-a.itemsize // 8)
        if self._kind_a == self._kind_b and same_bits(a, b, out=self._scratch.bits_differ[:words]):
            self._add_equal(b)
        elif self._work.kind != "f" or self._digits is not None or not self._add_finite(a, b, start):
            for block in _blocks(a.size):
                self._add_any(a[block], b[block], start + block.start)

    def _add_equal(self, b: Array) -> None:
        """Elements that are equal bit for bit."""
        if self._work.kind == "f":
            y = widened(b, self._work, self._scratch.wide_b[: b.size])
        else:
            y = widened(b, np.dtype(np.float64) if self._work.kind != "c" else self._work)
        length, sides = norm(y), Sides()
        if math.isfinite(length):
            sides.zero = _zeros(y, self._scratch.mask)
        else:
            for block in _blocks(b.size):
                sides.add(_sides(y[block]))
            length = math.hypot(*(norm(y[block][np.isfinite(y[block])]) for block in _blocks(b.size)))
        finite = b.size - sides.nan - sides.inf
        self.tally.finite += finite
        self.tally.raise_rel(0.0 if finite > sides.zero else None)
        self.tally.add_norms(0.0, length)
        self.tally.a.add(sides)
        self.tally.b.add(sides)

    def _add_finite(self, a: Array, b: Array, start: int) -> bool:
        """Real elements; False, and nothing done, where some are not finite or leave the range of the working type."""
        n, tally, mask = a.size, self.tally, self._scratch.mask[: a.size]
        x = widened(a, self._work, self._scratch.wide_a[:n])
        y = widened(b, self._work, self._scratch.wide_b[:n])
        difference = np.subtract(x, y, out=self._scratch.apart[:n])
        max_abs = max(*_magnitudes(difference))
        if not math.isfinite(max_abs):
            return False
        length = norm(difference)
        quotient = np.divide(difference, y, out=difference)
        below, above = _magnitudes(quotient)
        zeros = 0
        if not (math.isfinite(below) and math.isfinite(above)):
            zeros = n - int(np.count_nonzero(np.not_equal(y, 0, out=mask)))
            # This makes NaN of every quotient by zero; fmin and fmax pass over NaN.
            np.multiply(quotient, mask, out=quotient)
            below, above = -float(np.fmin.reduce(quotient)), float(np.fmax.reduce(quotient))
            if math.isinf(max(below, above)):
                return False
        tally.finite += n
        tally.max_abs = max(tally.max_abs, max_abs)
        tally.raise_rel(max(below, above) if zeros < n else None)
        tally.add_norms(length, norm(y))
        tally.b.zero += zeros
        crossing = self._crossing(quotient, mask) if zeros or below >= 0.5 or not self._direct else _NOWHERE
        tally.a.zero += _zeros(x, mask) if zeros else _zeros(x[crossing], mask)
        most = self._most_steps(Elements(a, b, x, y), crossing, reach=max(min(below, 0.5), above))
        tally.max_ulp = max(tally.max_ulp, most)
        differ = self._scratch.bits_differ[:n]
        if zeros or self._kind_a != self._kind_b:
            np.not_equal(x, y, out=differ)
        tally.note_mismatches(differ, start)
        if max_abs > tally.bar:
            tally.note_distances(np.abs(np.subtract(x, y, out=difference), out=difference), start)
        return True

    def _crossing(self, quotient: Array, mask: Mask) -> Array | slice:
        """Where the signs may differ: a-b is at least half of b, or b is zero, and they are not the same. Everywhere, if often."""
        if not self._direct:
            return slice(None)
        np.logical_not(np.greater(quotient, -0.5, out=mask), out=mask)
        np.logical_and(mask, self._scratch.bits_differ[: mask.size], out=mask)
        return np.flatnonzero(mask) if np.count_nonzero(mask) <= mask.size // 16 else slice(None)

    def _most_steps(self, chunk: Elements, crossing: Array | slice, reach: float) -> int:
        """The largest distance in ULP; less, where it is no more than what the tally has.

        :param reach: the largest relative difference of the elements that are not crossing.
        """
        hard = chunk.at(crossing)
        most = max((int(self._steps(hard.at(block)).max()) for block in _blocks(hard.a.size)), default=0)
        # With p bits of precision, neighbours are at least |b| / 2^(p+1) apart where |a| is no less than |b| / 2.
        if isinstance(crossing, slice) or reach * 2.0 ** (limits(self._kind_b.numpy).mantissa_bits + 2) <= self.tally.max_ulp:
            return most
        # Integers of one sign do not overflow here.
        apart = self._scratch.apart.view(f"i{chunk.a.itemsize}")[: chunk.a.size]
        np.subtract(chunk.a.view(apart.dtype), chunk.b.view(apart.dtype), out=apart)
        apart[crossing] = 0
        return max(most, int(np.maximum.reduce(apart)), -int(np.minimum.reduce(apart)))

    def _steps(self, some: Elements) -> Array:
        """Distances in ULP of the narrower float type; 0 where there is none."""
        kind = self._narrow
        if kind is None:
            return np.zeros(some.a.size, np.uint8)
        p = some.a if self._kind_a == kind else narrowed(some.x, kind)
        q = some.b if self._kind_b == kind else narrowed(some.y, kind)
        return steps(p, q, kind)

    def _add_any(self, a: Array, b: Array, start: int) -> None:
        """Elements of any kind and value."""
        tally = self.tally
        x, y = widened(a, self._work), widened(b, self._work)
        tally.a.add(_sides(x))
        tally.b.add(_sides(y))
        finite = is_finite(x) & is_finite(y)
        differ = differing(x, y)
        tally.note_nonfinite(differ & ~finite, start)
        x, y = np.where(finite, x, 0), np.where(finite, y, 0)
        if self._digits is not None:
            differ &= ~finite | beyond_print(x, y, self._digits, self._kind_b)
        tally.note_mismatches(differ, start)
        apart = distance(x, y)
        tally.note_distances(np.where(differ, apart, 0), start)
        tally.finite += int(np.count_nonzero(finite))
        tally.max_abs = max(tally.max_abs, *apart.max(keepdims=True).tolist())
        tally.max_ulp = max(tally.max_ulp, int(np.where(finite, self._steps(Elements(a, b, x, y)), 0).max()))
        far, size = apart.astype(np.float64), magnitude(y)
        tally.add_norms(norm(far), norm(size))
        divisor = size > 0
        if divisor.any():
            tally.raise_rel(float((far[divisor] / size[divisor]).max()))


def _blocks(elements: int) -> list[slice]:
    return [slice(low, min(low + _BLOCK, elements)) for low in range(0, elements, _BLOCK)]


def _magnitudes(values: Array) -> tuple[float, float]:
    """The largest magnitudes below and above zero; both NaN where one value is NaN."""
    # The methods min and max of arrays take a way through Python.
    return -float(np.minimum.reduce(values)), float(np.maximum.reduce(values))


def _zeros(values: Array, mask: Mask) -> int:
    return int(np.count_nonzero(np.equal(values, 0, out=mask[: values.size])))


def _sides(values: Array) -> Sides:
    zero = int(np.count_nonzero(values == 0))
    if values.dtype.kind not in "fc":
        return Sides(zero=zero)
    nan = np.isnan(values)
    return Sides(nan=int(np.count_nonzero(nan)), inf=int(np.count_nonzero(np.isinf(values) & ~nan)), zero=zero)
