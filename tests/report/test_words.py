"""Every code of the contract has words, and none is left without."""

from typing import Any, get_args

import pytest

from bot.report import words
from runners.contract import Bisect, Divergence, Knob, Model, Output, Run, Stage, Verdict


def codes(model: type[Model], field: str) -> set[Any]:
    """The values that a field of literals may have."""
    found: set[Any] = set()
    for part in get_args(model.model_fields[field].annotation):
        found |= set(get_args(part)) or {None if part is type(None) else part}
    return found


@pytest.mark.parametrize(
    ("table", "wanted"),
    [
        (words.VERDICTS, set(Verdict)),
        (words.STAGES, set(Stage)),
        (words.JUDGEMENTS, codes(Output, "judgement")),
        (words.ROLES, codes(Divergence, "role")),
        (words.FAULTS, codes(Divergence, "at_fault")),
        (words.EFFECTS, codes(Knob, "effect")),
        (words.SEARCHES, codes(Bisect, "verdict")),
    ],
)
def test_each_code_has_words(table: dict[Any, Any], wanted: set[Any]) -> None:
    assert table.keys() == wanted


@pytest.mark.parametrize(("status", "said"), [(0, "exit status 0"), (1, "exit status 1"), (-11, "killed by SIGSEGV"), (-99, "killed by signal 99")])
def test_how_a_tool_ended(status: int, said: str) -> None:
    assert words.ending(status) == said


def test_how_a_run_failed() -> None:
    assert words.failure(Run(variant="A", exit=1, failed="compile")) == "failed to compile (exit status 1)"
    assert words.failure(Run(variant="A", exit=-9, failed="run")) == "failed to run (killed by SIGKILL)"
