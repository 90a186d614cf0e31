"""How the command line ends: exit codes, and the apology for what is our own fault."""

import os
import traceback
import uuid
from enum import IntEnum
from pathlib import Path


class Exit(IntEnum):
    """Exit codes of every command."""

    DONE = 0
    OUR_FAULT = 1
    NEEDS_INFO = 2
    USAGE = 3
    MACHINE = 4
    INTERRUPTED = 130


def apologise(error: Exception) -> str:
    """Log the error under an id; the sentence for the user, who gets the id and not the traceback."""
    number = uuid.uuid4().hex[:8]
    folder = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "numerics-bot"
    log = folder / f"error-{number}.log"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        log.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    except OSError:
        return f"Sorry: numerics-bot failed, and it is not your report's fault ({type(error).__name__}: {error})."
    return f"Sorry: numerics-bot failed, and it is not your report's fault. Error {number}; the details are in {log}."
