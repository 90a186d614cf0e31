"""Parts of paths that shell texts take with ``basename`` and ``dirname``: worked out here, never run."""

from collections.abc import Callable
from pathlib import PurePosixPath

from bot.intake.scope import UNKNOWN


def part_of_a_path(argv: list[str]) -> str:
    """What ``basename PATH [ENDING]`` or ``dirname PATH`` prints; ``UNKNOWN`` for other calls, and where the text does not tell.

    >>> part_of_a_path(["basename", "a/x.mlir", ".mlir"]), part_of_a_path(["dirname", "./build.sh"]), part_of_a_path(["pwd"]) == UNKNOWN
    ('x', '.', True)
    """
    operands = argv[1:]
    reader = _PARTS.get((argv[0] if argv else "", len(operands)))
    if reader is None or any(word.startswith("-") for word in operands):
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


_PARTS: dict[tuple[str, int], Callable[[list[str]], str]] = {("basename", 1): _last, ("basename", 2): _last, ("dirname", 1): _folder}
"""By program and number of operands."""
