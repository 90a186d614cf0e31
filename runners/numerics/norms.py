"""Euclidean norms, summed in float64."""

import math
from typing import Any

import numpy as np
import numpy.typing as npt

_RUN = 256


def norm(values: npt.NDArray[Any]) -> float:
    """‖values‖ of contiguous float32, float64 or complex values. NaN or infinite where one of them is, or where it is too large itself.

    Sums of squares are float64. Those of float32 values start as float32 over runs of 256 elements, which adds a
    relative error of 1e-5 at most and of 1e-8 as a rule, and is not done where squares leave float32's range.
    """
    if values.dtype.kind == "c":
        values = values.view(values.real.dtype)
    square = _square(values)
    if values.dtype == np.float32 and not 1e-25 < square < math.inf and not math.isnan(square):
        values = values.astype(np.float64)
        square = _square(values)
    if 1e-280 < square < math.inf or math.isnan(square) or values.size == 0:
        return math.sqrt(square)
    largest = float(np.abs(values).max())
    if largest == 0 or math.isinf(largest):
        return largest
    return largest * math.sqrt(_square(values / largest))


def _square(values: npt.NDArray[Any]) -> float:
    # In runs, too, because a BLAS starts threads of its own for long vectors, one set for each of ours.
    whole = values.size - values.size % _RUN
    runs, rest = values[:whole].reshape(-1, _RUN), values[whole:]
    return float(np.vecdot(runs, runs).sum(dtype=np.float64)) + float(np.vecdot(rest, rest))
