"""Hardware words and the labels that machines carry for them: the form of the table, and what a text names by it."""

import re
from functools import cached_property
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

Api = Literal["cpu", "hip", "cuda", "vulkan", "metal"]
"""What a card is used through; each is also the label of a machine of which no more is known."""

LABEL = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
"""A label of a runner."""

_WORDS = r"(?:\w[\w.+]*|\[\w[\w.+]*(?: \w[\w.+]*)*\])"
_NAME = re.compile(rf"{_WORDS}(?: {_WORDS})*")
_PART = re.compile(r"\[([^\]]*)\]|([^\s\[]+)")
_MAX_NAME = 60
# Names as short as a variable's count only where the maker or the kind of thing stands beside them.
_SHORT = re.compile(r"[a-z]\d\d?\w?|\d{4}", re.IGNORECASE)
_MAKER = re.compile(r"\b(?:nvidia|amd|radeon|geforce|tesla|quadro|rtx|gpu|card|cuda)\W+(?:\w+\W+)?$", re.IGNORECASE)
_NOT = re.compile(r"(?:\bnot|n't|\bno|\bwithout|\bnever|\bunlike)\W+(?:\w+\W+){0,3}$", re.IGNORECASE)
_CHIP = re.compile(r"\w+")
# A chip's own name is its label where the table does not say otherwise.
_CHIPS: dict[Api, re.Pattern[str]] = {
    "hip": re.compile(r"gfx[0-9a-f]{3,4}|mi\d{3}[a-z]?", re.IGNORECASE),
    "cuda": re.compile(r"sm_\d{2,3}"),
    "vulkan": re.compile(r"rdna[1-4]|ampere|turing|ada|adreno|valhall\d?|llvmpipe", re.IGNORECASE),
}
_GFX = re.compile(r"(?<![\w-])gfx[0-9a-f]{3,4}\b", re.IGNORECASE)


def _label(text: str) -> str:
    if not LABEL.fullmatch(text):
        raise ValueError(f"{text!r} is no label: write small letters, digits, dots, hyphens and underscores, as in 'gfx942'")
    return text


def _name(text: str) -> str:
    if len(text) > _MAX_NAME or not _NAME.fullmatch(text) or not any(part[2] for part in _PART.finditer(text)):
        raise ValueError(f"{text[:_MAX_NAME]!r} is no name: write words of letters and digits, those that may be missing in brackets, as in '[RX] 7900 XTX'")
    return text


Label = Annotated[str, AfterValidator(_label)]
Labels = Annotated[tuple[Label, ...], BeforeValidator(lambda value: (value,) if isinstance(value, str) else value), Field(min_length=1)]
Name = Annotated[str, AfterValidator(_name)]


def _pattern(name: str) -> str:
    """A name of the table as a regular expression: ``[RX] 7900 XTX`` also takes ``7900xtx``."""
    pattern, begun = "", False
    for part in _PART.finditer(name):
        words = r"[ -]?".join(map(re.escape, (part[1] or part[2]).split()))
        if part[2]:
            pattern += rf"[ -]?{words}" if begun else words
            begun = True
        else:
            pattern += rf"(?:[ -]?{words})?" if begun else rf"(?:{words}[ -]?)?"
    return pattern


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Card(_Form):
    """One kind of processor: its names in reports, and its label for each API that it can be used through."""

    names: Annotated[tuple[Name, ...], Field(min_length=1)]
    cpu: Label | None = None
    hip: Label | None = None
    cuda: Label | None = None
    vulkan: Label | None = None
    metal: Label | None = None

    @model_validator(mode="after")
    def _has_a_label(self) -> "Card":
        if not any((self.cpu, self.hip, self.cuda, self.vulkan, self.metal)):
            raise ValueError("a card needs a label for one API at least: cpu, hip, cuda, vulkan or metal")
        return self

    def label(self, api: Api) -> str | None:
        """The label of a machine that has it, for use through ``api``."""
        found: str | None = getattr(self, api)
        return found

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Its names, longest first."""
        names = "|".join(map(_pattern, sorted(self.names, key=len, reverse=True)))
        return re.compile(rf"(?<![\w.-])(?:{names})(?!\w|\.\d)", re.IGNORECASE)


class Hardware(_Form):
    """The table. ``labels`` are what the machines carry in place of the labels of cards and kinds of devices."""

    card: tuple[Card, ...] = ()
    labels: dict[Label, Labels] = Field(default_factory=dict)

    def over(self, other: "Hardware") -> "Hardware":
        """This table, and the other one for whatever this one says nothing of."""
        return Hardware(card=(*self.card, *other.card), labels={**other.labels, **self.labels})

    def chips_in(self, words: str, api: Api) -> set[str]:
        """The labels of the processors that a text names, for use through ``api``; those that it says it is not about are left out.

        What one card's name was read from is not read as another's again: the first card wins.
        """
        read = bytearray(len(words))
        found: set[str] = set()
        names = [(card.label(api), card.pattern) for card in self.card if card.label(api)]
        names += [(None, _GFX)] if api == "hip" else []
        for label, pattern in names:
            for match in pattern.finditer(words):
                if _counts(words, match) and read.find(1, *match.span()) < 0:
                    read[match.start() : match.end()] = b"\1" * len(match[0])
                    found.add(label or match[0].lower())
        return found

    def chip(self, target: str, api: Api) -> str | None:
        """The label for the value of a target flag, as ``gfx942:xnack-`` or ``rdna3-unknown-linux``; None where it names no chip."""
        head = _CHIP.match(target)
        if head is None:
            return None
        named = (label for card in self.card if (label := card.label(api)) and card.pattern.fullmatch(head[0]))
        chips = _CHIPS.get(api)
        return next(named, head[0].lower() if chips and chips.fullmatch(head[0]) else None)

    def carried(self, labels: tuple[str, ...]) -> tuple[str, ...]:
        """The labels as the machines carry them, each once."""
        return tuple(dict.fromkeys(one for label in labels for one in self.labels.get(label, (label,))))


def _counts(words: str, match: re.Match[str]) -> bool:
    before = words[max(0, match.start() - 60) : match.start()].rpartition("\n")[2]
    return not _NOT.search(before) and (not _SHORT.fullmatch(match[0]) or _MAKER.search(before) is not None)
