"""The report in a terminal. Outside text is never read as markup, and no control character reaches the terminal."""

from collections.abc import Sequence
from typing import Literal

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table as Grid
from rich.text import Text

from bot.intake.explain import Unused
from bot.intake.result import Intake
from bot.report import escape
from bot.report.document import SHORT, Block, Document, Inline, Items, Listing, Paragraph, Piece, Section, Table
from bot.report.explained import explained_sections
from bot.report.view import intake_document, triage_document
from runners.contract import ReproSpec, TriageResult

_TONES = {"bad": "bold red", "good": "bold green", "open": "bold yellow"}
_STYLES = {"plain": "", "code": "cyan", "strong": "bold"}
_ANY_WIDTH = 10_000
_FOLDABLE_COLUMNS = 3
"""A table of so few columns is words, which may be folded; figures may not."""
_JUSTIFY: dict[str, Literal["left", "right"]] = {"l": "left", "r": "right"}


def print_result(console: Console, result: TriageResult, intake: Intake | None, spec: ReproSpec | None) -> None:
    """Print what the comment says. Colours only repeat what the words say; without a terminal there are none.

    :param spec: what was run; where it is None, the intake's.
    """
    _print(console, triage_document(result, intake, spec, SHORT))


def print_intake(console: Console, intake: Intake) -> None:
    """Print what is asked and refused, the warnings, and each field of the spec with the lines it was read from."""
    _print(console, intake_document(intake))


def print_explained(console: Console, intake: Intake, seen: Sequence[Unused]) -> None:
    """Print line by line which recogniser read what, and what was seen and is not used."""
    for section in explained_sections(intake, seen):
        _section(console, section)


def _print(console: Console, document: Document) -> None:
    console.print(Text.assemble((f"{document.verdict}.", _TONES[document.tone]), " ", _text(document.sentence)))
    for block in document.lead:
        _block(console, block)
    for section in document.sections:
        _section(console, section)


def _section(console: Console, section: Section) -> None:
    console.print()
    console.print(Text(escape.prose(section.title), "bold underline"))
    for block in section.blocks:
        _block(console, block)


def _block(console: Console, block: Block) -> None:
    match block:
        case Paragraph(content):
            console.print(_text(content))
        case Items(items, numbered):
            for n, item in enumerate(items, 1):
                console.print(Text.assemble(f"{n}. " if numbered else "- ", _text(item)))
        case Table():
            _table(console, block)
        case Listing(content):
            # Commands stay whole for copying: the terminal breaks long lines, not we.
            console.print(Text(escape.block(content)), soft_wrap=True)


def _table(console: Console, block: Table) -> None:
    """As a table; where the terminal is too narrow for its figures, a line for each row."""
    grid = _grid(block, plain=not console.is_terminal)
    wanted = Measurement.get(console, console.options.update(max_width=_ANY_WIDTH), grid).maximum
    if wanted <= console.width or len(block.header) <= _FOLDABLE_COLUMNS:
        console.print(grid)
        return
    for row in block.rows:
        pairs = [Text.assemble((f"{escape.prose(title)} ", "dim"), _text(cell)) for title, cell in zip(block.header, row, strict=True)]
        console.print(Text.assemble("- ", Text(", ").join(pairs)))


def _grid(block: Table, *, plain: bool) -> Grid:
    grid = Grid(box=box.MARKDOWN if plain else box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for title, letter in zip(block.header, block.align, strict=True):
        grid.add_column(Text(escape.prose(title)), justify=_JUSTIFY[letter], no_wrap=letter == "r", overflow="fold")
    for row in block.rows:
        grid.add_row(*map(_text, row))
    return grid


def _text(content: Inline) -> Text:
    return Text.assemble(*((_words(piece), _STYLES[piece.style]) for piece in content))


def _words(piece: Piece) -> str:
    return escape.visible(piece.text) if piece.style == "code" else escape.prose(piece.text)
