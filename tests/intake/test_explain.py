"""What was seen and is not used, each with its reason."""

import pytest

from bot.intake import Comment, Issue
from bot.intake.explain import unused
from tests.intake.reports import COMPILE, EXPECTED, PROGRAM, RELEASE, RUN, WHOLE, block, read, report

BLOCK = "```yaml numerics-repro\niree_version: 3.11.0\n```\n"


def seen(body: str, *comments: Comment) -> list[tuple[str, int | None, str]]:
    found = unused(Issue(body=body, author="reporter", comments=comments), read(body, *comments))
    return [(one.what, one.lines.first if one.lines else None, one.why) for one in found]


def test_nothing_is_left_of_a_plain_report() -> None:
    assert seen(WHOLE) == []


@pytest.mark.parametrize(
    ("more", "what", "why"),
    [
        ("It prints:\n\n```\n4xf32=1 1 1 1\n```\n", "1 printed result(s)", "this is what came out, not what is expected"),
        ("[log](https://h.org/log.txt)\n", "link https://h.org/log.txt", "no command uses a file of this name"),
        ("Works in 3.8.0.\n", "release 3.8.0", "it only says how the results are there (good)"),
        ("I have --iree-opt-level=O3 in mind with this.\n\nUsing --iree-opt-level=O3 here.\n", "a change of flags: with `--iree-opt-level=O3`", "does not say"),
        (block("iree-opt add.mlir"), "`iree-opt add.mlir`", "this tool is not run by the bot"),
    ],
)
def test_what_stands_beside_it(more: str, what: str, why: str) -> None:
    assert any(one[0] == what and why in one[2] for one in seen(report(WHOLE, more))), seen(report(WHOLE, more))


def test_older_commands() -> None:
    newer = Comment(id=4, body=block(COMPILE, RUN.replace("1 2 3 4", "2")), author="reporter")
    assert [one[0] for one in seen(report(PROGRAM, block(COMPILE, RUN), EXPECTED, RELEASE), newer) if one[0].startswith("`")] == [
        f"`{COMPILE[:100]}`" if len(COMPILE) <= 100 else f"`{COMPILE[:100]}…`",
        f"`{RUN.replace(chr(34), '')[:100]}…`",
    ]


def test_comments_by_others_and_by_the_bot() -> None:
    others = (
        Comment(id=1, body="me too\n3.9.0", author="x"),
        Comment(id=2, body="<!-- numerics-bot spec=none -->\nReproduced.", author="b", association="MEMBER"),
    )
    assert [(one[0], one[2]) for one in seen(WHOLE, *others)] == [
        ("a comment", "only comments by the reporter and by maintainers count"),
        ("a comment", "it is the bot's own"),
    ]


def test_what_an_explicit_block_replaces() -> None:
    assert [one for one in seen(report(WHOLE, BLOCK)) if one[0].startswith("release")] == [("release 3.13.0", 20, "an explicit block says it")]
