"""A result, or what is missing for one, as one GitHub comment: pure functions, no I/O."""

import html
import re
from collections.abc import Sequence

from bot.intake.issue import OURS
from bot.intake.result import Intake
from bot.report import escape
from bot.report.document import SHORT, Block, Document, Inline, Items, Listing, Paragraph, Piece, Section, Table
from bot.report.table import table
from bot.report.view import intake_document, triage_document
from runners.contract import ReproSpec, TriageResult

MARKER = OURS
"""How the first line of each of our comments begins; nothing else in a comment can hold it."""
LIMIT = 65_536
"""The most characters that GitHub takes in a comment."""

_DIGEST = re.compile(r"[0-9a-f]{64}")


def triage_comment(result: TriageResult, intake: Intake | None, spec: ReproSpec | None) -> str:
    """The comment for a finished triage: at most ``LIMIT`` characters, all outside text escaped.

    :param spec: what was run; where it is None, the intake's.
    """
    return _render(triage_document(result, intake, spec, SHORT))


def intake_comment(intake: Intake) -> str:
    """The comment for an issue that was read: what is asked or refused, with its lines, and what was understood."""
    return _render(intake_document(intake))


def marker(digest: str | None) -> str:
    """The hidden first line, by which the comment and its spec are found again; ``none`` stands for no digest."""
    known = digest if digest and _DIGEST.fullmatch(digest) else "none"
    return f"{MARKER} spec={known} -->"


def _render(document: Document) -> str:
    finding = f"**{escape.inline(document.verdict)}.** {_inline(document.sentence)}".strip(" ")
    head = "\n\n".join([f"{marker(document.digest)}\n{finding}", *map(_block, document.lead)])
    sections = [(section, _section(section)) for section in document.sections]
    dropped: list[Section] = []
    while sections and _length(_assembled(head, sections, dropped)) > LIMIT:
        lightest = min(sections, key=lambda entry: entry[0].weight)
        sections.remove(lightest)
        dropped.append(lightest[0])
    return _assembled(head, sections, dropped)


def _assembled(head: str, sections: Sequence[tuple[Section, str]], dropped: Sequence[Section]) -> str:
    parts = [head, *(markdown for _, markdown in sections)]
    if dropped:
        titles = ", ".join(escape.inline(section.title, 80) for section in dropped)
        parts.append(f"Left out here for length, and kept in the report: {titles}.")
    return "\n\n".join(parts) + "\n"


def _length(markdown: str) -> int:
    """In UTF-16 code units, which are never fewer than characters: whichever GitHub counts, it fits."""
    return len(markdown.encode("utf-16-le")) // 2


def _section(section: Section) -> str:
    body = "\n\n".join(map(_block, section.blocks))
    if section.folded:
        return f"<details>\n<summary>{html.escape(escape.prose(section.title))}</summary>\n\n{body}\n\n</details>"
    return f"### {escape.inline(section.title, 160)}\n\n{body}"


def _block(block: Block) -> str:
    match block:
        case Paragraph(content):
            return escape.at_line_start(_inline(content))
        case Items(items, numbered):
            return "\n".join(f"{f'{n}.' if numbered else '-'} {escape.at_line_start(_inline(item))}" for n, item in enumerate(items, 1))
        case Table(header, align, rows):
            return table(list(map(escape.cell, header)), align, [[_inline(content, in_table=True) for content in row] for row in rows])
        case Listing(content, language):
            return escape.fence(content, language, LIMIT)


def _inline(content: Inline, *, in_table: bool = False) -> str:
    out = ""
    for before, piece in zip((None, *content), content, strict=False):
        # The backticks of two code spans side by side would read as one longer run.
        out += " " if before and before.style == piece.style == "code" else ""
        out += _piece(piece, in_table=in_table)
    return out.strip(" ")


def _piece(piece: Piece, *, in_table: bool) -> str:
    if piece.style == "code":
        return escape.code(piece.text, 160 if in_table else 300, in_table=in_table)
    words = escape.inline(piece.text, 200 if in_table else 1_000)
    return f"**{words.strip(' ')}**" if piece.style == "strong" and words.strip(" ") else words
