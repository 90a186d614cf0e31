"""Mismatches that fill a box, or a range of memory."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from runners.numerics.elements import Mask
from runners.numerics.patterns.claim import Parameters
from runners.numerics.patterns.places import Positions, along, flat, strides_of

_MOST_PARTS = 512
_PER_PART = 32
"""An axis is cut into so few parts that on average so many mismatches are in each one."""
_DENSE = 0.25
"""A part with fewer mismatches than this, of those in the fullest part, lies outside."""
_STRAY = 0.02
"""The first and the last of mismatches may be strays, so many of them at either end."""
_MARGIN = 4
_LINES = 32
_STEPS = 256

Bounds = tuple[int, int]
"""The first index along an axis, and the one after the last."""


@dataclass(frozen=True, slots=True)
class Box:
    """The elements whose indices are within ``bounds``.

    :ivar shape: that of the tensor, or (elements,) for all of them in a row.
    """

    shape: tuple[int, ...]
    bounds: tuple[Bounds, ...]

    @property
    def partial(self) -> list[int]:
        """The axes that it takes a part of only."""
        return [axis for axis, (start, stop) in enumerate(self.bounds) if stop - start < self.shape[axis]]

    @property
    def parameters(self) -> Parameters:
        """How a report names it."""
        starts, stops = zip(*self.bounds, strict=True)
        if len(self.shape) == 1:
            return {"region": "range", "first": starts[0], "count": stops[0] - starts[0]}
        return {"region": "box", "start": list(starts), "stop": list(stops)}

    def contains(self, positions: Positions) -> Mask:
        """Which of these elements lie in it."""
        inside = np.ones(positions.shape, np.bool_)
        strides = strides_of(self.shape)
        for axis in self.partial:
            index = positions // strides[axis] % self.shape[axis]
            inside &= (index >= self.bounds[axis][0]) & (index < self.bounds[axis][1])
        return inside

    def draw(self, count: int) -> Positions:
        """So many elements of it, drawn at random."""
        rng = np.random.default_rng(count)
        return flat([rng.integers(start, stop, count) for start, stop in self.bounds], self.shape)


def box_around(positions: Positions, shape: tuple[int, ...], inside: Callable[[Positions], Mask]) -> Box | None:
    """The smallest box with all mismatches but a few strays; None where most are strays. There may be holes in it.

    :param positions: mismatches, all or an even sample of them: where most of them are shows roughly where the box is.
    :param inside: tells mismatches; asked on a few lines across the edges, it shows where they are to the element.
    """
    axes = [_Axis.of(indices, extent) for indices, extent in zip(along(positions, shape), shape, strict=True)]
    rough = [axis.filled() for axis in axes]
    within = np.all([axis.within(bounds) for axis, bounds in zip(axes, rough, strict=True)], axis=0)
    if not within.any():
        return None
    core = positions[within]
    bounds = (axis.refined(about, core, stride, inside) for axis, about, stride in zip(axes, rough, strides_of(shape), strict=True))
    return Box(shape, tuple(bounds))


@dataclass(frozen=True, slots=True)
class _Axis:
    """Where mismatches are along one axis.

    :ivar width: of the parts in which they are counted, of which the first begins at ``first``.
    """

    indices: Positions
    extent: int
    first: int
    width: int

    @classmethod
    def of(cls, indices: Positions, extent: int) -> "_Axis":
        low, high = np.quantile(indices, [_STRAY, 1 - _STRAY], method="nearest").tolist()
        margin = _MARGIN + (high - low) // 8
        first, stop = max(0, low - margin), min(extent, high + margin + 1)
        parts = min(stop - first, _MOST_PARTS, max(1, indices.size // _PER_PART))
        return cls(indices, extent, first, -(-(stop - first) // parts))

    def filled(self) -> Bounds:
        """From the first to the last of the parts that are filled."""
        parts = (self.indices - self.first) // self.width
        counts = np.bincount(parts[(parts >= 0) & (parts <= _MOST_PARTS)])
        full = np.flatnonzero(counts >= _DENSE * counts.max())
        return self.first + int(full[0]) * self.width, min(self.first + (int(full[-1]) + 1) * self.width, self.extent)

    def within(self, bounds: Bounds) -> Mask:
        """Which mismatches lie within these bounds."""
        return (self.indices >= bounds[0]) & (self.indices < bounds[1])

    def refined(self, bounds: Bounds, core: Positions, stride: int, inside: Callable[[Positions], Mask]) -> Bounds:
        """The bounds to the element, from lines along the axis through some of the mismatches at the core."""
        if self.width == 1:
            return bounds
        indices = core // stride % self.extent
        bases = np.unique((core - indices * stride)[:: -(-core.size // _LINES)])
        low, middle, high = np.quantile(indices, [0.25, 0.5, 0.75], method="nearest").tolist()

        def shares(at: Positions) -> npt.NDArray[np.float64]:
            """On how many of the lines there is a mismatch."""
            share: npt.NDArray[np.float64] = inside((bases[:, None] + at * stride).reshape(-1)).reshape(bases.size, -1).mean(axis=0)
            return share

        width, (start, stop) = self.width, bounds
        half = shares(np.unique(np.linspace(low, high, _STEPS, dtype=np.int64))).mean() / 2
        while True:
            step = max(1, width // _STEPS)
            before = np.arange(min(middle, start + 2 * width), max(-1, start - 2 * width - 1), -step)
            after = np.arange(max(middle, stop - 2 * width), min(self.extent, stop + 2 * width), step)
            # Outside a bound less than half as many mismatch as in the middle, inside it more.
            start = int(before[np.argmax(np.cumsum(shares(before) - half))])
            stop = int(after[np.argmax(np.cumsum(shares(after) - half))]) + 1
            if step == 1:
                return start, stop
            width = 8 * step
