"""A Markdown table is whole or it is not made."""

import pytest

from bot.report.table import table
from tests.report import gfm


def test_each_column_has_its_alignment() -> None:
    assert table(["A", "B", "C"], "lrc", [["1", "2", "3"]]) == "| A | B | C |\n| --- | ---: | :---: |\n| 1 | 2 | 3 |"


def test_a_table_may_have_no_rows() -> None:
    assert gfm.tables(table(["A"], "l", [])) == [gfm.Grid(("A",), ())]


@pytest.mark.parametrize("rows", [[["1"]], [["1", "2", "3"]]])
def test_a_row_of_another_length_is_refused(rows: list[list[str]]) -> None:
    with pytest.raises(ValueError, match="in a table of 2 columns"):
        table(["A", "B"], "ll", rows)


@pytest.mark.parametrize("cell", ["a\nb", "a\rb"])
def test_a_cell_with_a_line_end_is_refused(cell: str) -> None:
    with pytest.raises(ValueError, match="a cell with a line end"):
        table(["A"], "l", [[cell]])
