"""Brace expansion of a shell: ``x{1..3}.npy`` and ``{a,b}.mlir`` written out. Data in, data out."""

import re
from collections.abc import Iterator, Sequence

MAX_WORDS = 1000
"""Words that one word may become."""

Bare = str
"""A character that stands outside of quotes, so that it may be a brace, a comma or a dot of the notation."""
Piece = Bare | tuple[str | None, ...]
"""A bare character, or what stands between quotes and what an expansion gave: that is never looked into."""
Word = tuple[Piece, ...]

_RANGE = re.compile(r"(-?\d{1,9}|[a-z]|[A-Z])\.\.(-?\d{1,9}|[a-z]|[A-Z])(?:\.\.(-?\d{1,9}))?")


_MAX_DEPTH = 30


class TooManyWordsError(Exception):
    """More words than ``MAX_WORDS``, or braces within braces and behind braces without end."""


def written_out(word: Word, depth: int = 0) -> list[Word]:
    """The words that a shell makes of one with braces, in its order; the word itself where no braces are of the notation.

    >>> ["".join(one) for one in written_out(tuple("a{1..2}{x,}{y}"))]
    ['a1x{y}', 'a1{y}', 'a2x{y}', 'a2{y}']

    :raises TooManyWordsError: when there are more than ``MAX_WORDS``.
    """
    if depth > _MAX_DEPTH:
        raise TooManyWordsError
    for begin, end in _groups(word):
        choices = _choices(word[begin + 1 : end], depth)
        if choices is None:
            continue
        tails = written_out(word[end + 1 :], depth + 1)
        if len(choices) * len(tails) > MAX_WORDS:
            raise TooManyWordsError
        return [(*word[:begin], *choice, *tail) for choice in choices for tail in tails]
    return [word]


def _groups(word: Word) -> Iterator[tuple[int, int]]:
    """The places of braces that belong together, in the order of the first."""
    open_at: list[int] = []
    found: list[tuple[int, int]] = []
    for at, piece in enumerate(word):
        if piece == "{":
            open_at.append(at)
        elif piece == "}" and open_at:
            found.append((open_at.pop(), at))
    yield from sorted(found)


def _choices(inner: Word, depth: int) -> list[Word] | None:
    parts = _parts(inner)
    if len(parts) > 1:
        found = [choice for part in parts for choice in written_out(part, depth + 1)]
        if len(found) > MAX_WORDS:
            raise TooManyWordsError
        return found
    text = "".join(piece if isinstance(piece, str) else "\0" for piece in inner)
    match = _RANGE.fullmatch(text)
    values = _range(*match.groups()) if match else None
    return [tuple(value) for value in values] if values is not None else None


def _parts(inner: Word) -> list[Word]:
    """What lies between the commas outside of inner braces."""
    parts: list[list[Piece]] = [[]]
    depth = 0
    for piece in inner:
        depth += (piece == "{") - (piece == "}")
        if piece == "," and depth == 0:
            parts.append([])
        else:
            parts[-1].append(piece)
    return [tuple(part) for part in parts]


def _range(first: str, last: str, step: str | None) -> list[str] | None:
    by = abs(int(step or 1)) or 1
    if first.isalpha() and last.isalpha() and first.isupper() == last.isupper():
        return [chr(code) for code in _steps(ord(first), ord(last), by)]
    if first.isalpha() or last.isalpha():
        return None
    padded = any(re.match(r"-?0\d", bound) for bound in (first, last))
    width = max(len(first), len(last)) if padded else 0
    return [f"{number:0{width}d}" if width else str(number) for number in _steps(int(first), int(last), by)]


def _steps(first: int, last: int, by: int) -> Sequence[int]:
    numbers = range(first, last + 1, by) if first <= last else range(first, last - 1, -by)
    if len(numbers) > MAX_WORDS:
        raise TooManyWordsError
    return numbers
