"""What a reader of GitHub Markdown sees: the token stream of markdown-it with GitHub's extensions."""

from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.report.escape import BREAK

_PARSER = MarkdownIt("gfm-like", {"linkify": False})


@dataclass(frozen=True)
class Grid:
    """A table: the words of its header and of each row's cells."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tokens(markdown: str) -> list[Token]:
    return _PARSER.parse(markdown)


def inline_tokens(markdown: str) -> list[Token]:
    """Every token inside of a line, in a flat list."""
    return [child for token in tokens(markdown) for child in token.children or []]


def seen(token: Token) -> str:
    """The words that a reader sees of a token, without our invisible breaks."""
    return "".join(child.content for child in token.children or []).replace(BREAK, "")


def types(markdown: str) -> set[str]:
    found = tokens(markdown)
    return {token.type for token in found} | {child.type for token in found for child in token.children or []}


def tables(markdown: str) -> list[Grid]:
    return [Grid(rows[0], tuple(rows[1:])) for rows in _grids(tokens(markdown))]


def headings(markdown: str) -> list[str]:
    found = tokens(markdown)
    return [seen(found[at + 1]) for at, token in enumerate(found) if token.type == "heading_open"]


def folds(markdown: str) -> list[str]:
    """The summaries of the folded parts; every piece of raw HTML must belong to one, or be the marker."""
    html = [token.content for token in tokens(markdown) if token.type == "html_block"]
    return [block.split("<summary>")[1].split("</summary>")[0] for block in html if "<summary>" in block]


def _grids(found: list[Token]) -> Iterator[list[tuple[str, ...]]]:
    rows: list[tuple[str, ...]] = []
    row: list[str] = []
    for token, after in zip(found, [*found[1:], None], strict=False):
        match token.type:
            case "table_open":
                rows = []
            case "tr_open":
                row = []
            case "th_open" | "td_open":
                row.append(seen(after) if after else "")
            case "tr_close":
                rows.append(tuple(row))
            case "table_close":
                yield rows
