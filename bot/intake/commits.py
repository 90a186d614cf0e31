"""Commits of IREE that a report names. Only releases are run: a commit is kept, and which release stands for it is asked, never guessed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from bot.intake.findings import Findings
from bot.intake.inline import addresses
from bot.intake.markdown import Document, Passage
from bot.intake.result import Lines, QuestionCode
from bot.intake.sayings import Says, said_of
from bot.intake.wording import phrases

MAX_COMMITS = 50


class Part(StrEnum):
    """What a commit is in a report, worded to stand in brackets behind it."""

    BUILD = "the build"
    GOOD = "good"
    BAD = "bad"
    REVERT = "to be reverted"


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit that a report names; ``sure`` where the words beside it are of a build, not only of IREE."""

    sha: str
    part: Part
    lines: Lines
    sure: bool = False


_SHA = re.compile(r"(?<![\w./=-])(?:https://github\.com/[\w.-]+/iree/(?:commit|tree)/)?(?P<sha>[0-9a-f]{7,40})(?![\w/-]|\.\w)")
_MIXED = re.compile(r"(?=\D*\d)(?=[^a-f]*[a-f])")
_NAMED = re.compile(r"\b(?:commit|sha|hash|revision|rev|at|git\s+(?:checkout|switch|reset))\b\W{0,4}(?:--\w+\s+)?$", re.IGNORECASE)
_CONTEXT = re.compile(
    r"\b(?:commits?|sha|hash|revision|rev|head|main|master|trunk|checkout|checked\s+out|sources?|buil[dt]|based|tip|iree|bisect\w*|revert\w*)\b[^.!?\n]{0,60}$",
    re.IGNORECASE,
)
_FOREIGN = re.compile(
    r"\b(?:llvm|mlir|torch-mlir|stablehlo|onnx|pytorch|torch|jax|shark|turbine|vulkan|mesa|linux|numpy|gist|sha256|md5)\b[^.,;!?\n]{0,30}$", re.IGNORECASE
)
_BUILT = re.compile(
    r"\b(?:buil(?:d|ds|t)|compiled|checkout|checked\s+out|based|git\s+(?:switch|reset))\b[^.!?\n]{0,40}$|\biree(?:'s)?\s+(?:main|master|head|trunk|@|at)\W+$",
    re.IGNORECASE,
)
_REVERT = phrases(r"(?:revert|back(?:ing|ed)? out|undo)\w*")
_PARTS = {Says.GOOD: Part.GOOD, Says.BAD: Part.BAD}
_BEFORE = 120


def read_commits(document: Document) -> list[Commit]:
    """The commits that a document names, in reading order, each once."""
    found = {commit.sha: commit for passage in document.passages for commit in islice(_in_passage(passage), MAX_COMMITS)}
    return list(found.values())[:MAX_COMMITS]


def _in_passage(passage: Passage) -> Iterator[Commit]:
    text = passage.text
    links: list[tuple[int, int]] | None = None
    for match in _SHA.finditer(text):
        before = text[max(0, match.start() - _BEFORE) : match.start()]
        line = before.rpartition("\n")[2]
        named = _NAMED.search(line)
        if not (_MIXED.match(match["sha"]) or named) or _FOREIGN.search(line) or not (named or _CONTEXT.search(line)) or (passage.is_code and not named):
            continue
        if links is None:
            links = [(link.start, link.end) for link in addresses(text)]
        if match["sha"] == match[0] and any(start <= match.start() < end for start, end in links):
            continue
        says = said_of(before, text[match.end() : match.end() + _BEFORE])
        if says is Says.OTHER:
            continue
        part = Part.REVERT if _REVERT.search(line) else _PARTS.get(says, Part.BUILD)
        yield Commit(match["sha"], part, passage.lines(match.start(), match.end()), sure=_BUILT.search(line) is not None)


def built_from(commits: list[Commit]) -> Commit | None:
    """The one commit that the report's build is of; None where it names none, or several."""
    found: Commit | None = None
    for commit in commits:
        if commit.part is Part.BUILD:
            if found is not None and not (commit.sha.startswith(found.sha) or found.sha.startswith(commit.sha)):
                return None
            found = commit if found is None or (len(commit.sha), commit.sure) > (len(found.sha), found.sure) else found
    return found


def good_and_bad(commits: list[Commit]) -> tuple[Commit, Commit] | None:
    """The commits of "right at X, wrong at Y"; None where it is not one of each."""
    good, bad = ([commit for commit in commits if commit.part is part] for part in (Part.GOOD, Part.BAD))
    return (good[0], bad[0]) if len(good) == len(bad) == 1 else None


def ask_for_the_release(commits: list[Commit], findings: Findings) -> None:
    """Ask which release to take, where the report names the commit of its build instead of one."""
    if builds := [commit for commit in commits if commit.part is Part.BUILD]:
        text = f"The build is of commit {_list(builds)}, and only releases are run: which release, as 3.13.0, is near enough to show it?"
        findings.ask(QuestionCode.AMBIGUOUS_VARIANTS, text, builds[0].lines, "iree_version")


def ask_for_the_pair(commits: list[Commit], findings: Findings, field: str = "") -> bool:
    """Ask for two releases where two commits, or one without another, are all that is compared; whether there was cause to.

    :param field: what the spec holds only until there is an answer.
    """
    sides = [commit for commit in commits if commit.part is not Part.BUILD]
    if sides:
        text = f"What is compared is told by commits ({', '.join(f'`{one.sha}` {one.part}' for one in sides)}), and only releases are run: "
        findings.ask(QuestionCode.AMBIGUOUS_VARIANTS, f"{text}which release is right and which is wrong, or what should come out?", sides[0].lines, field)
    return bool(sides)


def _list(commits: list[Commit]) -> str:
    return ", ".join(f"`{commit.sha}`" for commit in commits)
