"""Commits that a report names instead of releases."""

import pytest

from bot.intake.commits import MAX_COMMITS, read_commits
from bot.intake.issue import Comment
from bot.intake.result import QuestionCode
from tests.intake.reports import COMPILE, EXPECTED, PROGRAM, RELEASE, RUN, asked, block, document, read, reasons, report


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Build is based on afc8705", "afc8705 the build"),
        ("Built from source at 4f6e2a91c0.", "4f6e2a91c0 the build"),
        ("IREE main (`4f6e2a91c0`)", "4f6e2a91c0 the build"),
        ("at commit 1234567", "1234567 the build"),
        ("See https://github.com/iree-org/iree/commit/4f6e2a91c0 for the commit", ""),
        ("The build is https://github.com/iree-org/iree/commit/4f6e2a91c0", "4f6e2a91c0 the build"),
        (block("git checkout 4f6e2a91c0"), "4f6e2a91c0 the build"),
        ("Last good commit: 0a1b2c3d4e5f, first bad commit: f5e4d3c2b1a0.", "0a1b2c3d4e5f good, f5e4d3c2b1a0 bad"),
        ("If I revert 1a2b3c4d5e on main the result is right.", "1a2b3c4d5e to be reverted"),
        ("LLVM is at commit 4f6e2a91c0", ""),
        ("The build prints 4.6e2 and 1234567", ""),
        ("The word defaced is no commit", ""),
        ("I have not tried main at 4f6e2a91c0", ""),
        ("main: https://gist.github.com/a/00aa11bb22cc33dd44ee55ff66778899", ""),
        (block("build 4f6e2a91c0"), ""),
    ],
)
def test_commits(text: str, found: str) -> None:
    assert ", ".join(f"{commit.sha} {commit.part}" for commit in read_commits(document(text))) == found


def test_there_is_an_end_to_them() -> None:
    text = " ".join(f"commit {number:07x}" for number in range(2 * MAX_COMMITS))
    assert len(read_commits(document(text))) == MAX_COMMITS


@pytest.mark.parametrize(
    ("parts", "codes", "word"),
    [
        ((EXPECTED, "Built from source at 4f6e2a91c0."), {QuestionCode.AMBIGUOUS_VARIANTS}, "4f6e2a91c0"),
        ((EXPECTED, "Built from source at 4f6e2a91c0.", RELEASE), set(), ""),
        ((EXPECTED, RELEASE, "Bisected: the first bad commit is f5e4d3c2b1a0."), set(), ""),
        (("Last good commit: 0a1b2c3d4e5f, first bad commit: f5e4d3c2b1a0.",), {QuestionCode.AMBIGUOUS_VARIANTS}, "0a1b2c3d4e5f"),
        ((RELEASE, "If I revert 1a2b3c4d5e the result is right."), {QuestionCode.AMBIGUOUS_VARIANTS}, "1a2b3c4d5e"),
    ],
)
def test_a_commit_is_asked_about_where_no_release_stands_for_it(parts: tuple[str, ...], codes: set[QuestionCode], word: str) -> None:
    intake = read(report(PROGRAM, block(COMPILE, RUN), *parts))
    assert asked(intake) == codes
    assert word in " ".join(reasons(intake))


BUILT = "Built from source at 4f6e2a91c0.\n"
PAIR = "Last good commit: 0a1b2c3d4e5f, first bad commit: f5e4d3c2b1a0.\n"


@pytest.mark.parametrize(
    ("parts", "commits"),
    [
        ((EXPECTED, BUILT), ["4f6e2a91c0"]),
        ((EXPECTED, BUILT, RELEASE), ["4f6e2a91c0"]),
        ((EXPECTED, "IREE 3.13.0 (main at 4f6e2a91c0)"), [None]),
        ((EXPECTED, BUILT, "The whole commit is 4f6e2a91c0aa, built in debug mode"), ["4f6e2a91c0aa"]),
        ((EXPECTED, BUILT, "Another build is of commit aa6e2a91c0"), [None]),
        ((EXPECTED, RELEASE, "I suspect commit f5e4d3c2b1a0 of IREE."), [None]),
        ((EXPECTED, RELEASE, PAIR), [None]),
        ((PAIR,), ["0a1b2c3d4e5f", "f5e4d3c2b1a0"]),
        (("Fine in 3.8.0, wrong in 3.9.0.", BUILT), [None, None]),
    ],
)
def test_a_commit_is_kept_in_the_spec(parts: tuple[str, ...], commits: list[str | None]) -> None:
    intake = read(report(PROGRAM, block(COMPILE, RUN), *parts))
    assert [variant.commit for variant in intake.spec.variants] == commits
    kept = [f"variants.{variant.name}.commit" for variant in intake.spec.variants if variant.commit]
    assert [origin.field for origin in intake.provenance if origin.field.endswith(".commit")] == kept


def answered(text: str) -> Comment:
    return Comment(id=1, author="reporter", body=block(*text.splitlines(), tag="yaml numerics-repro"))


def test_a_release_that_is_named_in_answer_stands_for_the_commit() -> None:
    intake = read(report(PROGRAM, block(COMPILE, RUN), EXPECTED, BUILT), answered("iree_version: 3.13.0"))
    assert intake.status == "ready", reasons(intake)
    assert [(variant.iree_version, variant.commit) for variant in intake.spec.variants] == [("3.13.0", "4f6e2a91c0")]


def test_two_releases_that_are_named_in_answer_stand_for_two_commits() -> None:
    body = report(PROGRAM, block(COMPILE, RUN), PAIR)
    intake = read(body, answered("variants: [{name: A, iree_version: 3.8.0}, {name: B, iree_version: 3.9.0}]"))
    assert intake.status == "ready", reasons(intake)
    assert [(one.name, one.iree_version, one.commit) for one in intake.spec.variants] == [("A", "3.8.0", "0a1b2c3d4e5f"), ("B", "3.9.0", "f5e4d3c2b1a0")]
    one_for_both = read(body, answered("iree_version: 3.8.0"))
    assert asked(one_for_both) == {QuestionCode.AMBIGUOUS_VARIANTS}


def test_a_block_that_only_names_a_commit_is_asked_for_the_release() -> None:
    body = report(PROGRAM, block(COMPILE, RUN), EXPECTED)
    intake = read(body, answered("commit: 4F6E2A91C0"))
    assert asked(intake) == {QuestionCode.AMBIGUOUS_VARIANTS}
    assert "`4f6e2a91c0`" in reasons(intake)[0]
    assert read(body, answered("{commit: 4f6e2a91c0, iree_version: 3.13.0}")).spec.variants[0].commit == "4f6e2a91c0"
