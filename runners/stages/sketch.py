"""A few numbers that stand for a tensor too large to keep: how far two tensors lie apart can be told from them.

A count sketch (Charikar, Chen and Farach-Colton, "Finding frequent items in data streams", 2002): every element, with a
sign, is added to one of 256 sums; signs and sums are drawn from a fixed seed. The distance of two sketches is the distance
of the tensors within about a tenth, whatever their size. Imported by a probe, so it imports nothing of ours.
"""

from typing import Any

import numpy as np

WIDTH = 256
_CHUNK = 1 << 16
_RNG = np.random.default_rng(20)
_SUM = _RNG.integers(0, WIDTH, _CHUNK)
_SIGN = _RNG.choice([-1.0, 1.0], _CHUNK)
_FLOAT, _BFLOAT, _BOOL, _SIGNED, _UNSIGNED = (0x21,), (0x22,), (0x13,), (0x10, 0x11), (0x12,)
"""The runtime's numbers for kinds of elements."""


def numbers_in(raw: Any, element_type: int) -> Any:
    """The elements behind bytes; None for types that numpy has not."""
    kind, width = element_type >> 24 & 0xFF, (element_type & 0xFF) // 8
    if element_type & 7:
        return None
    if kind in _BFLOAT:
        return (raw.view("<u2").astype("<u4") << 16).view("<f4")
    for kinds, letter in ((_FLOAT, "f"), (_BOOL, "u"), (_SIGNED, "i"), (_UNSIGNED, "u")):
        if kind in kinds:
            return raw.view(f"<{letter}{width}")
    return None


def sketch(raw: Any, element_type: int) -> list[float] | None:
    """The sums, then how many elements are not finite; None where the elements cannot be read as numbers.

    :param raw: the tensor's bytes as uint8.
    """
    values = numbers_in(raw, element_type)
    if values is None:
        return None
    sums, wild = np.zeros(WIDTH), 0
    for number, start in enumerate(range(0, values.size, _CHUNK)):
        part = values[start : start + _CHUNK].astype(np.float64)
        finite = np.isfinite(part)
        if not finite.all():
            wild += int(part.size - np.count_nonzero(finite))
            part = np.where(finite, part, 0.0)
        # Another chunk has the same draws, moved on: elements that share a sum in one do not in the next.
        sums += np.bincount((_SUM[: part.size] + 37 * number * (_SUM[: part.size] % 7 + 1)) % WIDTH, weights=_SIGN[: part.size] * part, minlength=WIDTH)
    return [*sums.tolist(), float(wild)]


def apart(a: Any, b: Any) -> float:
    """The distance of two tensors as a multiple of the length of the second, from their sketches; infinite where only one has non-finite elements."""
    x, y = np.asarray(a), np.asarray(b)
    if x[-1] != y[-1]:
        return float("inf")
    length = float(np.linalg.norm(y[:-1]))
    distance = float(np.linalg.norm(x[:-1] - y[:-1]))
    return distance / length if length else float("inf") if distance else 0.0
