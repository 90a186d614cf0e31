"""Where a field was read, however the intake spells the field's place."""

import pytest

from bot.intake.result import Lines, Origin
from bot.report.provenance import Path, source
from tests.report.requests import read, variant

VARIANTS = (variant("A"), variant("B"))
FLAGS = ("variants", "B", "compile", "flags")


@pytest.mark.parametrize(
    ("origin", "path", "words"),
    [
        (read("program", 3, 9), ("program",), "body, lines 3-9"),
        (read("program", 3), ("program",), "body, line 3"),
        (read("program", 3, comment=7), ("program",), "comment 7, line 3"),
        (read("variants.B.compile.flags", 3), FLAGS, "body, line 3"),
        (read("variants[1].compile.flags", 3), FLAGS, "body, line 3"),
        (read("variants[B].compile.flags[2]", 3), FLAGS, "body, line 3"),
        (read("variants.B.compile", 3), FLAGS, "body, line 3"),
        (read("variants.B", 3), FLAGS, "body, line 3"),
        (read("variants", 3), FLAGS, "body, line 3"),
        (read("variants.A.compile.flags", 3), FLAGS, "default"),
        (read("variants[7].compile.flags", 3), FLAGS, "default"),
        (read("inputs.1", 3), ("inputs", "10"), "default"),
        (read("inputs.1.shape", 3), ("inputs", "1"), "body, line 3"),
        (Origin(field="program", how="default", why="no other"), ("program",), "default (no other)"),
        (Origin(field="program", how="option", lines=Lines(first=1, last=1)), ("program",), "option"),
        (Origin(field="program", how="read"), ("program",), "the issue"),
        (Origin(field="", how="read"), ("program",), "default"),
    ],
)
def test_one_origin(origin: Origin, path: Path, words: str) -> None:
    assert source(path, (origin,), VARIANTS) == words


def test_the_closest_origin_wins_and_several_stand_side_by_side() -> None:
    told = (read("variants.B", 1), read("variants.B.compile.flags.0", 2), read("variants.B.compile.flags.1", 3), read("variants.B.compile.flags.2", 3))
    assert source(FLAGS, told, VARIANTS) == "body, line 2; body, line 3"


def test_what_nobody_wrote_is_a_default() -> None:
    assert source(("tolerance",), (), VARIANTS) == "default"
