"""YAML as texts with places: what is read, and where it stops."""

import contextlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.intake.yaml_tree import MAX_DEPTH, MAX_TEXT, Items, Mapping, Node, Text, WrongError, read_yaml


def plain(node: Node | None) -> object:
    match node:
        case Items(items):
            return [plain(item) for item in items]
        case Mapping(pairs):
            return {key: plain(value) for key, (_, value) in pairs.items()}
        case Text(value, _, is_null):
            return None if is_null else value
    return None


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("", None),
        ("# only a comment\n", None),
        ("~", None),
        ("a: 1", {"a": "1"}),
        ("v: 20240410.859", {"v": "20240410.859"}),
        ("v: 3.10", {"v": "3.10"}),
        ("a: yes\nb: 010\nc: 1_000\nd: 2024-01-01", {"a": "yes", "b": "010", "c": "1_000", "d": "2024-01-01"}),
        ("a:\nb: ~\nc: ''", {"a": None, "b": None, "c": ""}),
        ("- --x=1\n- [a, b]", ["--x=1", ["a", "b"]]),
        ("t: |\n  a\n   b\n", {"t": "a\n b\n"}),
        ('"a b": {c: "\\u00e9"}', {"a b": {"c": "é"}}),
    ],
)
def test_everything_is_text(text: str, want: object) -> None:
    assert plain(read_yaml(text)) == want


@pytest.mark.parametrize(
    ("text", "row", "column", "says"),
    [
        ("a: &x 1", 0, 3, "aliases"),
        ("a: *x", 0, 3, "aliases"),
        ("a: !!python/object/apply:os.system ['id']", 0, 3, "tags"),
        ("a: !x 1", 0, 3, "tags"),
        ("a: 1\na: 2", 1, 0, "twice"),
        ("a: 1\n---\nb: 2", 1, 0, "second document"),
        ("- @x.npy", 0, 2, "quotes around a value that begins with @"),
        ("a:\n\t- b", 1, 0, "blanks, not with tabs"),
        ("a: b: c", 0, 4, "colon"),
        ("a: \x01", 0, 3, "control character"),
        ("[a]: b", 0, 0, "one word"),
        ("[" * (MAX_DEPTH + 2) + "]" * (MAX_DEPTH + 2), 0, MAX_DEPTH + 1, "deeper"),
        ("a" * (MAX_TEXT + 1), 0, 0, "longer"),
    ],
)
def test_what_is_not_taken_has_its_place_and_says_what_would_be_right(text: str, row: int, column: int, says: str) -> None:
    with pytest.raises(WrongError, match=says) as caught:
        read_yaml(text)
    assert (caught.value.place.row, caught.value.place.column) == (row, column)


def test_a_bomb_of_aliases_does_not_go_off() -> None:
    bomb = "a: &a [x, x]\n" + "".join(f"{chr(98 + i)}: &{chr(98 + i)} [*{chr(97 + i)}, *{chr(97 + i)}]\n" for i in range(20))
    with pytest.raises(WrongError, match="aliases"):
        read_yaml(bomb)


@pytest.mark.parametrize("text", ["[" * MAX_TEXT, "{" * MAX_TEXT, "- " * (MAX_TEXT // 2), "? " * (MAX_TEXT // 2), "".join(f"k{i}: 1\n" for i in range(6000))])
def test_no_text_takes_long(text: str) -> None:
    start = time.process_time()
    with contextlib.suppress(WrongError):
        read_yaml(text)
    assert time.process_time() - start < 0.5


@given(st.text(max_size=300) | st.lists(st.sampled_from(list("-:?[]{}&*!|>'\"%@`#,~ \n\tab")), max_size=60).map("".join))
def test_any_text_is_a_tree_or_a_problem(text: str) -> None:
    rows = text.count("\n") + 1
    try:
        read_yaml(text)
    except WrongError as problem:
        row = problem.place.row
    else:
        row = 0
    assert 0 <= row <= rows
