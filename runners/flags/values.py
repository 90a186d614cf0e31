"""Which values a release takes for flags that take a few words only, and how those words were renamed: by the survey of past releases."""

from bisect import bisect_left, bisect_right
from functools import cache

from runners.flags.tables import table
from runners.release import Release

TAKES: dict[str, str] = {
    "iree-hal-target-backends": "iree-hal-target-backends",
    "iree-hal-local-target-device-backends": "iree-hal-target-backends",
    "iree-hal-target-device": "iree-hal-target-device",
    "iree-input-type": "iree-input-type",
    "device": "device",
}
"""By flag, the list of the survey with its values; ``device`` is that of ``iree-run-module``, whose values are drivers."""

_BY_SYSTEM = frozenset({"device"})
"""Lists that hold other words on another operating system than the survey's."""


def takes(flag: str, value: str, release: Release) -> bool | None:
    """Whether a release takes the word as a value of the flag; None where the survey does not tell.

    A release between two surveyed ones takes what both of them take, and does not take what neither of them does.
    """
    spans = _spans(flag)
    surveyed = _surveyed()
    if not spans or not surveyed[0] <= release <= surveyed[-1] or (value not in spans and flag in _BY_SYSTEM):
        return None
    if any(first <= release <= last for first, last in spans.get(value, ())):
        return True
    before, after = surveyed[bisect_right(surveyed, release) - 1], surveyed[bisect_left(surveyed, release)]
    near = any(first <= after and before <= last for first, last in spans.get(value, ()))
    return None if near else False


def taken(flag: str, release: Release) -> tuple[str, ...]:
    """The words that a release certainly takes as values of the flag, sorted."""
    return tuple(value for value in sorted(_spans(flag)) if takes(flag, value, release))


def renamed(flag: str, value: str, release: Release) -> str:
    """The word by the name that ``release`` takes; as it is where it takes none of its names.

    Releases from before and from after the survey are taken to be as the first and the last surveyed one.
    """
    surveyed = _surveyed()
    release = min(max(release, surveyed[0]), surveyed[-1])
    if takes(flag, value, release):
        return value
    names = next((row for row in _renames(TAKES.get(flag, "")) if value in row), ())
    return next((name for name in names if takes(flag, name, release)), value)


@cache
def _surveyed() -> tuple[Release, ...]:
    return tuple(map(Release.parse, table("releases")["surveyed"]))


@cache
def _spans(flag: str) -> dict[str, tuple[tuple[Release, Release], ...]]:
    rows = table("releases")["values"].get(TAKES.get(flag, ""), {})
    return {value: tuple((Release.parse(first), Release.parse(last)) for first, last in spans) for value, spans in rows.items()}


@cache
def _renames(kind: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(row["names"]) for row in table("renames")["value"] if row["flag"] == kind)
