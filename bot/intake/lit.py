"""Tests as LLVM's lit and FileCheck read them: commands as ``// RUN:`` lines, expected values as ``// CHECK:`` lines."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_RUN = re.compile(r"[ \t]*(?://|\#|;)[ \t]*RUN:[ \t]?(.*)")
_CHECK = re.compile(r"[ \t]*(?://|\#|;)[ \t]*[A-Z][A-Z0-9_-]{0,40}?(?:-(?P<how>NEXT|SAME|DAG|NOT|LABEL|EMPTY|COUNT-\d+))?:[ \t]*(?P<text>.*)")
_CHECK_MARK = re.compile(r"(?://|#|;)[ \t]*(?:[A-Z][A-Z0-9_]{0,30}[-_])?CHECK(?:[-_][A-Z0-9_-]{0,30})?:")
_SUBSTITUTIONS = {"%s": "-", "%t": "t", "%%": "%"}
"""What lit puts in: the test itself, which is read as the program that no name is given for, and a name for what is made."""
_SUBSTITUTION = re.compile(r"%[st%](?![A-Za-z_{])")


@dataclass(frozen=True, slots=True)
class RunLine:
    """One command: its words with lit's substitutions made, and its rows, counted from 0."""

    text: str
    first: int
    last: int


def run_lines(text: str) -> Iterator[RunLine]:
    """The commands of a test. A backslash at the end goes on in the next ``RUN:`` line."""
    pieces: list[str] = []
    first = 0
    for row, line in enumerate(text.split("\n") if "RUN:" in text else ()):
        found = _RUN.match(line)
        if found is None:
            continue
        first = first if pieces else row
        piece = found[1].rstrip()
        pieces.append(piece.removesuffix("\\"))
        if not piece.endswith("\\"):
            yield RunLine(_SUBSTITUTION.sub(lambda one: _SUBSTITUTIONS[one[0]], " ".join(pieces)), first, row)
            pieces = []


def checked(row: str) -> str | None:
    """What a ``CHECK`` line wants to see; None for other lines, and for those that want not to see something."""
    found = _CHECK.match(row) if _CHECK_MARK.search(row) else None
    return None if found is None or found["how"] == "NOT" else found["text"]
