"""How finely a number that was printed with some significant digits can be compared."""

from typing import Any

import numpy as np
import numpy.typing as npt

from runners.numerics.limits import limits

_LOWEST = -323
_POWERS = np.array([float(f"1e{exponent}") for exponent in range(_LOWEST, 309)])


def resolution(a: npt.NDArray[Any], b: npt.NDArray[Any], digits: int, dtype: np.dtype[Any]) -> npt.NDArray[np.float64]:
    """How far, element by element, a may lie from b and still be printed as b was.

    Half a unit in the last of ``digits`` significant digits, ties included, and what was lost when the text of
    b was read into its type. Zero is only ever printed as zero.

    :param a: finite float64 values; ``b``: the same, read from text into the real type ``dtype``.
    """
    half_spacing = _spacing(b, dtype) / 2
    # The unit is that of the smaller number: 0.999996 is not printed as 1.00000, half a unit of which is 5e-6.
    # What was printed as 1e-05 may be read as 9.9999997e-06: the decade is that of the text.
    decade = np.minimum(_decade(np.abs(a)), _decade(np.abs(b) + half_spacing))
    unit = np.where(decade < _LOWEST, 0.0, _POWERS[np.clip(decade + 1 - digits - _LOWEST, 0, None)])
    allowed: npt.NDArray[np.float64] = unit / 2 + half_spacing
    return allowed


def _decade(magnitude: npt.NDArray[Any]) -> npt.NDArray[np.intp]:
    """The exponent of the power of ten at or below; less than the lowest for zero."""
    return np.searchsorted(_POWERS, magnitude, side="right") - 1 + _LOWEST


def _spacing(values: npt.NDArray[Any], dtype: np.dtype[Any]) -> npt.NDArray[np.float64]:
    of = limits(dtype)
    exponent = np.where(values == 0, of.lowest_exponent, np.frexp(values)[1] - 1)
    spacing: npt.NDArray[np.float64] = np.ldexp(1.0, np.maximum(exponent, of.lowest_exponent) - of.mantissa_bits)
    return spacing
