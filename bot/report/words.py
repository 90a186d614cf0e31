"""The words for what the contract says in codes."""

import signal
from typing import Literal

from bot.report.document import Inline, plain, strong
from runners.contract import Run, Stage, Verdict

Tone = Literal["bad", "good", "open"]

VERDICTS: dict[Verdict, tuple[str, Tone]] = {
    Verdict.REPRODUCED: ("Reproduced", "bad"),
    Verdict.WITHIN_NOISE: ("Within rounding noise", "good"),
    Verdict.NOT_REPRODUCED: ("Not reproduced", "good"),
    Verdict.NONDETERMINISTIC: ("Not deterministic", "bad"),
    Verdict.COMPILE_FAILED: ("Compilation failed", "bad"),
    Verdict.RUN_FAILED: ("Run failed", "bad"),
    Verdict.NEEDS_INFO: ("Needs information", "open"),
    Verdict.REFUSED: ("Refused", "open"),
}

JUDGEMENTS: dict[str, Inline] = {
    "equal": plain("equal"),
    "within_noise": plain("within noise"),
    "different": strong("different"),
}

ROLES: dict[str | None, Inline] = {
    "culprit": (*strong("culprit"), *plain(": what it reads agrees, and what it makes of that is wrong, or is not what the other side makes")),
    "amplifier": (*strong("amplifier"), *plain(": its own arithmetic is right, it carries on a small difference of its inputs")),
    "victim": (*strong("victim"), *plain(": its inputs differ already")),
    "unconfirmed": (*strong("unconfirmed"), *plain(": alone it does not show the difference, or nothing could be held against it")),
    None: plain("undetermined"),
}

FAULTS: dict[str, Inline] = {
    "A": strong("A"),
    "B": strong("B"),
    "both": strong("both"),
    "undetermined": plain("undetermined"),
}

STAGES: dict[Stage, Inline] = {
    Stage.INPUT: plain("input conversion, before any dispatch is formed"),
    Stage.GRAPH: plain("graph transformations (fusion, folding, demotion), before code generation"),
    Stage.CODEGEN: plain("code generation"),
    Stage.RUNTIME: plain("runtime (scheduling, memory, host)"),
    Stage.UNDETERMINED: plain("undetermined"),
}

EFFECTS: dict[str, Inline] = {
    "vanishes": strong("the difference vanishes"),
    "persists": plain("the difference stays"),
    "changes": plain("another difference"),
    "fails": plain("does not compile or run"),
}

SEARCHES: dict[str, str] = {
    "found": "narrowed to one step",
    "range": "narrowed to a range",
    "not_monotone": "the difference comes and goes, so there is no single first one",
    "endpoints_agree": "both ends give the same outcome, so there is nothing to search between them",
    "untestable": "could not be tested",
}


def failure(run: Run) -> str:
    """How a run ended, for one that failed: ``failed to compile (exit status 1)``, ``… (killed by SIGSEGV)``."""
    what = "failed to compile" if run.failed == "compile" else "failed to run"
    return f"{what} ({ending(run.exit)})"


def ending(status: int) -> str:
    """An exit status in words; ``-N`` is signal N."""
    if status >= 0:
        return f"exit status {status}"
    try:
        return f"killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"killed by signal {-status}"


TIERS = {
    "order": "its place: both are cut alike",
    "body": "its code and what it reads",
    "place": "its operation in the program",
    "value": "its elements",
    "layout": "its elements, in another order",
}
"""What an aligned tensor was recognised by."""
