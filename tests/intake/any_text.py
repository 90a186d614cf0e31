"""What must hold of the intake of any text: it is read, within a second, and what comes out can be sent on and asks for nothing forbidden."""

import time
from pathlib import Path

from bot.intake import Comment, Issue, parse
from bot.intake.result import Intake
from runners.artifacts import LocalArtifacts
from runners.contract import ReproSpec
from runners.flags import Decision, Flag, Tool, ruling
from runners.release import Release

SECONDS = 1.0
LONGEST = 64 * 1024
BETWEEN = "\n\x1e\n"
"""Parts a body from a comment by its author in one input."""
_ATTACHMENTS = Path(__file__).parent.parent / "cases" / "seed1-script"
_RELEASE = Release.parse("3.13.0")


def seconds_for(body: str, *comments: Comment) -> tuple[Intake, float]:
    """The intake of a report with the attachments of a case, and the processor's time that it took."""
    start = time.process_time()
    issue = Issue(body=body, author="reporter", comments=comments)
    intake = parse(issue, LocalArtifacts(_ATTACHMENTS), default_release=_RELEASE, known_flags=lambda _: None)
    return intake, time.process_time() - start


def check(intake: Intake) -> None:
    """What must hold of every intake: it can be sent on, and nothing in it is what no report may ask for."""
    assert Intake.model_validate_json(intake.model_dump_json()).status == intake.status
    for variant in intake.spec.variants:
        calls: tuple[tuple[Tool, tuple[str, ...]], ...] = (("iree-compile", variant.compile.flags), ("iree-run-module", variant.run.flags))
        for tool, flags in calls:
            for flag in map(Flag.parse, flags):
                assert ruling(tool, flag.name).decision is Decision.ALLOW
                assert not set("/\\\n\0") & set(flag.value or "")
    if intake.status == "ready":
        assert isinstance(intake.spec, ReproSpec)


def read(data: bytes) -> None:
    """Read bytes as a body and a comment, and check all that must hold."""
    body, _, comment = data[:LONGEST].decode("utf-8", "replace").partition(BETWEEN)
    intake, took = seconds_for(body, *([Comment(id=1, body=comment, author="reporter")] if comment else []))
    assert took < SECONDS, f"{took:.2f} s for {len(data)} bytes"
    check(intake)
