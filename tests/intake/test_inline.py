"""Code spans and links within a paragraph."""

import pytest

from bot.intake.inline import addresses, code_spans


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("a `b` c", ["b"]),
        ("``a ` b`` `c`", ["a ` b", "c"]),
        ("`a\nb`", ["a b"]),
        ("`open", []),
        ("`` a ` b", []),
        ("no code", []),
    ],
)
def test_code_spans(text: str, spans: list[str]) -> None:
    assert [span.text for span in code_spans(text)] == spans


def test_a_span_has_offsets() -> None:
    span = code_spans("xy `ab` z")[0]
    assert "xy `ab` z"[span.start : span.end] == "`ab`"


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("[x.npy](https://h/1/x.npy.txt)", [("https://h/1/x.npy.txt", "x.npy")]),
        ('[x](https://h/a_(1).mlir "title") b', [("https://h/a_(1).mlir", "x")]),
        ("[`x`](<https://h/a b>)", [("https://h/a b", "x")]),
        ("see https://h/x.npy.", [("https://h/x.npy", "")]),
        ("(https://h/x.npy)", [("https://h/x.npy", "")]),
        ("<https://h/x.npy>", [("https://h/x.npy", "")]),
        ("`wget https://h/x.npy`", [("https://h/x.npy", "")]),
        ("https://h/a_(1).npy, b", [("https://h/a_(1).npy", "")]),
        ("file:///etc/passwd http://h/y", [("file:///etc/passwd", ""), ("http://h/y", "")]),
        ("gs://bucket/x.mlir", [("gs://bucket/x.mlir", "")]),
        ("[a](https://h/1) https://h/2 [b](https://h/3)", [("https://h/1", "a"), ("https://h/2", ""), ("https://h/3", "b")]),
        ("a](b", []),
        ("no link", []),
    ],
)
def test_links(text: str, links: list[tuple[str, str]]) -> None:
    assert [(link.url, link.label) for link in addresses(text)] == links
