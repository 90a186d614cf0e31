"""Passages: what kind, which text, which lines of the body."""

import pytest

from bot.intake.markdown import Passage, read_markdown


def passages(text: str) -> list[Passage]:
    return list(read_markdown(text).passages)


@pytest.mark.parametrize(
    ("text", "kind", "content", "first"),
    [
        ("```mlir\na\n  b\n```", "fence", "a\n  b\n", 2),
        ("~~~\na\n~~~", "fence", "a\n", 2),
        ("text\n```\na\n```", "fence", "a\n", 3),
        ("1. x\n\n   ```\n   a\n     b\n   ```", "fence", "a\n  b\n", 4),
        ("- x\n  - y\n    ```\n    a\n    ```", "fence", "a\n", 4),
        ("> ```\n> a\n>   b\n> ```", "fence", "a\n  b\n", 2),
        ("x\n\n    a\n      b", "indented", "a\n  b\n", 3),
        ("<details>\n<summary>s</summary>\n\n```\na\n```\n</details>", "fence", "a\n", 5),
        ("<details>\n<summary>s</summary>\n```\na: tensor<4xf32>\n```\n</details>", "fence", "a: tensor<4xf32>\n", 4),
        ("```\nnever closed\n", "fence", "never closed\n", 2),
        ("a\r\n\r\n```\r\nb\r\n```", "fence", "b\n", 4),
    ],
)
def test_a_block_of_code_has_its_own_text_and_lines(text: str, kind: str, content: str, first: int) -> None:
    found = next(passage for passage in passages(text) if passage.is_code)
    assert (found.kind, found.text, found.first) == (kind, content, first)


def test_a_fence_has_a_tag() -> None:
    assert [passage.tag for passage in passages("```MLIR title\na\n```\n\n```\nb\n```")] == ["mlir", ""]


def test_what_stands_in_a_quote_says_so() -> None:
    assert [(passage.text, passage.quoted) for passage in passages("a\n\n> b\n>   c\n\nd")] == [("a", False), ("b\n  c", True), ("d", False)]


def test_a_passage_knows_its_section() -> None:
    assert [passage.section for passage in passages("a\n\n### Version\n\nb")] == ["", "Version", "Version"]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a\n\n<!--\n```\nb\n```\n-->\n\nc", ["a", "c"]),
        ("a <!-- b --> c", ["a  c"]),
        ("a\n\n<!-- b\n\nc", ["a"]),
        ("```\n<!-- b -->\n```", ["<!-- b -->\n"]),
    ],
)
def test_a_comment_in_html_is_not_there(text: str, seen: list[str]) -> None:
    assert [passage.text for passage in passages(text)] == seen


def test_link_definitions_and_rules_are_text() -> None:
    assert [passage.text for passage in passages("[x]: https://h/x.npy\n\nResults\n---\n")] == ["[x]: https://h/x.npy", "Results"]


def test_an_offset_is_a_line() -> None:
    found = passages("# T\n\n- a\n  b\n  c")[1]
    assert (found.line_at(found.text.index("b")), str(found.lines(found.text.index("b")))) == (4, "body, lines 4-5")


def test_lines_of_a_comment_name_it() -> None:
    found = read_markdown("a\nb", number=1, comment_id=9).passages[0]
    assert str(found.lines()) == "comment 9, lines 1-2"
