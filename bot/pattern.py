"""The pattern that ``numerics-bot compare --pattern`` asks about: read from text, answered in a sentence."""

import re

from bot.report.numbers import percent
from runners.contract import Output, Pattern, UserError
from runners.numerics.patterns import EXPLAINED, Asked


def read_pattern(text: str) -> Asked:
    """``NAME`` or ``NAME:KEY=VALUE,KEY=VALUE``; a value is a number, a word, or numbers with ``x`` between them.

    :raises UserError: when there is no such pattern or parameter.
    """
    name, _, rest = text.partition(":")
    pairs = [part.partition("=") for part in rest.split(",")] if rest else []
    for key, equals, value in pairs:
        if not (key and equals and value):
            raise UserError(f"--pattern {text}: after the name come KEY=VALUE, as in reversed_groups:group=8,axis=1")
    try:
        return Asked(name.strip(), {key.strip(): _value(value.strip()) for key, _, value in pairs})
    except ValueError as error:
        raise UserError(f"--pattern {text}: {error}") from error


def _value(text: str) -> int | float | str | list[int]:
    if re.fullmatch(r"-?[0-9]+", text):
        return int(text)
    if re.fullmatch(r"[0-9]+(x[0-9]+)+", text):
        return [int(part) for part in text.split("x")]
    try:
        return float(text)
    except ValueError:
        return text


def pattern_answer(asked: Asked, output: Output, found: Pattern | None) -> str:
    """What is said of the pattern asked for.

    :param found: None where it explains nothing.
    """
    name = asked.name.replace("_", " ") + (f" with {', '.join(f'{key} {value}' for key, value in asked.parameters.items())}" if asked.parameters else "")
    if not output.mismatched:
        return f"There is nothing that {name} could explain: no element differs."
    if found is None:
        return f"{name.capitalize()} explains none of the {output.mismatched} mismatches."
    best = ", ".join(f"{key} {value}" for key, value in found.parameters.items() if key not in asked.parameters)
    says = f"{name.capitalize()}{f' ({best})' if best else ''} explains {percent(found.explained)} of the {output.mismatched} mismatches"
    return f"{says}." if found.explained >= EXPLAINED else f"{says}. Without being asked, a pattern is named from {percent(EXPLAINED)} on."
