"""Shell text as lists of words. Nothing is ever executed: what would need a shell is a problem, never a guess.

Words, quotes, variables that the text itself sets, arrays and positional parameters are resolved; a value that the
text does not give is the placeholder ``UNKNOWN``. Substitution, pipes into programs and redirection to places of the
report's choice are refused where they stand together with one of the tools.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache

import tree_sitter_bash
from tree_sitter import Language, Node, Parser

from bot.intake.scope import Scope
from bot.intake.statements import Call, Problem, Reader, Statement

MAX_TEXT = 64 * 1024
_MAX_MARKS = 2000
_MAX_PIPES = 100


@dataclass(slots=True)
class Reading:
    """What a text calls, in order, and what could not be read."""

    calls: list[Call] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def read_shell(text: str, scope: Scope, is_ours: Callable[[str], bool], *, line: bool = False) -> Reading:
    """Read ``text``, whose assignments are kept in ``scope``.

    :param is_ours: whether a program of this name is one whose calls are wanted.
    :param line: the text is one line of a terminal, so whatever stands on it belongs together.
    """
    reading = Reading()
    rows = text.count("\n")
    if "\0" in text:
        reading.problems.append(Problem("ask", "has a NUL character in it", 0, rows))
        return reading
    if len(text) > MAX_TEXT or text.count("|") > _MAX_PIPES or sum(map(text.count, "$`(){};&<>")) > _MAX_MARKS:
        reading.problems.append(Problem("ask", "is too long or too nested to be read as commands", 0, rows))
        return reading
    root = _parser().parse(text.encode("utf-8", "replace")).root_node
    reader = Reader(scope, is_ours)
    for statement in _grouped(root.children, line=line):
        reader.read(statement)
        first, last = (0, rows) if line else (statement.first, statement.last)
        reading.calls += [] if statement.is_broken else statement.calls
        reading.problems += statement.problems(first, last)
    return reading


def _grouped(nodes: list[Node], *, line: bool) -> Iterator[Statement]:
    """What belongs together: everything, or what shares a line; what the grammar could not read belongs to what is before it."""
    group: list[Node] = []
    for node in nodes:
        if group and not line and not node.is_error and node.start_point.row > group[-1].end_point.row:
            yield Statement(group)
            group = []
        group.append(node)
    if group:
        yield Statement(group)


@cache
def _parser() -> Parser:
    return Parser(Language(tree_sitter_bash.language()))
