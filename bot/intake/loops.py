"""Simple ``for`` loops of a shell text, written out: the words that the variable takes, and the statements for each."""

import re
from dataclasses import dataclass

from tree_sitter import Node

from bot.intake.expansion import NotPlainError, expanded, words
from bot.intake.nodes import text_of
from bot.intake.scope import UNKNOWN, Scope

MAX_ROUNDS = 64
"""Rounds of all loops of a text together."""

_NOT_A_WORD = re.compile(r"[*?\[\]{}]|,$")
_LEAVES = re.compile(r"\b(?:break|continue|return|exit)\b")


@dataclass(frozen=True, slots=True)
class Bind:
    """Before the next round the variable ``name`` is set to ``value``."""

    name: str
    value: str


def written_out(loop: Node, scope: Scope) -> list[Bind | Node] | None:
    """The rounds of a ``for`` loop one after another; None where its words, or what it does, depend on more than the text.

    A word that ends in a comma is such a case: a shell keeps the comma, and the report hardly means it.
    """
    variable, body = loop.child_by_field_name("variable"), loop.child_by_field_name("body")
    if loop.type != "for_statement" or variable is None or body is None or body.type != "do_group" or _LEAVES.search(text_of(body)):
        return None
    try:
        values = [word for node in loop.children_by_field_name("value") for word in words(expanded(node, scope))]
    except NotPlainError:
        return None
    if not values or any(UNKNOWN in value or _NOT_A_WORD.search(value) for value in values):
        return None
    statements = body.named_children
    rounds: list[Bind | Node] = []
    for value in values:
        rounds += [Bind(text_of(variable), value), *statements]
    return rounds
