"""Reads what the body probe wrote into a program, and believes none of it: it comes from a child that parsed a stranger's text."""

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from runners.numerics.affine import OPERATORS, AffineMap, Binary, Dim, Expression, Symbol
from runners.numerics.program import Access, Argument, Attribute, Dense, Operation, Program, Region, Text, Type, Value

MOST_BYTES = 64 << 20
"""Of ``body.json``."""

_MOST_RANK = 32
_MOST_EXTENT = 1 << 48
_MOST_ELEMENTS = 1 << 60
_MOST_OPERATIONS = 20_000
_MOST_DEPTH = 32
"""Of regions, lists and affine expressions inside each other."""

_DTYPES = frozenset({"<f2", "<f4", "<f8", "|b1", "|i1", "<i2", "<i4", "<i8"})


class UnreadableBodyError(ValueError):
    """What the probe wrote is no program. The text says what is wrong with it."""


def read_program(folder: Path) -> Program:
    """The program in ``body.json`` of a folder that the body probe wrote; constants stay in their files, memory-mapped.

    :raises UnreadableBodyError: when it is missing, too large, or does not describe a program: a value that is not defined
        where it is used, a negative extent, a map of dimensions that do not exist, a constant of another size than its type.
    """
    path = folder / "body.json"
    try:
        if path.stat().st_size > MOST_BYTES:
            raise UnreadableBodyError(f"the body is described by more than {MOST_BYTES >> 20} MiB")
        data = json.loads(path.read_bytes())
        return _Reader(folder).program(data)
    except (ArithmeticError, AttributeError, LookupError, OSError, RecursionError, TypeError, ValueError) as error:
        if isinstance(error, UnreadableBodyError):
            raise
        raise UnreadableBodyError(f"the body cannot be read ({type(error).__name__}: {str(error)[:200]})") from error


def _check(holds: bool, text: str) -> None:
    if not holds:
        raise UnreadableBodyError(text)


def _int(value: object, low: int, high: int, what: str) -> int:
    _check(type(value) is int and low <= value <= high, f"{what} is {str(value)[:40]!r}, not a number from {low} to {high}")
    assert isinstance(value, int)  # noqa: S101 - just checked; a type checker cannot see it
    return value


def _text(value: object, what: str) -> str:
    _check(isinstance(value, str) and len(value) <= 1000, f"{what} is no short text")
    return str(value)


def _list(value: object, most: int, what: str) -> list[Any]:
    _check(isinstance(value, list) and len(value) <= most, f"{what} is no list of at most {most}")
    assert isinstance(value, list)  # noqa: S101 - just checked
    return value


