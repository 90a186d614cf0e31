"""The other variant in words: "remove FLAG and build again", "with FLAG it becomes right", "with and without FLAG"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from bot.intake.inline import code_spans
from bot.intake.markdown import Document, Passage
from bot.intake.result import Lines
from bot.intake.tools import ROLES
from bot.intake.wording import phrases
from runners.flags import Flag

Verb = Literal["add", "remove", "toggle"]

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(\[`*_])")
_FLAG = re.compile(r"(?<![\w-])--?[A-Za-z][A-Za-z0-9_-]{2,80}(?:=(?:\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'|[^\s`,;)\"']{1,200}))?")
_TOOL = re.compile("|".join(rf"(?<![\w-]){re.escape(name)}\s" for name in ROLES))
_WITH = r"with(?:out)?"
_VERBS: tuple[tuple[Verb, re.Pattern[str]], ...] = (
    ("toggle", phrases(rf"{_WITH}\s*(?:and|/|or|vs\.?|versus|&)\s*{_WITH}", r"w/\s*(?:and|or|vs\.?)\s*w/o", r"on (?:and|or|vs\.?) off")),
    ("remove", phrases(r"remov\w+", r"drop\w*", r"delet\w+", r"omit\w*", "without", "w/o", r"leav\w+ (?:out|off)", r"tak\w+ (?:out|away)", r"disabl\w+")),
    ("remove", phrases(r"get(?:ting)? rid of", "instead of", "rather than", r"turn\w* off", "no", r"replac\w+", r"swap\w*", r"chang(?:e|ing)", r"from\W*$")),
    ("add", phrases(r"add\w*", r"append\w*", r"pass(?:ing|es|ed)?", "with", r"us(?:e|es|ed|ing)", r"set(?:s|ting)?", r"enabl\w+", r"turn\w* on")),
    ("add", phrases(r"specify\w*", "plus", r"includ\w+", r"(?:by|to)\W*$")),
)
_QUALITY = r"(?:right|correct|wrong|incorrect|fine|ok|okay|good|bad|nan|equal|garbage)"
_NUMBERS = r"(?:result|output|number|value)\w*"
_RESULT = phrases(
    r"becom\w+",
    r"go(?:es)? away",
    r"disappear\w*",
    r"vanish\w*",
    r"fix(?:es|ed)?",
    r"differ\w*",
    rf"chang(?:e|es|ed) (?:the )?{_NUMBERS}",
    "no longer",
    r"reproduc\w*",
    r"mismatch\w*",
    r"match(?:es)?",
    r"pass(?:es|ed)",
    "fails?",
    r"diverg\w*",
    "works?",
    rf"(?:is|are|get|gets|comes? out|looks?|turns?) (?:\w+ ){{0,2}}{_QUALITY}",
    rf"(?:correct|wrong) {_NUMBERS}",
)
_AGAIN = phrases("re-?run", "re-?build", "re-?compile", "repeat", "again")
_STEP = re.compile(
    r"\s*(?:\d+\.\s*)?(?:now|then|next|finally|after(?:wards)?|second(?:ly)?)?[,\s]*(?:remove|add|drop|delete|append|disable|enable|pass|set|use|replace)\b",
    re.IGNORECASE,
)
_VOID = phrases(
    "no (?:difference|change|effect|influence)",
    r"(?:does|did|do)(?: not|n't) (?:change|help|matter|make|fix|affect|influence)",
    r"(?:same|identical) (?:wrong )?(?:results?|outputs?|numbers?|values?|problem|issue|behaviou?r)",
    r"still (?:\w+ )?(?:wrong|fails?|broken|the same|see|get)",
    "regardless",
    "either way",
    "unrelated",
    "(?:can|could|would) (?:you|somebody|someone|anybody|anyone)",
    "please try",
    "have you tried",
)


@dataclass(frozen=True, slots=True)
class Edit:
    """How the other variant differs. ``sure`` when the sentence gives it as a step of the repro, or says what it does to the results."""

    verb: Verb
    flags: tuple[Flag, ...]
    taken: tuple[Flag, ...]
    sure: bool
    document: int
    lines: Lines

    @property
    def in_words(self) -> str:
        """The edit in a few words, for people."""
        parts = [f"{word} {' '.join(f'`{flag}`' for flag in flags)}" for word, flags in ((self._word, self.flags), ("without", self.taken)) if flags]
        return " and ".join(parts)

    @property
    def _word(self) -> str:
        return "with or without" if self.verb == "toggle" else "with"


def read_edits(document: Document) -> list[Edit]:
    """The edits that the sentences of a document describe, in reading order."""
    return [edit for passage in document.passages if not passage.is_code and "-" in passage.text for edit in _in_passage(passage)]


def _in_passage(passage: Passage) -> Iterator[Edit]:
    at = 0
    spans = [(span.start, span.end) for span in code_spans(passage.text) if _TOOL.search(span.text + " ")]
    pieces = _SENTENCE.split(passage.text)
    for position, sentence in enumerate(pieces):
        start = passage.text.find(sentence, at)
        at = start + len(sentence)
        found = [match for match in _FLAG.finditer(sentence) if not any(first <= start + match.start() < last for first, last in spans)]
        if not found or _TOOL.match(sentence.lstrip("$ ")) or _VOID.search(sentence) or sentence.rstrip().endswith("?"):
            continue
        follows = pieces[position + 1] if position + 1 < len(pieces) else ""
        edit = _edit(passage, sentence, found, start)
        if edit is not None and not _VOID.search(follows):
            yield edit


def _edit(passage: Passage, sentence: str, found: list[re.Match[str]], start: int) -> Edit | None:
    verbs: dict[Verb, list[Flag]] = {"add": [], "remove": [], "toggle": []}
    verb: Verb | None = None
    reached = 0
    for match in found:
        verb = _verb(sentence[reached : match.start()]) or verb
        reached = match.end()
        if verb is None:
            return None
        verbs[verb].append(Flag.parse(match[0].replace('"', "").replace("'", "").rstrip(".:")))
    step = _STEP.match(sentence) and _AGAIN.search(sentence)
    kind: Verb = "toggle" if verbs["toggle"] else "add" if verbs["add"] else "remove"
    words = sentence[: found[0].start()] + sentence[found[-1].end() :]
    return Edit(
        verb=kind,
        flags=tuple(verbs["toggle"] or verbs["add"]),
        taken=tuple(verbs["remove"]),
        sure=bool(step) or _RESULT.search(words) is not None,
        document=passage.document,
        lines=passage.lines(start + found[0].start(), start + found[-1].end()),
    )


def _verb(words: str) -> Verb | None:
    """The last verb before a flag, and so the nearest."""
    best: tuple[int, Verb] | None = None
    for verb, pattern in _VERBS:
        ends = [match.end() for match in pattern.finditer(words)]
        if ends and (best is None or ends[-1] > best[0]):
            best = (ends[-1], verb)
    return best[1] if best else None


def edited(flags: tuple[Flag, ...], edit: Edit) -> tuple[Flag, ...] | None:
    """The flags of the other variant; None when the edit does not fit (it takes a flag away that is not there, or adds one that is)."""
    result = list(flags)
    for flag in edit.taken:
        if not _take(result, flag):
            return None
    for flag in edit.flags:
        there = any(_is(flag, one) for one in result)
        if there and edit.verb == "toggle":
            _take(result, flag)
        elif there:
            return None
        else:
            result = [one for one in result if one.name != flag.name or flag.value is None]
            result.append(flag)
    return tuple(result)


def _take(flags: list[Flag], flag: Flag) -> bool:
    kept = [one for one in flags if not _is(flag, one)]
    taken = len(kept) < len(flags)
    flags[:] = kept
    return taken


def _is(wanted: Flag, flag: Flag) -> bool:
    return wanted.name == flag.name and wanted.value in (None, flag.value)
