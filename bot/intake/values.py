"""Tensor values as IREE's tools read and print them: ``2x3xf32=[1 2 3][4 5 6]``."""

import re
from dataclasses import dataclass

from bot.intake.wording import cut
from runners.contract import Scalar
from runners.element_types import ElementType, byte_length, element_type

MAX_RANK = 32

_SHAPED = re.compile(r"((?:\d{1,18}x){0,33})((?:complex<)?[a-z][A-Za-z0-9]{0,15}>?)")
_TOKEN = re.compile(r"[^\s,\[\]]+")
_NUMBER = re.compile(r"[+-]?(?:\d{1,60}\.?\d{0,60}|\.\d{1,60})(?:[eE][+-]?\d{1,6})?")
_HEX = re.compile(r"[+-]?0[xX][0-9a-fA-F]{1,16}")
_OCTAL = re.compile(r"[+-]?0[0-7]{1,21}")
_WHOLE = re.compile(r"([+-]?\d{1,20})(?:\.0{0,20})?")
_WORDS: dict[str, Scalar] = {"nan": "nan", "inf": "inf", "infinity": "inf"}
_TRUTH = {"true": 1, "false": 0}
ELLIPSIS = "..."


@dataclass(frozen=True, slots=True)
class TensorType:
    """A shape and an element type; ``()`` is a scalar."""

    shape: tuple[int, ...]
    dtype: str

    @property
    def elements(self) -> int:
        """How many elements a tensor of this shape has."""
        count = 1
        for extent in self.shape:
            count *= extent
        return count

    def __str__(self) -> str:
        return "".join(f"{extent}x" for extent in self.shape) + self.dtype


def tensor_type(text: str) -> TensorType | None:
    """Read ``2x3xf32`` or ``f32``; None when it is neither, or when IREE has no such element type.

    >>> str(tensor_type("2x3xf32")), tensor_type("2x3xfloat"), tensor_type("i64")
    ('2x3xf32', None, TensorType(shape=(), dtype='i64'))
    """
    match = _SHAPED.fullmatch(text)
    if match is None:
        return None
    shape = tuple(int(extent) for extent in match[1].split("x")[:-1])
    try:
        element_type(match[2])
    except ValueError:
        return None
    return TensorType(shape, match[2]) if len(shape) <= MAX_RANK else None


@dataclass(frozen=True, slots=True)
class Values:
    """Elements in row-major order; ``cut`` when the text says with dots that there are more."""

    items: tuple[Scalar, ...]
    cut: bool = False


def read_values(text: str, kind: TensorType) -> Values:
    """The elements in ``text``, separated by blanks, commas and brackets as the tools take them.

    Bools and types below a byte are read as single values and also as the bytes in hex that the tools print for them.

    :raises ValueError: when something is not a value of that element type; the text says what.
    """
    tokens = _TOKEN.findall(text)
    cut = ELLIPSIS in tokens
    if cut:
        tokens = tokens[: tokens.index(ELLIPSIS)]
    element = element_type(kind.dtype)
    if element.kind == "complex":
        raise ValueError(f"values of {kind.dtype} are not read: put them into an .npy file")
    if _in_hex(tokens, kind, element):
        return Values(_unpacked(tokens, kind, element), cut)
    return Values(tuple(_value(token, element) for token in tokens), cut)


def _in_hex(tokens: list[str], kind: TensorType, element: ElementType) -> bool:
    if element.kind != "bool" and element.bits >= 8:
        return False
    is_bytes = all(len(token) == 2 and _HEX.fullmatch(f"0x{token}") for token in tokens)
    return bool(tokens) and is_bytes and len(tokens) == byte_length(kind.shape, element)


def _unpacked(tokens: list[str], kind: TensorType, element: ElementType) -> tuple[Scalar, ...]:
    raw = [int(token, 16) for token in tokens]
    if element.kind == "bool":
        return tuple(int(byte != 0) for byte in raw)
    if element.kind not in ("signed", "unsigned"):
        raise ValueError(f"values of {kind.dtype} in hex are not read: put them into an .npy file")
    lanes = [byte >> shift & ((1 << element.bits) - 1) for byte in raw for shift in range(0, 8, element.bits)]
    return tuple(_signed(lane, element) for lane in lanes[: kind.elements])


def _signed(value: int, element: ElementType) -> int:
    return value - (1 << element.bits) if element.kind == "signed" and value >= 1 << (element.bits - 1) else value


def _value(token: str, element: ElementType) -> Scalar:
    if element.kind == "float":
        return _float(token)
    if token.lower() in _TRUTH and element.kind == "bool":
        return _TRUTH[token.lower()]
    value = _whole(token, element)
    bits = 1 if element.kind == "bool" else element.bits
    lowest = -(1 << (bits - 1)) if element.kind == "signed" else 0
    if not lowest <= value < 1 << bits:
        raise ValueError(f"{token} does not fit into {element.name}")
    return _signed(value, element)


def _float(token: str) -> Scalar:
    bare = token.lstrip("+-").lower()
    if bare in _WORDS:
        word = _WORDS[bare]
        return "-inf" if word == "inf" and token.startswith("-") else word
    if _HEX.fullmatch(token):
        return float(int(token, 16))
    number = token[:-1] if token[-1] in "fF" else token
    if not _NUMBER.fullmatch(number):
        raise ValueError(f"`{cut(token, 40)}` is not a number")
    value = float(number)
    if value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    return value


def _whole(token: str, element: ElementType) -> int:
    if _HEX.fullmatch(token):
        return int(token, 16)
    # The tools read integers with C's rules.
    if _OCTAL.fullmatch(token):
        return int(token, 8)
    if found := _WHOLE.fullmatch(token):
        return int(found[1])
    raise ValueError(f"`{cut(token, 40)}` is not a whole number, as {element.name} needs")