class _Reader:
    """Reads one body and remembers which values are defined so far."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._defined: set[int] = set()
        self._operations = 0

    def program(self, data: Any) -> Program:
        arguments = tuple(self._argument(item) for item in _list(data["arguments"], 1000, "the arguments"))
        operations = tuple(self._operation(item, 0) for item in _list(data["operations"], _MOST_OPERATIONS, "the operations"))
        results = tuple(self._use(item) for item in _list(data["results"], 1000, "the results"))
        program = Program(_text(data["name"], "the name"), arguments, operations, results)
        _check(all(result in {a.value.id for a in arguments} | {v.id for o in operations for v in o.results} for result in results), "a result is local")
        return program

    def _argument(self, data: Any) -> Argument:
        access: Access = data["access"]
        _check(access in get_args(Access), f"an argument has the access {str(access)[:40]!r}")
        return Argument(self._value(data), access)

    def _value(self, data: Any) -> Value:
        number = _int(data["id"], 0, 1 << 31, "the number of a value")
        _check(number not in self._defined, f"value {number} is defined twice")
        self._defined.add(number)
        return Value(number, _type(data["type"]))

    def _use(self, data: Any) -> int:
        number = _int(data, 0, 1 << 31, "the number of a value")
        _check(number in self._defined, f"value {number} is used before it is defined")
        return number

    def _operation(self, data: Any, depth: int) -> Operation:
        self._operations += 1
        _check(self._operations <= _MOST_OPERATIONS, f"the body has more than {_MOST_OPERATIONS} operations")
        operands = tuple(self._use(item) for item in _list(data["operands"], 10_000, "the operands"))
        regions = tuple(self._region(item, depth + 1) for item in _list(data["regions"], 10, "the regions"))
        location = data["location"]
        return Operation(
            _text(data["name"], "the name of an operation"),
            operands,
            tuple(self._value(item) for item in _list(data["results"], 10_000, "the results")),
            {_text(name, "an attribute's name"): self._attribute(value, 0) for name, value in data["attributes"].items()},
            regions,
            None if location is None else _text(location, "a location"),
        )

    def _region(self, data: Any, depth: int) -> Region:
        _check(depth <= _MOST_DEPTH, "regions are nested too deeply")
        arguments = tuple(self._value(item) for item in _list(data["arguments"], 10_000, "the arguments of a block"))
        operations = tuple(self._operation(item, depth) for item in _list(data["operations"], _MOST_OPERATIONS, "the operations"))
        return Region(_int(data["blocks"], 0, 1 << 31, "the number of blocks"), arguments, operations)

    def _attribute(self, data: Any, depth: int) -> Attribute:
        _check(depth <= _MOST_DEPTH, "an attribute is nested too deeply")
        if isinstance(data, int) and not isinstance(data, bool) and not -(1 << 63) <= data < 1 << 63:
            return Text(str(data)[:40])
        if isinstance(data, bool | int | str):
            return data
        if isinstance(data, list):
            return tuple(self._attribute(item, depth + 1) for item in data)
        for key, read in _KINDS.items():
            if key in data:
                return read(self, data)
        raise UnreadableBodyError("an attribute is of no known kind")

    def _float(self, data: Any) -> float:
        return float.fromhex(_text(data["float"], "a number"))

    def _map(self, data: Any) -> AffineMap:
        dims, symbols = (_int(data["map"][key], 0, 100, f"the number of {key}") for key in ("dims", "symbols"))
        results = _list(data["map"]["results"], 100, "the results of a map")
        return AffineMap(dims, symbols, tuple(_expression(item, dims, symbols, 0) for item in results))

    def _dense(self, data: Any) -> Dense:
        kind = _type(data["dense"])
        if "unreadable" in data:
            return Dense(kind, None, _text(data["unreadable"], "a constant"))
        if "splat" in data:
            value = self._attribute(data["splat"], 0)
            _check(isinstance(value, bool | int | float), "a splat is no number")
            return Dense(kind, value if isinstance(value, bool | int | float) else None)
        return Dense(kind, self._array(kind, data["file"], data["dtype"]))

    def _array(self, kind: Type, file: Any, dtype: Any) -> npt.NDArray[Any]:
        _check(re.fullmatch(r"constant\d{1,9}\.bin", _text(file, "a file name")) is not None, "a constant lies in another file")
        _check(dtype in _DTYPES, f"a constant is of type {str(dtype)[:40]!r}")
        shape = tuple(_int(extent, 0, _MOST_EXTENT, "an extent") for extent in kind.shape or ())
        want, have = math.prod(shape) * np.dtype(dtype).itemsize, (self._folder / file).stat().st_size
        _check(want == have, f"{have} bytes are there for a constant of {want}")
        return np.memmap(self._folder / file, dtype, "r", shape=shape) if want else np.zeros(shape, dtype)

    def _other(self, data: Any) -> Text:
        return Text(_text(data["text"], "an attribute"))


_KINDS: dict[str, Callable[[_Reader, Any], Attribute]] = {
    "float": _Reader._float,
    "map": _Reader._map,
    "dense": _Reader._dense,
    "text": _Reader._other,
}


def _type(data: Any) -> Type:
    element = _text(data["element"], "an element type")
    if data["shape"] is None:
        return Type(element)
    extents = _list(data["shape"], _MOST_RANK, "a shape")
    shape = tuple(None if extent is None else _int(extent, 0, _MOST_EXTENT, "an extent") for extent in extents)
    _check(math.prod(max(extent or 1, 1) for extent in shape) <= _MOST_ELEMENTS, "a tensor has too many elements")
    return Type(element, shape)


def _expression(data: Any, dims: int, symbols: int, depth: int) -> Expression:
    _check(depth <= _MOST_DEPTH, "an affine expression is nested too deeply")
    if not isinstance(data, list):
        return _int(data, -_MOST_EXTENT, _MOST_EXTENT, "a constant in a map")
    if data[0] == "d":
        return Dim(_int(data[1], 0, dims - 1, "a dimension in a map"))
    if data[0] == "s":
        return Symbol(_int(data[1], 0, symbols - 1, "a symbol in a map"))
    operator, left, right = data
    _check(operator in OPERATORS, f"a map joins by {str(operator)[:40]!r}")
    one, other = (_expression(item, dims, symbols, depth + 1) for item in (left, right))
    _check(operator in ("+", "*") or not isinstance(other, int) or other > 0, "a map divides by what is not positive")
    return Binary(operator, one, other)
