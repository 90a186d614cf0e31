"""What the assignments of a shell text set."""

from tree_sitter import Node

from bot.intake.expansion import MAX_LENGTH, MAX_WORDS, NotPlainError, expanded, words
from bot.intake.nodes import text_of
from bot.intake.scope import UNKNOWN, Scope

_NAMES = {"variable_assignment": "name", "for_statement": "variable"}


def assign(node: Node, scope: Scope) -> None:
    """Take over the assignments in ``node``; what cannot be known is ``UNKNOWN``."""
    todo = [node]
    while todo:
        one = todo.pop()
        if one.type != "variable_assignment":
            todo += reversed(one.children)
            continue
        name, value = one.child_by_field_name("name"), one.child_by_field_name("value")
        if name is None or name.type != "variable_name":
            continue
        key = text_of(name)
        new = _assigned(value, scope)
        before = scope.values.get(key, [])
        if any(child.type == "+=" for child in one.children):
            new = [*before, *new] if value is not None and value.type == "array" else ["".join(before[:1]) + new[0]]
        # Words that double with every line would soon fill the memory.
        too_much = len(new) > MAX_WORDS or sum(map(len, new)) > MAX_LENGTH
        scope.values[key] = [UNKNOWN] if too_much else new


def _assigned(node: Node | None, scope: Scope) -> list[str]:
    if node is None:
        return [""]
    try:
        if node.type == "array":
            return [word for child in node.named_children if child.type != "comment" for word in words(expanded(child, scope))]
        # No word splitting in an assignment.
        return [" ".join(words(expanded(node, scope, quoted=True)))]
    except NotPlainError:
        return [UNKNOWN]


def forget(node: Node, scope: Scope) -> None:
    """Whatever ``node`` assigns is not known any more: it may not have been run, or run several times."""
    todo = [node]
    while todo:
        one = todo.pop()
        name = one.child_by_field_name(_NAMES.get(one.type, "name"))
        if one.type in _NAMES and name is not None:
            scope.values[text_of(name)] = [UNKNOWN]
        todo += one.children
