"""The issue as read: a GitHub issue with its comments, from GitHub's JSON or from a Markdown file."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from runners.contract import Model, UserError

MAX_BYTES = 5 * 2**20
"""Size of the largest file that is read as an issue. GitHub's own limit is 64 KiB for a body and for a comment."""

OURS = "<!-- numerics-bot"
"""How the first line of each of the bot's own comments begins."""

_TEXT_SUFFIXES = (".md", ".markdown", ".txt")
_MAINTAINERS = ("OWNER", "MEMBER", "COLLABORATOR")
_REPOSITORY = re.compile(r"https://[^/\s]+/(?:repos/)?([\w.-]+/[\w.-]+)(?:/issues/\d+)?")


class Comment(Model):
    """One comment. ``association`` is GitHub's ``author_association``."""

    id: int
    body: str = ""
    author: str | None = None
    association: str = "NONE"


class Issue(Model):
    """One issue with its comments, oldest first."""

    repo: str | None = None
    number: int | None = None
    title: str = ""
    body: str = ""
    author: str | None = None
    association: str = "NONE"
    comments: tuple[Comment, ...] = ()

    def speaks_for_the_report(self, comment: Comment) -> bool:
        """Whether the comment is the reporter's own or a maintainer's, and not the bot's; others cannot change what is run."""
        if comment.body.lstrip().startswith(OURS):
            return False
        return comment.association in _MAINTAINERS or (comment.author is not None and comment.author == self.author)

    @property
    def body_digest(self) -> str:
        """SHA-256 of the body, in hex."""
        return hashlib.sha256(self.body.encode("utf-8", "surrogatepass")).hexdigest()


def read_issue(path: Path) -> Issue:
    """Read an issue from a Markdown or text file, or from GitHub's issue JSON with ``body`` and ``comments``.

    ``.md``, ``.markdown`` and ``.txt`` are text; ``.json``, and any other file that begins with ``{``, is JSON.

    :raises UserError: when there is no such file, it is no UTF-8, larger than ``MAX_BYTES``, broken JSON, or JSON that is no issue.
    """
    text = _text_of(path)
    suffix = path.suffix.lower()
    if suffix == ".json" or (suffix not in _TEXT_SUFFIXES and text.lstrip().startswith("{")):
        return _from_json(text, path)
    heading = re.match(r"\s*# +([^\n]+)", text)
    return Issue(title=heading[1].strip() if heading else "", body=text)


def _text_of(path: Path) -> str:
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise UserError(f"{path}: there is no such file; give a Markdown file or the JSON of a GitHub issue") from error
    except OSError as error:
        raise UserError(f"{path} cannot be read ({error.strerror}); give a Markdown file or the JSON of a GitHub issue") from error
    if len(raw) > MAX_BYTES:
        raise UserError(f"{path} is larger than {MAX_BYTES // 2**20} MB, which no GitHub issue is: cut logs and dumps out of it", code="too_large")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is not UTF-8 text (byte {error.start} is not): save it as UTF-8") from error


def _from_json(text: str, path: Path) -> Issue:
    try:
        data = json.loads(text)
    except RecursionError as error:
        raise UserError(f"{path} is not the JSON of a GitHub issue: it is nested too deeply") from error
    except ValueError as error:
        raise UserError(f"{path} is not JSON: {error}") from error
    if not isinstance(data, dict) or "body" not in data or not isinstance(data["body"], str | None):
        raise UserError(f'{path} is JSON, but not that of a GitHub issue: an object with a text "body" is expected, as the API gives it')
    comments = data.get("comments")
    # Without its comments GitHub's own JSON holds their number here.
    listed = comments if isinstance(comments, list) else []
    return Issue(
        repo=_repository(data),
        number=_whole(data.get("number")),
        title=_string(data.get("title")),
        body=_string(data["body"]),
        author=_author(data),
        association=_string(data.get("author_association")) or "NONE",
        comments=tuple(_comment(item, position, path) for position, item in enumerate(listed)),
    )


def _comment(item: Any, position: int, path: Path) -> Comment:
    if not isinstance(item, dict) or not isinstance(item.get("body"), str | None):
        raise UserError(f'{path}: comment {position} is not a comment of a GitHub issue: an object with "id" and a text "body" is expected')
    number = _whole(item.get("id"))
    return Comment(
        id=position if number is None else number,
        body=_string(item.get("body")),
        author=_author(item),
        association=_string(item.get("author_association")) or "NONE",
    )


def _author(item: dict[str, Any]) -> str | None:
    user = item.get("user")
    return (_string(user.get("login")) or None) if isinstance(user, dict) else None


def _repository(data: dict[str, Any]) -> str | None:
    for key in ("repository_url", "html_url"):
        if found := _REPOSITORY.fullmatch(_string(data.get(key))):
            return found[1]
    return None


def _string(value: Any) -> str:
    # A lone surrogate is valid JSON but no text that could be written anywhere.
    return value.encode("utf-8", "replace").decode("utf-8") if isinstance(value, str) else ""


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
