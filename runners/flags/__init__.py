"""Which flags a report may use, under which names they go by release, and which name was probably meant.

The decisions are data (``iree-compile.toml``, ``iree-run-module.toml``, ``renames.toml``). They are applied twice:
by the intake, which explains them to the reporter, and by the runner, which trusts nobody.
"""

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Literal

from runners.flags.tables import table
from runners.flags.values import TAKES, renamed, taken, takes
from runners.release import Release

Tool = Literal["iree-compile", "iree-run-module"]

MAX_VALUE = 256
"""Characters in a flag's value. The longest that reports use is a list of CPU features."""


_FLAG = re.compile(r"--?([A-Za-z][A-Za-z0-9_.-]*)(?:=(.*))?", re.DOTALL)


class Decision(StrEnum):
    """What happens to a flag that a report uses."""

    ALLOW = "allow"
    DROP = "drop"
    HINT = "hint"
    REFUSE = "refuse"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision and its reason, worded to follow the flag: ``--x`` *starts a program of the flag's choice*."""

    decision: Decision
    reason: str


_UNDECIDED = Ruling(Decision.UNDECIDED, "is not on the list of flags that a report may use")


@dataclass(frozen=True, slots=True)
class Flag:
    """One flag as ``--name`` or ``--name=value``."""

    name: str
    value: str | None = None

    @classmethod
    def parse(cls, item: str) -> "Flag":
        """Read an argv item, one dash or two.

        >>> str(Flag.parse("-iree-input-type=none"))
        '--iree-input-type=none'

        :raises ValueError: when it does not start with a dash and a letter.
        """
        match = _FLAG.fullmatch(item)
        if match is None:
            raise ValueError(f"{item!r} is not a flag")
        return cls(match[1], match[2])

    def __str__(self) -> str:
        return f"--{self.name}" if self.value is None else f"--{self.name}={self.value}"


def ruling(tool: Tool, name: str) -> Ruling:
    """What may be done with this flag of this tool; undecided for names that nobody has looked at."""
    return _rulings(tool).get(name.replace("-", "_") if tool == "iree-run-module" else name, _UNDECIDED)


def decided(tool: Tool) -> frozenset[str]:
    """All names that somebody has decided on."""
    return frozenset(_rulings(tool))


@cache
def known_by_survey(release: Release) -> frozenset[str] | None:
    """The decided names that ``iree-compile`` of this release knows, by the survey of past releases: nothing is installed for it.

    A release between two surveyed ones is taken to know what both of them know; None outside of what was surveyed.
    """
    survey = table("releases")
    surveyed = [Release.parse(name) for name in survey["surveyed"]]
    if not surveyed[0] <= release <= surveyed[-1]:
        return None
    return frozenset(name for name, spans in survey["known"].items() if any(Release.parse(first) <= release <= Release.parse(last) for first, last in spans))


def value_problem(value: str) -> str | None:
    """Why this value may not be given to a flag, or None.

    No value of an allowed flag names a file, so nothing that looks like a path, a response file or a control
    character is needed.
    """
    if len(value) > MAX_VALUE:
        return f"has a value of {len(value)} characters, at most {MAX_VALUE} are taken"
    if re.search(r"[\x00-\x1f\x7f]", value):
        return "has a control character in its value"
    if value.startswith(("@", "~")) or re.search(r"[/\\]|\.\.", value):
        return "has a value that names a path"
    return None


def translated(flag: Flag, release: Release, known: Iterable[str] | None) -> Flag:
    """The flag under the name, and with the names of back ends and input types, that ``release`` takes.

    :param known: names that the release's own ``--help`` lists, without dashes; None where it is not installed, then the
        survey of past releases stands in.
    """
    if flag.name in TAKES and flag.value is not None:
        return Flag(flag.name, ",".join(renamed(flag.name, one, release) for one in flag.value.split(",")))
    known = known_by_survey(release) if known is None else frozenset(known)
    if known is not None and flag.name not in known:
        for names in _renames():
            if flag.name in names:
                return Flag(next((n for n in names if n in known), flag.name), flag.value)
    return flag


def unknown_values(flag: Flag, release: Release) -> tuple[str, ...]:
    """The words in the flag's value that ``release`` certainly does not take; none where it has no such flag. Numbers of devices (``hip[0]``) are left out."""
    if flag.name not in TAKES or flag.value is None or not taken(flag.name, release):
        return ()
    return tuple(one for one in flag.value.split(",") if takes(flag.name, one.partition("[")[0], release) is False)


def nearest(name: str, known: Iterable[str], count: int = 3) -> list[str]:
    """The known names that look most like ``name``, best first."""
    return difflib.get_close_matches(name, list(known), count, 0.6)


@cache
def _rulings(tool: Tool) -> dict[str, Ruling]:
    found: dict[str, Ruling] = {}
    for row in table(tool)["class"]:
        for name in row["flags"]:
            found[name] = Ruling(Decision(row["decision"]), row["reason"])
    return found


@cache
def _renames() -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(row["names"]) for row in table("renames")["renamed"])
