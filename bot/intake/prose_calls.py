"""Calls of scripts in running text: "run ./compile.sh gfx942 and then"."""

import re

from bot.intake.hardware import DEVICES, TARGETS

_CALL = re.compile(
    r"(?:^\W{0,8}|\b(?:(?:re-?)?runs?|running|ran|executed?|executing|calls?|called|calling|invoked?|with|do|via|using|through)\s+)"
    r"(?P<call>(?:(?:bash|sh)\s+)?\./[\w./-]{1,200}\.sh)(?P<rest>(?:\s[^\n;()]*)?)(?=$|[\n;()])",
    re.IGNORECASE,
)
_ENDS = frozenset(
    (
        "and",
        "then",
        "to",
        "in",
        "from",
        "on",
        "for",
        "as",
        "which",
        "that",
        "again",
        "first",
        "once",
        "twice",
        "with",
        "without",
        "where",
        "it",
        "the",
        "or",
        "but",
    )
)
_ARGUMENT = re.compile(r"(?=[^\s]*[A-Za-z])(?=[^\s]*[\d/.=_-])[\w./=:,+-]+")
_STOPS = ".,:!?"


def script_call(line: str) -> str | None:
    """The call of a script in a line of prose; None where there is none, or where its arguments cannot be told from the sentence.

    >>> script_call("run ./compile.sh gfx942 and"), script_call("look at ./compile.sh"), script_call("run ./compile.sh often")
    ('./compile.sh gfx942', None, None)
    """
    found = _CALL.search(line)
    if found is None:
        return None
    taken = [found["call"]]
    for word in found["rest"].split():
        bare = word.rstrip(_STOPS)
        if bare.lower() in _ENDS or not bare:
            break
        if not (_ARGUMENT.fullmatch(bare) or bare in TARGETS or bare in DEVICES):
            return None
        taken.append(bare)
        if bare != word:
            break
    return " ".join(taken)
