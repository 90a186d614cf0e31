"""The tolerance that a report asks for: in the flags of its commands, or where Python compares with one."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from bot.intake.builds import Build
from bot.intake.findings import Findings
from bot.intake.markdown import Document, Passage
from bot.intake.result import Lines
from runners.contract import Expectation, Tolerance
from runners.flags import Flag

_THRESHOLD = re.compile(r"expected_(b?f\d\d)_threshold")
_NUMBER = r"[0-9][0-9_]*\.?[0-9]*(?:[eE][+-]?[0-9]{1,3})?|\.[0-9]+(?:[eE][+-]?[0-9]{1,3})?"
_DEFAULTS: dict[str, tuple[float, float] | None] = {
    "assert_allclose": (1e-7, 0.0),
    "allclose": (1e-5, 1e-8),
    "isclose": (1e-5, 1e-8),
    "assert_close": None,
}
"""rtol and atol of the functions that compare; None where both must be given."""
_COMPARES = re.compile(rf"\b(?P<name>{'|'.join(_DEFAULTS)})\s*\(|\bNot equal to tolerance (?P<text>[^\n]{{1,120}})")
_NAMED = re.compile(rf"\b(rtol|atol)\s*=\s*({_NUMBER})(?=[\s,)]|$)")
_BRACKETS = re.compile(r"[()]")
_MAX_CALL = 2000
_MAX_CALLS = 100
_PLAIN = re.compile(_NUMBER)


def read_tolerance(builds: list[Build], documents: Iterable[Document], expected: Expectation | None, findings: Findings) -> Tolerance | None:
    """The tolerance of the commands, else of the Python beside them; None where there is none, or where several differ."""
    found = list(_of_commands(builds, expected)) or [one for document in documents for passage in document.passages for one in _of_python(passage)]
    if not found:
        return None
    tolerance, lines = found[-1]
    if any(other != tolerance for other, _ in found):
        findings.warn("Several tolerances are named, and they differ; none of them is used", lines)
        return None
    findings.read("tolerance", lines, "tolerance")
    return tolerance


def _of_commands(builds: list[Build], expected: Expectation | None) -> Iterator[tuple[Tolerance, Lines]]:
    types: set[str | None] = set()
    if expected is not None:
        types |= {one.dtype for one in expected.values}
        types |= {one.dtype for one in expected.files}
    for build in builds:
        if build.run is None:
            continue
        flags = {flag.name.replace("-", "_"): flag for flag in build.run.call.flags}
        given = {found[1]: value for name, flag in flags.items() if (found := _THRESHOLD.fullmatch(name)) and (value := _number(flag)) is not None}
        fitting = {value for dtype, value in given.items() if dtype in types} or set(given.values())
        relative = _number(flags.get("expected_rtol"))
        mode = flags["equality_mode"].value if "equality_mode" in flags else None
        if mode == "exact":
            yield Tolerance(), build.run.lines
        elif mode == "relative":
            yield from ((Tolerance(rtol=value), build.run.lines) for value in fitting)
        elif fitting or relative is not None:
            yield from ((Tolerance(atol=value, rtol=relative or 0.0), build.run.lines) for value in fitting or {0.0})


def _number(flag: Flag | None) -> float | None:
    return float(flag.value) if flag is not None and flag.value is not None and _PLAIN.fullmatch(flag.value) else None


def _of_python(passage: Passage) -> Iterator[tuple[Tolerance, Lines]]:
    for match in islice(_COMPARES.finditer(passage.text), _MAX_CALLS):
        words = match["text"] or _call(passage.text, match.end())
        given = {name: float(number.replace("_", "")) for name, number in _NAMED.findall(words)}
        defaults = _DEFAULTS[match["name"] or "assert_allclose"]
        if not given or (defaults is None and len(given) < len(("rtol", "atol"))):
            continue
        rtol, atol = defaults or (0.0, 0.0)
        pair = given.get("rtol", rtol), given.get("atol", atol)
        # NumPy's text names its tolerance also where nobody chose one.
        if match["text"] is None or pair != defaults:
            yield Tolerance(rtol=pair[0], atol=pair[1]), passage.lines(match.start(), match.end() + len(words))


def _call(text: str, start: int) -> str:
    """The arguments of a call up to its closing bracket; nothing where it is not closed."""
    depth = 1
    for mark in _BRACKETS.finditer(text, start, start + _MAX_CALL):
        depth += 1 if mark[0] == "(" else -1
        if depth == 0:
            return text[start : mark.start()]
    return ""
