"""What the words around a release or a commit say of it: the results are right there, or wrong, or it does not count."""

import re
from enum import StrEnum

from bot.intake.wording import phrases


class Says(StrEnum):
    """What a report says of the results with one release or commit."""

    GOOD = "good"
    BAD = "bad"
    OTHER = "other"
    NOTHING = ""


_WINDOW = 400
_NEAR = 60
_OPPOSITE = {Says.GOOD: Says.BAD, Says.BAD: Says.GOOD}
# In a sentence a `pass` is one of the compiler's.
_GOOD = r"works?|worked|working|fine|correct(?:ly)?|right|good|ok|okay|pass(?:es|ed|ing)|fixed|gone|resolved"
_BAD = r"broken|breaks?|broke|wrong(?:ly)?|bad|fail(?:s|ed|ing)?|incorrect(?:ly)?|regress(?:ed|es|ions?)?|nans?|diverg(?:es|ed)|differs?"
_NAMED = r"(?:(?:the|iree|known|release|version|nightly|build|tag|candidate|snapshot|commit|wheels?|revision|one)\W+){0,3}"
_IN = r"in|with|on|using|under|up\s+to|for|at|since|from|as\s+of|by"
_MARKS = {"\u2705": Says.GOOD, "\u2714": Says.GOOD, ":white_check_mark:": Says.GOOD, "\u274c": Says.BAD, "\u2717": Says.BAD, ":x:": Says.BAD}

_QUALITY = rf"(?:(?P<good>{_GOOD})|(?P<bad>{_BAD}))\b"
_BEFORE = re.compile(rf"\b{_QUALITY}(?:\s+\w+){{0,3}}?\s+(?:{_IN})\W+{_NAMED}$", re.IGNORECASE)
_BEFORE_CODE = re.compile(rf"\b{_QUALITY}(?:\s+\w+){{0,3}}?\s+(?:{_IN}|after)\W*(?:this\W*)?$", re.IGNORECASE)
_RANKED = r"(?:(?:the|my)\W+)?(?:last|latest|newest|first|earliest|previous|known)\W+(?:known\W+)?"
_LABEL = re.compile(rf"(?:\b{_RANKED}|^\W*){_QUALITY}\W+{_NAMED}(?:(?:is|was|at)\W+)?$", re.IGNORECASE)
_LABEL_OF_CODE = re.compile(rf"^\W*(?:{_RANKED})?{_QUALITY}\W*{_NAMED}$", re.IGNORECASE)
_FILLERS = (
    r"is|was|are|were|still|on|it|i|we|everything|gives?|gave|get|got|has|have|had|does|did|prints?|returns?|shows?|looks?|comes?|out"
    r"|the|a|an|all|results?|outputs?|values?"
)
_AFTER = re.compile(rf"[\s:=()>\u2192`*-]{{1,6}}{_NAMED}(?P<between>(?:(?:{_FILLERS}|not|no|never|doesn't|isn't|longer)\W+){{0,6}}){_QUALITY}", re.IGNORECASE)
# What holds before or after a release says nothing of the release itself.
_AROUND = re.compile(rf"\b(?:before|until|till|after|prior\s+to|(?:older|newer|later|earlier)\s+than|above|below|past)\W+{_NAMED}$", re.IGNORECASE)
_WORD = re.compile(rf"\b{_QUALITY.replace(_GOOD, f'{_GOOD}|pass')}", re.IGNORECASE)
_NEGATED = re.compile(r"(?:\bnot|n't|\bnever|\bno longer|\bwithout)(?:\W+\w+){0,2}\W*$", re.IGNORECASE)
_NOT = r"(?: not|n't)"
_ASIDE = phrases(
    rf"(?:have|has|had|did|could|can|do|does){_NOT} (?:yet )?(?:tried|try|tested|test|checked|check|see|reproduce|happen|occur)",
    "cannot (?:see|reproduce)",
    "not (?:yet )?(?:tried|tested|checked|reproducible|there|present|in|with|on)",
    "(?:some|any)(?:body|one)",
    "please (?:try|check|test)",
    r"also (?:\w+ ){0,3}(?:in|with|on|happens)",
    r"(?:same|still) (?:\w+ ){0,3}(?:in|with|on)",
    "(?:should|will|may|might|could|would) (?:have been |be |have )?(?:fixed|gone|resolved|work|pass|fine|ok|good)",
    "i (?:think|guess|believe|assume)",
    "maybe|perhaps|probably|possibly|presumably|supposedly|hopefully|apparently|not sure|unsure|whether",
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9\"'(\[`*_])|\n\s*\n")
_CLAUSE = re.compile(r"[,;]\s|\s(?:but|while|whereas|and)\s|\s[-\u2013\u2014]\s")
_ENDS = re.compile(r"[.!?](?=\s|$)")
_GOES_ON = re.compile(r"[\s,/&`]*(?:and|or)?[\s,`(]*(?:(?:in|with|on|the|iree|release|version)\s+){0,3}`?$", re.IGNORECASE)


def said_of(before: str, after: str) -> Says:
    """What is said of something that stands between these two pieces of text.

    >>> said_of("It works with ", ".").value, said_of("First bad: ", ", last good: x").value, said_of("Not tried with ", "").value
    ('good', 'bad', 'other')
    """
    clause = _CLAUSE.split(_SENTENCE.split(before)[-1])[-1]
    follows = _CLAUSE.split(_SENTENCE.split(after, maxsplit=1)[0], maxsplit=1)[0]
    if _is_asked(after) or _ASIDE.search(clause) or _ASIDE.match(follows.lstrip()):
        return Says.OTHER
    if _AROUND.search(clause):
        return Says.NOTHING
    for pattern in (_BEFORE, _LABEL):
        if found := pattern.search(clause):
            return _judged(found, clause[: found.start("good" if found["good"] else "bad")])
    behind = _AFTER.match(follows)
    return _judged(behind, behind["between"]) if behind else Says.NOTHING


def said_of_code(words: str) -> Says:
    """What prose, or a comment, says of the commands that follow it.

    >>> said_of_code("Result is fine after").value, said_of_code("# bad").value, said_of_code("Install the correct version:").value
    ('good', 'bad', '')
    """
    sentence = _SENTENCE.split(words[-_WINDOW:].rstrip())[-1]
    clause = _CLAUSE.split(sentence)[-1].removeprefix("and ")
    found = _BEFORE_CODE.search(clause) or _LABEL_OF_CODE.search(clause)
    return _judged(found, clause[: found.start("good" if found["good"] else "bad")]) if found else Says.NOTHING


def said_in(words: str) -> Says:
    """What a few words, such as a cell of a table, say by themselves; nothing where they say both.

    >>> said_in("correct").value, said_in("not ok").value, said_in("3e-5").value
    ('good', 'bad', '')
    """
    found = {_judged(match, words[: match.start()]) for match in _WORD.finditer(words[:_WINDOW])} | {says for mark, says in _MARKS.items() if mark in words}
    return found.pop() if len(found) == 1 else Says.NOTHING


def goes_on(between: str) -> bool:
    """Whether two things with this text between them are one enumeration, so that what is said of the first holds for the second."""
    return _GOES_ON.fullmatch(between) is not None


def _judged(found: re.Match[str], before: str) -> Says:
    says = Says.GOOD if found["good"] else Says.BAD
    return _OPPOSITE[says] if _NEGATED.search(before[-_NEAR:]) else says


def _is_asked(after: str) -> bool:
    end = _ENDS.search(after)
    return end is not None and end[0] == "?"
