"""Names of graphics processors in words, and the chip that each has: the label that its machine carries, by the API that is used."""

import re
from dataclasses import dataclass
from typing import Literal

Api = Literal["hip", "cuda", "vulkan"]


@dataclass(frozen=True, slots=True)
class _Card:
    """``names`` is a pattern for the products; ``chip`` the label for the vendor's own API, ``vulkan`` that for Vulkan."""

    api: Api
    chip: str | None
    vulkan: str | None
    names: str


_CARDS = (
    _Card("hip", "gfx908", None, r"mi100"),
    _Card("hip", "gfx90a", None, r"mi2[15]0x?"),
    _Card("hip", "gfx942", None, r"mi3(?:00[ax]?|08x|25x)"),
    _Card("hip", "gfx950", None, r"mi35[05]x?"),
    _Card("hip", "gfx1030", "rdna2", r"(?:rx )?6[89][05]0 ?xt|rx 6800|(?:pro )?w6[89]00x?"),
    _Card("hip", "gfx1100", "rdna3", r"(?:rx )?7900 ?(?:xtx?|gre)|rx 7900|(?:pro )?w7[89]00"),
    _Card("hip", "gfx1101", "rdna3", r"(?:rx )?7[78]00 ?xt|(?:pro )?w7700"),
    _Card("hip", "gfx1102", "rdna3", r"rx 7600(?: ?xt)?|(?:pro )?w7[56]00"),
    _Card("hip", "gfx1201", "rdna4", r"(?:rx )?9070(?: ?(?:xt|gre))?|(?:ai pro )?r9700"),
    _Card("hip", "gfx1200", "rdna4", r"(?:rx )?9060(?: ?xt)?"),
    _Card("hip", None, "rdna1", r"rdna ?1"),
    _Card("hip", None, "rdna2", r"rdna ?2"),
    _Card("hip", None, "rdna3", r"rdna ?3"),
    _Card("hip", None, "rdna4", r"rdna ?4"),
    _Card("cuda", "sm_70", None, r"v100"),
    _Card("cuda", "sm_75", "turing", r"t4|(?:rtx )20[678]0(?: ?(?:ti|super))?"),
    _Card("cuda", "sm_80", "ampere", r"a(?:30|100)"),
    _Card("cuda", "sm_86", "ampere", r"(?:rtx )?30[5-9]0(?: ?ti)?|a(?:10g?|40)|rtx a[2456]000"),
    _Card("cuda", "sm_89", "ada", r"(?:rtx )?40[5-9]0(?: ?(?:ti|super))?|l4|l40s?"),
    _Card("cuda", "sm_90", None, r"h[12]00"),
)
# Names as short as a variable's count only where the maker or the kind of thing stands beside them.
_SHORT = re.compile(r"[a-z]\d\d?\w?|\d{4}", re.IGNORECASE)
_MAKER = re.compile(r"\b(?:nvidia|amd|radeon|geforce|tesla|quadro|rtx|gpu|card|cuda)\W+(?:\w+\W+)?$", re.IGNORECASE)
_GFX = re.compile(r"(?<![\w-])gfx[0-9a-f]{3,4}\b", re.IGNORECASE)
_NOT = re.compile(r"(?:\bnot|n't|\bno|\bwithout|\bnever|\bunlike)\W+(?:\w+\W+){0,3}$", re.IGNORECASE)
_VULKAN_OF_CHIP = {card.chip: card.vulkan for card in _CARDS if card.chip}


def _pattern(card: _Card) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.-])(?:{card.names.replace(' ', '[ -]?')})(?!\w|\.\d)", re.IGNORECASE)


_PATTERNS = tuple((card, _pattern(card)) for card in _CARDS)


def chips_in(words: str, api: Api) -> set[str]:
    """The labels of the processors that a text names, for use through ``api``; those it says it is not about are left out.

    >>> chips_in("AMD Radeon RX 7900 XTX", "hip"), chips_in("a Radeon Pro W7900", "vulkan"), chips_in("not seen on an MI300X", "hip")
    ({'gfx1100'}, {'rdna3'}, set())
    """
    found: set[str] = set()
    for card, pattern in _PATTERNS:
        label = card.vulkan if api == "vulkan" else card.chip if card.api == api else None
        if label and any(_counts(words, match) for match in pattern.finditer(words)):
            found.add(label)
    for match in _GFX.finditer(words):
        chip = match[0].lower()
        label = _VULKAN_OF_CHIP.get(chip) if api == "vulkan" else chip if api == "hip" else None
        if label and _counts(words, match):
            found.add(label)
    return found


def _counts(words: str, match: re.Match[str]) -> bool:
    before = words[max(0, match.start() - 60) : match.start()].rpartition("\n")[2]
    return not _NOT.search(before) and (not _SHORT.fullmatch(match[0]) or _MAKER.search(before) is not None)
