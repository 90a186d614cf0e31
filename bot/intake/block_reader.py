"""Reads the tree of a numerics-repro block against a table of its fields, and collects what is wrong in it."""

import difflib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bot.intake.block_fields import Told
from bot.intake.links import Link
from bot.intake.result import Lines
from bot.intake.wording import Standing, cut
from bot.intake.yaml_tree import Mapping, Node, Place, Text, WrongError

MAX_PROBLEMS = 8
"""Mistakes of one block that are told apart; whoever made more of them begins anew."""


_DERIVED = frozenset(("schema_version", "digest", "source", "sha256", "dialect"))
"""Fields of the spec that nobody has to say."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a block that cannot be taken, with its place."""

    text: str
    place: Place


@dataclass(slots=True)
class Reader:
    """Reads the tree of one block. What is wrong is collected, the rest is taken."""

    first: int
    document: int
    comment_id: int | None = None
    problems: list[Problem] = field(default_factory=list)
    ignored: list[Problem] = field(default_factory=list)
    links: dict[str, Link] = field(default_factory=dict)

    def lines(self, place: Place) -> Lines:
        """The lines of the body or comment."""
        return Lines(first=self.first + place.row, last=self.first + place.last, comment_id=self.comment_id)

    def told(self, read: "Read", node: Node) -> Told[Any] | None:
        """What ``read`` makes of the node; None when it is wrong, which is noted."""
        if len(self.problems) >= MAX_PROBLEMS:
            return None
        try:
            return Told(read(self, node), self.lines(node.place))
        except WrongError as error:
            self.problems.append(Problem(error.text, error.place))
            return None

    def fields(self, node: Node, table: "Table") -> dict[str, Told[Any]]:
        """The fields of a mapping by the names of ``table``; an empty one is not given.

        :raises WrongError: when the node is no mapping.
        """
        if not isinstance(node, Mapping):
            raise WrongError(f"fields are expected here: {', '.join(f'`{key}:`' for key in table)}", node.place)
        found: dict[str, Told[Any]] = {}
        for key, (place, value) in node.pairs.items():
            entry = table.get(key)
            if entry is None:
                self._unknown(key, place, table)
            elif isinstance(value, Text) and value.is_null:
                continue
            elif isinstance(entry, dict):
                inner = self.told(partial(Reader.fields, table=entry), value)
                found |= inner.value if inner is not None else {}
            else:
                name, read = entry
                if (told := self.told(read, value)) is not None:
                    found[name] = told
        return found

    def link(self, name: str, url: str, place: Place) -> None:
        """The file of this name is behind this address."""
        self.links[name] = Link(url, (name,), None, Standing.UNKNOWN, self.document, self.lines(place))

    def _unknown(self, key: str, place: Place, table: "Table") -> None:
        if key in _DERIVED:
            self.ignored.append(Problem(f"`{key}` is worked out by the bot and is not taken from a block", place))
        elif len(self.problems) < MAX_PROBLEMS:
            self.problems.append(Problem(f"there is no field `{cut(key, 40)}` here; {_meant(key, table)}", place))


Read = Callable[[Reader, Node], Any]
Table = dict[str, Any]
"""Field by key: a table of its own, or the name under which it is kept and what reads it."""


def _meant(key: str, table: Table) -> str:
    near = difflib.get_close_matches(key[:40], list(table), 1, 0.6)
    if near:
        return f"`{near[0]}` is the nearest"
    homes = [f"`{home}.{key}`" for home in ("compile", "run") if isinstance(table.get(home), dict) and key in table[home]]
    return f"{' or '.join(homes)} is what there is" if homes else f"known are {', '.join(f'`{one}`' for one in table)}"
