"""Here-documents of a shell text: files that it writes (``cat > x.mlir <<'EOF'``) and programs that it gives to a tool."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

MAX_DOCUMENTS = 50

_OPENING = re.compile(r"(?<!<)<<(?P<dash>-)?[ \t]*(?P<quote>['\"\\]?)(?P<word>[A-Za-z_]\w{0,40})['\"]?(?![\w<])")
_TARGET = re.compile(r"(?:(?<![\d&>])>[ \t]*|\btee[ \t]+)(?P<quote>['\"]?)(?P<name>[\w./~+-]{1,200})(?P=quote)(?=[\s<;|]|$)")
_EXPANDED = re.compile(r"[$`\\]")
_SHOWN = re.compile(r"\s*(?:\S{0,80}[$#%>]\s+)?cat\s*$")
_MORE = re.compile(r"[ \t]*>(?: |$)")


@dataclass(frozen=True, slots=True)
class HereDocument:
    """A text and the name of the file that it is written to (None: a command reads it); ``row`` is that of its first line, counted from 0."""

    name: str | None
    text: str
    row: int


def read_here_documents(text: str) -> Iterator[HereDocument]:
    """The here-documents of a text, whole, and only those that a shell would take as they stand."""
    return (document for document, _, _ in _found(text.split("\n") if "<<" in text else []))


def stdin_name(document: int, line: int) -> str:
    """What the file is called that stands for a here-document at this line of a body or comment."""
    return f"stdin-{document}-{line}.mlir" if document else f"stdin-{line}.mlir"


def as_files(text: str, name_of: Callable[[HereDocument], str]) -> str:
    r"""The text with empty lines in the place of its here-documents, and those that a command reads as files of a name.

    >>> as_files("iree-compile - <<EOF\nmodule {}\nEOF\n", lambda _: "x.mlir")
    'iree-compile - < x.mlir\n\n\n'
    """
    rows = text.split("\n")
    for document, opening, last in _found(list(rows) if "<<" in text else []):
        given = f"< {name_of(document)}" if document.name is None else ""
        rows[document.row - 1] = rows[document.row - 1][: opening.start()] + given + rows[document.row - 1][opening.end() :]
        rows[document.row : last + 1] = [""] * (last + 1 - document.row)
    return "\n".join(rows)


def _found(rows: list[str]) -> Iterator[tuple[HereDocument, re.Match[str], int]]:
    """Each here-document with the mark that opens it, and the row that closes it."""
    at = found = 0
    while at < len(rows) and found < MAX_DOCUMENTS:
        opening, target = _OPENING.search(rows[at]), _TARGET.search(rows[at])
        at += 1
        if opening is None:
            continue
        found += 1
        first = at
        # A copy of a terminal has the shell's mark before each line.
        marked = first < len(rows) and _MORE.match(rows[first]) is not None
        lines: list[str] = []
        while at < len(rows) and (row := _bare(rows[at], opening, marked=marked)).rstrip() != opening["word"]:
            lines.append(row)
            at += 1
        body = "\n".join([*lines, ""])
        closed = at < len(rows)
        at += 1
        is_shown = target is None and _SHOWN.match(rows[first - 1][: opening.start()]) and "|" not in rows[first - 1][opening.end() :]
        if closed and not is_shown and (opening["quote"] or not _EXPANDED.search(body)):
            yield HereDocument(target["name"] if target else None, body, first), opening, at - 1


def _bare(row: str, opening: re.Match[str], *, marked: bool) -> str:
    row = _MORE.sub("", row, count=1) if marked else row
    return row.lstrip("\t") if opening["dash"] else row
