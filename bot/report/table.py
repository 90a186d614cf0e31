"""A Markdown table from cells that are escaped already."""

from collections.abc import Iterable, Sequence

_RULES = {"l": "---", "r": "---:", "c": ":---:"}


def table(header: Sequence[str], align: str, rows: Iterable[Sequence[str]]) -> str:
    """The table's lines, without a line end after the last.

    :param align: one letter a column: ``l``, ``r`` or ``c``.
    :raises ValueError: when the header or a row has another number of cells than ``align`` has letters,
        or a cell holds a line end: such a table would be broken.
    """
    lines = [header, [_RULES[letter] for letter in align], *rows]
    for line in lines:
        if len(line) != len(align):
            raise ValueError(f"a row of {len(line)} cells in a table of {len(align)} columns: {list(line)}")
        if any("\n" in cell or "\r" in cell for cell in line):
            raise ValueError(f"a cell with a line end: {list(line)}")
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
