"""A pair of tensors seen from one side: got, which may be the broken one, beside want, which it is explained from."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from runners.element_types import ElementType
from runners.numerics.chunks import flat_part
from runners.numerics.elements import Array, Mask, beyond_print, differing, is_finite
from runners.numerics.limits import limits
from runners.numerics.patterns.places import Positions
from runners.numerics.ulp import narrower
from runners.numerics.wide import widened, working_type

Side = Literal["a", "b"]


@dataclass(frozen=True, slots=True)
class Batch:
    """Elements of both sides: their positions, and their values in the working type."""

    positions: Positions
    got: Array
    want: Array

    @property
    def size(self) -> int:
        """How many elements."""
        return self.positions.size

    @property
    def flipped(self) -> "Batch":
        """The same with the sides exchanged."""
        return Batch(self.positions, self.want, self.got)

    def at(self, where: Array) -> "Batch":
        """Some of them."""
        return Batch(self.positions[where], self.got[where], self.want[where])


class Tensor:
    """One side as a row of elements, whatever its layout in memory.

    :ivar work: the type that values are given in.
    """

    def __init__(self, array: npt.NDArray[Any], kind: ElementType, work: np.dtype[Any]) -> None:
        # Slices of a memory-mapped array are slow to make unless it is taken as a plain one.
        self._array = np.asarray(array)
        self._flat = self._array.reshape(-1) if self._array.flags.c_contiguous else None
        self.kind = kind
        self.work = work

    def raw(self, start: int, stop: int) -> Array:
        """Elements ``start`` to ``stop`` in their own type."""
        return flat_part(self._array, start, stop)

    def raw_at(self, positions: Positions) -> Array:
        """Elements at these positions in their own type."""
        if self._flat is not None:
            return self._flat.take(positions)
        chosen: Array = self._array[np.unravel_index(positions, self._array.shape)]
        return chosen

    def at(self, positions: Positions) -> Array:
        """Values at these positions."""
        return self.widen(self.raw_at(positions))

    def strided(self, first: int, stop: int, stride: int) -> Array:
        """Values at ``first``, ``first + stride``, … before ``stop``."""
        return self.at(np.arange(first, stop, stride)) if self._flat is None else self.widen(self._flat[first:stop:stride])

    def widen(self, raw: Array) -> Array:
        """These elements' values."""
        return widened(raw, self.work)


