"""Small questions about nodes of a shell text's tree."""

from collections.abc import Iterator

from tree_sitter import Node

from bot.intake.wording import cut

_PATH_PROGRAMS = frozenset({"basename", "dirname", "realpath", "readlink", "pwd", "cd"})


def text_of(node: Node) -> str:
    """The text of a node."""
    return (node.text or b"").decode("utf-8", "replace")


def substitution_in(node: Node) -> str | None:
    """A command that a shell would run to know the words of ``node``, other than one that only says where a file lies."""
    todo = [node]
    while todo:
        one = todo.pop()
        if one.type == "process_substitution" or (one.type == "command_substitution" and not is_only_a_path(one)):
            return cut(text_of(one))
        todo += one.children
    return None


def is_only_a_path(node: Node) -> bool:
    """Whether a substitution only says where a file lies, as ``$(dirname "$0")`` does: folders do not matter here."""
    programs = list(_programs(node))
    return bool(programs) and all(name in _PATH_PROGRAMS for name in programs)


def _programs(node: Node) -> Iterator[str]:
    todo = [node]
    while todo:
        one = todo.pop()
        if one.type == "command_name":
            yield text_of(one)
        elif one.is_error:
            yield ""
        todo += one.children
