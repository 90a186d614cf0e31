"""Slips of the pen in the names of the tools that leave no doubt which one is meant."""

import re
from collections.abc import Iterator

_PREFIX = "iree-"


def slips_of(name: str) -> Iterator[str]:
    """The spellings with one letter left out, doubled or changed with its neighbour, and with one underscore or nothing for a hyphen.

    The beginning, by which a tool's name is told from other words, is taken to be right.
    """
    rest = name.removeprefix(_PREFIX)
    for at in range(len(rest)):
        yield _PREFIX + rest[:at] + rest[at + 1 :]
        yield _PREFIX + rest[: at + 1] + rest[at:]
        yield _PREFIX + rest[:at] + rest[at : at + 2][::-1] + rest[at + 2 :]
    yield name.replace("-", "_")
    for hyphen in re.finditer("-", name):
        yield name[: hyphen.start()] + "_" + name[hyphen.end() :]
        yield name[: hyphen.start()] + name[hyphen.end() :]


def meant(names: tuple[str, ...], known: frozenset[str]) -> dict[str, str]:
    """Each slip with the one name that it can stand for.

    :param names: the names that are meant.
    :param known: names that are right as they are.
    """
    found: dict[str, str | None] = {}
    for name in names:
        for slip in slips_of(name):
            if slip not in known:
                found[slip] = name if found.get(slip, name) == name else None
    return {slip: name for slip, name in found.items() if name is not None}