@dataclass(frozen=True)
class View:
    """Two tensors of as many elements.

    :ivar side: which of a and b is ``got``.
    :ivar shape: that of a, in which positions are meant; (1,) for scalars.
    :ivar digits: b was printed with so many significant digits; None where it is exact.
    """

    got: Tensor
    want: Tensor
    side: Side
    shape: tuple[int, ...]
    size: int
    digits: int | None

    @classmethod
    def of(cls, a: npt.NDArray[Any], b: npt.NDArray[Any], kind_a: ElementType, kind_b: ElementType, digits: int | None) -> "View":
        """The pair with a as ``got``."""
        work = working_type(kind_a, kind_b)
        printed = digits if kind_b.kind in ("float", "complex") else None
        return cls(Tensor(a, kind_a, work), Tensor(b, kind_b, work), "a", a.shape or (1,), a.size, printed)

    @cached_property
    def flipped(self) -> "View":
        """The same pair from the other side."""
        return View(self.want, self.got, "b" if self.side == "a" else "a", self.shape, self.size, self.digits)

    @cached_property
    def kind(self) -> ElementType | None:
        """The float type with fewer bits, in which rounding is judged; None for integers, booleans and complex numbers."""
        return None if self.work.kind == "c" else narrower(self.got.kind, self.want.kind)

    @property
    def same_type(self) -> bool:
        """Whether both sides have one element type."""
        return self.got.kind == self.want.kind

    @property
    def work(self) -> np.dtype[Any]:
        """The type of values."""
        return self.got.work

    @cached_property
    def eps(self) -> float:
        """Relative spacing of the type in which rounding is judged; 0 where nothing is rounded."""
        return 0.0 if self.kind is None else limits(self.kind.numpy).eps

    @cached_property
    def spacing(self) -> float:
        """Distance from zero to the next value of that type; 0 where nothing is rounded."""
        if self.kind is None:
            return 0.0
        of = limits(self.kind.numpy)
        return 2.0 ** (of.lowest_exponent - of.mantissa_bits)

    @cached_property
    def slack(self) -> float:
        """How far, relative to its size, a value may be off by rounding alone and still be taken as another one's copy.

        One spacing for every five bits of the mantissa: four for f32, two for f16, one for bf16. Types with fewer bits
        have so few values that a copy must be exact, as it must be for integers.
        """
        return 0.0 if self.kind is None else self.eps * (limits(self.kind.numpy).mantissa_bits // 5)

    def batch(self, positions: Positions) -> Batch:
        """Elements at these positions, whether they match or not."""
        return Batch(positions, self.got.at(positions), self.want.at(positions))

    def mismatches(self, start: int, stop: int) -> Batch:
        """The mismatches among the elements ``start`` to ``stop``."""
        got, want = self.got.raw(start, stop), self.want.raw(start, stop)
        if self.same_type and got.itemsize <= 8:
            bits = f"u{got.itemsize}"
            unequal = np.flatnonzero(got.view(bits) != want.view(bits))
        else:
            unequal = np.flatnonzero(self.got.widen(got) != self.want.widen(want))
        if unequal.size < got.size:
            got, want = got[unequal], want[unequal]
        batch = Batch(unequal + start, self.got.widen(got), self.want.widen(want))
        differ = self.differ(batch.want, batch.got)
        return batch if differ.all() else batch.at(differ)

    def differs_at(self, positions: Positions) -> Mask:
        """Which of these elements are mismatches."""
        return self.differ(self.want.at(positions), self.got.at(positions))

    def differ(self, expected: Array, got: Array) -> Mask:
        """Where ``got`` is not what was expected, as a comparison sees it.

        NaN is NaN, -0 is 0. What the digits of a printed side leave open is no difference, nor is what a float type of
        the pair loses when a value of the other type is rounded to it.

        :param expected: values made of those of ``want``.
        """
        if got.size == 0:
            return np.zeros(0, np.bool_)
        differ = differing(expected, got)
        if self.digits is None and self.same_type:
            return differ
        finite = np.flatnonzero(differ & is_finite(expected) & is_finite(got))
        x, y = expected[finite], got[finite]
        if not self.same_type and self.kind is not None:
            differ[finite] &= np.abs(x - y) > self.eps / 2 * np.maximum(np.abs(x), np.abs(y)) + self.spacing / 2
        if self.digits is not None:
            other, printed = (y, x) if self.side == "a" else (x, y)
            kind = self.want.kind if self.side == "a" else self.got.kind
            differ[finite] &= beyond_print(other, printed, self.digits, kind)
        return differ

    def around(self, values: Array) -> tuple[Array, Array]:
        """The least and the greatest value that may be a copy of these ones."""
        relative = self.slack + (0.0 if self.same_type else self.eps / 2) + (0.0 if self.digits is None else 10.0 ** (1 - self.digits))
        if not relative or self.work.kind == "c":
            return values, values
        spread = np.abs(values) * relative
        return values - spread, values + spread

    def near(self, expected: Array, got: Array) -> Mask:
        """Where finite values are as close as :attr:`slack` says."""
        if not self.slack:
            return np.zeros(got.shape, np.bool_)
        close: Mask = np.abs(expected - got) <= self.slack * np.maximum(np.abs(expected), np.abs(got))
        return close & is_finite(got)

    def reached(self, predicted: Array, batch: Batch) -> Mask:
        """Where ``got`` is what was predicted, to within rounding where it is not that close to ``want`` itself."""
        same = ~self.differ(predicted, batch.got)
        if self.slack:
            rest = np.flatnonzero(~same)
            part = batch.at(rest)
            same[rest] = self.near(predicted[rest], part.got) & ~self.near(part.want, part.got)
        return same
