"""The same values in another order, whatever order that is."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from runners.numerics.chunks import CHUNK, over_spans
from runners.numerics.elements import Array
from runners.numerics.patterns.claim import EXPLAINED, OF_A_FINDING, Demands
from runners.numerics.patterns.survey import Survey, scattered
from runners.numerics.patterns.view import Batch, View
from runners.numerics.ulp import narrowed

_KEPT = 1 << 16
"""Distinct values that are counted. Memory is a small multiple of it."""

Keys = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.int64]


def permuted(view: View, survey: Survey, demands: Demands = OF_A_FINDING, least: float = EXPLAINED) -> float | None:
    """The share of the mismatches whose values both sides have, each as often as the other; None where no order is shown.

    This is of the mismatches of all tensors of up to 2^16 distinct values. Of more values some are chosen by their bits,
    evenly, and all mismatches with these values on either side are counted.

    Where values are few, any two tensors have each of them about as often. So the counts must be far more alike than
    those of two samples of one distribution. Of the c elements that have a value, half are a's then, give or take the
    square root of c: (a's - b's)² / c is 1 on average, and its sum over the values is distributed as χ² with one degree
    of freedom less than there are values. The claim needs odds of 2^20 against so small a sum.

    :param demands: what is needed to show an order, and ``least`` the share.
    """
    if survey.mismatched < demands.mismatches:
        return None
    sample = survey.sample
    # If in all of the tensor as many are distinct as in the sample. Too many would be dropped later, at the cost of memory.
    values = np.unique(sample.got).size / sample.size * survey.mismatched
    found = Census(max(0, math.ceil(math.log2(2 * values / _KEPT))))
    if survey.complete:
        found.add(view, survey.sample)
    else:

        def count(starts: range) -> Census:
            part = Census(found.dropped)
            for start in starts:
                part.add(view, view.mismatches(start, min(start + CHUNK, view.size)))
            return part

        for part in over_spans(view.size, CHUNK, count):
            found.merge(part)
    table = found.table()
    if table.keys.size < max(demands.distinct, 1):
        return None
    surplus = np.abs(table.surplus)
    # The values of one side that the other lacks may be few and left out: the side with more elements counts.
    both, more = (table.total - surplus).sum() / 2, (table.total.sum() + abs(table.surplus.sum())) / 2
    shared = float(both / more)
    return shared if shared >= least and _odds(surplus, table.total) >= demands.bits else None


def _odds(surplus: Counts, total: Counts) -> float:
    """log2 of the odds against counts as much alike (Chernoff's bound for χ², counts taken as continuous)."""
    freedom = total.size - 1
    if freedom == 0:
        return 0.0
    ratio = float(((surplus + 0.5) ** 2 / total).sum()) / freedom
    return freedom / 2 * (ratio - 1 - math.log(ratio)) / math.log(2) if ratio < 1 else 0.0


class Census:
    """How often values occur among mismatches.

    :ivar dropped: only values with so many zero bits in their scattered key are counted; grows when there are too many values.
    """

    def __init__(self, dropped: int = 0) -> None:
        self.dropped = dropped
        self._tables = [Table.empty()]

    def add(self, view: View, batch: Batch) -> None:
        """Count these mismatches."""
        for values, sign in ((batch.got, 1), (batch.want, -1)):
            keys = _keys(view, values)
            found, counts = np.unique(keys[keys & self._mask == 0] if self.dropped else keys, return_counts=True)
            self._tables.append(Table(found, counts, sign * counts))
        if sum(table.keys.size for table in self._tables) > 2 * _KEPT:
            self.table()

    def merge(self, other: "Census") -> None:
        """Count what ``other`` has counted."""
        self.dropped = max(self.dropped, other.dropped)
        self._tables.append(other.table())
        self.table()

    def table(self) -> "Table":
        """Of at most :data:`_KEPT` values."""
        table = Table.joined(self._tables).where_zero(self._mask)
        while table.keys.size > _KEPT:
            self.dropped += 1
            table = table.where_zero(self._mask)
        self._tables = [table]
        return table

    @property
    def _mask(self) -> np.uint64:
        return np.uint64((1 << self.dropped) - 1)


@dataclass(frozen=True, slots=True)
class Table:
    """Keys of values in order, how many elements of both sides have them, and how many more of got than of want."""

    keys: Keys
    total: Counts
    surplus: Counts

    @classmethod
    def empty(cls) -> "Table":
        """Of no values."""
        return cls(np.empty(0, np.uint64), np.empty(0, np.int64), np.empty(0, np.int64))

    @classmethod
    def joined(cls, tables: "list[Table]") -> "Table":
        """One table of all."""
        keys = np.concatenate([table.keys for table in tables])
        if keys.size == 0:
            return cls.empty()
        order = np.argsort(keys)
        keys = keys[order]
        first = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
        total, surplus = (np.concatenate([getattr(table, what) for table in tables])[order] for what in ("total", "surplus"))
        return cls(keys[first], np.add.reduceat(total, first), np.add.reduceat(surplus, first))

    def where_zero(self, mask: np.uint64) -> "Table":
        """Of the keys in which these bits are zero."""
        kept = self.keys & mask == 0
        return Table(self.keys[kept], self.total[kept], self.surplus[kept])


def _keys(view: View, values: Array) -> Keys:
    """A key for each value, scattered; the same for equal values, also for NaN and for both zeros."""
    if values.dtype.kind == "O":
        # A prime, so that what a sign misread as a bit makes of a value has another key.
        return scattered(np.array([int(value) % (2**63 - 25) for value in values], np.uint64))
    if values.dtype.kind == "c":
        parts = np.where(np.isnan(values), np.nan, values + 0.0)
        return scattered(scattered(_bits(parts.real)) + _bits(parts.imag))
    if not view.same_type and view.kind is not None:
        values = narrowed(values, view.kind).astype(values.dtype)
    if values.dtype.kind == "f":
        values = np.where(np.isnan(values), np.array(np.nan, values.dtype), values + np.array(0, values.dtype))
    return scattered(_bits(values))


def _bits(values: Array) -> Keys:
    return np.ascontiguousarray(values).view(f"u{values.itemsize}").astype(np.uint64)
