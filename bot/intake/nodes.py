"""Small questions about nodes of a shell text's tree."""

from collections.abc import Iterator

from tree_sitter import Node

from bot.intake.substitutions import PROGRAMS
from bot.intake.wording import cut


def text_of(node: Node) -> str:
    """The text of a node."""
    return (node.text or b"").decode("utf-8", "replace")


def substitution_in(node: Node) -> str | None:
    """A command that a shell would run to know the words of ``node``, other than one that only says where a file lies, or counts."""
    todo = [node]
    while todo:
        one = todo.pop()
        if one.type == "process_substitution" or (one.type == "command_substitution" and not is_worked_out(one)):
            return cut(text_of(one))
        todo += one.children
    return None


def is_worked_out(node: Node) -> bool:
    """Whether a substitution only says where a file lies, as ``$(dirname "$0")`` does, or counts: then nothing has to be run to know it."""
    programs = list(_programs(node))
    return bool(programs) and all(name in PROGRAMS for name in programs)


def _programs(node: Node) -> Iterator[str]:
    todo = [node]
    while todo:
        one = todo.pop()
        if one.type == "command_name":
            yield text_of(one)
        elif one.is_error:
            yield ""
        todo += one.children
