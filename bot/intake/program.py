"""Programs in the text of a report: fenced, quoted, or standing in it as they are."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.intake.heredoc import read_here_documents, stdin_name
from bot.intake.links import bare_name
from bot.intake.markdown import Document, Passage
from bot.intake.mlir import Sketch, is_operation, sketch, starts_program
from bot.intake.result import Lines
from bot.intake.transcript import CommandLine

_OTHER_LANGUAGES = frozenset(
    ("bash", "sh", "shell", "console", "zsh", "python", "py", "pycon", "c", "cpp", "c++", "diff", "json", "yaml", "yml", "toml", "cmake", "asm", "ll")
)
_FILE_NAME = re.compile(r"(?<![\w.+-])[\w.+-]{1,100}\.mlir(?:\.txt)?\b")
_BRACKETS = re.compile(r"\"[^\"\\\n]*(?:\\.[^\"\\\n]*)*\"|//.*|([(\[{])|([)\]}])")
_TOP_LEVEL = re.compile(r"\s*(?:$|//|-----|\{-#|\}|[#!][\w$]|\"?[a-z_]\w*\.[a-z]|attributes\b|->|\{|func\b|module\b)")
_DUMP = re.compile(r"IR Dump (?:After|Before)|\b(?:hal|flow|stream)\.executable\b|\bvm\.module\b|\bllvm\.func\b")
_NAME_WITHIN = 200


@dataclass(frozen=True, slots=True)
class Listing:
    """A program, or a piece of one, that stands in the text. ``names`` are the files that the words around call it."""

    text: str
    sketch: Sketch
    names: tuple[str, ...]
    is_dump: bool
    document: int
    lines: Lines


def read_listings(document: Document, commands: list[CommandLine]) -> list[Listing]:
    """The programs in a document, in reading order; a piece without a function is one too, and its sketch says so."""
    found: list[Listing] = []
    reached = -1
    for passage in document.passages:
        if passage.index <= reached or passage.kind == "heading":
            continue
        if passage.is_code:
            found += _fenced(document, passage, commands)
        else:
            listing, reached = _in_prose(document, passage)
            found += listing
    return found


def _fenced(document: Document, passage: Passage, commands: list[CommandLine]) -> Iterator[Listing]:
    written = [document for document in read_here_documents(passage.text) if any(map(starts_program, document.text.split("\n")))]
    for here in written:
        text = here.text.rstrip() + "\n"
        names = tuple(filter(None, [bare_name(here.name or stdin_name(document.number, passage.first + here.row))]))
        lines = passage.between(here.row, here.row + text.count("\n") - 1)
        yield Listing(text, sketch(text), names, _DUMP.search(text) is not None, document.number, lines)
    if written or passage.tag in _OTHER_LANGUAGES or "." not in passage.text:
        return
    rows = passage.text.rstrip("\n").split("\n")
    begin = next((at for at, row in enumerate(rows) if starts_program(row)), None)
    if begin is None:
        if sum(map(is_operation, rows)) >= 1 and not any(command.passage is passage for command in commands):
            yield _listing(document, passage, rows, 0, document.words_above(passage))
        return
    while begin and rows[begin - 1].lstrip().startswith("//"):
        begin -= 1
    extent = _Extent()
    extent.take(rows[begin:])
    words = document.words_above(passage) + "\n" + "\n".join(rows[:begin])
    yield _listing(document, passage, extent.rows, begin, words)


def _in_prose(document: Document, passage: Passage) -> tuple[list[Listing], int]:
    """A program that is not fenced. Markdown takes it apart at empty lines, so the passages that go on with it are joined."""
    rows = passage.text.split("\n")
    begin = next((at for at, row in enumerate(rows) if starts_program(row)), None)
    if begin is None:
        return [], passage.index
    words = "\n".join(rows[:begin]) or document.words_above(passage)
    extent = _Extent()
    extent.take(rows[begin:])
    last = passage.index
    for following in document.passages[passage.index + 1 :]:
        more = following.text.rstrip("\n").split("\n")
        same_place = following.kind in ("prose", "indented") and following.quoted == passage.quoted
        if extent.ended or not same_place or not (extent.depth > 0 or starts_program(more[0])):
            break
        gap = following.first - (passage.first + begin + len(extent.rows))
        extent.take([""] * max(0, gap) + more)
        last = following.index
    return [_listing(document, passage, extent.rows, begin, words)], last


def _listing(document: Document, passage: Passage, rows: list[str], begin: int, words: str) -> Listing:
    text = "\n".join(rows).rstrip() + "\n"
    comments = "\n".join(row for row in rows[:3] if row.lstrip().startswith("//"))
    named = _FILE_NAME.findall(comments) + _FILE_NAME.findall(words[-_NAME_WITHIN:])[-1:]
    names = dict.fromkeys(name for name in map(bare_name, named) if name is not None)
    lines = passage.between(begin, begin + text.rstrip("\n").count("\n"))
    return Listing(text, sketch(text), tuple(names), _DUMP.search(text) is not None, document.number, lines)


@dataclass(slots=True)
class _Extent:
    """The rows of a program: up to where something else stands outside of all brackets."""

    rows: list[str] = field(default_factory=list)
    depth: int = 0
    ended: bool = False

    def take(self, rows: list[str]) -> None:
        """Take over rows until the program has ended."""
        for row in rows:
            if self.depth <= 0 and not _TOP_LEVEL.match(row):
                self.ended = True
                return
            for mark in _BRACKETS.finditer(row):
                self.depth += 1 if mark[1] else -1 if mark[2] else 0
            self.rows.append(row)
