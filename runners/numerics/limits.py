"""What a float type can hold, for numpy's types and those of ml_dtypes alike."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import ml_dtypes
import numpy as np


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a real type.

    :ivar eps: distance from 1 to the next larger value.
    :ivar mantissa_bits: stored bits of the mantissa.
    :ivar lowest_exponent: of the smallest normal value, which is 2 to this power.
    :ivar largest: finite value; ``smallest`` is the most negative, or the least one of a type without negative values.
    """

    eps: float
    mantissa_bits: int
    lowest_exponent: int
    largest: float
    smallest: float


@cache
def limits(dtype: np.dtype[Any]) -> Limits:
    """The limits of a float type, or of the parts of a complex one."""
    finfo: Any = ml_dtypes.finfo
    known = finfo(dtype)
    return Limits(float(known.eps), int(known.nmant), int(known.minexp), float(known.max), float(known.min))
