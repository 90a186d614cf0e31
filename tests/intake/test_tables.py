"""Tables in running text."""

import pytest

from bot.intake.tables import Table, tables


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("| a | b |\n| --- | --- |\n| 1 | 2 |", [Table(0, (("a", "b"), ("1", "2")))]),
        ("words\na | b\n:-:|-\n1 | 2\nwords", [Table(1, (("a", "b"), ("1", "2")))]),
        ("| a |\n|---|\n\n| b |\n|---|", [Table(0, (("a",),)), Table(3, (("b",),))]),
        ("a | b\n1 | 2", []),
        ("a\n---\nb", []),
        ("", []),
    ],
)
def test_tables(text: str, found: list[Table]) -> None:
    assert tables(text) == found


TABLE = Table(2, (("", "x", "y"), ("p", "1", "2"), ("q", "3")))


@pytest.mark.parametrize(
    ("row", "before", "place", "beside"),
    [
        (2, "|  | ", (0, 1), ("1", "3")),
        (2, "|  | x | ", (0, 2), ("2",)),
        (4, "| ", (1, 0), ("1", "2")),
        (5, "q | ", (2, 1), ("q",)),
    ],
)
def test_what_goes_with_a_cell(row: int, before: str, place: tuple[int, int], beside: tuple[str, ...]) -> None:
    assert TABLE.place(row, before) == place
    assert TABLE.beside(*place) == beside


@pytest.mark.parametrize("row", [0, 3, 6])
def test_a_row_outside_of_the_table(row: int) -> None:
    assert TABLE.place(row, "| ") is None
