"""What was seen in a report and is not used, and why: for whoever wonders how it was read."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.intake.facts import documents_of, gather
from bot.intake.issue import OURS, Comment, Issue
from bot.intake.result import Intake, Lines, Origin
from bot.intake.tools import role_of
from bot.intake.transcript import CommandLine
from bot.intake.wording import Standing, cut

_WHY_PRINTED = {
    Standing.EXPECTED: "the outputs are held against something else",
    Standing.ACTUAL: "this is what came out, not what is expected",
    Standing.UNKNOWN: "nothing says that this is what should come out",
}


@dataclass(frozen=True, slots=True)
class Unused:
    """Something that was recognised and that the spec has nothing from. ``what`` may hold a report's own words."""

    what: str
    lines: Lines | None
    why: str


@dataclass(frozen=True, slots=True)
class _Kind:
    """One kind of fact: where it is kept, what is read from it, by which recognisers, how it is called, why it is not used."""

    facts: str
    field: str
    recognisers: frozenset[str]
    what: Callable[[Any], str]
    why: Callable[[Any], str]


def _why_command(item: Any) -> str:
    if not isinstance(item, CommandLine):
        return "other commands, or an explicit block, take its place"
    return "this tool is not run by the bot" if role_of(item.call.program) == "other" else "other commands are used, or it says nothing that they do not"


def _why_edit(edit: Any) -> str:
    return "the flags of this sentence do not fit the commands, or the other variant is given" if edit.sure else "it does not say what that does to the results"


def _of(*names: str) -> frozenset[str]:
    return frozenset((*names, "block"))


def _command(item: Any) -> str:
    return f"`{cut(' '.join(item.call.argv), 100)}`" if isinstance(item, CommandLine) else f"a command that {item.problem.text}"


def _listing(listing: Any) -> str:
    return f"program {', '.join(f'`{name}`' for name in listing.names)}" if listing.names else "a program"


_KINDS: tuple[_Kind, ...] = (
    _Kind("commands", "compile.flags", _of("command", "script", "input", "numpy", "parameters", "expected_output", "hardware"), _command, _why_command),
    _Kind("listings", "program", _of("listing"), _listing, lambda _: "another program is compiled"),
    _Kind("prints", "expectation", _of("printed"), lambda one: f"{len(one.results)} printed result(s)", lambda one: _WHY_PRINTED[one.standing]),
    _Kind("links", "artifacts", _of("link", "file"), lambda one: f"link {cut(one.url, 100)}", lambda _: "no command uses a file of this name"),
    _Kind("edits", "compile.flags", _of("edit"), lambda one: f"a change of flags: {one.in_words}", _why_edit),
    _Kind(
        "commits",
        "commit",
        _of("commit"),
        lambda one: f"commit {one.sha} ({one.part})",
        lambda _: "only releases are run, and one is named",
    ),
    _Kind(
        "versions",
        "iree_version",
        _of("version"),
        lambda one: f"release {one.release.name}",
        lambda one: f"it only says how the results are there ({one.says})" if one.says else "another release is said more plainly",
    ),
)


def unused(issue: Issue, intake: Intake) -> tuple[Unused, ...]:
    """What the recognisers find in the issue and no field of the spec was read from, in reading order."""
    facts = gather(documents_of(issue), issue.title)
    found = [*_comments(issue), *(one for kind in _KINDS for one in _facts(kind, getattr(facts, kind.facts), intake.provenance))]
    places: dict[int | None, int] = {None: 0, **{comment.id: number for number, comment in enumerate(issue.comments, start=1)}}
    return tuple(sorted(found, key=lambda one: (places.get(one.lines.comment_id, 0), one.lines.first) if one.lines else (0, 0)))


def _comments(issue: Issue) -> Iterator[Unused]:
    for comment in issue.comments:
        if not issue.speaks_for_the_report(comment):
            yield Unused("a comment", Lines(first=1, last=comment.body.count("\n") + 1, comment_id=comment.id), _why_comment(comment))


def _why_comment(comment: Comment) -> str:
    return "it is the bot's own" if comment.body.lstrip().startswith(OURS) else "only comments by the reporter and by maintainers count"


def _facts(kind: _Kind, facts: Iterable[Any], origins: Sequence[Origin]) -> Iterator[Unused]:
    read = [origin.lines for origin in origins if origin.lines is not None and origin.recogniser in kind.recognisers]
    replaced = any(origin.recogniser == "block" and origin.field.endswith(kind.field) for origin in origins)
    for fact in facts:
        if fact.lines is not None and not any(_meet(fact.lines, lines) for lines in read):
            yield Unused(kind.what(fact), fact.lines, "an explicit block says it" if replaced else kind.why(fact))


def _meet(one: Lines, other: Lines) -> bool:
    return one.comment_id == other.comment_id and one.first <= other.last and other.first <= one.last
