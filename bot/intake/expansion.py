"""What a word of a shell text stands for, with the variables that the same text sets. Data in, data out."""

import re
from collections.abc import Iterable
from itertools import pairwise

from tree_sitter import Node

from bot.intake import braces
from bot.intake.nodes import is_worked_out, text_of
from bot.intake.scope import UNKNOWN, Scope
from bot.intake.substitutions import printed_by
from bot.intake.wording import cut

MAX_WORDS = 4000
MAX_LENGTH = 16 * 1024

Pieces = list[str | None]
"""Text that is put together to words; None where one word ends and the next begins."""

_MAX_DEPTH = 20
_LITERAL = frozenset({"number", "word", "test_operator", "regex", "extglob_pattern", "special_variable_name", "variable_name"})
_LISTS = ("@", "*")
_GLOB = re.compile(r"[*?\[\]]")
_BARE_BLANKS = re.compile(r"(?<!\\)(\s+)")
_BLANKS = re.compile(r"(\s+)")
_BARE = re.compile(r"\\(?:\n|.)|[^\\]|\\$", re.DOTALL)
_REPEATED = re.compile(r"--?(?:input|function[-_]input|expected_output|output|parameters)(?:=|$)")
_NAME = re.compile(r"\w")
_LEAD = re.compile(r"\A(?:\s|\\\n)+")


class NotPlainError(Exception):
    """The words cannot be known without a shell. ``refused`` when a shell would run something to know them."""

    def __init__(self, text: str, *, refused: bool = False) -> None:
        super().__init__(text)
        self.refused = refused


def words(pieces: Iterable[str | None]) -> list[str]:
    """The words that pieces make. An empty piece is an empty word, no piece is no word.

    >>> words(["a", "b", None, None, "", None, "c"])
    ['ab', '', 'c']
    """
    found: list[str] = []
    open_word = False
    for piece in pieces:
        if piece is None:
            open_word = False
        elif open_word:
            found[-1] += piece
        else:
            found.append(piece)
            open_word = True
    return found


def expanded(node: Node, scope: Scope, *, quoted: bool = False) -> Pieces:
    """The pieces that an argument expands to.

    :param quoted: values are not split at blanks, as between double quotes and in assignments.
    :raises NotPlainError: when a shell would be needed to know them.
    """
    return _expand(node, scope, quoted=quoted, depth=0)


def _expand(node: Node, scope: Scope, *, quoted: bool, depth: int) -> Pieces:
    if depth > _MAX_DEPTH:
        raise NotPlainError("is nested too deeply")
    match node.type:
        case "command_name":
            return _all(node.children, scope, quoted=quoted, depth=depth)
        case kind if kind in _LITERAL:
            # Only the default of an expansion has blanks within.
            parts = [text_of(node)] if quoted else _BARE_BLANKS.split(text_of(node))
            return [piece for part in parts for piece in ([None] if part.isspace() else _some(_unescaped(part)))]
        case "raw_string":
            return [text_of(node)[1:-1]]
        case "string":
            return _string(node, scope, depth)
        case "concatenation" | "brace_expression":
            return _with_braces(node, scope, quoted=quoted, depth=depth)
        case "simple_expansion":
            name = _LEAD.sub("", text_of(node)).strip().removeprefix("$")
            return _split(_value(name, scope), quoted=quoted)
        case "expansion":
            return _expansion(node, scope, quoted=quoted, depth=depth)
        case "command_substitution":
            if is_worked_out(node):
                return _split([_printed(node, scope, depth)], quoted=quoted)
            raise NotPlainError(f"runs a command to get at a value: `{cut(text_of(node))}`", refused=True)
        case "process_substitution":
            raise NotPlainError(f"runs a command to get at a file: `{cut(text_of(node))}`", refused=True)
        case _:
            raise NotPlainError(f"has `{cut(text_of(node))}` in it, which is not plain words")


def _printed(node: Node, scope: Scope, depth: int) -> str:
    call = node.named_children[0] if len(node.named_children) == 1 else None
    if call is None or call.type != "command":
        return UNKNOWN
    pieces: Pieces = []
    for child in call.children:
        pieces += [None, *_expand(child, scope, quoted=False, depth=depth + 1)]
    return printed_by(words(pieces))


def _all(nodes: list[Node], scope: Scope, *, quoted: bool, depth: int) -> Pieces:
    found: Pieces = []
    for node in nodes:
        found += _expand(node, scope, quoted=quoted, depth=depth + 1)
        _checked(found)
    return found


def _checked(found: Pieces) -> Pieces:
    if len(found) > MAX_WORDS or sum(len(piece or "") for piece in found) > MAX_LENGTH:
        raise NotPlainError("has too many or too long words")
    return found


def _split(values: list[str], *, quoted: bool) -> Pieces:
    """The pieces of a variable's words: one for each, or, out of quotes, also parted at blanks."""
    found: Pieces = []
    for value in values:
        found += [None] if found else []
        found += [value] if quoted else [None if part.isspace() else part for part in _BLANKS.split(value) if part]
    return found


def _string(node: Node, scope: Scope, depth: int) -> Pieces:
    # The grammar leaves blanks between expansions out of its tree, so the gaps are filled from the text.
    text = node.text or b""
    found: Pieces = []
    at = 1
    for child in node.named_children:
        start, end = child.start_byte - node.start_byte, child.end_byte - node.start_byte
        own = text_of(child)
        # The grammar counts blanks, also continued lines, before an expansion to the expansion.
        lead = _LEAD.match(own) if child.type != "string_content" else None
        found += _some(_unquoted(text[at:start].decode("utf-8", "replace")) + _unquoted(lead[0] if lead else ""))
        found += [_unquoted(own)] if child.type == "string_content" else _all([child], scope, quoted=True, depth=depth)
        at = end
    found += _some(_unquoted(text[at : len(text) - 1].decode("utf-8", "replace")))
    # "" is an empty word, "${EMPTY[@]}" is none.
    return found or ([] if any(map(_is_list, node.named_children)) else [""])


