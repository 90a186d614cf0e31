"""Markdown as the recognisers see it: a flat run of passages, each with its text and its lines."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.intake.result import Lines

Kind = Literal["prose", "heading", "fence", "indented"]

_TAGS = (
    r"</?(?:details|summary|p|div|span|pre|code|br|hr|b|i|em|strong|sub|sup|kbd|h[1-6]|ul|ol|li|center|blockquote|table|thead|tbody|tr|td|th)"
    r"(?:\s[^<>\n]*)?/?>"
)
_TAG = re.compile(_TAGS, re.IGNORECASE)
BLOCK = "numerics-repro"
"""The tag of an explicit block, whose info string is ``yaml numerics-repro``."""
_BLOCK_INFO = re.compile(rf"(?:ya?ml\s+)?{BLOCK}", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class Passage:
    """One block of text without the marks of the lists and quotes around it.

    ``tag`` is the first word after a fence's backticks (``BLOCK`` for an explicit block), ``section`` the nearest heading above (empty before the first),
    ``first`` the 1-based line of the first line of ``text``. ``document`` and ``index`` give its place in reading order.
    """

    kind: Kind
    text: str
    first: int
    document: int
    index: int
    comment_id: int | None = None
    tag: str = ""
    quoted: bool = False
    section: str = ""

    @property
    def is_code(self) -> bool:
        """Whether it is a fenced or an indented block."""
        return self.kind in ("fence", "indented")

    def line_at(self, offset: int) -> int:
        """The line of the body or comment on which the character at ``offset`` of ``text`` stands."""
        return self.first + self.text.count("\n", 0, offset)

    def lines(self, start: int = 0, end: int | None = None) -> Lines:
        """The lines of ``text[start:end]``, the whole passage by default."""
        stop = len(self.text) if end is None else end
        return Lines(first=self.line_at(start), last=self.line_at(max(start, stop - 1)), comment_id=self.comment_id)

    def between(self, first: int, last: int) -> Lines:
        """The lines of the body or comment from ``first`` to ``last`` line of ``text``, both counted from 0."""
        return Lines(first=self.first + first, last=self.first + last, comment_id=self.comment_id)


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """A body or a comment as passages in reading order."""

    number: int
    comment_id: int | None
    passages: tuple[Passage, ...]

    def before(self, passage: Passage) -> Passage | None:
        """The passage right above, or None."""
        return self.passages[passage.index - 1] if passage.index else None

    def words_above(self, passage: Passage) -> str:
        """The prose right above a passage; empty where code or nothing stands there."""
        above = self.before(passage)
        return above.text if above is not None and not above.is_code else ""


def read_markdown(text: str, *, number: int = 0, comment_id: int | None = None) -> Document:
    """Read a body or a comment.

    HTML comments are left out: who approves a run cannot see them. Other HTML tags are left out and what is between
    them is read as Markdown, since fences within ``<details>`` without a blank line are common. Any text is taken;
    what is nested more than twenty deep is left out.
    """
    passages: list[Passage] = []
    section = ""
    for block in _blocks(_WITH_HTML.parse(text)):
        if not block.text.strip():
            continue
        if block.kind == "heading":
            section = block.text.strip()
        passages.append(Passage(block.kind, block.text, block.first, number, len(passages), comment_id, block.tag, block.quoted, section))
    return Document(number, comment_id, tuple(passages))


@dataclass(frozen=True, slots=True)
class _Block:
    kind: Kind
    text: str
    first: int
    tag: str
    quoted: bool


def _blocks(tokens: list[Token], offset: int = 0) -> Iterator[_Block]:
    quotes = 0
    heading = False
    for token in tokens:
        first = offset + (token.map[0] if token.map else 0) + 1
        match token.type:
            case "blockquote_open" | "blockquote_close":
                quotes += token.nesting
            case "heading_open" | "heading_close":
                heading = token.nesting == 1
            case "fence":
                yield _Block("fence", token.content, first + 1, _tag(token.info), quotes > 0)
            case "code_block":
                yield _Block("indented", token.content, first, "", quotes > 0)
            case "inline":
                yield _Block("heading" if heading else "prose", _visible(token.content), first, "", quotes > 0)
            case "html_block":
                inner = _TAG.sub("", _visible(token.content, hidden_to_the_end=True))
                yield from _blocks(_WITHOUT_HTML.parse(inner), first - 1)
            case _:
                pass


def _tag(info: str) -> str:
    if _BLOCK_INFO.fullmatch(info.strip()):
        return BLOCK
    words = info.strip().lower().split(maxsplit=1)
    return words[0] if words else ""


def _visible(text: str, *, hidden_to_the_end: bool = False) -> str:
    """The text without its HTML comments, line breaks kept."""
    kept: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0:
        close = text.find("-->", start + 4)
        if close < 0 and not hidden_to_the_end:
            break
        end = len(text) if close < 0 else close + 3
        kept += [text[at:start], "\n" * text.count("\n", start, end)]
        at = end
    return "".join([*kept, text[at:]])


def _parser(*, html: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark")
    # Inline text is scanned in `inline.py`, which keeps offsets. Link definitions and underlined headings would swallow lines.
    parser.core.ruler.disable(["inline", "text_join"])
    parser.block.ruler.disable(["reference", "lheading", *([] if html else ["html_block"])])
    return parser


_WITH_HTML = _parser(html=True)
_WITHOUT_HTML = _parser(html=False)
