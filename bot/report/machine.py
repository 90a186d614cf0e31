"""How the variants were built and run: what failed and its log, what machine it was, how long it took."""

from collections.abc import Sequence

from bot.report import numbers
from bot.report.document import Block, Caps, Inline, Items, Listing, Paragraph, Piece, Section, Table, plain, sentence, strong
from bot.report.words import ending, failure
from runners.contract import Environment, Run, TriageResult

_LINE = 300
"""Characters of one line of a log that a short report shows."""
_ERRORS = 5
"""Error messages that a short report repeats from above the last lines: a stack trace pushes them out."""


def failures_section(runs: Sequence[Run], weight: int) -> Section | None:
    """The runs that failed, each with its reason; None when none did."""
    items = tuple(_failed(run) for run in runs if run.failed)
    return Section("What failed", (Items(items),), weight) if items else None


def logs_section(runs: Sequence[Run], weight: int, caps: Caps) -> Section | None:
    """The last lines that the tools printed for the runs that failed; None when they printed nothing."""
    blocks: list[Block] = []
    for run in runs:
        if run.failed and run.log_tail.strip():
            blocks += [Paragraph((*strong(run.variant), Piece(f" {failure(run)}:"))), Listing(_tail(run.log_tail, caps.log_lines))]
    return Section("Last lines of the logs", tuple(blocks), weight, folded=True) if blocks else None


def environment_section(result: TriageResult, weight: int) -> Section | None:
    """The machine, the runs with their times, and the time of each stage; None when nothing of it is known."""
    blocks: list[Block] = []
    if machine := _machine(result.environment):
        blocks.append(Table(("What", "Value"), "ll", tuple((plain(what), plain(value)) for what, value in machine)))
    if result.runs:
        blocks.append(Table(("Variant", "Compile", "Run", "Ended", "Repeats", "Bit-identical"), "lrrlrl", tuple(map(_run, result.runs))))
    if result.timing:
        blocks.append(Table(("Stage", "Time"), "lr", tuple((plain(t.stage), plain(numbers.seconds(t.seconds))) for t in result.timing)))
    return Section("Environment and time", tuple(blocks), weight, folded=True) if blocks else None


def _failed(run: Run) -> Inline:
    return (*strong(run.variant), Piece(f" {failure(run)}{': ' if run.reason else ''}"), *sentence(run.reason or ""))


def _tail(log: str, most: int | None) -> str:
    lines = log.replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n")
    if most is None:
        return "\n".join(lines)
    above, last = lines[:-most], lines[-most:]
    errors = [line for line in above if "error:" in line][:_ERRORS]
    left_out = [f"… {len(above) - len(errors)} more lines …"] if above else []
    return "\n".join(line if len(line) <= _LINE else f"{line[:_LINE]}…" for line in (*errors, *left_out, *last))


def _machine(environment: Environment) -> list[tuple[str, str]]:
    rows = [
        *((f"IREE {what}", value) for what, value in environment.iree.items()),
        *((f"Device {what}", value) for what, value in environment.device.items()),
        ("Driver", environment.driver),
        ("CPU", environment.cpu),
        ("Operating system", environment.os),
    ]
    return [(what, value) for what, value in rows if value]


def _run(run: Run) -> tuple[Inline, ...]:
    compiled = numbers.seconds(run.compile_s)
    return (
        plain(run.variant),
        plain(f"{compiled}, cached" if run.cached else compiled),
        plain(numbers.seconds(run.run_s)),
        plain(ending(run.exit)),
        plain(str(run.repeats)),
        plain({True: "yes", False: "no", None: numbers.NONE}[run.bit_stable]),
    )
