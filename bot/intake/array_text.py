"""Arrays as Python prints them: NumPy's, JAX's and PyTorch's representations, ``print`` of an array, lists of numbers."""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

DIGITS = 6
"""Significant digits that are taken for granted where a number is short enough to be the whole value."""
MAX_DIGITS = 9
MAX_VALUES = 20_000

_MAX_RANK = 8
# Fewer decimals are the whole value; NumPy cuts after eight and PyTorch after four.
_CUT_FROM = 4
_DTYPES = {
    "float16": "f16",
    "float32": "f32",
    "float64": "f64",
    "bfloat16": "bf16",
    "bool": "i1",
    "bool_": "i1",
    "half": "f16",
    "float": "f32",
    "double": "f64",
}
_DTYPES |= {f"{sign}int{bits}": f"{name}{bits}" for sign, name in (("", "i"), ("u", "ui")) for bits in (8, 16, 32, 64)}
_MODULE = r"(?:(?:np|numpy|jnp|torch|tf|jax\.numpy)\.)?"
NUMBER = r"[+-]?(?:(?:\d{1,40}\.?\d{0,40}|\.\d{1,40})(?:[eE][+-]?\d{1,4})?|nan|NaN|NAN|inf|INF|Infinity)"
OPENING = rf"{_MODULE}(?:array|asarray|Array|DeviceArray|tensor|Tensor)\("
_START = re.compile(rf"(?P<wrapped>{OPENING}\s{{0,4}})?(?=\[|[\d.+-])")
_PIECE = re.compile(rf"\s{{0,200}}(?:(?P<bracket>[\[\]])|(?P<comma>,)|(?P<dots>\.\.\.|\u2026)|(?P<number>{NUMBER}|True|False)(?=[\s,\[\]()]|\.\.\.|$))")
_CLOSING = re.compile(r"(?:,\s{0,80})?[^()\n]{0,200}(?:\([^()\n]{0,100}\)[^()\n]{0,200}){0,3}\)")
_DTYPE = re.compile(r"dtype\s?=\s?(?:\w{1,10}\.)?'?(\w{1,12})")
_DECIMALS = re.compile(r"[+-]?(\d*)\.?(\d*)(?:[eE][+-]?\d+)?")


@dataclass(frozen=True, slots=True)
class ArrayText:
    """Numbers as they are written, row-major. ``shape`` is None where dots stand for a part of them; then the beginning is here.

    ``digits`` is how many significant digits the print carries, ``dtype`` an element type of IREE's if it is named, ``end`` where the text goes on.
    """

    shape: tuple[int, ...] | None
    rank: int
    numbers: tuple[str, ...]
    dtype: str | None
    digits: int
    end: int


def read_array(text: str, at: int = 0) -> ArrayText | None:
    """The array that begins at ``at``; None where there is none, or one that is not rectangular."""
    start = _START.match(text, at)
    if start is None or (not start["wrapped"] and text[start.end()] != "["):
        return None
    scan = _Scan()
    at = start.end()
    while not scan.done:
        piece = _PIECE.match(text, at)
        if piece is None or not scan.take(piece):
            return None
        at = piece.end()
    dtype = None
    if start["wrapped"]:
        closing = _CLOSING.match(text, at)
        named = _DTYPE.search(closing[0]) if closing else None
        if closing is None:
            return None
        dtype = _DTYPES.get(named[1]) if named else None
        at = closing.end()
    shape = None if scan.cut else tuple(scan.extents[depth] for depth in sorted(scan.extents))
    return ArrayText(shape, scan.rank, tuple(scan.numbers), dtype, digits(scan.numbers), at)


@dataclass(slots=True)
class _Scan:
    """Goes through brackets and numbers; ``extents`` are those of the closed brackets by depth."""

    numbers: list[str] = field(default_factory=list)
    extents: dict[int, int] = field(default_factory=dict)
    open: list[int] = field(default_factory=list)
    rank: int = 0
    cut: bool = False
    done: bool = False

    def take(self, piece: re.Match[str]) -> bool:
        """Take over one piece; False where it does not fit."""
        if piece["bracket"] == "[":
            self.open.append(0)
            fits = len(self.open) <= (self.rank if self.numbers else _MAX_RANK)
            self.rank = max(self.rank, len(self.open))
            return fits
        if piece["bracket"] == "]":
            return self._close()
        if piece["dots"]:
            self.cut = True
            return bool(self.open)
        if piece["number"]:
            return self._number(piece["number"])
        return bool(self.open)

    def _number(self, number: str) -> bool:
        if not self.cut:
            self.numbers.append(number)
        if not self.open:
            self.done = True
            return True
        self.open[-1] += 1
        return len(self.open) == self.rank and len(self.numbers) <= MAX_VALUES

    def _close(self) -> bool:
        depth = len(self.open) - 1
        extent = self.open.pop()
        if not self.cut and self.extents.setdefault(depth, extent) != extent:
            return False
        if self.open:
            self.open[-1] += 1
        self.done = not self.open
        return True


def digits(numbers: Iterable[str], *, by_hand: bool = False) -> int:
    """How many significant digits the numbers carry together.

    An array is printed with one number of decimals, so its smallest value has the fewest digits.

    :param by_hand: the numbers are written by a person, who rounds each as needed.

    >>> digits(["1.", "0.25"]), digits(["0.1235", "12.3457"]), digits(["1.2346e-05"]), digits(["3.14"], by_hand=True)
    (6, 4, 5, 3)
    """
    parts = [found for found in map(_DECIMALS.fullmatch, numbers) if found and not _is_whole_value(found[0])]
    decimals = max((len(found[2]) for found in parts), default=0)
    if not parts or (decimals < _CUT_FROM and not by_hand):
        return DIGITS
    return min(MAX_DIGITS, *(_significant(found, len(found[2]) if by_hand else decimals) for found in parts))


def _is_whole_value(number: str) -> bool:
    """Whether it is a fraction of few bits, as nobody gets by rounding: 0.25, 3, 1.5."""
    scaled = float(number) * 1024
    return not math.isfinite(scaled) or scaled == int(scaled)


def _significant(number: re.Match[str], decimals: int) -> int:
    whole = number[1].lstrip("0")
    behind = number[2].ljust(decimals, "0")
    return len(whole + behind) if whole else len(behind.lstrip("0"))
