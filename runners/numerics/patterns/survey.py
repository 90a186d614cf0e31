"""One pass over a pair: how many mismatches there are, and some of them and of the elements that agree, drawn evenly."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from runners.numerics.chunks import CHUNK, over_spans
from runners.numerics.patterns.places import Positions
from runners.numerics.patterns.view import Batch, View

SAMPLE = 1 << 14
"""Mismatches that hypotheses are made from. With so many, a share of 90 % is known to within one percent."""

FEW = 64
"""Mismatches that rule out most hypotheses before all of the sample is asked."""

_AGREEING = 1 << 12
_AGREEING_PER_CHUNK = 64


@dataclass(frozen=True)
class Survey:
    """What hypotheses are made from.

    :ivar mismatched: how many mismatches there are.
    :ivar sample: all of them, or some drawn at random, by rising position.
    :ivar agreeing: elements that are no mismatch, from everywhere.
    """

    mismatched: int
    sample: Batch
    agreeing: Batch

    @property
    def complete(self) -> bool:
        """Whether the sample is all mismatches."""
        return self.sample.size == self.mismatched

    @cached_property
    def few(self) -> Batch:
        """Some of the sample, by rising position."""
        if self.sample.size <= FEW:
            return self.sample
        return self.sample.at(np.sort(np.random.default_rng(FEW).choice(self.sample.size, FEW, replace=False)))

    def anchors(self, count: int) -> Batch:
        """A few of the sample, to be looked for elsewhere."""
        return self.sample.at(np.random.default_rng(count).permutation(self.sample.size)[:count])

    @cached_property
    def flipped(self) -> "Survey":
        """The same from the other side."""
        return Survey(self.mismatched, self.sample.flipped, self.agreeing.flipped)


def survey(view: View, chunk: int = CHUNK) -> Survey:
    """Look at every element once. The draw depends on positions only: it is the same in every run and on every machine."""
    drawn, agreeing, mismatched = _Draw(SAMPLE), _Draw(_AGREEING), 0

    def look(starts: range) -> "_Span":
        span = _Span(_Draw(SAMPLE, bar=drawn.bar), _Draw(_AGREEING, bar=agreeing.bar))
        for start in starts:
            span.add(view, start, min(start + chunk, view.size))
        return span

    for span in over_spans(view.size, chunk, look):
        mismatched += span.mismatched
        drawn.merge(span.drawn)
        agreeing.merge(span.agreeing)
    return Survey(mismatched, view.batch(np.sort(drawn.positions)), view.batch(np.sort(agreeing.positions)))


_HIGHEST = np.uint64(2**64 - 1)


@dataclass(slots=True)
class _Draw:
    """The ``most`` positions of lowest rank among those seen, where ranks are as good as random: an even sample."""

    most: int
    bar: np.uint64 = _HIGHEST
    positions: Positions = field(default_factory=lambda: np.empty(0, np.int64))
    ranks: np.ndarray[tuple[int], np.dtype[np.uint64]] = field(default_factory=lambda: np.empty(0, np.uint64))

    def add(self, positions: Positions) -> None:
        """Take these into account."""
        ranks = scattered(positions.view(np.uint64))
        low = ranks < self.bar
        self._keep(np.concatenate([self.positions, positions[low]]), np.concatenate([self.ranks, ranks[low]]))

    def merge(self, other: "_Draw") -> None:
        """Take into account what ``other`` has seen."""
        self._keep(np.concatenate([self.positions, other.positions]), np.concatenate([self.ranks, other.ranks]))

    def _keep(self, positions: Positions, ranks: np.ndarray[tuple[int], np.dtype[np.uint64]]) -> None:
        if ranks.size > self.most:
            low = np.argpartition(ranks, self.most)
            self.bar = min(self.bar, ranks[low[self.most]])
            positions, ranks = positions[low[: self.most]], ranks[low[: self.most]]
        self.positions, self.ranks = positions, ranks


@dataclass(slots=True)
class _Span:
    """The same of some consecutive elements."""

    drawn: _Draw
    agreeing: _Draw
    mismatched: int = 0

    def add(self, view: View, start: int, stop: int) -> None:
        found = view.mismatches(start, stop).positions
        self.mismatched += found.size
        if found.size:
            self.drawn.add(found)
        rest = stop - start - found.size
        if rest:
            self.agreeing.add(_others(found, start, stop, np.random.default_rng(start).integers(0, rest, _AGREEING_PER_CHUNK)))


def _others(found: Positions, start: int, stop: int, ordinals: Positions) -> Positions:
    """Of the positions from ``start`` to ``stop`` that are not in ``found``, those with these ordinals."""
    if found.size == 0:
        return np.unique(ordinals) + start
    missing = np.ones(stop - start, np.bool_)
    missing[found - start] = False
    others: Positions = np.flatnonzero(missing)[np.unique(ordinals)] + start
    return others


def scattered(keys: np.ndarray[tuple[int], np.dtype[np.uint64]]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """A number for each key that looks random, another one for each other key (the finaliser of SplitMix64)."""
    mixed = keys * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(30)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(27)
    mixed *= np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return mixed
