"""What is read as an issue, and what is said of a file that is none."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.intake import Comment, read_issue
from bot.intake.issue import MAX_BYTES
from runners.contract import UserError


def file(folder: Path, content: str | bytes, name: str = "issue.md") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_markdown_file_is_the_body(tmp_path: Path) -> None:
    issue = read_issue(file(tmp_path, "# Wrong sum\n\nText\n"))
    assert (issue.title, issue.body, issue.comments) == ("Wrong sum", "# Wrong sum\n\nText\n", ())


def test_a_text_file_may_begin_with_a_brace(tmp_path: Path) -> None:
    assert read_issue(file(tmp_path, "{not json", "issue.txt")).body == "{not json"


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    assert read_issue(file(tmp_path, b"\xef\xbb\xbfText")).body == "Text"


def test_githubs_json_has_body_author_and_comments(tmp_path: Path) -> None:
    data = {
        "number": 7,
        "title": "T",
        "body": "B",
        "html_url": "https://github.com/iree-org/iree/issues/7",
        "user": {"login": "someone"},
        "author_association": "NONE",
        "comments": [{"id": 70, "body": "C", "user": {"login": "other"}, "author_association": "MEMBER"}],
    }
    issue = read_issue(file(tmp_path, json.dumps(data), "issue.json"))
    assert (issue.repo, issue.number, issue.title, issue.body, issue.author) == ("iree-org/iree", 7, "T", "B", "someone")
    assert issue.comments == (Comment(id=70, body="C", author="other", association="MEMBER"),)


@pytest.mark.parametrize(
    ("data", "body", "comments"),
    [
        pytest.param({"body": None}, "", 0, id="an issue without text has a null body"),
        pytest.param({"body": "B", "comments": 3}, "B", 0, id="the number of comments stands in their place"),
        pytest.param({"body": "B", "comments": [{"id": 1, "body": None}]}, "B", 1, id="a comment without text"),
        pytest.param({"body": "B", "user": None, "number": "seven"}, "B", 0, id="a deleted author, a number that is none"),
        pytest.param({"body": "\ud800"}, "?", 0, id="half a character"),
    ],
)
def test_what_json_may_lack(tmp_path: Path, data: dict[str, Any], body: str, comments: int) -> None:
    issue = read_issue(file(tmp_path, json.dumps(data), "issue.json"))
    assert (issue.body, len(issue.comments)) == (body, comments)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("issue.json", b'{"body": ', "is not JSON"),
        ("issue", b'{"body": ', "is not JSON"),
        ("issue.json", b"[" * 100_000, "nested too deeply"),
        ("issue.json", b'{"number": ' + b"1" * 5000 + b"}", "is not JSON"),
        ("issue.json", b"[1]", 'a text "body" is expected'),
        ("issue.json", b'{"title": "T"}', 'a text "body" is expected'),
        ("issue.json", b'{"body": 1}', 'a text "body" is expected'),
        ("issue.json", b'{"body": "B", "comments": [1]}', "comment 0 is not a comment"),
        ("issue.md", b"caf\xe9", "is not UTF-8 text (byte 3 is not)"),
        ("issue.md", b"x" * (MAX_BYTES + 1), "larger than 5 MB"),
    ],
)
def test_a_file_that_is_no_issue_is_named_with_the_reason(tmp_path: Path, name: str, content: bytes, says: str) -> None:
    path = file(tmp_path, content, name)
    with pytest.raises(UserError) as error:
        read_issue(path)
    assert says in error.value.text
    assert str(path) in error.value.text


@pytest.mark.parametrize(("name", "says"), [("missing.md", "there is no such file"), (".", "cannot be read")])
def test_a_file_that_cannot_be_opened_is_named_with_the_reason(tmp_path: Path, name: str, says: str) -> None:
    with pytest.raises(UserError, match=says):
        read_issue(tmp_path / name)


@pytest.mark.parametrize(
    ("author", "association", "counts"),
    [
        ("reporter", "NONE", True),
        ("other", "MEMBER", True),
        ("other", "OWNER", True),
        ("other", "COLLABORATOR", True),
        ("other", "CONTRIBUTOR", False),
        ("other", "NONE", False),
        (None, "NONE", False),
    ],
)
def test_the_reporter_and_maintainers_speak_for_the_report(tmp_path: Path, author: str | None, association: str, counts: bool) -> None:
    issue = read_issue(file(tmp_path, json.dumps({"body": "B", "user": {"login": "reporter"}}), "issue.json"))
    assert issue.speaks_for_the_report(Comment(id=1, author=author, association=association)) is counts
