"""Markdown tables in running text, as rows of cells."""

import re
from dataclasses import dataclass

_RULE = re.compile(r":?-+:?")


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the row of the text on which its header stands, counted from 0, and its cells, header first."""

    first: int
    rows: tuple[tuple[str, ...], ...]

    def beside(self, row: int, column: int) -> tuple[str, ...]:
        """The cells that go with one cell: those of its row, or, of a header, those below it. ``row`` counts from 0, the header."""
        if row == 0:
            return tuple(cells[column] for cells in self.rows[1:] if column < len(cells))
        return tuple(cell for at, cell in enumerate(self.rows[row]) if at != column)

    def place(self, text_row: int, before: str) -> tuple[int, int] | None:
        """Row and column of the cell that is reached in a row of the text after ``before``; None outside of the table.

        >>> Table(3, (("a", "b"), ("1", "2"))).place(5, "| 1 | ")
        (1, 1)
        """
        row = text_row - self.first - (1 if text_row > self.first else 0)
        if not 0 <= row < len(self.rows) or text_row == self.first + 1:
            return None
        return row, max(before.strip().removeprefix("|").count("|"), 0)


def tables(text: str) -> list[Table]:
    """The tables in a text."""
    lines = text.split("\n")
    found: list[Table] = []
    at = 1
    while at < len(lines):
        if "|" not in lines[at - 1] or not all(map(_RULE.fullmatch, _cells(lines[at]))):
            at += 1
            continue
        end = next((row for row in range(at + 1, len(lines)) if "|" not in lines[row]), len(lines))
        found.append(Table(at - 1, tuple(map(_cells, [lines[at - 1], *lines[at + 1 : end]]))))
        at = end + 1
    return found


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|"))
