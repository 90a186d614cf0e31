"""IREE's element types: their names, widths, numpy types, and the packed bytes of those below a byte."""

import re
from dataclasses import dataclass
from typing import Any, Literal

import ml_dtypes
import numpy as np
import numpy.typing as npt

Kind = Literal["float", "signed", "unsigned", "bool", "complex"]


@dataclass(frozen=True, slots=True)
class ElementType:
    """One element type.

    :ivar name: IREE's spelling without signedness words that do not change the bytes (``i8``, ``ui8``, ``f16``).
    :ivar bits: bits that one element takes in memory.
    :ivar numpy: the numpy type that holds one *unpacked* element (``i4`` is held in int8).
    """

    name: str
    bits: int
    kind: Kind
    numpy: np.dtype[Any]


def _table() -> dict[str, ElementType]:
    rows: list[tuple[str, int, Kind, Any]] = [
        ("f64", 64, "float", np.float64),
        ("f32", 32, "float", np.float32),
        ("f16", 16, "float", np.float16),
        ("bf16", 16, "float", ml_dtypes.bfloat16),
        ("f8E5M2", 8, "float", ml_dtypes.float8_e5m2),
        ("f8E4M3FN", 8, "float", ml_dtypes.float8_e4m3fn),
        ("f8E5M2FNUZ", 8, "float", ml_dtypes.float8_e5m2fnuz),
        ("f8E4M3FNUZ", 8, "float", ml_dtypes.float8_e4m3fnuz),
        ("f8E8M0FNU", 8, "float", ml_dtypes.float8_e8m0fnu),
        ("f4E2M1FN", 4, "float", ml_dtypes.float4_e2m1fn),
        ("complex<f32>", 64, "complex", np.complex64),
        ("complex<f64>", 128, "complex", np.complex128),
        ("i1", 8, "bool", np.bool_),
        ("i2", 2, "signed", np.int8),
        ("i4", 4, "signed", np.int8),
        ("ui2", 2, "unsigned", np.uint8),
        ("ui4", 4, "unsigned", np.uint8),
    ]
    for bits in (8, 16, 32, 64):
        rows.append((f"i{bits}", bits, "signed", np.dtype(f"int{bits}")))
        rows.append((f"ui{bits}", bits, "unsigned", np.dtype(f"uint{bits}")))
    return {name: ElementType(name, bits, kind, np.dtype(numpy)) for name, bits, kind, numpy in rows}


ELEMENT_TYPES = _table()
_BY_NUMPY = {t.numpy: t for t in ELEMENT_TYPES.values() if t.bits >= 8}


def element_type(name: str) -> ElementType:
    """The element type of that name; ``si8`` is read as ``i8``, which has the same bytes.

    :raises ValueError: for a name that is not in the table, naming those that are.
    """
    found = ELEMENT_TYPES.get(re.sub(r"^si(?=\d)", "i", name))
    if found is None:
        raise ValueError(f"element type {name!r} is not known; known are {', '.join(ELEMENT_TYPES)}")
    return found


def of_numpy(dtype: np.dtype[Any]) -> ElementType:
    """The element type that a numpy array of this type is read as; ``<V2`` is bf16, as IREE writes it to ``.npy``.

    :raises ValueError: for types that no IREE program takes (objects, strings, big-endian numbers).
    """
    if dtype == np.dtype("V2"):
        return ELEMENT_TYPES["bf16"]
    found = _BY_NUMPY.get(dtype)
    if found is None or not dtype.isnative:
        raise ValueError(f"numpy type {dtype.str!r} is not one that IREE takes")
    return found


def byte_length(shape: tuple[int, ...], kind: ElementType) -> int:
    """Bytes of a dense tensor: packed below a byte, rounded up to whole bytes."""
    elements = 1
    for extent in shape:
        elements *= extent
    return -(-elements * kind.bits // 8)


def decode(raw: bytes | memoryview | npt.NDArray[np.uint8], shape: tuple[int, ...], kind: ElementType) -> npt.NDArray[Any]:
    """The array behind raw tensor bytes, unpacked; a view of ``raw`` where elements are whole bytes.

    :raises ValueError: when the number of bytes does not fit shape and type.
    """
    data = np.frombuffer(raw, np.uint8)
    want = byte_length(shape, kind)
    if data.size != want:
        raise ValueError(f"{data.size} bytes are given, {'x'.join(map(str, shape)) or 'a scalar'} of {kind.name} needs {want}")
    if kind.bits >= 8:
        return data.view(kind.numpy).reshape(shape)
    elements = int(np.prod(shape, dtype=np.int64))
    lanes = 8 // kind.bits
    packed = data[:, None] >> (np.arange(lanes, dtype=np.uint8) * kind.bits) & ((1 << kind.bits) - 1)
    values = packed.reshape(-1)[:elements]
    if kind.kind == "signed":
        shift = 8 - kind.bits
        values = (values << shift).view(np.int8) >> shift
    return values.view(kind.numpy).reshape(shape)


def encode(array: npt.NDArray[Any], kind: ElementType) -> bytes:
    """Raw tensor bytes of an array, row-major, packed below a byte (least significant lane first)."""
    flat = np.ascontiguousarray(array, dtype=kind.numpy).reshape(-1)
    if kind.bits >= 8:
        return flat.tobytes()
    lanes = 8 // kind.bits
    bits = np.zeros(-(-flat.size // lanes) * lanes, np.uint8)
    bits[: flat.size] = flat.view(np.uint8) & ((1 << kind.bits) - 1)
    shifted: npt.NDArray[np.uint8] = bits.reshape(-1, lanes) << (np.arange(lanes, dtype=np.uint8) * kind.bits)
    return bytes(np.bitwise_or.reduce(shifted, axis=1).astype(np.uint8).tobytes())
