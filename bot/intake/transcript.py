"""Commands as reports give them: fenced blocks, terminal copies with prompts and output, code spans, bare lines."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bot.intake.heredoc import as_files, stdin_name
from bot.intake.inline import code_spans
from bot.intake.lit import run_lines
from bot.intake.markdown import Document, Passage
from bot.intake.prose_calls import script_call
from bot.intake.result import Lines
from bot.intake.scope import Scope
from bot.intake.shell import read_shell
from bot.intake.statements import Call, Problem
from bot.intake.tools import ROLES, SLIPS, role_of

MAX_COMMANDS = 200
"""Command lines that are read in one body or comment. The longest reports have about twenty."""
MAX_LINES = 500
"""Lines that may be commands or assignments, and are looked at as such."""

_NAMES = "|".join(sorted(map(re.escape, [*ROLES, *SLIPS]), key=len, reverse=True))
_TOOL = re.compile(rf"(?<![\w.-])(?:{_NAMES})(?:\.exe)?(?=[\s\\;|&]|$)", re.MULTILINE)
_SCRIPT = re.compile(r"(?:^|[\s;&|`])[\w./~-]{1,200}\.sh(?=[\s`]|$)", re.MULTILINE)
# In prose a bare `build.sh` is only spoken of.
_SCRIPT_CALL = re.compile(r"(?:bash |sh |\./)[\w./~-]{1,200}\.sh(?=\s|$)|[\w./~-]{1,200}\.sh\s+\S")
# Somebody speaks of a command: "`iree-compile ... --some-flag`".
_GAP = re.compile(r"(?<!\S)\[?(?:\.\.\.|\u2026)\]?(?!\S)")
_ASSIGNMENT = re.compile(r"\s*(?:(?:export|declare|local|readonly)\s+(?:-\w+\s+)*)?[A-Za-z_]\w{0,60}\+?=")
_PROMPT = re.compile(
    r"""\s*(?:\([\w.-]{1,40}\)\s*)?                                   # (venv)
    (?:[\w.-]{1,40}@[\w.-]{1,60}(?::|\s)[^\s$#%>]{0,120}\s?[$#%>]   # me@host:~/iree$
    |\[[^\]\n]{1,60}\]\s?[$\#]                                      # [me@host iree]$
    |[\u276f\u279c]\s+(?!\S*iree-)[\w./~-]{1,60}(?:\s+git:\([^)\n]{0,60}\))?(?:\s+\u2717)?   # an arrow, the folder, the branch
    |[~\w/.-]{0,60}\s?[$%>\u276f\u279c])\s+(?=\S)                       # ~/iree $
    """,
    re.VERBOSE,
)
_ROOT_PROMPT = re.compile(r"\s*#\s+(?=\S)")
_MORE_PROMPT = re.compile(r"\s*>\s+")
_LABEL = re.compile(r"\s*(?:[A-Za-z][\w ()-]{0,40}:\s+)?")
_START = re.compile(rf"(?:[\w.~/+${{}}-]{{0,200}}/)?(?:{_NAMES})(?:\.exe)?\s")
_CONTINUED = re.compile(r"\\[ \t]*$")
_GOES_ON = re.compile(r"(?:&&|\|)[ \t]*$")
_SCRIPT_FORMS = re.compile(
    r"^#!.*sh\b|^\s*(?:for|while|until|if|case|function)\b|^\s*(?:declare\s+-\w+\s+)?\w+\+?=\(|<<-?\s*['\"]?\w|^\w+\s*\(\)\s*\{", re.MULTILINE
)
_QUOTES = re.compile(r"\\.|['\"]", re.DOTALL)
_OPEN_QUOTE_LINES = 50
# What text processors make of blanks, quotes and two hyphens.
_TYPOGRAPHY = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u201c": '"', "\u201d": '"', "\u2018": "'", "\u2019": "'", "\u2013": "--", "\u2014": "--"})


@dataclass(frozen=True, slots=True)
class CommandLine:
    """A call, and where it stands: the passage, and its rows in it, counted from 0."""

    call: Call
    passage: Passage
    rows: tuple[int, int]

    @property
    def lines(self) -> Lines:
        """The lines of the body or comment."""
        return self.passage.between(*self.rows)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A command of one of the tools that cannot be read as plain words."""

    problem: Problem
    passage: Passage
    rows: tuple[int, int]

    @property
    def lines(self) -> Lines:
        """The lines of the body or comment."""
        return self.passage.between(*self.rows)


def read_commands(document: Document) -> list[CommandLine | Unreadable]:
    """All calls of the tools and of scripts, in reading order, with those that cannot be read."""
    found: list[CommandLine | Unreadable] = []
    scope = Scope()
    looked_at = 0
    for passage in document.passages:
        for piece in _pieces(passage):
            looked_at += 1
            if len(found) >= MAX_COMMANDS or looked_at > MAX_LINES:
                return found
            reading = read_shell(piece.text.translate(_TYPOGRAPHY), scope, lambda name: role_of(name) is not None, line=not piece.is_script)
            found += [CommandLine(call, passage, piece.rows(call.first, call.last)) for call in reading.calls]
            found += [Unreadable(problem, passage, piece.rows(problem.first, problem.last)) for problem in reading.problems]
    return found


