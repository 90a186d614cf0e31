"""Tensors as files that ``iree-run-module`` reads, and how its command line names them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.element_types import ElementType, encode, of_numpy
from runners.stages.invocation import Tensor

IGNORED = "(ignored)"
"""What ``--expected_output`` takes for a result that is not compared."""


_LARGEST_CONSTANT = 1 << 16
"""Elements of an operand up to which it can stand in the text."""


@dataclass(frozen=True, slots=True)
class Filed:
    """A file of a bundle, and the value of the option that reads it: ``@input_0.npy`` or ``4x8xbf16=@input_1.bin``."""

    name: str
    value: str


def file_input(folder: Path, stem: str, tensor: Tensor) -> Filed:
    """Write a tensor as ``.npy`` where that can hold its type, else as raw bytes."""
    if _fits_npy(tensor.kind):
        np.save(folder / f"{stem}.npy", tensor.load(), allow_pickle=False)
        return Filed(f"{stem}.npy", f"@{stem}.npy")
    return file_raw(folder, stem, tensor.load(), tensor.kind)


def seldom_read(operands: Sequence[Tensor]) -> tuple[int, ...]:
    """Positions of operands of less than a byte, or of floats of one: ``iree-run-module`` of many releases reads none of them.

    Only those that are small enough to stand in a text.
    """
    return tuple(i for i, tensor in enumerate(operands) if _is_seldom(tensor.kind) and 0 < math.prod(tensor.shape) <= _LARGEST_CONSTANT)


def _is_seldom(kind: ElementType) -> bool:
    return kind.bits < 8 or (kind.kind == "float" and kind.bits == 8)


def file_expected(folder: Path, stem: str, values: npt.NDArray[Any], kind: ElementType) -> Filed:
    """Write expected values in the type of the result, as ``.npy`` if the tool then takes them for that type.

    Integers in an ``.npy`` have a sign, those of a program have none, and the tool tells them apart.

    :param values: unpacked, in any numpy type that converts to the one of ``kind``.
    """
    if kind.kind in ("float", "bool") and _fits_npy(kind):
        # In rows, however they lie in memory: the tool reads no other order.
        np.save(folder / f"{stem}.npy", np.asarray(values, kind.numpy, order="C"), allow_pickle=False)
        return Filed(f"{stem}.npy", f"@{stem}.npy")
    return file_raw(folder, stem, values, kind)


def file_raw(folder: Path, stem: str, values: npt.NDArray[Any], kind: ElementType) -> Filed:
    """Write a tensor as its bytes."""
    (folder / f"{stem}.bin").write_bytes(encode(values, kind))
    shaped = "x".join([*map(str, values.shape), kind.name])
    return Filed(f"{stem}.bin", f"{shaped}=@{stem}.bin")


def _fits_npy(kind: ElementType) -> bool:
    try:
        return kind.numpy.isbuiltin == 1 and of_numpy(kind.numpy) == kind
    except ValueError:
        return False
