"""What came of a case, and how the finder's answer is scored. Pure."""

from typing import Literal

from pydantic import Field

from runners.contract import Dispatch, Divergence, Model
from tests.faults.cases import Case

State = Literal["asked", "masked", "does not apply", "does not compile", "does not run"]
"""``asked``: the finder was asked. Otherwise it was not, and why: the fault does not show in the program's results, or
there is no such module to ask about."""

Answer = Literal["right", "right place", "wrong", "unsure", "nothing", "crash"]
"""``right``: the planted dispatch of the variant that has the fault is accused. ``right place``: it, or its counterpart, is
named, but not accused of being wrong in the right variant. ``wrong``: another dispatch is accused, or the other variant.
``unsure``: another dispatch is named and not accused. ``nothing``: none is named. ``crash``: the finder
ended with an error of its own."""


class Outcome(Model):
    """One case, what was planted, and what the finder said. ``rank`` counts from 1 among its suspects.

    ``flickers`` says that the variant with the fault gives other results from run to run; then it is held against itself.
    """

    case: Case
    state: State
    what: str = ""
    flickers: bool = False
    named: str = ""
    answer: Answer | None = None
    rank: int | None = None
    suspects: int = 0
    at_fault: str = ""
    role: str | None = None
    traced_runs: float = 0
    replays: int = 0
    stages: dict[str, float] = Field(default_factory=dict)
    seconds: float = 0
    sentence: str = ""

    @property
    def accuses(self) -> bool:
        """Whether a dispatch is called wrong."""
        return self.answer in ("right", "wrong") or (self.case.fault is None and self.role == "culprit")


def accused(divergence: Divergence) -> bool:
    """Whether the dispatch that is named is also called wrong."""
    return divergence.dispatch is not None and divergence.role == "culprit"


def answer(case: Case, divergence: Divergence, *, flickers: bool = False) -> Answer:
    """How the answer compares with the truth; for a healthy pair, any accusation is wrong.

    Of a variant that flickers, it is right to name the planted dispatch: there is no other side, and a program that reads
    memory that nobody has written to may give anything.
    """
    if divergence.dispatch is None:
        return "nothing"
    fault = case.fault
    if fault is None:
        return "wrong" if accused(divergence) else "unsure"
    itself = _is(divergence.dispatch, case)
    if itself and flickers:
        return "right"
    if accused(divergence) and divergence.at_fault not in (fault.variant, "undetermined"):
        return "wrong"
    if itself and accused(divergence) and divergence.at_fault == fault.variant:
        return "right"
    if itself or any(_is(other, case) for other in divergence.counterpart):
        return "right place"
    return "wrong" if accused(divergence) else "unsure"


def rank(case: Case, divergence: Divergence) -> int | None:
    """The place of the planted dispatch among the suspects, from 1; None where it is not one of them."""
    for place, suspect in enumerate(divergence.suspects, start=1):
        if any(_is(dispatch, case) for dispatch in (suspect.dispatch, *suspect.counterpart)):
            return place
    return None


def _is(dispatch: Dispatch, case: Case) -> bool:
    return case.fault is not None and (dispatch.variant, dispatch.ordinal) == (case.fault.variant, case.fault.ordinal)