def _some(text: str) -> Pieces:
    return [text] if text else []


def _is_list(node: Node) -> bool:
    return node.type in ("expansion", "simple_expansion") and "@" in text_of(node)


def _with_braces(node: Node, scope: Scope, *, quoted: bool, depth: int) -> Pieces:
    """A word that is put together of parts. Between quotes, and in an assignment, braces mean nothing."""
    children = [node] if node.type == "brace_expression" else node.children
    bare = [text_of(child) if child.type in _LITERAL or child.type == "brace_expression" else None for child in children]
    if quoted or not any(text and "{" in text for text in bare):
        found: Pieces = []
        for child, text in zip(children, bare, strict=True):
            found += [text] if child.type == "brace_expression" else _expand(child, scope, quoted=quoted, depth=depth + 1)
        return _checked(found)
    pieces: list[braces.Piece] = []
    named: list[braces.Piece] = []
    for child, text in zip(children, bare, strict=True):
        pieces += _BARE.findall(text) if text is not None else [tuple(_expand(child, scope, quoted=False, depth=depth + 1))]
        named += pieces[-1:] if child.type == "simple_expansion" else []
    try:
        choices = braces.written_out(tuple(pieces))
    except braces.TooManyWordsError as error:
        raise NotPlainError("has too many or too long words") from error
    # Braces are written out before variables are looked up: $A{b,c} is $Ab and $Ac.
    if any(piece is one and _NAME.match(after) for choice in choices for piece, after in pairwise(choice) for one in named if isinstance(after, str)):
        raise NotPlainError(f"has `{cut(text_of(node))}` in it, which a shell would write out")
    first = "".join(piece for piece in choices[0] if isinstance(piece, str))
    if len(choices) > 1 and first.startswith("-") and not _REPEATED.match(first):
        # Of a flag that is given several times one value counts, and the report hardly means that.
        raise NotPlainError(f"has `{cut(text_of(node))}` in it, which a shell would write out")
    return _checked([part for choice in choices for part in (None, *_spelled(choice))][1:])


def _spelled(word: braces.Word) -> Pieces:
    found: Pieces = []
    for piece in word:
        found += _some(_unescaped(piece)) if isinstance(piece, str) else piece
    return found


def _value(name: str, scope: Scope) -> list[str]:
    found = scope.get(name)
    return found if name in _LISTS else found[:1]


def _expansion(node: Node, scope: Scope, *, quoted: bool, depth: int) -> Pieces:
    """``${…}``: a variable, all of a list, a slice of it, its length, a default, an ending taken off; else unknown."""
    inner = [child for child in node.children if child.type not in ("${", "}")]
    if not inner or inner[0].type not in ("variable_name", "special_variable_name", "subscript"):
        return [UNKNOWN]
    found = _named(inner[0], scope)
    operator, operands = (inner[1].type, inner[2:]) if len(inner) > 1 else ("", [])
    if operator in (":-", "-") and (not found or found[0] in ("", UNKNOWN)):
        return _all(operands, scope, quoted=quoted, depth=depth)
    return _split(_changed(found, operator, operands, inner[0]), quoted=quoted)


def _changed(found: list[str], operator: str, operands: list[Node], of: Node) -> list[str]:
    texts = [text_of(one) for one in operands if one.is_named]
    if operator in ("", ":-", "-", ":?", "?"):
        return found
    if operator == ":" and texts and all(text.isdecimal() for text in texts):
        return _slice(found, [int(text[:6]) for text in texts], of)
    if operator in ("%", "%%") and len(texts) == 1 and not _GLOB.search(texts[0]):
        return [one.removesuffix(texts[0]) for one in found]
    if operator == "##" and texts == ["*/"]:
        return [one.rpartition("/")[2] for one in found]
    return [UNKNOWN]


def _named(node: Node, scope: Scope) -> list[str]:
    if node.type != "subscript":
        return _value(text_of(node), scope)
    name, index = node.child_by_field_name("name"), node.child_by_field_name("index")
    if name is None or index is None:
        return [UNKNOWN]
    found = scope.get(text_of(name))
    if text_of(index) in _LISTS:
        return found
    return found[int(text_of(index)[:6]) :][:1] if text_of(index).isdecimal() else [UNKNOWN]


def _slice(found: list[str], bounds: list[int], of: Node) -> list[str]:
    if found == [UNKNOWN]:
        return found
    if of.type == "variable_name":
        # ${NAME:1} is a part of the text.
        return [one[bounds[0] :][: bounds[1]] if len(bounds) > 1 else one[bounds[0] :] for one in found]
    # Positional parameters count from 1, arrays from 0.
    start = bounds[0] - 1 if text_of(of) in _LISTS else bounds[0]
    return found[max(start, 0) :][: bounds[1]] if len(bounds) > 1 else found[max(start, 0) :]


def _unescaped(text: str) -> str:
    return re.sub(r"\\(\n|.)", lambda found: "" if found[1] == "\n" else found[1], text, flags=re.DOTALL) if "\\" in text else text


def _unquoted(text: str) -> str:
    """Text between double quotes, where a backslash only escapes what would be special there."""
    return re.sub(r'\\([$`"\\\n])', lambda found: "" if found[1] == "\n" else found[1], text) if "\\" in text else text
