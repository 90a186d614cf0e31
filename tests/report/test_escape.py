"""Whatever a stranger wrote, GitHub shows it as plain words or as code, and it means nothing more."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.report import escape
from bot.report.escape import BREAK
from tests.report import gfm

FRAGMENTS = (
    *("@user", "@org/team", "#12", "o/r#1", "GH-1", "gh-7", "https://github.com/o/r/issues/1", "www.a.b", "a@b.c", ":tada:"),
    *("<!--", "-->", "<b>", "</details>", "![a](b)", "[a](b)", "[a]: b", "&lt;", "&#64;", "$", "$$", "**", "__", "~", "~~~"),
    *("`", "``", "```", "|", r"\|", "\\", "\\\\", "| --- |", "#", "- ", "+ ", "1. ", "1) ", "> ", "===", "---", ":--", "    "),
    *(" ", "\n", "\r", "\r\n", "\t", "\u2028", "\u0085", "\u00a0", "\u202e", "\u200b", "\x00", "\x07", "\x1b[31m", "\x1b]0;t\x07"),
    *("\x7f", "\ud800", "\ufffe", "\U0001f600", "é", "word", "5"),
)
strings = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=4), max_size=12).map("".join)

ALIVE = re.compile(r"@\w|#\d|\bgh-\d|://|www\.|<!--|:[a-z0-9_+-]+:|\$\w", re.IGNORECASE)
"""What GitHub would turn into a mention, a reference, a link, a comment, an emoji or mathematics in words that Markdown let pass."""


def words(s: str) -> str:
    return escape.prose(s).strip(" ")


@given(strings)
def test_text_is_one_run_of_plain_words(s: str) -> None:
    assert gfm.types(escape.text(s)) <= {"paragraph_open", "inline", "text", "paragraph_close"}
    assert [token.content.replace(BREAK, "") for token in gfm.inline_tokens(escape.text(s))] == ([words(s)] if words(s) else [])


@given(strings)
def test_text_stays_plain_words_in_a_list(s: str) -> None:
    found = gfm.inline_tokens(f"- {escape.text(s)}\n- next")
    assert [token.content.replace(BREAK, "") for token in found] == [*([words(s)] if words(s) else []), "next"]


@given(strings)
def test_words_hold_nothing_that_github_brings_to_life(s: str) -> None:
    for token in gfm.inline_tokens(escape.text(s)):
        assert not ALIVE.search(token.content)


@given(strings, strings)
def test_cells_of_a_table_stay_cells(a: str, b: str) -> None:
    row = f"| {escape.cell(a)} | {escape.code(b, in_table=True)} | {escape.code(a, in_table=True)} | {escape.cell(b)} |"
    (grid,) = gfm.tables(f"| 1 | 2 | 3 | 4 |\n| --- | --- | --- | --- |\n{row}\n| after | | | |")
    assert len(grid.rows) == 2
    assert [cell.strip(" ") for cell in grid.rows[0]] == [
        s.strip(" ") for s in (escape.prose(a, 200), escape.visible(b, 300), escape.visible(a, 300), escape.prose(b, 200))
    ]


@given(strings)
def test_code_is_one_code_span(s: str) -> None:
    found = gfm.inline_tokens(f"x {escape.code(s)} y")
    assert [token.type for token in found] == ["text", "code_inline", "text"]
    assert found[1].content.replace(BREAK, "") == (escape.visible(s) or " ")


@given(strings)
def test_a_fence_is_one_fence(s: str) -> None:
    found = gfm.tokens(f"{escape.fence(s, 'sh')}\nafter")
    assert [token.type for token in found] == ["fence", "paragraph_open", "inline", "paragraph_close"]
    assert found[0].info == "sh"
    assert found[0].content.replace(BREAK, "").strip("\n") == escape.block(s).strip("\n")


@given(strings)
def test_everything_can_be_seen_and_encoded(s: str) -> None:
    for made in (escape.text(s), escape.cell(s), escape.code(s), escape.fence(s), escape.visible(s), escape.prose(s), escape.block(s)):
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]", made)
        made.encode()


@given(strings)
def test_our_hidden_marker_cannot_be_forged(s: str) -> None:
    for made in (escape.text(s), escape.cell(s), escape.code(s), escape.fence(s)):
        assert "<!--" not in made


@given(strings, st.integers(1, 20))
def test_no_more_than_the_limit_is_shown(s: str, limit: int) -> None:
    assert len(escape.visible(s, limit)) <= limit
    assert len(escape.block(s, limit)) <= limit
    shown = escape.prose("x" * 50, limit)
    assert shown == "x" * (limit - 1) + "…"


@pytest.mark.parametrize(
    ("raw", "markdown"),
    [
        ("main_dispatch_4", r"main\_dispatch\_4"),
        ("a * b", r"a \* b"),
        ("-1.5", r"\-1.5"),
        ("1. first", r"1\. first"),
        ("2) second", r"2\) second"),
        ("+ more", r"\+ more"),
        ("===", r"\==="),
        (":--", r"\:--"),
        ("@user", f"@{BREAK}user"),
        ("see #12", rf"see \#{BREAK}12"),
        ("https://x.y", f"https:{BREAK}//x.y"),
        ("<b>", r"\<b\>"),
        ("two\r\nlines", "two lines"),
        ("\u202eevil", "⟨U+202E⟩evil"),
        ("", ""),
    ],
)
def test_text_in_examples(raw: str, markdown: str) -> None:
    assert escape.text(raw) == markdown


@pytest.mark.parametrize(
    ("raw", "markdown"),
    [
        ("x.mlir", "`x.mlir`"),
        ("a`b", "``a`b``"),
        ("`a`", "`` `a` ``"),
        ("a|b", "`a|b`"),
        ("a\nb", "`a␊b`"),
        ("\x1b[1mbold\x1b[0m", "`bold`"),
        (" a ", "`  a  `"),
        ("", "` `"),
    ],
)
def test_code_in_examples(raw: str, markdown: str) -> None:
    assert escape.code(raw) == markdown


def test_only_in_a_table_is_a_pipe_in_code_escaped() -> None:
    assert escape.code("a|b", in_table=True) == r"`a\|b`"


def test_a_fence_is_longer_than_any_run_of_backticks_in_it() -> None:
    assert escape.fence("a ```` b") == "`````\na ```` b\n`````"


def test_a_language_never_comes_from_outside() -> None:
    with pytest.raises(ValueError, match="is no language"):
        escape.fence("x", "sh\n```")
