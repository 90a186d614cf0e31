"""What the words around a value say it is: what should come out, or what does."""

import re
from enum import StrEnum

from bot.intake.scope import UNKNOWN


class Standing(StrEnum):
    """What a printed value or a linked file is, by the words around it."""

    EXPECTED = "expected"
    ACTUAL = "actual"
    UNKNOWN = "unknown"


_FRAMEWORK = r"numpy|(?:py)?torch|onnxruntime|ort|jax|tensorflow|tflite"
_THING = r"outputs?|results?|values?|prints?|answers?|numbers?"
_SAYS = r"gives?|gave|returns?|returned|prints?|printed|outputs?|says|shows?|computes?|agrees?|results?|values?"
_AGAINST = r"instead\ of|rather\ than|unlike|differs?\ from|different\ from|compared\ (?:to|with)|(?:does\ not|doesn't|do\ not|don't)\ match|against|vs\.?|than"
_TARGET = r"expected|reference|golden|correct|right|true"

# At one place the first alternative wins, so the longer readings stand first.
_WORDS = re.compile(
    rf"""\b(?:
    (?P<neither>(?:{_AGAINST})\W+(?:the\W+|what\W+(?:is|was)\W+|an?\W+)?(?:\w+\W+)?(?:{_TARGET}|{_FRAMEWORK})(?:\W+(?:{_THING}))?
        |(?:made|generated|created|built|drawn|saved|written)\W+(?:\w+\W+){{0,3}}?(?:{_FRAMEWORK}))
    |(?P<actual>not\W+(?:the\W+)?(?:{_TARGET})|(?:not|never|\w+n't)\s+(?:\w+\s+){{0,2}}?expect\w*|unexpected(?:ly)?
        |expect(?:ed|ing|s)?\s+(?:\w+\s+){{0,2}}?(?:other|else|different)
        |wrong|incorrect|broken|bad\W+(?:{_THING}))
    |(?P<expected>expect(?:ed|ing|s)?(?:\W+to\W+\w+|\W+(?:\w+\W+){{0,2}}?(?:{_THING}))?
        |(?:should|must|ought\W+to|would)\W+(?:\w+\W+)?(?:be|have|give|print|return|show|look|come|read|produce|equal|yield|get|see)
        |(?:{_TARGET}|good)\W+(?:\w+\W+){{0,2}}?(?:{_THING})
        |ground\W+truth|reference|golden|desired|correct(?:ly)?
        |(?:{_FRAMEWORK})(?:\W+(?:\w+\W+){{0,2}}?(?:{_SAYS})|\W+(?:\w+\W+)?(?:i|we)\W+(?:get|got|see|saw|have|obtain))?)
    |(?P<seen>actual(?:ly)?|(?:i|we)\W+(?:\w+\W+)?(?:get|got|see|saw|have|obtain(?:ed)?|observed?)|prints?|printed|gives?|gave|got|getting|observed|received
        |returns?|returned|outputs?|results?\W+(?:is|are|was|were)|comes?\W+out|came\W+out|(?:first|second|third|another|next)\W+run|iree\W+(?:{_SAYS}))
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
WINDOW = 400
"""Characters of the words before something that are read."""


def phrases(*alternatives: str) -> re.Pattern[str]:
    """A pattern for any of these phrases, whole words in any case. A blank is any white space; the rest is a regular expression."""
    joined = "|".join(alternatives).replace(" ", r"\s+")
    return re.compile(rf"(?<!\w)(?:{joined})(?!\w)", re.IGNORECASE)


def cut(text: str, length: int = 80) -> str:
    """A report's own text as a sentence of ours can quote it between backticks: its beginning where it is long."""
    return (text if len(text) <= length else f"{text[:length]}…").replace("`", "'").replace(UNKNOWN, "…")


def standing(words: str) -> Standing:
    """What follows after ``words``; the last telling word decides.

    >>> standing("It should print").value, standing("I get this instead of the expected values:").value, standing("Input:").value
    ('expected', 'actual', 'unknown')
    """
    found = Standing.UNKNOWN
    for match in _WORDS.finditer(words[-WINDOW:]):
        if match["expected"]:
            found = Standing.EXPECTED
        elif match["actual"] or match["seen"]:
            found = Standing.ACTUAL
    return found
