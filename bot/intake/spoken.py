"""Numbers that a sentence says should come out: "expected all 64s", "the result should be -1", "should be 1, 2 and 3"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.intake.array_text import NUMBER
from bot.intake.wording import Standing, phrases, standing


@dataclass(frozen=True, slots=True)
class Saying:
    """The numbers as written, ``everywhere`` when one is meant for every element, and the part of the text that says it."""

    numbers: tuple[str, ...]
    everywhere: bool
    start: int
    end: int


_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(\[`*_])|\n\s*\n")
_IN_WORDS = {"zero": "0", "zeros": "0", "zeroes": "0", "one": "1", "ones": "1"}
_N = rf"`?(?:{NUMBER}|zero(?:e?s)?|ones?)`?"
_VERB = r"(?:be|return|give|print|yield|equal|produce|contain|read)"
_BE = rf"(?:(?:should|must|ought\s+to|would|has\s+to)\s+(?:\w+\s+)?{_VERB}|to\s+{_VERB}|should\s+have\s+(?:been|given|printed|returned))"
_END = r"(?=\s*(?:$|[,;:!)](?!\d)|\.(?:\s|$)|\b(?:but|instead|rather|not|while|and|yet|here|there)\b))"
_THINGS = r"(?:elements?|values?|entries|entry|outputs?|results?|numbers?|lanes?)"
_ALL = rf"\b(?:all|only)\s+(?:of\s+)?(?:(?:the|its|them)\s+)?(?:(?:output|result)\s+)?(?:{_THINGS}\s+)?(?:are\s+(?:expected|supposed)\s+)?"
_EVERY = rf"\b(?:every|each)\s+(?:output\s+)?{_THINGS}\s+(?:is\s+(?:expected|supposed)\s+)?"
_AT_ALL_PLACES = rf"(?:everywhere|(?:for|in)\s+(?:all|every|each)\s+(?:{_THINGS}|places?|positions?))"
_EVERYWHERE = (
    re.compile(rf"{_ALL}(?P<be>{_BE})?\s*(?P<n>{_N})(?:'?s)?{_END}", re.IGNORECASE),
    re.compile(rf"\b(?:should|must|ought\s+to)\s+all\s+(?P<be>be|equal)\s+(?P<n>{_N}){_END}", re.IGNORECASE),
    re.compile(rf"{_EVERY}(?P<be>{_BE})\s+(?P<n>{_N}){_END}", re.IGNORECASE),
    re.compile(rf"(?P<be>{_BE})?\s+(?P<n>{_N})\s+{_AT_ALL_PLACES}{_END}", re.IGNORECASE),
)
# "Expected other values, but all are 0" does not expect 0.
_CLAUSE = re.compile(r"[,;]\s|\b(?:but|instead|while|yet|rather|however|except)\b", re.IGNORECASE)
_NEGATED = re.compile(r"\b(?:not|never|non|no)\b|n't\b", re.IGNORECASE)
_ANNOUNCED = (
    rf"(?:\b{_BE}|\bexpect(?:ed|ing)?(?:\s+(?:result|value|output|answer|number))?(?:\s+(?:is|was|to\s+(?:be|get|see)))?:?"
    r"|\b(?:correct|right)\s+(?:result|value|output|answer|number)\s+(?:is|was|would\s+be):?)"
)
_LISTED = re.compile(rf"{_ANNOUNCED}\s+(?P<n>{_N}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s+){_N}){{0,63}}){_END}", re.IGNORECASE)
_EACH = re.compile(_N, re.IGNORECASE)
_OTHER_SUBJECTS = (
    *("differ\\w*", "diff", "errors?", "toleran\\w+", "delta", "atol", "rtol", "max(?:imum)?", "min(?:imum)?", "mean", "sum", "norm"),
    *(
        "exit(?:s|ed)?",
        "status",
        "codes?",
        "counts?",
        "number of",
        "shapes?",
        "sizes?",
        "rank",
        "dim\\w*",
        "bits?",
        "bytes?",
        "steps?",
        "times?",
        "iterations?",
    ),
    *("ind(?:ex|ices)", "elements?", "entr(?:y|ies)", "rows?", "columns?", "lanes?", "first", "last", "inputs?", "arguments?"),
    *("versions?", "releases?", "flags?", "loops?", "not", "never"),
)
_OF_SOMETHING_ELSE = phrases(*_OTHER_SUBJECTS)
"""Words that make a number one of something else than the whole output."""


def read_sayings(text: str) -> Iterator[Saying]:
    """What the sentences of a paragraph say, at most one thing each."""
    at = 0
    for sentence in _SENTENCE.split(text):
        start = text.find(sentence, at)
        at = start + len(sentence)
        # Long runs of blanks say nothing and cost the patterns below quadratic time.
        words = " ".join(sentence.split())
        if (everywhere := _everywhere(words)) is not None:
            yield Saying((everywhere,), everywhere=True, start=start, end=at)
        elif listed := _listed(words):
            yield Saying(listed, everywhere=False, start=start, end=at)


def _everywhere(sentence: str) -> str | None:
    for pattern in _EVERYWHERE:
        for found in pattern.finditer(sentence):
            clause = _CLAUSE.split(sentence[: found.start()])[-1]
            if not _NEGATED.search(clause + found[0]) and (found["be"] or standing(clause) is Standing.EXPECTED):
                return _number(found["n"])
    return None


def _listed(sentence: str) -> tuple[str, ...]:
    for found in _LISTED.finditer(sentence):
        if not _OF_SOMETHING_ELSE.search(sentence[: found.end("n")]):
            return tuple(map(_number, _EACH.findall(found["n"])))
    return ()


def _number(word: str) -> str:
    word = word.strip("`").rstrip(".")
    return _IN_WORDS.get(word.lower(), word)
