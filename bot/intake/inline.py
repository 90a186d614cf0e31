"""Code spans and links within a line of text, with their offsets."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

_TICKS = re.compile(r"`+")
_TARGET = re.compile(r"\(\s{0,9}(?:<([^<>\n]*)>|([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*))(?:\s{1,9}\"[^\"\n]*\")?\s{0,9}\)")
_ADDRESS = re.compile(r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}:/{2,3}[^\s<>\"'`|\\]{1,2048}")
_LABEL = 300


@dataclass(frozen=True, slots=True)
class Code:
    """A code span; ``text`` is what stands between the backticks, line breaks as blanks."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Address:
    """A link: ``[label](url)``, or an address that stands in the text, then with an empty label."""

    url: str
    label: str
    start: int
    end: int


def code_spans(text: str) -> list[Code]:
    """The code spans of a paragraph, as Markdown closes them: by a run of as many backticks."""
    runs = [(found.start(), found.end()) for found in _TICKS.finditer(text)]
    starts: dict[int, list[int]] = {}
    for start, end in runs:
        starts.setdefault(end - start, []).append(start)
    spans: list[Code] = []
    reached = 0
    for start, end in runs:
        if start < reached:
            continue
        peers = starts[end - start]
        after = bisect_right(peers, start)
        if after == len(peers):
            continue
        close = peers[after]
        reached = close + end - start
        spans.append(Code(text[end:close].replace("\n", " ").strip(), start, reached))
    return spans


def addresses(text: str) -> list[Address]:
    """All links of a text, also within code spans and code blocks, in order."""
    found = list(_labelled(text))
    taken = [(link.start, link.end) for link in found]
    starts = [start for start, _ in taken]
    for match in _ADDRESS.finditer(text):
        before = bisect_right(starts, match.start()) - 1
        if before >= 0 and match.start() < taken[before][1]:
            continue
        url = _without_tail(match[0])
        found.append(Address(url, "", match.start(), match.start() + len(url)))
    return sorted(found, key=lambda link: link.start)


def _labelled(text: str) -> Iterator[Address]:
    at = text.find("](")
    reached = 0
    while at >= 0:
        target = _TARGET.match(text, at + 1)
        opening = text.rfind("[", max(reached, at - _LABEL), at)
        if target and opening >= 0:
            url = target[1] if target[1] is not None else target[2]
            label = text[opening + 1 : at].replace("`", "").strip("*_ \n")
            if url:
                yield Address(url.strip(), label, opening, target.end())
            reached = target.end()
        at = text.find("](", at + 2)


def _without_tail(url: str) -> str:
    """The address without the punctuation of the sentence around it; a closing bracket stays where it was opened."""
    while url:
        last = url[-1]
        closes_nothing = (last == ")" and url.count("(") < url.count(")")) or (last == "]" and url.count("[") < url.count("]"))
        if last not in ".,;:!?*_" and not closes_nothing:
            break
        url = url[:-1]
    return url
