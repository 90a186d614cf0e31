"""Flag files of ``iree-run-module``: an attached one is read with the same rules as the command that names it."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from bot.intake.statements import Call
from bot.intake.tools import role_of

_NAME = "flagfile"
_MAX_FLAGS = 1000


def with_flag_files(call: Call, text_of: Callable[[str], str | None]) -> Call:
    """The call with the flags of its attached flag files in their place.

    One that nobody has stays as it is, as does one that a flag file names; no report may use such a flag, so it is refused.

    :param text_of: gives the text of an attached file by name, None where nobody has it.
    """
    if role_of(call.program) != "run" or not any(map(_is_flag_file, call.argv)):
        return call
    return replace(call, argv=tuple(_words(call.argv, text_of)))


def _words(argv: tuple[str, ...], text_of: Callable[[str], str | None]) -> Iterator[str]:
    words = iter(argv)
    for word in words:
        if not _is_flag_file(word):
            yield word
            continue
        name = word.partition("=")[2] or next(words, "")
        text = text_of(name)
        yield from [f"--{_NAME}={name}"] if text is None else _flags(text)


def _is_flag_file(word: str) -> bool:
    return word.startswith("-") and word.lstrip("-").partition("=")[0] == _NAME


def _flags(text: str) -> list[str]:
    """One flag a line, as the tool reads them: the value goes to the end of the line; lines with ``#`` are comments."""
    stripped = (line.strip() for line in text.splitlines()[:_MAX_FLAGS])
    return [line for line in stripped if line and not line.startswith("#")]
