"""What a shell puts in the place of ``$(…)``, for the few programs whose output follows from their words: worked out here, never run."""

import re
from collections.abc import Callable
from pathlib import PurePosixPath

from bot.intake.scope import UNKNOWN

PROGRAMS = frozenset({"basename", "dirname", "realpath", "readlink", "pwd", "cd", "seq"})
"""Programs that only say where a file lies, or count: a call of another one is never taken for its output."""

MAX_NUMBERS = 1000


def printed_by(argv: list[str]) -> str:
    r"""What ``basename PATH [ENDING]``, ``dirname PATH`` or ``seq [FIRST [STEP]] LAST`` prints; ``UNKNOWN`` for other calls, and where the text does not tell.

    >>> printed_by(["basename", "a/x.mlir", ".mlir"]), printed_by(["dirname", "./build.sh"]), printed_by(["seq", "3"]), printed_by(["pwd"]) == UNKNOWN
    ('x', '.', '1\n2\n3', True)
    """
    operands = argv[1:]
    reader = _READERS.get((argv[0] if argv else "", len(operands)))
    if reader is None or any(word.startswith("-") and not word[1:].isdecimal() for word in operands):
        return UNKNOWN
    return reader(operands)


def _last(operands: list[str]) -> str:
    name = operands[0].rstrip("/").rpartition("/")[2]
    if any(UNKNOWN in word for word in (name, *operands[1:])):
        return UNKNOWN
    stem = name.removesuffix(operands[1]) if len(operands) > 1 else name
    return stem or name


def _folder(operands: list[str]) -> str:
    return UNKNOWN if UNKNOWN in operands[0] else str(PurePosixPath(operands[0]).parent)


def _numbers(operands: list[str]) -> str:
    if any(_WHOLE.fullmatch(word) is None for word in operands):
        return UNKNOWN
    first = int(operands[0]) if len(operands) > 1 else 1
    by = int(operands[1]) if len(operands) > 2 else 1
    if by == 0:
        return UNKNOWN
    numbers = range(first, int(operands[-1]) + (1 if by > 0 else -1), by)
    return UNKNOWN if len(numbers) > MAX_NUMBERS else "\n".join(map(str, numbers))


_WHOLE = re.compile(r"-?\d{1,9}")
_READERS: dict[tuple[str, int], Callable[[list[str]], str]] = {
    ("basename", 1): _last,
    ("basename", 2): _last,
    ("dirname", 1): _folder,
    ("seq", 1): _numbers,
    ("seq", 2): _numbers,
    ("seq", 3): _numbers,
}
"""By program and number of operands."""
