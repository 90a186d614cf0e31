"""Whether a sentence says that something changes the results, or that it does not."""

import re

from bot.intake.wording import phrases

_QUALITY = r"(?:right|correct|wrong|incorrect|fine|ok|okay|good|bad|nan|equal|garbage|different|off)"
_NUMBERS = r"(?:result|output|number|value|answer)\w*"
_CHANGES = phrases(
    r"becom\w+",
    r"go(?:es)? away",
    r"disappear\w*",
    r"vanish\w*",
    r"fix(?:es|ed)?",
    r"differ\w*",
    rf"chang(?:e|es|ed) (?:the )?{_NUMBERS}",
    rf"{_NUMBERS} (?:\w+ ){{0,4}}chang(?:es?|ed)",
    "no longer",
    r"reproduc\w*",
    r"mismatch\w*",
    r"match(?:es)?",
    r"pass(?:es|ed)",
    "fails?",
    r"diverg\w*",
    "works?",
    r"agrees?",
    rf"(?:is|are|get|gets|comes? out|looks?|turns?) (?:\w+ ){{0,2}}{_QUALITY}",
    rf"(?:correct|wrong|right) {_NUMBERS}",
    r"as (?:it|they) should(?: be)?",
    "as expected",
)
# What comes out, as opposed to advice to try another value.
_ANOTHER = re.compile(
    r"(?:[:,;\u2014]|\b(?:i|we|it|to|and|that)\s+(?:get|got|gets|see|saw|gives?|gave|prints?|printed|have|has|leads?)|\b(?:gives?|prints?|produces?|returns?|yields?|leads?\s+to))"
    rf"\s+(?:\w+\s+)?(?:two|other|another|different|new)\s+(?:\w+\s+)?{_NUMBERS}",
    re.IGNORECASE,
)
_NOTHING = phrases(
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
_HEDGED = phrases(
    "maybe",
    "perhaps",
    "might",
    "i (?:guess|suspect|suppose|wonder|assume)",
    "not sure",
    "unsure",
    "should (?:i|we)",
    "would",
    "i have not tried",
    r"docs?|documentation|readme",
    r"(?:recommend|suggest|advis)\w*",
    "if (?:it|this|that|you|one)",
)


def changes_results(words: str) -> bool:
    """Whether these words say, as something seen, that the results come out otherwise.

    >>> changes_results("I get two answers"), changes_results("maybe it works"), changes_results("use another value")
    (True, False, False)
    """
    return (_CHANGES.search(words) or _ANOTHER.search(words)) is not None and not _HEDGED.search(words)


def changes_nothing(words: str) -> bool:
    """Whether they say that it makes no difference, or only ask somebody to try."""
    return _NOTHING.search(words) is not None
