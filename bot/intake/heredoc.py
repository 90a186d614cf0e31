"""Files that a shell text writes with here-documents: ``cat > x.mlir <<'EOF'``."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

MAX_DOCUMENTS = 50

_OPENING = re.compile(r"<<(?P<dash>-)?[ \t]*(?P<quote>['\"\\]?)(?P<word>[A-Za-z_]\w{0,40})['\"]?(?![\w<])")
_TARGET = re.compile(r"(?:(?<![\d&>])>[ \t]*|\btee[ \t]+)(?P<quote>['\"]?)(?P<name>[\w./~+-]{1,200})(?P=quote)(?=[\s<;|]|$)")
_EXPANDED = re.compile(r"[$`\\]")


@dataclass(frozen=True, slots=True)
class HereDocument:
    """A text and the name of the file that it is written to; ``row`` is that of its first line, counted from 0."""

    name: str
    text: str
    row: int


def read_here_documents(text: str) -> Iterator[HereDocument]:
    """The files that a shell text writes, whole, and only those whose text a shell would write as it stands."""
    rows = text.split("\n") if "<<" in text else []
    at = found = 0
    while at < len(rows) and found < MAX_DOCUMENTS:
        opening, target = _OPENING.search(rows[at]), _TARGET.search(rows[at])
        at += 1
        if opening is None:
            continue
        found += 1
        first = at
        while at < len(rows) and (rows[at].lstrip("\t") if opening["dash"] else rows[at].rstrip()) != opening["word"]:
            at += 1
        lines = [row.lstrip("\t") for row in rows[first:at]] if opening["dash"] else rows[first:at]
        body = "\n".join([*lines, ""])
        closed = at < len(rows)
        at += 1
        if closed and target is not None and (opening["quote"] or not _EXPANDED.search(body)):
            yield HereDocument(target["name"], body, first)
