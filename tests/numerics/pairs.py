"""Pairs of tensors: any that hypothesis likes, and short ways to compare those that a test writes down."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

from runners.contract import Output
from runners.element_types import ELEMENT_TYPES, ElementType, decode, encode, of_numpy
from runners.numerics.compare import Figures, compare


@dataclass
class PairOfTensors:
    a: npt.NDArray[Any]
    b: npt.NDArray[Any]
    kind_a: ElementType
    kind_b: ElementType


def tensors(kind: ElementType, elements: int) -> st.SearchStrategy[npt.NDArray[Any]]:
    """Every bit pattern is as likely as every other, but for runs of the same byte, which hypothesis likes."""
    size = -(-elements * kind.bits // 8)
    raw = st.binary(min_size=size, max_size=size)
    if kind.kind == "bool":
        raw = raw.map(lambda data: bytes(byte & 1 for byte in data))
    return raw.map(lambda data: decode(data, (elements,), kind))


def special(kind: ElementType) -> list[Any]:
    """Zeros, ones, neighbours of one, limits, subnormals, infinities and NaN, as far as the type has them."""
    if kind.kind == "bool":
        return [False, True]
    if kind.kind in ("signed", "unsigned"):
        low = -(1 << (kind.bits - 1)) if kind.kind == "signed" else 0
        high = (1 << (kind.bits - (kind.kind == "signed"))) - 1
        return [0, 1, low, low + 1, high, high - 1]
    values = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 1.0078125, 1e-40, -1e-40, 6e-8, 3.4e38, 65504.0, -65504.0, 448.0, 240.0, np.inf, -np.inf, np.nan]
    if kind.kind == "complex":
        return [*values, complex(0.0, np.nan), complex(np.inf, np.nan), complex(-0.0, 1.0), complex(3.0, -4.0), complex(1.0, np.inf)]
    return values


@st.composite
def pairs(draw: st.DrawFn, kinds: st.SearchStrategy[tuple[ElementType, ElementType]], most: int = 40) -> PairOfTensors:
    kind_a, kind_b = draw(kinds)
    elements = draw(st.integers(0, most))
    with np.errstate(all="ignore"):
        a = _with_specials(draw, draw(tensors(kind_a, elements)), kind_a)
        b = _with_specials(draw, draw(tensors(kind_b, elements)), kind_b)
        copied = draw(st.lists(st.booleans(), min_size=elements, max_size=elements)) if draw(st.booleans()) else [True] * elements
        if kind_b.kind == "complex" or kind_a.kind != "complex":
            b[copied] = _cast(a, kind_b)[copied]
        if kind_a == kind_b and elements:
            for i in draw(st.lists(st.integers(0, elements - 1), max_size=3)):
                _nudge(draw, b[i : i + 1], kind_b)
    return PairOfTensors(a, b, kind_a, kind_b)


def _cast(values: npt.NDArray[Any], kind: ElementType) -> npt.NDArray[Any]:
    # Some types of ml_dtypes have no way to each other; and what has fewer bits than a byte keeps only those.
    by_way_of = values.dtype if values.dtype.kind in "iubc" else np.dtype(np.float64)
    return decode(encode(values.astype(by_way_of).astype(kind.numpy), kind), values.shape, kind)


def _with_specials(draw: st.DrawFn, array: npt.NDArray[Any], kind: ElementType) -> npt.NDArray[Any]:
    array = array.copy()
    if array.size and draw(st.booleans()):
        chosen = draw(st.lists(st.tuples(st.integers(0, array.size - 1), st.sampled_from(special(kind))), max_size=array.size))
        for i, value in chosen:
            array[i] = np.asarray(value).astype(kind.numpy)
    return array


def _nudge(draw: st.DrawFn, one: npt.NDArray[Any], kind: ElementType) -> None:
    """Change the lowest or the highest bit."""
    if kind.kind == "bool":
        one[...] = ~one
        return
    if kind.bits < 8 and kind.kind != "float":
        one[...] = -1 if kind.kind == "signed" else 1
        return
    raw = one.view(np.uint8)
    if draw(st.booleans()):
        raw[0] ^= 1
    else:
        raw[-1] ^= 0x80 if kind.bits >= 8 else 8


ANY = st.sampled_from(list(ELEMENT_TYPES.values()))
SAME = ANY.map(lambda kind: (kind, kind))
MIXED = st.tuples(ANY, ANY)


def f32(*values: float) -> npt.NDArray[np.float32]:
    return np.array(values, np.float32)


def figures(a: Any, b: Any, *, kind_a: ElementType | None = None, kind_b: ElementType | None = None, **named: Any) -> Figures:
    a, b = np.asarray(a), np.asarray(b)
    return compare(a, b, kind_a=kind_a or of_numpy(a.dtype), kind_b=kind_b or of_numpy(b.dtype), **named)


def output(a: Any, b: Any, **named: Any) -> Output:
    return figures(a, b, **named).output
