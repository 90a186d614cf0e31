"""How answers are scored, and what the figures are made of."""

from typing import Any

import pytest

from runners.contract import Dispatch, Divergence, Suspect
from tests.faults.cases import Case, Fault
from tests.faults.outcomes import Outcome, answer, rank
from tests.faults.table import precision, recall, report

FAULTY = Case(number=1, program="norms", pair="opt level O3", fault=Fault(variant="B", ordinal=3, kind="dropped term", way=0))
HEALTHY = Case(number=0, program="norms", pair="opt level O3")


def at(variant: str, ordinal: int) -> Dispatch:
    return Dispatch(variant=variant, symbol=f"d{ordinal}", ordinal=ordinal, count=9)


@pytest.mark.parametrize(
    ("case", "said", "want"),
    [
        (FAULTY, {"dispatch": at("B", 3), "role": "culprit", "at_fault": "B"}, "right"),
        (FAULTY, {"dispatch": at("B", 3), "role": "culprit", "at_fault": "undetermined"}, "right place"),
        (FAULTY, {"dispatch": at("B", 3), "role": "unconfirmed", "at_fault": "B"}, "right place"),
        (FAULTY, {"dispatch": at("A", 2), "counterpart": (at("B", 3),), "role": "culprit", "at_fault": "undetermined"}, "right place"),
        (FAULTY, {"dispatch": at("A", 2), "counterpart": (at("B", 3),), "role": "culprit", "at_fault": "A"}, "wrong"),
        (FAULTY, {"dispatch": at("B", 3), "role": "culprit", "at_fault": "both"}, "wrong"),
        (FAULTY, {"dispatch": at("B", 4), "role": "culprit", "at_fault": "B"}, "wrong"),
        (FAULTY, {"dispatch": at("A", 3), "role": "culprit", "at_fault": "undetermined"}, "wrong"),
        (FAULTY, {"dispatch": at("B", 4), "role": "unconfirmed", "at_fault": "B"}, "unsure"),
        (FAULTY, {"dispatch": at("B", 4), "role": "victim"}, "unsure"),
        (FAULTY, {}, "nothing"),
        (HEALTHY, {"dispatch": at("B", 3), "role": "culprit"}, "wrong"),
        (HEALTHY, {"dispatch": at("B", 3), "role": "amplifier"}, "unsure"),
        (HEALTHY, {}, "nothing"),
    ],
)
def test_an_answer_is_held_against_the_truth(case: Case, said: dict[str, Any], want: str) -> None:
    assert answer(case, Divergence(**said)) == want


@pytest.mark.parametrize(("place", "want"), [(("B", 3), "right"), (("B", 4), "unsure")])
def test_of_a_variant_that_flickers_it_is_right_to_name_the_planted_dispatch(place: tuple[str, int], want: str) -> None:
    assert answer(FAULTY, Divergence(dispatch=at(*place), role="unconfirmed"), flickers=True) == want


@pytest.mark.parametrize(
    ("suspects", "want"),
    [
        ([("B", 3), ("B", 4)], 1),
        ([("B", 4), ("B", 3)], 2),
        ([("A", 3)], None),
        ([], None),
    ],
)
def test_the_rank_is_the_place_among_the_suspects(suspects: list[tuple[str, int]], want: int | None) -> None:
    said = Divergence(suspects=tuple(Suspect(dispatch=at(*place), role="unconfirmed") for place in suspects))
    assert rank(FAULTY, said) == want


def test_a_counterpart_counts_for_the_rank() -> None:
    said = Divergence(suspects=(Suspect(dispatch=at("A", 1), counterpart=(at("B", 3),), role="culprit"),))
    assert rank(FAULTY, said) == 1


def outcome(case: Case, **fields: Any) -> Outcome:
    return Outcome(case=case, **{"state": "asked", **fields})


RIGHT, WRONG, UNSURE = (outcome(FAULTY, answer=a) for a in ("right", "wrong", "unsure"))
MASKED, ACCUSED = outcome(FAULTY, state="masked"), outcome(HEALTHY, answer="wrong", role="culprit")


@pytest.mark.parametrize(
    ("outcomes", "precise", "recalled"),
    [
        ([RIGHT, RIGHT], 1, 1),
        ([RIGHT, WRONG], 1 / 2, 1 / 2),
        ([RIGHT, UNSURE], 1, 1 / 2),
        ([RIGHT, MASKED], 1, 1),
        ([RIGHT, ACCUSED], 1 / 2, 1),
        ([WRONG], 0, 0),
    ],
)
def test_an_accusation_of_a_healthy_pair_costs_precision_and_a_masked_fault_costs_nothing(outcomes: list[Outcome], precise: float, recalled: float) -> None:
    assert (precision(outcomes), recall(outcomes)) == (precise, recalled)


def test_the_report_names_every_case_that_was_not_answered_rightly() -> None:
    text = report([RIGHT, outcome(FAULTY, answer="wrong", named="B:4 d4", sentence="Begins here."), ACCUSED, MASKED])
    assert "| dropped term | 2 | 1 | 0 | 1 | 0 | 0 | 0 | 0 | 1 |" in text
    assert text.count("**wrong**") == 2
    assert "named B:4 d4" in text
