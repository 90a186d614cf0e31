"""The other variant in words: "remove FLAG and build again", "with FLAG it becomes right", "with and without FLAG"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from bot.intake.inline import code_spans
from bot.intake.markdown import Document, Passage
from bot.intake.result import Lines
from bot.intake.results_in_words import changes_nothing, changes_results
from bot.intake.swaps import Swap, swap_in
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
_AGAIN = phrases("re-?run", "re-?build", "re-?compile", "repeat", "again")
_STEP = re.compile(
    r"\s*(?:\d+\.\s*)?(?:now|then|next|finally|after(?:wards)?|second(?:ly)?)?[,\s]*(?:remove|add|drop|delete|append|disable|enable|pass|set|use|replace)\b",
    re.IGNORECASE,
)
_RUNS_NEXT = re.compile(r"\s*(?:\d+[.)]\s*)?(?:(?:then|and|now)\s+)?(?:re-?)?(?:run|build|compile|execute|repeat)\b", re.IGNORECASE)
_SETS = re.compile(r"\b(?:set|chang|switch|turn|rais|lower|flip|put|increas|decreas|reduc)\w*\b[^.;]{0,60}$", re.IGNORECASE)
_DISABLES = re.compile(r"\b(?:disabl|turn(?:ed|ing|s)?\s+off|switch(?:ed|ing|es)?\s+off)\w*\b[^.;]{0,60}$", re.IGNORECASE)
_OFF = frozenset({"false", "0", "off", "none", "no"})
# After a flag and a verb that sets: "to `O3`", "from O1 to O3", "= 4".
_VALUE = re.compile(
    r"[`'\"]?\s*(?:from\s+[`'\"]?[\w+-]{1,40}[`'\"]?\s+)?(?:to|=|as)\s*(?:[`'\"](?P<quoted>[\w.,+-]{1,80})[`'\"]|(?P<bare>O[0-3s]|\d+|true|false|on|off)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Edit:
    """How the other variant differs: by flags, or by one value in place of another.

    ``sure`` when the sentence gives it as a step of the repro, or says what it does to the results.
    """

    verb: Verb
    flags: tuple[Flag, ...]
    taken: tuple[Flag, ...]
    sure: bool
    document: int
    lines: Lines
    swap: Swap | None = None

    @property
    def in_words(self) -> str:
        """The edit in a few words, for people."""
        if self.swap is not None:
            return f"with `{self.swap.new}` instead of `{self.swap.old}`"
        parts = [f"{word} {' '.join(f'`{flag}`' for flag in flags)}" for word, flags in ((self._word, self.flags), ("without", self.taken)) if flags]
        return " and ".join(parts)

    @property
    def _word(self) -> str:
        return "with or without" if self.verb == "toggle" else "with"


def read_edits(document: Document) -> list[Edit]:
    """The edits that the sentences of a document describe, in reading order."""
    return [edit for passage in document.passages if not passage.is_code for edit in _in_passage(passage, _next(document, passage))]


def _next(document: Document, passage: Passage) -> str:
    return document.passages[passage.index + 1].text if passage.index + 1 < len(document.passages) else ""


def _in_passage(passage: Passage, after: str) -> Iterator[Edit]:
    at = 0
    spans = [(span.start, span.end) for span in code_spans(passage.text) if _TOOL.search(span.text + " ")]
    pieces = _SENTENCE.split(passage.text)
    for position, sentence in enumerate(pieces):
        start = passage.text.find(sentence, at)
        at = start + len(sentence)
        if sentence.rstrip().endswith("?") or changes_nothing(sentence):
            continue
        follows = pieces[position + 1] if position + 1 < len(pieces) else after
        if position + 1 < len(pieces) and changes_nothing(follows):
            continue
        found = [match for match in _FLAG.finditer(sentence) if not any(first <= start + match.start() < last for first, last in spans)]
        edits = [_edit(passage, part, flags, start, follows) for part, flags in _parts(sentence, found)] if found else [_swapped(passage, sentence, start)]
        if not found or not _TOOL.match(sentence.lstrip("$ ")):
            yield from filter(None, edits)


def _parts(sentence: str, found: list[re.Match[str]]) -> Iterator[tuple[str, list[re.Match[str]]]]:
    """The flags that are one edit, each time with the text up to the next; what was before is blanked, so that offsets hold.

    A result that is told between two flags parts them: "with A it works, and with B it works too".
    """
    begin = 0
    group: list[re.Match[str]] = []
    for match in found:
        if group and changes_results(sentence[group[-1].end() : match.start()]):
            yield " " * begin + sentence[begin : match.start()], group
            begin, group = group[-1].end(), []
        group.append(match)
    yield " " * begin + sentence[begin:], group


def _swapped(passage: Passage, sentence: str, start: int) -> Edit | None:
    swap = swap_in(sentence)
    if swap is None:
        return None
    sure = changes_results(f"{sentence[: swap.start]} {sentence[swap.end :]}")
    return Edit("add", (), (), sure, passage.document, passage.lines(start + swap.start, start + swap.end), swap)


def _edit(passage: Passage, sentence: str, found: list[re.Match[str]], start: int, follows: str) -> Edit | None:
    verbs: dict[Verb, list[Flag]] = {"add": [], "remove": [], "toggle": []}
    verb: Verb | None = None
    reached = 0
    for match in found:
        before = sentence[reached : match.start()]
        reached = match.end()
        flag = Flag.parse(match[0].replace('"', "").replace("'", "").rstrip(".:"))
        value = _VALUE.match(sentence, match.end()) if flag.value is None and _SETS.search(before) else None
        if value is not None:
            reached = value.end()
            flag = Flag(flag.name, value["quoted"] or value["bare"])
        sets = value is not None or (_DISABLES.search(before) and flag.value in _OFF)
        verb = "add" if sets else _verb(before) or verb
        if verb is None:
            return None
        verbs[verb].append(flag)
    step = _STEP.match(sentence) and (_AGAIN.search(sentence) or _RUNS_NEXT.match(follows))
    kind: Verb = "toggle" if verbs["toggle"] else "add" if verbs["add"] else "remove"
    words = sentence[: found[0].start()] + sentence[reached:]
    return Edit(
        verb=kind,
        flags=tuple(verbs["toggle"] or verbs["add"]),
        taken=tuple(verbs["remove"]),
        sure=bool(step) or changes_results(words),
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
