"""The other variant as a value in place of another one: "with `vmvx` instead of `llvm-cpu`", "change the device from X to Y"."""

import re
from dataclasses import dataclass

from bot.intake.hardware import DEVICES, TARGETS


@dataclass(frozen=True, slots=True)
class Swap:
    """The value that the commands have, and the one that the other variant has."""

    old: str
    new: str
    start: int
    end: int


_KNOWN = "|".join(sorted(map(re.escape, {*TARGETS, *DEVICES}), key=len, reverse=True))
# A number may as well be a result: "prints `4` instead of `8`".
_VALUE = r"[A-Za-z][\w.+:/-]{0,80}"


def _token(name: str) -> str:
    """A value between quotes or backticks, or the name of a target or a device as it is."""
    return rf"(?:[`'\"](?P<{name}>{_VALUE})[`'\"]|(?P<{name}_bare>(?:{_KNOWN})(?:://\w{{0,40}})?|O[0-3])(?![\w-]))"


_THING = r"(?:(?:the|a|as|target|backend|back\s+end|device|driver|hal|level)\W+){0,4}"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?<![\w=/-]){_token('new')}\W+{_THING}(?:instead\s+of|rather\s+than|in\s+place\s+of)\W+?{_THING}{_token('old')}",
        rf"\b(?:chang|switch|swap|mov|go|replac)\w*\W+{_THING}(?:from\s+)?{_token('old')}\s+(?:to|with|by|for)\s+{_THING}{_token('new')}",
    )
)


def swap_in(sentence: str) -> Swap | None:
    """The swap that a sentence describes.

    >>> swap_in("With `vmvx` instead of `llvm-cpu` it differs"), swap_in("Switching from local-task to local-sync helps").new
    (Swap(old='llvm-cpu', new='vmvx', start=5, end=33), 'local-sync')
    """
    for form in _FORMS:
        if found := form.search(sentence):
            old, new = (found[name] or found[f"{name}_bare"] for name in ("old", "new"))
            return Swap(old, new, found.start(), found.end()) if old != new else None
    return None
