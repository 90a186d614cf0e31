"""Elements of a tensor that were computed once, kept for the next time that they are asked for."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.numerics.affine import Indices
from runners.numerics.lanes import Lanes, Status

_MOST = 1 << 22
"""Elements that are kept of one tensor. What goes beyond begins anew, and may then be computed twice."""


class Memo:
    """Elements by their row-major position."""

    def __init__(self, is_float: bool) -> None:
        self._positions = np.zeros(0, np.int64)
        self._values: npt.NDArray[Any] = np.zeros(0, np.float64 if is_float else np.int64)
        self._status: Status = np.zeros(0, np.int16)

    def get(self, positions: Indices, compute: Callable[[Indices], Lanes]) -> Lanes:
        """The elements at positions of any shape, each distinct one that is not known yet computed once.

        :param compute: gets positions in rising order, and gives a lane for each.
        """
        wanted, places = np.unique(positions, return_inverse=True)
        known = np.isin(wanted, self._positions, assume_unique=True) if self._positions.size else np.zeros(wanted.shape, np.bool_)
        if not known.all():
            missing = wanted[~known]
            if self._positions.size + missing.size > _MOST:
                missing = wanted
                self._positions = self._positions[:0]
                self._values, self._status = self._values[:0], self._status[:0]
            self._add(missing, compute(missing).broadcast(missing.shape))
        found = np.searchsorted(self._positions, wanted)[places].reshape(positions.shape)
        status = self._status[found]
        return Lanes(self._values[found], status if status.any() else None)

    def _add(self, positions: Indices, lanes: Lanes) -> None:
        everything = np.concatenate([self._positions, positions])
        order = np.argsort(everything, kind="stable")
        self._positions = everything[order]
        self._values = np.concatenate([self._values, lanes.values])[order]
        self._status = np.concatenate([self._status, lanes.statuses(positions.shape)])[order]
