"""``iree-run-mlir`` compiles and runs in one: its words as those of a call of the compiler and of a run."""

from pathlib import PurePosixPath

from bot.intake.tools import NUMBERS, READ_RUN_FLAGS, run_flag_name
from runners.flags import Decision, ruling

_FORWARDED = "Xcompiler,"


def two_calls(argv: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of ``iree-compile`` and of ``iree-run-module`` that do the same.

    A flag of the run goes to the run, with the value that follows it; all else is the compiler's.
    """
    calls: tuple[list[str], list[str]] = ([str(PurePosixPath(argv[0]))], [str(PurePosixPath(argv[0]))])
    takes_numbers = takes_a_value = False
    for word in argv[1:]:
        if takes_a_value or (takes_numbers and NUMBERS.fullmatch(word)):
            calls[1].append(word)
            takes_a_value = False
            continue
        name, equals, _ = word.lstrip("-").partition("=")
        to_the_run = word.startswith("-") and word != "-" and _is_of_the_run(name)
        takes_numbers = to_the_run
        takes_a_value = to_the_run and not equals and run_flag_name(name) in READ_RUN_FLAGS
        # The later versions of the tool mark the compiler's flags.
        calls[to_the_run].append(word.replace(_FORWARDED, "", 1) if word.lstrip("-").startswith(_FORWARDED) else word)
    return tuple(calls[0]), tuple(calls[1])


def _is_of_the_run(name: str) -> bool:
    if run_flag_name(name) in READ_RUN_FLAGS:
        return True
    known = ruling("iree-run-module", name).decision is not Decision.UNDECIDED
    return known and ruling("iree-compile", name).decision is Decision.UNDECIDED
