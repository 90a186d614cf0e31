"""On this machine: an intake or a spec goes in, a result comes out, whatever happens in between."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from bot.intake.result import Intake, Lines, RefusalCode
from runners.artifacts import Artifacts
from runners.contract import Note, ReproSpec, TriageResult, UserError, Verdict
from runners.prepare import overridden
from runners.progress import Progress
from runners.release import Release
from runners.settings import RunnerSettings
from runners.toolchain import Toolchains
from runners.triage import Machine, triage


@dataclass(frozen=True, slots=True)
class Request:
    """What the person at the terminal asks for beside the spec. None leaves a thing as the spec has it."""

    release: Release | None = None
    device: str | None = None
    repeats: int | None = None
    seed: int = 0
    out: Path | None = None
    all_dispatches: bool = False
    bisect: Literal["dispatch"] | None = None


def triage_here(spec: ReproSpec, artifacts: Artifacts, request: Request, settings: RunnerSettings, progress: Progress) -> tuple[ReproSpec, TriageResult]:
    """Carry the spec out on this machine; the spec that was run, and what came out.

    Something wrong in the request is a result: ``needs_info`` or ``refused``, with the sentence that says what.

    :raises MachineError: when this machine cannot do it.
    """
    if request.repeats is not None:
        settings = settings.model_copy(update={"repeats": request.repeats})
    toolchains = Toolchains(settings, progress)
    try:
        spec = overridden(spec, toolchains, release=request.release, device=request.device)
        return spec, triage(spec, Machine(settings, toolchains, artifacts, progress, request.out, request.seed, request.all_dispatches, request.bisect))
    except UserError as error:
        return spec, TriageResult(spec_digest=spec.digest, verdict=_verdict_of(error), sentence=error.text, notes=(Note(code=error.code, text=error.text),))


def unready_result(intake: Intake) -> TriageResult:
    """The result of an intake that cannot be run: its questions or refusals."""
    if intake.status == "refused":
        notes = [Note(code=r.code, text=r.detail) for r in intake.refusals]
        return TriageResult(verdict=Verdict.REFUSED, sentence=f"Not run: {notes[0].text}", notes=tuple(notes))
    notes = [Note(code=q.code, text=q.text) for q in intake.questions]
    count = "One thing is" if len(notes) == 1 else f"{len(notes)} things are"
    return TriageResult(verdict=Verdict.NEEDS_INFO, sentence=f"{count} missing before this can be run.", notes=tuple(notes))


def with_issue_lines(result: TriageResult, spec: ReproSpec, intake: Intake) -> TriageResult:
    """The result with compiler errors at lines of an inline program told as lines of the issue, too."""
    lines = next((origin.lines for origin in intake.provenance if origin.field == "program"), None)
    if result.verdict is not Verdict.COMPILE_FAILED or spec.program.kind != "inline" or lines is None:
        return result
    text = _annotated(result.sentence, spec.program.name, lines)
    runs = tuple(r.model_copy(update={"reason": r.reason and _annotated(r.reason, spec.program.name, lines)}) for r in result.runs)
    return result.model_copy(update={"sentence": text, "runs": runs})


def _annotated(text: str, name: str, lines: Lines) -> str:
    def place(match: re.Match[str]) -> str:
        line = lines.first + int(match[1]) - 1
        return f"{match[0]} ({Lines(first=line, last=line, comment_id=lines.comment_id)})"

    return re.sub(rf"{re.escape(name)}:(\d+):\d+", place, text, count=1)


def _verdict_of(error: UserError) -> Verdict:
    return Verdict.REFUSED if error.code in {code.value for code in RefusalCode} else Verdict.NEEDS_INFO
