"""Whole reports, from the issue's text to the verdict, on the releases that they are about.

A case is a folder under ``cases/``: ``issue.json`` as GitHub gives it, ``files/`` behind its links, and in
``expect.json`` what must come out.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.dispatch.local import Request, triage_here
from bot.intake import parse
from bot.intake.issue import read_issue
from runners.artifacts import LocalArtifacts
from runners.contract import ReproSpec, TriageResult
from runners.progress import Progress
from runners.release import Release
from runners.settings import RunnerSettings
from runners.toolchain import Toolchains, bundled_release

CASES = Path(__file__).parent / "cases"
TRIAGED = sorted(path.parent for path in CASES.glob("*/expect.json") if "triage" in json.loads(path.read_text()))


def marks(case: Path) -> list[pytest.MarkDecorator]:
    return [pytest.mark.needs(group) for group in json.loads((case / "expect.json").read_text()).get("needs", [])]


def matches(want: Any, got: Any) -> bool:
    """A pair of numbers is a range, a float is approximate, all else is equal."""
    if isinstance(want, list) and len(want) == 2 and all(isinstance(x, int | float) for x in want) and isinstance(got, int | float):
        return bool(want[0] <= got <= want[1])
    if isinstance(want, float):
        return bool(got == pytest.approx(want, rel=1e-3))
    return bool(want == (list(got) if isinstance(got, tuple) else got))


def told(want: dict[str, Any], got: Any) -> dict[str, Any]:
    """What was got of everything that is wanted, models as dictionaries."""
    return {key: told(value, getattr(got, key)) if isinstance(value, dict) else getattr(got, key) for key, value in want.items()}


def triaged(case: Path, want: dict[str, Any]) -> TriageResult:
    settings, progress = RunnerSettings(), Progress()
    artifacts = LocalArtifacts(case)
    intake = parse(read_issue(case / "issue.json"), artifacts, default_release=bundled_release(), known_flags=Toolchains(settings, progress).known_flags)
    assert isinstance(intake.spec, ReproSpec), (intake.questions, intake.refusals)
    request = Request(Release.parse(want["iree"]) if "iree" in want else None, want.get("device"))
    return triage_here(intake.spec, artifacts, request, settings, progress)[1]


@pytest.mark.parametrize("case", [pytest.param(case, marks=marks(case), id=case.name) for case in TRIAGED])
def test_a_report_comes_out_as_it_must(case: Path) -> None:
    want = json.loads((case / "expect.json").read_text())["triage"]
    result = triaged(case, want)
    if "verdict" in want:
        assert result.verdict in ([want["verdict"]] if isinstance(want["verdict"], str) else want["verdict"]), result.sentence
    for wanted in want.get("outputs", []):
        got = next(o for o in result.outputs if o.index == wanted["index"])
        wrong = {k: (v, getattr(got, k)) for k, v in wanted.items() if k != "patterns" and not matches(v, getattr(got, k))}
        assert not wrong
        assert set(wanted.get("patterns", [])) <= {p.kind for p in got.patterns}
    if "divergence" in want:
        assert result.divergence is not None
        assert told(want["divergence"], result.divergence) == want["divergence"], result.divergence.sentence
    assert set(want.get("notes", [])) <= {n.code for n in result.notes}
