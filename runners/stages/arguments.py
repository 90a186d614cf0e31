"""Function arguments: a spec's inputs made into raw tensor bytes, once for all variants."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from runners import npy
from runners.contract import Input, UserError
from runners.element_types import ElementType, byte_length, decode, element_type, encode
from runners.hal import hal_code

_RANDOM_INTEGERS = (-8, 8)
"""Range of seeded integers: small enough for every type that has a sign, wide enough to show a swapped index."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument as the runtime takes it: raw bytes in a file, and what they are."""

    file: Path
    shape: tuple[int, ...]
    type_name: str
    kind: ElementType

    def load(self) -> npt.NDArray[Any]:
        """The values, unpacked."""
        return decode(np.fromfile(self.file, np.uint8), self.shape, self.kind)

    def as_job(self) -> dict[str, Any]:
        """What the run probe needs to know."""
        return {"file": str(self.file), "shape": list(self.shape), "element_type": hal_code(self.type_name), "numpy": self.kind.numpy.str}


def make_argument(given: Input, found: Path | None, folder: Path) -> Argument:
    """Write one input's bytes into ``folder``.

    :param found: the local file of a ``file`` input.
    :raises UserError: when a file does not fit the shape or type that the spec gives.
    """
    path = folder / f"argument{given.index}.bin"
    if given.kind == "file":
        if found is None:
            raise UserError(f"input {given.index}: {given.file} is not on this machine: attach it to the issue or put it beside", code="unreachable_path")
        return _from_file(given, found, path)
    assert given.shape is not None  # noqa: S101 - the spec's own rule
    assert given.dtype is not None  # noqa: S101 - the spec's own rule
    kind = element_type(given.dtype)
    path.write_bytes(encode(_values(given, given.shape, kind), kind))
    return Argument(path, given.shape, given.dtype, kind)


def _from_file(given: Input, found: Path, path: Path) -> Argument:
    if given.shape is None or given.dtype is None:
        array, kind = npy.load(found)
        path.write_bytes(encode(array, kind))
        return Argument(path, array.shape, kind.name, kind)
    if found.name.removesuffix(".txt").endswith(".npy"):
        array, kind = npy.load(found)
        if array.shape != given.shape or kind != element_type(given.dtype):
            has, wants = _written(array.shape, kind.name), _written(given.shape, given.dtype)
            raise UserError(f"input {given.index}: {found.name} holds {has}, the report says {wants}", code="unreadable_artifact")
        path.write_bytes(encode(array, kind))
        return Argument(path, given.shape, given.dtype, kind)
    kind = element_type(given.dtype)
    want, have = byte_length(given.shape, kind), found.stat().st_size
    if want != have:
        raise UserError(f"input {given.index}: {found.name} has {have} bytes, {_written(given.shape, given.dtype)} needs {want}", code="unreadable_artifact")
    path.write_bytes(found.read_bytes())
    return Argument(path, given.shape, given.dtype, kind)


def _values(given: Input, shape: tuple[int, ...], kind: ElementType) -> npt.NDArray[Any]:
    match given.kind:
        case "zeros":
            return np.zeros(shape, kind.numpy)
        case "random":
            return _random(shape, kind, np.random.default_rng(given.seed or 0))
        case "splat":
            return np.full(shape, _cast([given.value], kind)[0], kind.numpy)
        case _:
            values = given.value if isinstance(given.value, tuple) else (given.value,)
            return _cast(list(values), kind).reshape(shape)


def _cast(values: list[Any], kind: ElementType) -> npt.NDArray[Any]:
    """Numbers and the words nan, inf, -inf in the element type; integers wrap as their bit patterns."""
    if kind.kind in ("float", "complex"):
        with np.errstate(over="ignore"):  # a number too large for the type is its infinity, as the runtime reads it
            return np.array([float(v) for v in values], np.float64).astype(kind.numpy)
    if kind.kind == "bool":
        return np.array([bool(v) for v in values])
    low, high = (-(1 << kind.bits - 1), (1 << kind.bits) - 1)
    integers = [int(v) for v in values]
    if outside := [v for v in integers if not low <= v <= high]:
        raise UserError(f"{outside[0]} does not fit into {kind.name}")
    # ui8 values such as 129 are given to i8 arguments: the bits count.
    unsigned = np.array([v & ((1 << kind.numpy.itemsize * 8) - 1) for v in integers], np.dtype(f"uint{kind.numpy.itemsize * 8}"))
    return unsigned.view(kind.numpy)


def _random(shape: tuple[int, ...], kind: ElementType, rng: np.random.Generator) -> npt.NDArray[Any]:
    if kind.kind == "float":
        return rng.standard_normal(shape).astype(kind.numpy)
    if kind.kind == "complex":
        return (rng.standard_normal(shape) + 1j * rng.standard_normal(shape)).astype(kind.numpy)
    if kind.kind == "bool":
        return rng.integers(0, 2, shape).astype(np.bool_)
    low, high = _RANDOM_INTEGERS
    if kind.bits < 8:
        low, high = -(1 << kind.bits - 1), 1 << kind.bits - 1
    if kind.kind == "unsigned":
        low = 0
    return rng.integers(low, high, shape).astype(kind.numpy)


def _written(shape: tuple[int, ...], name: str) -> str:
    return "x".join([*map(str, shape), name])
