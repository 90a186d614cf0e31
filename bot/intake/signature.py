"""Whether an input fits the argument that the function takes it as."""

import re
from collections.abc import Sequence

_TENSOR = re.compile(r"(?:tensor|memref|vector)<\s*((?:(?:\d{1,18}|\?)x)*)([A-Za-z]\w*(?:<f\d\d>)?)\s*(?:,.*)?>", re.DOTALL)
_TORCH = re.compile(r"!torch\.v?tensor<\s*\[([\d?,\s]*)\]\s*,\s*(\w+)\s*(?:,.*)?>", re.DOTALL)
_SCALAR = re.compile(r"([su]?i\d{1,2}|bf16|f\d{1,2}\w*|index|complex<f\d\d>)")
_INTEGER = re.compile(r"[su]?i(\d{1,2})")
# A bool is a byte in memory, and an index is fed as 64 bits.
_WIDTHS = {"1": "8", "index": "64"}


def misfit(shape: Sequence[int] | None, dtype: str | None, argument: str) -> bool:
    """Whether a tensor certainly is not of an argument's type; what is not known or not plain is no misfit.

    >>> misfit((4,), "f32", "tensor<5xf32>"), misfit((4,), "f32", "tensor<?xf32>"), misfit((4,), "si32", "tensor<4xi32>")
    (True, False, False)
    >>> misfit((4,), "f16", "!torch.vtensor<[4],f32>"), misfit((), "i32", "i32"), misfit((4,), "f32", "!hal.buffer_view")
    (True, False, False)
    """
    wanted = _read(argument)
    if wanted is None:
        return False
    extents, element = wanted
    if shape is not None and (len(shape) != len(extents) or any(want not in (None, have) for want, have in zip(extents, shape, strict=True))):
        return True
    return dtype is not None and _kind(dtype) != _kind(element)


def _read(argument: str) -> tuple[tuple[int | None, ...], str] | None:
    """Extents (None where any is taken) and element type of an argument; None when its type is another one."""
    if found := _TENSOR.fullmatch(argument):
        return tuple(_extent(one) for one in found[1].split("x")[:-1]), found[2]
    if found := _TORCH.fullmatch(argument):
        return tuple(_extent(one.strip()) for one in found[1].split(",") if one.strip()), found[2]
    if found := _SCALAR.fullmatch(argument):
        return (), found[1]
    return None


def _extent(text: str) -> int | None:
    return None if text == "?" else int(text)


def _kind(dtype: str) -> str:
    """The element type without what the tools do not tell apart: the sign of integers, bools from bytes."""
    found = _INTEGER.fullmatch(dtype)
    width = found[1] if found else dtype
    return _WIDTHS.get(width, width)
