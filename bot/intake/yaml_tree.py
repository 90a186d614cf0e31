"""YAML as a tree of texts with their places. It has no types, tags, anchors or aliases, so nothing in it can do or become anything."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from bot.intake.wording import cut

MAX_TEXT = 64 * 1024
"""Characters that are read. GitHub takes no longer comment."""
MAX_DEPTH = 8

# Only scanner and parser of it are used: no node is ever constructed.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NULLS = frozenset(("", "~", "null", "Null", "NULL"))
_HINTS = {
    "@": "put quotes around a value that begins with @",
    "`": "put quotes around a value that begins with a backtick, or leave the backtick out",
    "%": "put quotes around a value that begins with %",
    "\t": "indent with blanks, not with tabs",
}
_COLON = "put quotes around a value that has a colon in it, and indent the keys of one thing alike"


@dataclass(frozen=True, slots=True)
class Place:
    """Where something begins and on which row it ends; rows and columns are counted from 0."""

    row: int
    column: int
    last: int


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar as it is written, without its quotes."""

    value: str
    place: Place
    is_null: bool = False


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    items: tuple["Node", ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys in order, each with its own place and its value."""

    pairs: dict[str, tuple[Place, "Node"]]
    place: Place


Node = Text | Items | Mapping


class WrongError(Exception):
    """The text cannot be read, or has something in it that is not taken; ``text`` says what would be right."""

    def __init__(self, text: str, place: Place) -> None:
        super().__init__(text)
        self.text = text
        self.place = place


def read_yaml(text: str) -> Node | None:
    """The one document in ``text``; None where there is nothing in it.

    :raises WrongError: with the place of what is wrong.
    """
    if len(text) > MAX_TEXT:
        raise WrongError(f"it is longer than {MAX_TEXT} characters: put long values into an .npy file", Place(0, 0, 0))
    # What cannot be encoded would make the scanner fail without a place.
    text = text.encode("utf-8", "replace").decode()
    try:
        return _Reader(iter(yaml.parse(text, Loader=_LOADER))).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(mark.line, mark.column, mark.line) if mark is not None else Place(0, 0, 0)
        raise WrongError(f"this is not YAML; {_hint(text, place)}", place) from error
    except yaml.reader.ReaderError as error:
        before = text[: error.position]
        row = before.count("\n")
        raise WrongError("a control character stands here: leave it out", Place(row, len(before.rpartition("\n")[2]), row)) from error


def _hint(text: str, place: Place) -> str:
    lines = text.split("\n")
    line = lines[place.row] if place.row < len(lines) else ""
    return _HINTS.get(line[place.column : place.column + 1], _COLON)


class _Reader:
    """Makes the tree of the parser's events, and stops at the first that is not taken."""

    def __init__(self, events: Iterator[Any]) -> None:
        self._events = events

    def document(self) -> Node | None:
        found: Node | None = None
        for event in self._events:
            match event:
                case yaml.DocumentStartEvent() if found is not None:
                    raise WrongError("a second document begins here (---): one is expected", _place(event))
                case yaml.StreamStartEvent() | yaml.StreamEndEvent() | yaml.DocumentStartEvent() | yaml.DocumentEndEvent():
                    pass
                case _:
                    found = self._node(event, 0)
        return None if isinstance(found, Text) and found.is_null else found

    def _node(self, event: Any, depth: int) -> Node:
        place = _place(event)
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            raise WrongError("anchors (&) and aliases (*) are not read: write the value out, in quotes if it begins with & or *", place)
        if event.tag is not None and event.tag != "!":
            raise WrongError("tags (!) are not read: leave it out, or put quotes around a value that begins with !", place)
        if depth > MAX_DEPTH:
            raise WrongError("this is nested deeper than any field is", place)
        match event:
            case yaml.SequenceStartEvent():
                items = tuple(self._node(inner, depth + 1) for inner in self._until(yaml.SequenceEndEvent))
                return Items(items, _around(place, [item.place for item in items]))
            case yaml.MappingStartEvent():
                return self._mapping(place, depth)
            case _:
                return Text(event.value, place, is_null=event.implicit[0] and event.value in _NULLS)

    def _mapping(self, place: Place, depth: int) -> Mapping:
        pairs: dict[str, tuple[Place, Node]] = {}
        for event in self._until(yaml.MappingEndEvent):
            key = self._node(event, depth + 1)
            if not isinstance(key, Text):
                raise WrongError("a field's name is one word", key.place)
            if key.value in pairs:
                raise WrongError(f"`{cut(key.value)}` is given twice: keep one of them", key.place)
            pairs[key.value] = key.place, self._node(next(self._events), depth + 1)
        return Mapping(pairs, _around(place, [value.place for _, value in pairs.values()]))

    def _until(self, end: type[Any]) -> Iterator[Any]:
        for event in self._events:
            if isinstance(event, end):
                return
            yield event


def _place(event: Any) -> Place:
    start, end = event.start_mark, event.end_mark
    # A block of text ends at the beginning of the row after it.
    last = end.line - 1 if end.column == 0 else end.line
    return Place(start.line, start.column, max(start.line, last))


def _around(place: Place, inner: list[Place]) -> Place:
    return Place(place.row, place.column, max((one.last for one in inner), default=place.row))
