"""The functions of NumPy that make test data, by name: what they take, checked before anything is made.

Only what stands in these tables is ever called. Sizes are known before memory is taken.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

MAX_ELEMENTS = 16_384
"""Elements of one array that is made; one that holds a single value everywhere may have any size."""
MAX_NUMBER = 1 << 64

_MAX_EXTENT = 1 << 40
_MAX_RANK = 16
_DTYPES: dict[str, npt.DTypeLike] = {
    name: np.dtype(name) for name in ("float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool")
}
DTYPES = _DTYPES | {"bool_": np.dtype(bool), "half": np.dtype("float16"), "single": np.dtype("float32"), "double": np.dtype("float64")}
"""Element types by the names that they have as attributes of ``np`` and as strings."""
BUILTIN_DTYPES: dict[str, npt.DTypeLike] = {"float": np.dtype("float64"), "int": np.dtype("int64"), "bool": np.dtype(bool)}


class NotMadeError(Exception):
    """Something that is not made here; the text says why, worded to follow "it"."""


def too_large(elements: int) -> NotMadeError:
    """The error for an array with so many elements."""
    return NotMadeError(f"has {elements} elements, at most {MAX_ELEMENTS} are made here")


def call(function: str, args: tuple[Any, ...], kwargs: Mapping[str, Any], *, random: Any = None) -> Any:
    """Call a function of the tables.

    :param function: its name in ``np``, or, with ``random``, the name of a method of a generator.
    :raises NotMadeError: for a name that is not in the tables, and for arguments that are not taken.
    """
    legacy = isinstance(random, np.random.RandomState)
    table = _MAKERS if random is None else _LEGACY if legacy else _GENERATOR
    if function not in table:
        raise NotMadeError(f"uses {function}, which is none of the functions that are read")
    if function in ("rand", "randn"):
        if kwargs:
            raise NotMadeError(f"gives {function} arguments by name")
        args = (args,) if args else ()
    given = _bound(table[function], args, kwargs)
    try:
        with np.errstate(all="ignore"):
            return _UNIFORM[function](given) if random is None and function in _UNIFORM else _made(function, given, random)
    except (TypeError, ValueError, OverflowError, MemoryError) as error:
        raise NotMadeError(f"calls {function} in a way that NumPy does not take") from error


def uniform(value: Any, shape: tuple[int, ...], dtype: npt.DTypeLike | None) -> npt.NDArray[Any]:
    """An array with one value everywhere that takes no memory."""
    return np.broadcast_to(np.array(value, dtype), shape)


def is_uniform(array: npt.NDArray[Any]) -> bool:
    """Whether it is an array of :func:`uniform`."""
    return array.size > 1 and not any(array.strides)


_MAKERS: dict[str, tuple[str, ...]] = {
    "zeros": ("shape", "dtype"),
    "ones": ("shape", "dtype"),
    "full": ("shape", "fill_value", "dtype"),
    "arange": ("start", "stop", "step", "dtype"),
    "linspace": ("start", "stop", "num", "endpoint", "dtype"),
    "eye": ("N", "M", "k", "dtype"),
    "identity": ("n", "dtype"),
    "array": ("object", "dtype"),
    "asarray": ("object", "dtype"),
}
_LEGACY: dict[str, tuple[str, ...]] = {
    "rand": ("size",),
    "randn": ("size",),
    "random": ("size",),
    "random_sample": ("size",),
    "standard_normal": ("size",),
    "randint": ("low", "high", "size", "dtype"),
    "uniform": ("low", "high", "size"),
    "normal": ("loc", "scale", "size"),
}
_GENERATOR: dict[str, tuple[str, ...]] = {
    "random": ("size", "dtype"),
    "standard_normal": ("size", "dtype"),
    "integers": ("low", "high", "size", "dtype", "endpoint"),
    "uniform": ("low", "high", "size"),
    "normal": ("loc", "scale", "size"),
}
_UNIFORM: dict[str, Callable[[dict[str, Any]], Any]] = {
    "zeros": lambda given: uniform(0, given["shape"], given.get("dtype", np.float64)),
    "ones": lambda given: uniform(1, given["shape"], given.get("dtype", np.float64)),
    "full": lambda given: uniform(given["fill_value"], given["shape"], given.get("dtype")),
}


def shape_of(value: Any) -> tuple[int, ...]:
    """A shape.

    :raises NotMadeError: when it is none, or larger than anything could be.
    """
    given: tuple[Any, ...] = value if isinstance(value, tuple) else (value,)
    extents = tuple(extent for extent in given if type(extent) is int and 0 <= extent <= _MAX_EXTENT)
    if len(extents) != len(given) or len(extents) > _MAX_RANK or math.prod(extents) > _MAX_EXTENT:
        raise NotMadeError("has a shape that is not plain numbers")
    return extents


def _size(value: Any) -> tuple[int, ...] | None:
    shape = None if value is None else shape_of(value)
    if shape is not None and math.prod(shape) > MAX_ELEMENTS:
        raise too_large(math.prod(shape))
    return shape


def dtype_of(value: Any) -> npt.DTypeLike:
    """An element type.

    :raises NotMadeError: when it is none of the table.
    """
    if isinstance(value, str) and value in DTYPES:
        return DTYPES[value]
    if isinstance(value, np.dtype):
        return value
    raise NotMadeError("names an element type that is not read")


def _number(value: Any) -> Any:
    # Numbers of NumPy are kept as they are, since their type counts.
    if isinstance(value, int | float | np.number) and abs(float(value.real)) <= MAX_NUMBER:
        return value
    raise NotMadeError("has an argument that is not a plain number")


def _optional_number(value: Any) -> Any:
    return None if value is None else _number(value)


def _count(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= MAX_ELEMENTS:
        raise NotMadeError(f"has a count that is not a number up to {MAX_ELEMENTS}")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise NotMadeError("has an argument that is neither True nor False")
    return value


def _object(value: Any) -> Any:
    """Numbers in lists within lists, or an array; an array within a list could be of any size."""
    if isinstance(value, np.ndarray) and value.size <= MAX_ELEMENTS:
        return value
    todo = [value]
    while todo:
        one = todo.pop()
        if isinstance(one, tuple):
            todo += one
        elif not isinstance(one, int | float | np.number | np.bool_):
            raise NotMadeError("makes an array of something that is not plain numbers")
    return value


_CHECKS: dict[str, Callable[[Any], Any]] = {
    "shape": shape_of,
    "size": _size,
    "dtype": dtype_of,
    "endpoint": _flag,
    "num": _count,
    "N": _count,
    "M": _count,
    "n": _count,
    "object": _object,
    "high": _optional_number,
    "stop": _optional_number,
}


def _bound(parameters: tuple[str, ...], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    if len(args) > len(parameters) or not set(kwargs) <= set(parameters[len(args) :]):
        raise NotMadeError("has arguments that are not read")
    named = {**dict(zip(parameters, args, strict=False)), **kwargs}
    return {name: _CHECKS.get(name, _number)(value) for name, value in named.items()}


def _made(function: str, given: dict[str, Any], random: Any) -> Any:
    if function in ("rand", "randn"):
        return getattr(random, function)(*given.get("size", ()))
    if random is not None:
        return getattr(random, function)(**given)
    if function == "arange":
        return _arange(given)
    if function in ("eye", "identity") and math.prod(given.get(name, given.get("N", 1)) for name in ("N", "M")) * given.get("n", 1) ** 2 > MAX_ELEMENTS:
        raise NotMadeError(f"has more than {MAX_ELEMENTS} elements")
    make: Callable[..., Any] = getattr(np, function)
    return make(**given)


def _arange(given: dict[str, Any]) -> Any:
    start: Any = given.get("start", 0)
    stop: Any = given.get("stop")
    step: Any = given.get("step", 1)
    if stop is None:
        start, stop = 0, start
    elements = math.ceil((stop - start) / step) if step else MAX_ELEMENTS + 1
    if elements > MAX_ELEMENTS:
        raise too_large(elements)
    return np.arange(start, stop, step, dtype=given.get("dtype"))
