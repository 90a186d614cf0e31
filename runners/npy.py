"""The header of an ``.npy`` file, read without ever unpickling."""

import ast
import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Literal

import numpy as np
import numpy.typing as npt

from runners.contract import UserError
from runners.element_types import ElementType, of_numpy


@dataclass(frozen=True, slots=True)
class Header:
    """What an ``.npy`` file says of itself; ``offset`` is where the data begin, in bytes."""

    shape: tuple[int, ...]
    element_type: ElementType
    fortran_order: bool
    offset: int


def read_header(path: Path) -> Header:
    """Read and check the header of ``path``.

    :raises UserError: when the file is no ``.npy``, holds Python objects or a type that IREE does not take,
        or is shorter than its header says.
    """
    with path.open("rb") as file:
        try:
            shape, fortran, dtype = _fields(file)
            kind = of_numpy(dtype)
        except (ValueError, EOFError, TypeError) as error:
            raise UserError(f"{path.name} cannot be read as .npy: {str(error).splitlines()[0]}", code="unreadable_artifact") from error
        offset = file.tell()
    want = math.prod(shape) * dtype.itemsize
    have = path.stat().st_size - offset
    if have < want:
        raise UserError(f"{path.name} is cut short: its header promises {want} bytes of data, {have} are there", code="unreadable_artifact")
    return Header(shape, kind, fortran, offset)


_LENGTH_BYTES = {(1, 0): 2, (2, 0): 4}
_LONGEST = 4096


def _fields(file: BinaryIO) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    # numpy's own reader lets errors of Python's tokenizer through, warns, and takes negative extents.
    version = np.lib.format.read_magic(file)
    width = _LENGTH_BYTES.get(version)
    if width is None:
        raise ValueError(f"version {version[0]}.{version[1]} of the format")
    length = int.from_bytes(_exactly(file, width), "little")
    if length > _LONGEST:
        raise ValueError(f"a header of {length} bytes, at most {_LONGEST} are read")
    match _literal(_exactly(file, length).decode("latin1")):
        case {"descr": descr, "fortran_order": bool(fortran), "shape": tuple(shape), **rest} if not rest:
            return _shape(shape), fortran, _dtype(descr)
    raise ValueError("its header does not give descr, fortran_order and shape, and nothing else")


def _exactly(file: BinaryIO, size: int) -> bytes:
    data = file.read(size)
    if len(data) != size:
        raise EOFError("it ends inside its header")
    return data


def _literal(text: str) -> object:
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise ValueError("its header is not a Python literal") from error


def _shape(extents: tuple[object, ...]) -> tuple[int, ...]:
    shape = tuple(extent for extent in extents if type(extent) is int and extent >= 0)
    if len(shape) != len(extents):
        raise ValueError(f"shape {extents} has an extent that is no natural number")
    # What numpy can index, by 16 bytes for the widest type; zeros do not make the others smaller.
    if len(shape) > 64 or math.prod(extent or 1 for extent in shape) >= 1 << 59:
        raise ValueError("its shape is larger than any memory")
    return shape


def _dtype(descr: object) -> np.dtype[Any]:
    if not isinstance(descr, str) or not re.fullmatch(r"[<>|=]?[?biufcVO]\d{0,3}", descr):
        raise ValueError(f"numpy type {descr!r} is not one that IREE takes")
    dtype = np.dtype(descr)
    if dtype.hasobject:
        raise ValueError("it holds pickled Python objects")
    return dtype


def load(path: Path) -> tuple[npt.NDArray[Any], ElementType]:
    """The array in ``path``, memory-mapped, in the numpy type of its element type.

    :raises UserError: as :func:`read_header`.
    """
    header = read_header(path)
    order: Literal["C", "F"] = "F" if header.fortran_order else "C"
    if math.prod(header.shape) == 0:
        return np.zeros(header.shape, header.element_type.numpy), header.element_type
    array: npt.NDArray[Any] = np.memmap(path, header.element_type.numpy, "r", header.offset, header.shape, order)
    return array, header.element_type
