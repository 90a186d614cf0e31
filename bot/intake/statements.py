"""The statements of a shell text: which call the tools, and what else they would do."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Literal

from tree_sitter import Node

from bot.intake.assignment import assign, forget
from bot.intake.environment import injects
from bot.intake.expansion import NotPlainError, Pieces, expanded, words
from bot.intake.loops import MAX_ROUNDS, Bind, written_out
from bot.intake.nodes import substitution_in, text_of
from bot.intake.programs import FILTERS, HARMLESS, is_call, is_call_in, is_local, unwrapped
from bot.intake.scope import UNKNOWN, Scope
from bot.intake.wording import cut

_BLOCKS = frozenset({"if_statement", "for_statement", "c_style_for_statement", "while_statement", "case_statement", "function_definition"})
_ASSIGNMENTS = frozenset({"variable_assignment", "variable_assignments", "declaration_command"})

Piped = str | None
"""None where no pipe leads into a command; else the name of the file whose content comes through it, empty where that is not known."""
Todo = list[tuple[Node | Bind, Piped]]
"""What is still to be read, the next at the end, and what is piped into it."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a tool or a script: its words, the file on its standard input, and the rows (from 0) of the text."""

    argv: tuple[str, ...]
    first: int
    last: int
    stdin: str | None = None
    environment: tuple[str, ...] = ()

    @property
    def program(self) -> str:
        """The name of what is called, without folders."""
        return self.argv[0].rstrip("/").rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a call cannot be read: ``refuse`` where it would need a shell, ``ask`` where plain words would do."""

    kind: Literal["refuse", "ask"]
    text: str
    first: int
    last: int


@dataclass(slots=True)
class Statement:
    """What stands together: the calls, and what else the same statement would do."""

    nodes: list[Node]
    calls: list[Call] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    is_ours: bool = False

    @property
    def is_broken(self) -> bool:
        """Whether the grammar could not make sense of it, so that its words may be other ones than they seem."""
        return any(node.has_error for node in self.nodes)

    @property
    def first(self) -> int:
        """The row of its first word."""
        return self.nodes[0].start_point.row

    @property
    def last(self) -> int:
        """The row of its last word."""
        return self.nodes[-1].end_point.row

    def problems(self, first: int, last: int) -> Iterator[Problem]:
        """What speaks against the calls of this statement; nothing where it has none."""
        if self.is_ours:
            yield from (Problem("refuse", text, first, last) for text in dict.fromkeys(self.refusals))
            yield from (Problem("ask", text, first, last) for text in dict.fromkeys(self.unread))


class Reader:
    """Reads statements one after another; what they assign is kept in ``scope``."""

    def __init__(self, scope: Scope, is_ours: Callable[[str], bool]) -> None:
        self.scope = scope
        self.is_ours = is_ours
        self._rounds = 0

    def read(self, statement: Statement) -> None:
        """Fill ``statement`` from its nodes."""
        if statement.is_broken:
            statement.unread.append("is not complete: a quote or a bracket is not closed, or something stands between the words")
            statement.is_ours = is_call_in(" ".join(map(text_of, statement.nodes)), self.is_ours)
        # `a && b && c` is nested to the left, so an explicit stack.
        todo: Todo = [(node, None) for node in reversed(statement.nodes)]
        while todo:
            node, piped = todo.pop()
            if isinstance(node, Bind):
                self.scope.values[node.name] = [node.value]
            elif node.type in ("program", "list", "subshell", "compound_statement", "negated_command"):
                todo += [(child, piped) for child in reversed(node.children)]
            elif node.type == "pipeline":
                parts = [child for child in node.children if child.is_named]
                todo += [(child, self._shown(parts[position - 1]) if position else piped) for position, child in reversed(list(enumerate(parts)))]
            elif node.type == "redirected_statement":
                self._redirected(node, statement, todo, piped=piped)
            elif node.type == "command":
                self._command(node, [], statement, piped=piped)
            elif node.type in _ASSIGNMENTS:
                self._assign(node, statement)
            elif (rounds := self._loop(node)) is not None:
                todo += [(step, piped) for step in reversed(rounds)]
            elif node.type in _BLOCKS:
                self._block(node, statement)

    def _assign(self, node: Node, statement: Statement) -> None:
        if (command := substitution_in(node)) is not None:
            statement.refusals.append(f"runs a command to get at a value: `{command}`")
        assign(node, self.scope)

    def _loop(self, node: Node) -> list[Bind | Node] | None:
        """The rounds of a simple loop; None for anything else, and when there were too many rounds."""
        rounds = written_out(node, self.scope) if node.type == "for_statement" else None
        self._rounds += sum(isinstance(step, Bind) for step in rounds or ())
        return rounds if self._rounds <= MAX_ROUNDS else None

    def _block(self, node: Node, statement: Statement) -> None:
        forget(node, self.scope)
        todo = [node]
        while todo:
            one = todo.pop()
            todo += one.children
            if one.type == "command" and not statement.is_ours and _program(one) not in HARMLESS and is_call_in(text_of(one), self.is_ours):
                statement.is_ours = True
                kind = "a function" if node.type == "function_definition" else "a loop or a condition"
                statement.unread.append(f"calls the tools from {kind}")

    def _redirected(self, node: Node, statement: Statement, todo: Todo, *, piped: Piped) -> None:
        body = node.child_by_field_name("body")
        redirects = [child for child in node.children if child.type.endswith("_redirect")]
        if body is not None and body.type == "command":
            self._command(body, redirects, statement, piped=piped)
            return
        for redirect in redirects:
            if self._redirect(redirect, statement) and body is not None and body.type == "pipeline":
                statement.unread.append("is given a file and the output of another command at once")
        if body is not None:
            todo.append((body, piped))

    def _redirect(self, node: Node, statement: Statement) -> str | None:
        """Check where output goes; the file that comes in, if it is that kind of redirection."""
        if node.type != "file_redirect":
            statement.unread.append("gives text to a command in the command line itself")
            return None
        operator = next((child.type for child in node.children if not child.is_named), ">")
        target = node.child_by_field_name("destination")
        try:
            name = " ".join(words(expanded(target, self.scope))) if target is not None else ""
        except NotPlainError as error:
            (statement.refusals if error.refused else statement.unread).append(str(error))
            return None
        if operator.startswith("<"):
            return name
        if not (is_local(name) or name in ("", "/dev/null")):
            statement.refusals.append(f"redirects output to `{cut(name)}`, a place of its own choice")
        return None

    def _command(self, node: Node, redirects: list[Node], statement: Statement, *, piped: Piped) -> None:
        environment = [_name_of(child) for child in node.children if child.type == "variable_assignment"]
        for child in node.children:
            if child.type == "variable_assignment" and (command := substitution_in(child)) is not None:
                statement.refusals.append(f"runs a command to get at a value: `{command}`")
        redirects = [*redirects, *(child for child in node.children if child.type.endswith("_redirect"))]
        parts = [child for child in node.children if child.type != "variable_assignment" and child not in redirects]
        # The grammar takes the words after a redirection for further places.
        parts += [late for redirect in redirects for late in redirect.children_by_field_name("destination")[1:]]
        argv, problems = self._words(parts)
        argv = unwrapped(argv, environment)
        if not argv:
            return
        stdin = [name for redirect in redirects if (name := self._redirect(redirect, statement))] or ([piped] if piped else [])
        name = PurePosixPath(argv[0]).name
        if not self.is_ours(name):
            self._foreign(name, argv, statement, piped=piped)
        elif (problems and not statement.is_broken) or stdin or is_call(argv):
            statement.is_ours = True
            if not problems:
                first, last = node.start_point.row, node.end_point.row
                environment += filter(injects, self.scope.values)
                statement.calls.append(Call(tuple(argv), first, last, stdin[-1] if stdin else None, tuple(environment)))
        for problem in problems:
            (statement.refusals if problem.refused else statement.unread).append(str(problem))

    def _shown(self, node: Node) -> str:
        """The file that ``cat FILE`` or ``cat < FILE`` gives to what comes after it in a pipeline."""
        body = node.child_by_field_name("body") if node.type == "redirected_statement" else node
        if body is None or body.type != "command" or _program(body) != "cat":
            return ""
        places = [child.child_by_field_name("destination") for child in node.children if child.type == "file_redirect" and text_of(child).startswith("<")]
        parts = [*body.children[1:], *(place for place in places if place is not None)]
        names, problems = self._words(parts)
        return names[0] if len(names) == 1 and not problems and not names[0].startswith("-") else ""

    def _words(self, parts: list[Node]) -> tuple[list[str], list[NotPlainError]]:
        pieces: Pieces = []
        problems: list[NotPlainError] = []
        before: Node | None = None
        for part in parts:
            # The grammar sometimes takes one word for two.
            joined = before is not None and part.start_byte == before.end_byte
            if joined and before is not None and "{" in text_of(before) + text_of(part):
                problems.append(NotPlainError(f"has `{cut(text_of(before) + text_of(part))}` in it, which a shell would write out"))
            pieces += [] if joined else [None]
            before = part
            try:
                pieces += expanded(part, self.scope)
            except NotPlainError as error:
                problems.append(error)
                pieces.append(UNKNOWN)
        return words(pieces), problems

    def _foreign(self, name: str, argv: list[str], statement: Statement, *, piped: Piped) -> None:
        if name == "shift":
            self.scope.shift()
        if name not in (HARMLESS if piped is None else FILTERS):
            how = "also calls" if piped is None else "pipes into"
            statement.refusals.append(f"{how} `{cut(name)}`, which is none of IREE's tools")
        elif name == "tee":
            statement.refusals += [f"writes to `{cut(to)}`, a place of its own choice" for to in argv[1:] if not (is_local(to) or to.startswith("-"))]


def _program(command: Node) -> str:
    name = command.child_by_field_name("name")
    return text_of(name) if name is not None else ""


def _name_of(assignment: Node) -> str:
    return text_of(assignment).partition("=")[0]
