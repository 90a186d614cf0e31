"""Shell scripts that a report names: read with the arguments of the call, never run."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.intake.scope import Scope
from bot.intake.shell import read_shell
from bot.intake.statements import Call, Problem
from bot.intake.tools import role_of

MAX_DEPTH = 8
MAX_CALLS = 100


@dataclass(slots=True)
class ScriptReading:
    """The calls of tools that a script leads to, each with the scripts on the way there, and what could not be read."""

    calls: list[tuple[Call, tuple[str, ...]]] = field(default_factory=list)
    problems: list[tuple[Problem, str]] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)


def read_script(call: Call, text_of: Callable[[str], str | None]) -> ScriptReading:
    """Follow a call of a script to the tools that it calls.

    :param text_of: gives the text of a script by file name, None where nobody has it.
    """
    reading = ScriptReading()
    _follow(call, text_of, (), reading)
    return reading


def _follow(call: Call, text_of: Callable[[str], str | None], through: tuple[str, ...], reading: ScriptReading) -> None:
    name = call.program
    text = None if name in through or len(through) >= MAX_DEPTH else text_of(name)
    if text is None:
        reading.missing.append(name)
        return
    scope = Scope(arguments=list(call.argv[1:]), name=call.argv[0])
    found = read_shell(text, scope, lambda program: role_of(program) is not None)
    reading.problems += [(problem, name) for problem in found.problems]
    for inner in found.calls:
        if len(reading.calls) + len(reading.missing) >= MAX_CALLS:
            return
        if role_of(inner.program) == "script":
            _follow(inner, text_of, (*through, name), reading)
        else:
            reading.calls.append((inner, (*through, name)))