Rows = Mapping[int, list[tuple[int, int]]]
"""The rows of the commands in each passage of a document that has any, by its index."""


def rows_of(commands: list[CommandLine]) -> Rows:
    """Where the commands of one document stand."""
    found: dict[int, list[tuple[int, int]]] = {}
    for command in commands:
        found.setdefault(command.passage.index, []).append(command.rows)
    return found


@dataclass(frozen=True, slots=True)
class _Piece:
    """Text to read as shell: a line with its continuations, or a whole script. ``offset`` is that of its first row."""

    text: str
    offset: int
    first: int
    last: int
    is_script: bool = False

    def rows(self, first: int, last: int) -> tuple[int, int]:
        return (self.first + first, self.first + last) if self.is_script else (self.first, self.last)


def _pieces(passage: Passage) -> Iterator[_Piece]:
    text = as_files(passage.text, lambda here: stdin_name(passage.document, passage.first + here.row)) if passage.is_code else passage.text
    tests = [line for line in run_lines(text) if _TOOL.search(line.text)] if passage.is_code else []
    if tests:
        yield from (_Piece(line.text, line.first, line.first, line.last) for line in tests)
    elif passage.is_code:
        if _SCRIPT_FORMS.search(text) and _TOOL.search(text) and not _has_prompts(text):
            yield _Piece(text, 0, 0, text.rstrip("\n").count("\n"), is_script=True)
        elif _TOOL.search(text) or _SCRIPT.search(text) or _ASSIGNMENT.search(text):
            yield from _terminal(text)
    elif _TOOL.search(text) or _SCRIPT.search(text):
        yield from sorted([*_spans(text), *_bare_lines(text)], key=lambda piece: piece.offset)


def _has_prompts(text: str) -> bool:
    return any(_PROMPT.match(line) for line in text.split("\n"))


def _terminal(text: str) -> Iterator[_Piece]:
    """The command lines of a block; what lies between them is output."""
    pieces = list(_logical_lines(text))
    unprompted = any(_TOOL.search(piece.text) and not prompt and not piece.text.lstrip().startswith("#") for piece, prompt in pieces)
    for piece, _ in pieces:
        line = piece.text
        if not unprompted and (root := _ROOT_PROMPT.match(line)):
            line = line[root.end() :]
        if _TOOL.search(line) or _SCRIPT.search(line) or _ASSIGNMENT.match(line):
            yield _Piece(line, piece.offset, piece.first, piece.last)


def _logical_lines(text: str) -> Iterator[tuple[_Piece, bool]]:
    """Lines with what continues them: after a backslash, ``&&`` or ``|``, or until a quote of a tool's line is closed."""
    lines = text.rstrip("\n").split("\n")
    offset = row = 0
    while row < len(lines):
        first, start = row, offset
        prompt = _PROMPT.match(lines[row])
        joined = [lines[row][prompt.end() :] if prompt else lines[row]]
        quoted_to = _row_that_closes(lines, row) if _TOOL.search(joined[0]) else row
        while row + 1 < len(lines) and (row < quoted_to or _CONTINUED.search(joined[-1]) or _GOES_ON.search(joined[-1])):
            offset += len(lines[row]) + 1
            row += 1
            joined[-1] = _CONTINUED.sub(r"\\", joined[-1])
            more = _MORE_PROMPT.match(lines[row]) if prompt else None
            joined.append(lines[row][more.end() :] if more else lines[row])
        joined[-1] = _CONTINUED.sub("", joined[-1])
        yield _Piece("\n".join(joined), start, first, row), prompt is not None
        offset += len(lines[row]) + 1
        row += 1


def _row_that_closes(lines: list[str], row: int) -> int:
    """The row on which the quotes that row ``row`` opens are closed; ``row`` itself when they never are: an apostrophe, then."""
    quote = ""
    for at in range(row, min(row + _OPEN_QUOTE_LINES, len(lines))):
        for mark in _QUOTES.findall(lines[at]):
            if not quote:
                quote = mark if mark in "'\"" else ""
            elif mark == quote:
                quote = ""
        if not quote:
            return at
    return row


def _spans(text: str) -> Iterator[_Piece]:
    for span in code_spans(text):
        prompt = _PROMPT.match(span.text)
        line = span.text[prompt.end() :] if prompt else span.text
        if (_TOOL.search(line) or _SCRIPT_CALL.match(line)) and not _GAP.search(line):
            row = text.count("\n", 0, span.start)
            yield _Piece(line, span.start, row, row + text.count("\n", span.start, span.end))


def _bare_lines(text: str) -> Iterator[_Piece]:
    masked: list[str] = []
    at = 0
    for span in code_spans(text):
        masked += [text[at : span.start], re.sub(r"[^\n]", " ", text[span.start : span.end])]
        at = span.end
    for piece, prompt in _logical_lines("".join([*masked, text[at:]])):
        label = _LABEL.match(piece.text)
        line = piece.text[label.end() :] if label and not prompt else piece.text
        if _START.match(line):
            yield _Piece(line, piece.offset, piece.first, piece.last)
        elif called := script_call(line):
            yield _Piece(called, piece.offset, piece.first, piece.last)
