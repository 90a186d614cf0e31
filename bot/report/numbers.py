"""How figures are written: the same in the comment, the HTML report and the terminal."""

import math
from collections.abc import Sequence

NONE = "–"
"""Stands where there is no figure."""

Value = float | int | bool | str
_JSON_INFINITIES = {"Infinity": "Inf", "-Infinity": "-Inf"}


def figure(x: float | None) -> str:
    """A measured number with 3 significant digits; whole numbers below a million in full.

    >>> figure(0.68359375), figure(8.04e-7), figure(16.0), figure(4096.0), figure(12345.6)
    ('0.684', '8.04e-7', '16', '4096', '1.23e4')
    >>> figure(float("nan")), figure(float("-inf")), figure(None)
    ('NaN', '-Inf', '–')
    """
    if x is None:
        return NONE
    if math.isfinite(x) and x == int(x) and abs(x) < 1_000_000:
        return str(int(x))
    return _digits(x, 3)


def element(x: Value, digits: int = 6) -> str:
    """The value of one element, as precise as IREE prints it unless more digits are asked for.

    A result that was read back from JSON has its infinities as words; they are written like the others.

    >>> element(0.1), element(-0.0), element(7), element(True), element("-Infinity")
    ('0.1', '-0', '7', 'true', '-Inf')
    """
    if isinstance(x, bool):
        return str(x).lower()
    if isinstance(x, float):
        return _digits(x, digits)
    return _JSON_INFINITIES.get(str(x), str(x))


def plainly(x: float | int | str) -> str:
    """A value of an input in full, as short as it can be read back.

    >>> plainly(3.0), plainly(0.1), plainly(1e-7), plainly(-2), plainly("nan")
    ('3', '0.1', '1e-07', '-2', 'nan')
    """
    return str(x).removesuffix(".0")


def elements(*values: Value) -> tuple[str, ...]:
    """Several values in one row, with as many digits as it takes that different ones read differently.

    >>> elements(0.5, 0.25), elements(0.50000001, 0.5)
    (('0.5', '0.25'), ('0.50000001', '0.5'))
    """
    different = len({repr(v) for v in values})
    for digits in (6, 9, 17):
        texts = tuple(element(v, digits) for v in values)
        if len(set(texts)) >= different:
            break
    return texts


def count(n: int | None) -> str:
    """A number of things: plain up to 6 digits, grouped by thousands beyond.

    >>> count(32768), count(1234567), count(None)
    ('32768', '1,234,567', '–')
    """
    if n is None:
        return NONE
    return f"{n:,}" if abs(n) >= 1_000_000 else str(n)


def share(part: int, whole: int) -> str:
    """How many of how many, with the percentage where it is not obvious; of nothing there is no share.

    >>> share(16, 20), share(20, 20), share(1, 10_000_000), share(0, 0)
    ('16 of 20 (80 %)', '20 of 20', '1 of 10,000,000 (under 0.1 %)', '–')
    """
    if whole == 0:
        return NONE
    both = f"{count(part)} of {count(whole)}"
    return both if part in {0, whole} else f"{both} ({percent(part / whole)})"


def percent(fraction: float) -> str:
    """A fraction as a percentage, rounded so that neither "none" nor "all" is claimed falsely.

    >>> percent(0.958), percent(0.9999), percent(1.0), percent(1e-9)
    ('95.8 %', 'over 99.9 %', '100 %', 'under 0.1 %')
    """
    if 0 < fraction < 0.001:
        return "under 0.1 %"
    if 0.999 < fraction < 1:
        return "over 99.9 %"
    return f"{figure(100 * fraction)} %"


def seconds(s: float | None) -> str:
    """A duration.

    >>> seconds(0.0421), seconds(12.34), seconds(185.2), seconds(None)
    ('0.042 s', '12.3 s', '3 min 5 s', '–')
    """
    if s is None or not math.isfinite(s):
        return figure(s)
    if s < 1:
        return f"{s:.2g} s"
    if s < 60:
        return f"{s:.3g} s"
    minutes, rest = divmod(round(s), 60)
    return f"{minutes} min {rest} s"


def size(n: int) -> str:
    """A number of bytes.

    >>> size(812), size(4096), size(5_000_000)
    ('812 bytes', '4 KiB', '4.77 MiB')
    """
    if n < 1024:
        return f"{n} bytes"
    power = min(int(math.log(n, 1024)), 4)
    return f"{n / 1024**power:.3g} {('KiB', 'MiB', 'GiB', 'TiB')[power - 1]}"


def index(at: Sequence[int] | None) -> str:
    """A multi-index; the one element of a scalar has the empty one.

    >>> index((1, 0)), index(()), index(None)
    ('[1, 0]', '[]', '–')
    """
    return NONE if at is None else str(list(at))


def shape(dimensions: Sequence[int] | None, dtype: str | None) -> str:
    """Shape and element type as IREE prints them.

    >>> shape((5, 4), "f32"), shape((), "i64"), shape(None, "f16"), shape((2,), None)
    ('5x4xf32', 'i64', '?xf16', '2x?')
    """
    extents = ["?"] if dimensions is None else [str(d) for d in dimensions]
    return "x".join([*extents, dtype or "?"])


def _digits(x: float, digits: int) -> str:
    if math.isnan(x):
        return "NaN"
    if math.isinf(x):
        return "Inf" if x > 0 else "-Inf"
    mantissa, _, exponent = f"{x:.{digits}g}".partition("e")
    return f"{mantissa}e{int(exponent)}" if exponent else mantissa
