"""Links of a report: what they point to by name, and what the words around them say the file is."""

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from bot.intake.inline import addresses
from bot.intake.markdown import Document
from bot.intake.result import Lines
from bot.intake.wording import Standing, standing
from runners.artifacts import name_from

MAX_LINKS = 1000
COMPILED = (".vmfb", ".so", ".dll", ".dylib", ".o", ".obj", ".a", ".hsaco", ".cubin", ".ptx", ".spv", ".exe")
"""Endings of files that hold compiled code, which nobody's report may bring."""

_GIST = re.compile(r"gist\.github\.com")
_ANCHOR = re.compile(r"file-(.{1,200})")


@dataclass(frozen=True, slots=True)
class Link:
    """One link. ``names`` are the file names that it may go by; none for a page of a gist whose files it does not name."""

    url: str
    names: tuple[str, ...]
    anchor: str | None
    standing: Standing
    document: int
    lines: Lines

    @property
    def is_gist_page(self) -> bool:
        """Whether it is a page of a gist that names no file."""
        return _GIST.search(self.url) is not None and not self.anchor

    def serves(self, name: str) -> bool:
        """Whether the file of this name may be what the link points to."""
        return name in self.names or (self.anchor is not None and self.anchor == _as_anchor(name))


def read_links(document: Document) -> list[Link]:
    """The links of a document, in reading order."""
    found: list[Link] = []
    for passage in document.passages:
        if ":/" not in passage.text and "](" not in passage.text:
            continue
        reached = 0
        for address in addresses(passage.text):
            if len(found) >= MAX_LINKS:
                return found
            words = passage.text[max(reached, passage.text.rfind("\n", 0, address.start) + 1) : address.start]
            reached = address.end
            names = tuple(dict.fromkeys(name for name in (bare_name(address.url), _name_in(address.label)) if name))
            said = standing(f"{words} {address.label}")
            if said is Standing.UNKNOWN:
                said = standing(" ".join(re.split(r"[\W_]+", names[0]))) if names else said
            found.append(Link(address.url, names, _anchor_of(address.url), said, document.number, passage.lines(address.start, address.end)))
    return found


def bare_name(text: str) -> str | None:
    """The file's name as commands use it: safe, without folders, without the ``.txt`` that uploads need.

    >>> bare_name("~/Downloads/x.mlir"), bare_name("https://h/1/x.npy.txt"), bare_name("notes.txt"), bare_name("..")
    ('x.mlir', 'x.npy', 'notes.txt', None)
    """
    name = name_from(text)
    if name is None:
        return None
    stem = name.removesuffix(".txt")
    return stem if "." in stem else name


def _name_in(text: str) -> str | None:
    name = bare_name(text.strip())
    return name if name is not None and re.search(r"\.[A-Za-z]", name) and not re.search(r"\s", text.strip()) else None


def _anchor_of(url: str) -> str | None:
    try:
        fragment = urlsplit(url).fragment
    except ValueError:
        return None
    found = _ANCHOR.fullmatch(fragment)
    return found[1].lower() if found else None


def _as_anchor(name: str) -> str:
    """GitHub's anchor for a file of a gist.

    >>> _as_anchor("row_mean.v2.mlir")
    'row_mean-v2-mlir'
    """
    return re.sub(r"[^\w-]", "-", name.lower())
