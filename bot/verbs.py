"""What the commands do, one function each, with its exit code. ``bot.cli`` gives them their options."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from rich.console import Console

from bot.dispatch.local import Request, triage_here, unready_result, with_issue_lines
from bot.exits import Exit
from bot.intake import parse as parse_issue
from bot.intake.explain import unused
from bot.intake.hardware_file import read_hardware
from bot.intake.issue import read_issue
from bot.intake.result import Intake
from bot.pattern import pattern_answer, read_pattern
from bot.report.comment import triage_comment
from bot.report.html import html_report
from bot.report.terminal import print_explained, print_intake, print_result
from bot.results import deliver, log_to, write_text
from bot.settings import BotSettings
from bot.terminal import TerminalObserver
from runners import npy
from runners.artifacts import LocalArtifacts
from runners.compared import Judging, Typed
from runners.contract import Model, Note, ReproSpec, Tolerance, TriageResult, UserError
from runners.element_types import decode, element_type
from runners.numerics.patterns import answer
from runners.progress import Progress
from runners.release import Release
from runners.settings import RunnerSettings
from runners.toolchain import Toolchains, bundled_release
from runners.verdict import compared_verdict, files_sentence

SCHEMAS: dict[str, type[Model]] = {"spec": ReproSpec, "result": TriageResult, "parse": Intake}


@dataclass(frozen=True, slots=True)
class TriageOptions:
    """The options of ``numerics-bot triage``."""

    issue: Path | None
    attachments: Path | None
    json_file: str | None
    spec_file: Path | None
    out: Path | None
    iree: str | None
    device: str | None
    repeat: int | None
    seed: int
    bisect: Literal["dispatch"] | None
    all_dispatches: bool


def parse(issue: Path, attachments: Path | None, json_file: str | None, *, explain: bool) -> Exit:
    """Read an issue and show what was understood; with ``explain`` how, and what was not used."""
    intake = _intake_of(issue, attachments)
    if json_file is not None:
        write_text(json_file, intake.model_dump_json(indent=2) + "\n")
    if json_file != "-":
        console = Console()
        print_intake(console, intake)
        if explain:
            print_explained(console, intake, unused(read_issue(issue), intake))
    return Exit.DONE if intake.status == "ready" else Exit.NEEDS_INFO


def triage(options: TriageOptions) -> Exit:
    """Read an issue or a spec, carry it out here, deliver the result."""
    intake, spec, beside = _wanted(options)
    if spec is None:
        assert intake is not None  # noqa: S101 - an issue without a whole spec has questions or refusals
        deliver(unready_result(intake), intake, None, options.out, options.json_file)
        return Exit.NEEDS_INFO
    release = Release.parse(options.iree) if options.iree else None
    request = Request(release, options.device, options.repeat, options.seed, options.out, options.all_dispatches, options.bisect)
    artifacts = LocalArtifacts(options.attachments, beside)
    with TerminalObserver() as observer, log_to(options.out):
        spec, result = triage_here(spec, artifacts, request, RunnerSettings(), Progress(observer))
    if intake is not None:
        result = with_issue_lines(result, spec, intake)
    deliver(result, intake, spec, options.out, options.json_file)
    return Exit.NEEDS_INFO if result.verdict in ("needs_info", "refused") else Exit.DONE


@dataclass(frozen=True, slots=True)
class CompareOptions:
    """The options of ``numerics-bot compare``."""

    a: Path
    b: Path
    dtype: str | None
    atol: float | None
    rtol: float | None
    reduction: int
    pattern: str | None
    json_file: str | None
    html_file: Path | None


def compare(options: CompareOptions) -> Exit:
    """Hold two files against each other."""
    tolerance = None if options.atol is None and options.rtol is None else Tolerance(atol=options.atol or 0, rtol=options.rtol or 0)
    asked = None if options.pattern is None else read_pattern(options.pattern)
    (x, kind_x), (y, kind_y) = (_values_in(path, options.dtype) for path in (options.a, options.b))
    output = Judging(tolerance, options.reduction).values((x, kind_x), (y, kind_y))
    notes: tuple[Note, ...] = ()
    if asked is not None:
        found = answer(x, y, asked, kind_a=kind_x, kind_b=kind_y)
        output = output.model_copy(update={"patterns": () if found is None else (found,)})
        notes = (Note(code="pattern", text=pattern_answer(asked, output, found)),)
    sides = (options.a.name, options.b.name)
    verdict = compared_verdict([output])
    result = TriageResult(verdict=verdict, sentence=files_sentence(verdict, sides, output), compared=sides, outputs=(output,), notes=notes)
    if options.html_file is not None:
        write_text(str(options.html_file), html_report(result, None, None))
    if options.json_file is not None:
        write_text(options.json_file, result.model_dump_json(indent=2) + "\n")
    if options.json_file != "-":
        print_result(Console(), result, None, None)
    return Exit.DONE


def schema(model: str) -> Exit:
    """Print the JSON schema of one of the models."""
    sys.stdout.write(json.dumps(SCHEMAS[model].model_json_schema(mode="serialization"), indent=2) + "\n")
    return Exit.DONE


def report(path: Path) -> Exit:
    """Print the comment for a result that ``triage`` wrote as JSON."""
    try:
        result = TriageResult.model_validate_json(path.read_bytes())
    except ValueError as error:
        raise UserError(f"{path} is not a triage result: {error}") from error
    sys.stdout.write(triage_comment(result, None, None) + "\n")
    return Exit.DONE


def _values_in(path: Path, dtype: str | None) -> Typed:
    """The array in an ``.npy`` file, or in raw bytes of the element type named."""
    if not path.is_file():
        raise UserError(f"{path}: there is no such file")
    if dtype is None:
        return npy.load(path)
    try:
        kind = element_type(dtype)
        raw = np.memmap(path, np.uint8, "r")
        return decode(raw, (raw.size * 8 // kind.bits,), kind), kind
    except ValueError as error:
        raise UserError(f"{path} cannot be read as {dtype}: {error}") from error


def _wanted(options: TriageOptions) -> tuple[Intake | None, ReproSpec | None, Path]:
    """The intake where an issue was named, the spec where there is a whole one, and the folder its files may lie in."""
    if options.issue is None:
        assert options.spec_file is not None  # noqa: S101 - the command line asks for one of both
        return None, _spec_in(options.spec_file), options.spec_file.parent
    intake = _intake_of(options.issue, options.attachments)
    spec = intake.spec if intake.status == "ready" and isinstance(intake.spec, ReproSpec) else None
    return intake, spec, options.issue.parent


def _intake_of(path: Path, attachments: Path | None) -> Intake:
    issue = read_issue(path)
    known_flags = Toolchains(RunnerSettings()).known_flags
    hardware = read_hardware(BotSettings().hardware_file)
    artifacts = LocalArtifacts(attachments, path.parent)
    return parse_issue(issue, artifacts, default_release=bundled_release(), known_flags=known_flags, hardware=hardware)


def _spec_in(path: Path) -> ReproSpec:
    try:
        return ReproSpec.model_validate_json(path.read_bytes())
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise UserError(f"{path} is not a spec: {error}") from error
