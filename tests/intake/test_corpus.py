"""Every report of the corpus is read as its gold says, but for those that ``corpus/not_yet.txt`` lists."""

from pathlib import Path

import pytest

from tests.intake.corpus import CORPUS, REPORTS, judged, not_yet

NOT_YET = not_yet()


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.name)
def test_a_report_is_read_as_it_is_meant(report: Path) -> None:
    short = [field for field in judged(report) if field.outcome != "right"]
    reason = NOT_YET.get(report.name)
    if reason is None:
        assert not short, "\n".join(map(str, short))
        return
    assert short, f"{report.name} is read as it is meant now: take it out of not_yet.txt"
    wrong = [field for field in short if field.outcome == "wrong"]
    assert not wrong or reason.startswith("wrong"), "not_yet.txt must say 'wrong: …':\n" + "\n".join(map(str, wrong))


def test_every_report_that_is_not_read_yet_is_there() -> None:
    assert set(NOT_YET) <= {report.name for report in REPORTS}
    assert all(NOT_YET.values()), "each with its reason"


def test_every_folder_is_a_report() -> None:
    folders = {path for path in CORPUS.iterdir() if path.is_dir() and not path.name.startswith(".")}
    assert folders == set(REPORTS)
    assert len(REPORTS) >= 60
