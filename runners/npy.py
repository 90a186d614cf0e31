"""The header of an ``.npy`` file, read without ever unpickling."""

import math
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
        except (ValueError, EOFError, OverflowError) as error:
            raise UserError(f"{path.name} cannot be read as .npy: {str(error).splitlines()[0]}", code="unreadable_artifact") from error
        offset = file.tell()
    want = math.prod(shape) * dtype.itemsize
    have = path.stat().st_size - offset
    if have < want:
        raise UserError(f"{path.name} is cut short: its header promises {want} bytes of data, {have} are there", code="unreadable_artifact")
    return Header(tuple(int(d) for d in shape), kind, bool(fortran), offset)


_READERS = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}


def _fields(file: BinaryIO) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    version = np.lib.format.read_magic(file)
    reader = _READERS.get(version)
    if reader is None:
        raise ValueError(f"version {version[0]}.{version[1]} of the format")
    shape, fortran, dtype = reader(file, max_header_size=4096)
    if dtype.hasobject:
        raise ValueError("it holds pickled Python objects")
    return shape, fortran, dtype


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
