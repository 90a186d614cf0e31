"""Expected values: golden files and printed values made into arrays that outputs are held against."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from runners import npy
from runners.contract import Expectation, GoldenFile, GoldenValues, UserError
from runners.element_types import ElementType, byte_length, decode, element_type


@dataclass(frozen=True, slots=True)
class Golden:
    """What one output should be. ``digits`` says how finely a print was written; None for exact values.

    ``values`` is flat and shorter than ``shape`` where a print was cut.
    """

    index: int
    shape: tuple[int, ...]
    kind: ElementType
    values: npt.NDArray[Any]
    digits: int | None = None


def golden_outputs(expectation: Expectation, found: dict[str, Path]) -> tuple[Golden, ...]:
    """All expected outputs of a spec.

    :param found: local files by artifact name.
    :raises UserError: when a file does not fit the shape or type given for it.
    """
    return (*(_of_file(g, found[g.file]) for g in expectation.files), *(_of_print(g) for g in expectation.values))


def _of_file(golden: GoldenFile, path: Path) -> Golden:
    if golden.shape is None or golden.dtype is None or path.name.removesuffix(".txt").endswith(".npy"):
        array, kind = npy.load(path)
        return Golden(golden.index, array.shape, kind, array)
    kind = element_type(golden.dtype)
    have, want = path.stat().st_size, byte_length(golden.shape, kind)
    if have != want:
        raise UserError(f"expected output {golden.index}: {path.name} has {have} bytes, its shape and type need {want}", code="unreadable_artifact")
    return Golden(golden.index, golden.shape, kind, decode(np.memmap(path, np.uint8, "r"), golden.shape, kind))


def _of_print(golden: GoldenValues) -> Golden:
    kind = element_type(golden.dtype)
    if kind.kind in ("float", "complex"):
        # In float64: rounding the print to the output's own type could move it by more than its last digit.
        values = np.array([float(v) for v in golden.values], np.float64)
        kind = element_type("f64")
    else:
        values = np.array([int(v) for v in golden.values]).astype(kind.numpy)
    whole = values.size == int(np.prod(golden.shape, dtype=np.int64))
    return Golden(golden.index, golden.shape, kind, values.reshape(golden.shape) if whole else values, golden.digits)
