"""A smaller repro that is spoken of behind the commands."""

import pytest

from bot.intake import Comment
from tests.intake.reports import COMPILE, EXPECTED, PROGRAM, RELEASE, RUN, block, read, report

WHOLE = report(PROGRAM, block(COMPILE, RUN), EXPECTED, RELEASE)
GIST = "https://gist.github.com/someone/00aa11bb22cc33dd44ee55ff66778899"


def offers(*parts: str) -> list[str]:
    return [warning.text for warning in read(report(WHOLE, *parts)).warnings if "smaller repro" in warning.text]


@pytest.mark.parametrize(
    "text",
    [
        f"Min Repro Instructions\n\n1. Download {GIST}",
        f"Here are steps for a smaller reproducer: {GIST}",
        f"I have reduced the repro a bit more: {GIST}",
        f"A minimal test case: {GIST}",
    ],
)
def test_it_is_offered_with_its_link(text: str) -> None:
    assert [GIST in offer for offer in offers(text)] == [True]


@pytest.mark.parametrize("text", ["", "The above is a minimal repro.", "This is already the smallest repro.", "A reproducer for another bug"])
def test_nothing_is_offered(text: str) -> None:
    assert offers(text) == []


def test_it_is_offered_without_a_link_too() -> None:
    assert len(offers("I have a much smaller repro.")) == 1


def test_one_with_commands_is_used_and_not_offered() -> None:
    smaller = report("A smaller repro:", PROGRAM, block(COMPILE, RUN), EXPECTED)
    intake = read(WHOLE, Comment(id=7, body=smaller, author="reporter"))
    assert not [warning for warning in intake.warnings if "smaller repro" in warning.text]
    assert intake.spec.source.comment_id == 7
