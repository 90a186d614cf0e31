"""The log of what failed, short enough to read, with what explains the failure in it."""

from bot.report.document import ALL, SHORT, Caps, Listing
from bot.report.machine import environment_section, failures_section, logs_section
from runners.contract import Run, TriageResult, Verdict


def log_of(text: str, caps: Caps = SHORT) -> list[str]:
    section = logs_section((Run(variant="A", exit=1, failed="compile", log_tail=text),), 0, caps)
    assert section is not None
    listing = section.blocks[-1]
    assert isinstance(listing, Listing)
    return listing.content.split("\n")


def test_a_short_log_is_whole() -> None:
    assert log_of("a\r\nb\rc\n\n") == ["a", "b", "c"]


def test_of_a_long_log_the_last_lines_are_kept_and_the_others_counted() -> None:
    lines = log_of("\n".join(str(i) for i in range(100)))
    assert lines == ["… 70 more lines …", *(str(i) for i in range(70, 100))]


def test_a_stack_trace_does_not_push_the_error_out() -> None:
    lines = log_of("m.mlir:1:1: error: no such op\n" + "frame\n" * 50)
    assert lines[:3] == ["m.mlir:1:1: error: no such op", "… 20 more lines …", "frame"]


def test_a_long_line_is_cut() -> None:
    assert log_of("y" * 9_999) == ["y" * 300 + "…"]
    assert log_of("error: " + "y" * 9_999 + "\nframe" * 50)[0] == "error: " + "y" * 293 + "…"


def test_the_whole_report_has_the_whole_log() -> None:
    assert len(log_of("a line\n" * 4_000, ALL)) == 4_000


def test_only_what_failed_and_printed_something_has_a_log() -> None:
    assert logs_section((Run(variant="A", exit=0, log_tail="x"), Run(variant="B", exit=1, failed="run", log_tail="\n")), 0, SHORT) is None


def test_without_a_failure_and_without_facts_there_is_nothing_to_say() -> None:
    assert failures_section((Run(variant="A", exit=0),), 0) is None
    assert environment_section(TriageResult(verdict=Verdict.REFUSED, sentence=""), 0) is None
