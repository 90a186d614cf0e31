"""What a report says before it is Markdown, HTML or terminal text: sections of paragraphs, lists, tables, listings.

The words in here are raw: they may be a stranger's. Every renderer escapes all of them, ours too, so that none
can be forgotten.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

_CODE = re.compile(r"`([^`]+)`|(?<![\w-])(--[A-Za-z][\w-]*(?:=[\w@+./:%-]*[\w@+/%])?)")
"""What is code in a sentence: words between backticks, and flags."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of words of one style."""

    text: str
    style: Literal["plain", "code", "strong"] = "plain"


Inline = tuple[Piece, ...]
"""What stands in one line. Two plain pieces from outside never touch: code or something of ours is between them."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph."""

    content: Inline


@dataclass(frozen=True, slots=True)
class Items:
    """A list, by bullets or numbered from 1."""

    items: tuple[Inline, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table; ``align`` has one letter a column, ``l`` or ``r``."""

    header: tuple[str, ...]
    align: str
    rows: tuple[tuple[Inline, ...], ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """Lines of a program or a log, as they are."""

    content: str
    language: Literal["", "sh", "markdown"] = ""


Block = Paragraph | Items | Table | Listing


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report. Where there is no room for all, the lowest ``weight`` goes first."""

    title: str
    blocks: tuple[Block, ...]
    weight: int
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A whole report: the verdict in words, the sentence beside it, what is compared with what, and the sections."""

    verdict: str
    tone: Literal["bad", "good", "open"]
    sentence: Inline
    lead: tuple[Block, ...]
    sections: tuple[Section, ...]
    digest: str | None


@dataclass(frozen=True, slots=True)
class Caps:
    """How many of each thing a report shows; None is all of them."""

    outputs: int | None = None
    elements: int | None = None
    operands: int | None = None
    names: int | None = None
    log_lines: int | None = None


ALL = Caps()
SHORT = Caps(outputs=10, elements=5, operands=12, names=8, log_lines=30)
"""What a comment and a terminal have room for."""


def plain(words: str) -> Inline:
    """Ordinary words."""
    return (Piece(words),)


def code(words: str) -> Inline:
    """Words of a program: a flag, a name, an index."""
    return (Piece(words, "code"),)


def strong(words: str) -> Inline:
    """Words that carry the finding."""
    return (Piece(words, "strong"),)


def sentence(words: str) -> Inline:
    """Prose with its flags, and what it has between backticks, as code.

    >>> [(piece.text, piece.style) for piece in sentence("with --a=b, not `c`.")]
    [('with ', 'plain'), ('--a=b', 'code'), (', not ', 'plain'), ('c', 'code'), ('.', 'plain')]
    """
    pieces: list[Piece] = []
    end = 0
    for found in _CODE.finditer(words):
        pieces += [Piece(words[end : found.start()]), Piece(found[1] or found[2], "code")]
        end = found.end()
    return tuple(piece for piece in (*pieces, Piece(words[end:])) if piece.text)


def joined(parts: Iterable[Inline], between: str = ", ") -> Inline:
    """The parts one after the other with words of ours between them."""
    out: list[Piece] = []
    for part in parts:
        if out:
            out.append(Piece(between))
        out.extend(part)
    return tuple(out)


def capped(parts: Iterable[Inline], most: int | None) -> Inline:
    """As ``joined``, with at most so many of the parts, and how many more there are."""
    found = list(parts)
    if most is None or len(found) <= most:
        return joined(found)
    return (*joined(found[:most]), Piece(f" and {len(found) - most} more"))
