"""Tables of hardware words in files: the one that is shipped, and the one that the owner of the machines puts over it."""

import re
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path

from pydantic import ValidationError

from bot.intake.cards import Hardware
from runners.contract import MachineError

MAX_BYTES = 1 << 20
MAX_MISTAKES = 4
"""Mistakes of one file that are told at once."""

_HEADER = re.compile(r"\s*\[\[?\s*([\w-]+)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\s*\"?([\w.-]+)\"?\s*=")
_UNKNOWN = "there is no such field here: a [[card]] has names and labels for cpu, hip, cuda, vulkan, metal; [labels] has labels"


@cache
def shipped_hardware() -> Hardware:
    """The table that comes with the bot."""
    return Hardware.model_validate(tomllib.loads((files("bot.intake") / "hardware.toml").read_text(encoding="utf-8")))


def read_hardware(path: Path | None) -> Hardware:
    """The shipped table with the owner's own file before it; the shipped one alone where ``path`` is None.

    :raises MachineError: when the file cannot be read or is no such table; the text says in which line, and what would be right.
    """
    if path is None:
        return shipped_hardware()
    text = _text_of(path)
    try:
        return Hardware.model_validate(tomllib.loads(text)).over(shipped_hardware())
    except tomllib.TOMLDecodeError as error:
        raise MachineError(f"{path} is not TOML: {error}") from error
    except ValidationError as error:
        mistakes = "; ".join(f"{_where(text, one['loc'])}: {_said(one['type'], one['msg'])}" for one in error.errors()[:MAX_MISTAKES])
        raise MachineError(f"{path} is no table of hardware words: {mistakes}") from error


def _text_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise MachineError(f"{path} cannot be read ({error.strerror}): NUMERICS_BOT_HARDWARE_FILE names a TOML file, or is not set") from error
    if len(raw) > MAX_BYTES:
        raise MachineError(f"{path} has more than {MAX_BYTES >> 20} MiB: it is no table of hardware words")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise MachineError(f"{path} is not UTF-8: {error.reason} at byte {error.start}") from error


def _said(kind: str, text: str) -> str:
    return _UNKNOWN if kind == "extra_forbidden" else text.removeprefix("Value error, ")


def _where(text: str, where: tuple[int | str, ...]) -> str:
    line = _line_of(text, where)
    return f"line {line}, {_place(where)}" if line is not None else _place(where)


def _place(where: tuple[int | str, ...]) -> str:
    """The key as the file has it, counted from 1.

    >>> _place(("card", 0, "names", 1)), _place(("labels", "gfx942"))
    ('card 1, names 2', 'labels, gfx942')
    """
    named: list[str] = []
    for part in where:
        if isinstance(part, int) and named:
            named[-1] += f" {part + 1}"
        elif part != "[key]":
            named.append(str(part))
    return ", ".join(named)


def _line_of(text: str, where: tuple[int | str, ...]) -> int | None:
    """The line of the key, else of the table that it should be in; None where neither is written in the usual way."""
    number = next((part for part in where[1:2] if isinstance(part, int)), 0)
    key = next((part for part in where[1:] if isinstance(part, str)), None)
    found: int | None = None
    table: str | None = None
    opened = -1
    for line, row in enumerate(text.split("\n"), start=1):
        if header := _HEADER.match(row):
            table = header[1]
            opened += table == where[0]
            found = line if table == where[0] and opened == number else found
        elif name := _KEY.match(row):
            inside = table == where[0] and opened == number
            if (inside and name[1] == key) or (table is None and name[1] == where[0]):
                return line
    return found
