"""What a shell text has set so far: variables, arrays, positional parameters."""

from dataclasses import dataclass, field

UNKNOWN = "\ufffc"
"""Stands for a part of a word that the text does not give."""


@dataclass(slots=True)
class Scope:
    """Variables that a text has set so far, each a list of words, and its positional parameters (None: not given)."""

    values: dict[str, list[str]] = field(default_factory=dict)
    arguments: list[str] | None = None
    name: str = UNKNOWN

    def shift(self) -> None:
        """Drop the first positional parameter."""
        if self.arguments:
            self.arguments = self.arguments[1:]

    def get(self, name: str) -> list[str]:
        """The words of a variable or parameter."""
        if name in ("@", "*"):
            return [UNKNOWN] if self.arguments is None else self.arguments
        if name == "#":
            return [UNKNOWN if self.arguments is None else str(len(self.arguments))]
        if name == "0":
            return [self.name]
        if name.isdecimal():
            position = int(name[:6])
            if self.arguments is None:
                return [UNKNOWN]
            return self.arguments[position - 1 : position]
        return self.values.get(name, [UNKNOWN])
