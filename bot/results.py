"""Where a result goes: the terminal, a JSON file, the folder that ``--out`` names."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path

import structlog
from rich.console import Console

from bot.intake.result import Intake
from bot.report.comment import intake_comment, triage_comment
from bot.report.html import html_report
from bot.report.terminal import print_result
from runners.contract import MachineError, ReproSpec, TriageResult


def deliver(result: TriageResult, intake: Intake | None, spec: ReproSpec | None, out: Path | None, json_file: str | None) -> None:
    """Print the result for people, and write what was asked for.

    :raises MachineError: when a file cannot be written.
    """
    try:
        if out is not None:
            _write_folder(result, intake, spec, out)
    except OSError as error:
        raise MachineError(f"{error.filename} cannot be written: {error.strerror}") from error
    if json_file is not None:
        write_text(json_file, result.model_dump_json(indent=2) + "\n")
    if json_file == "-":
        return
    console = Console()
    print_result(console, result, intake, spec)
    if out is not None:
        console.print(f"\nIn {out}: comment.md, report.html, result.json, log.jsonl, outputs/", highlight=False, markup=False)


def write_text(target: str, text: str) -> None:
    """Write to a file, or to standard output where ``target`` is ``-``.

    :raises MachineError: when the file cannot be written.
    """
    if target == "-":
        sys.stdout.write(text)
        return
    try:
        Path(target).write_text(text, encoding="utf-8")
    except OSError as error:
        raise MachineError(f"{target} cannot be written: {error.strerror}") from error


@contextlib.contextmanager
def log_to(out: Path | None) -> Iterator[None]:
    """Write what the tools did to ``log.jsonl`` in ``out``, a line each; nowhere without ``out``."""
    with contextlib.ExitStack() as stack:
        if out is None:
            structlog.configure(processors=[_drop])
        else:
            out.mkdir(parents=True, exist_ok=True)
            file = stack.enter_context((out / "log.jsonl").open("w", encoding="utf-8"))
            structlog.configure(
                processors=[structlog.processors.add_log_level, structlog.processors.TimeStamper(fmt="iso"), structlog.processors.JSONRenderer()],
                logger_factory=structlog.WriteLoggerFactory(file),
                cache_logger_on_first_use=False,
            )
        try:
            yield
        finally:
            structlog.reset_defaults()


def _drop(_logger: object, _method: str, _event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    raise structlog.DropEvent


def _write_folder(result: TriageResult, intake: Intake | None, spec: ReproSpec | None, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    unready = spec is None and intake is not None
    comment = intake_comment(intake) if unready and intake is not None else triage_comment(result, intake, spec)
    (out / "comment.md").write_text(comment, encoding="utf-8")
    (out / "report.html").write_text(html_report(result, intake, spec), encoding="utf-8")
    (out / "result.json").write_text(result.model_dump_json(indent=2) + "\n", encoding="utf-8")
    if spec is not None:
        (out / "spec.json").write_text(spec.model_dump_json(indent=2) + "\n", encoding="utf-8")
