"""The programs, the generator of cases, and a run that goes on where it was stopped."""

import re
from pathlib import Path

import pytest

from runners.settings import RunnerSettings
from tests.faults.cases import Case, Fault, healthy_cases, planted_case
from tests.faults.outcomes import Outcome
from tests.faults.pairs import PAIRS
from tests.faults.programs import PROGRAMS
from tests.faults.rig import rig
from tests.faults.suite import SEED, Results

FEW = ("lstm", "mlp_bf16")


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_arguments_of_a_program_are_those_that_it_declares(name: str) -> None:
    program = PROGRAMS[name]
    text = program.mlir.read_text()
    declared = re.findall(r"%arg\d+: tensor<([^>]*)>", text.partition("func.func public @main(")[2].partition(") -> ")[0])
    given = ["x".join([*map(str, g.shape), g.dtype]) for g in program.given]
    assert len(declared) == len(given)
    assert all(re.fullmatch(d.replace("?", r"\d+"), g) for d, g in zip(declared, given, strict=True))
    assert len(text) < 200_000


def test_a_case_is_drawn_from_its_number_alone() -> None:
    with rig(RunnerSettings()) as one, rig(RunnerSettings()) as other:
        forwards = [planted_case(one, SEED, number, FEW) for number in range(12)]
        backwards = [planted_case(other, SEED, number, FEW) for number in reversed(range(12))]
        assert forwards == backwards[::-1]
        assert [planted_case(one, SEED + 1, number, FEW) for number in range(12)] != forwards
        for case in forwards:
            assert case.fault is not None
            assert case.program not in PAIRS[case.pair].without
            site = one.sites(case.program, PAIRS[case.pair].flags(case.fault.variant)).sites[case.fault.ordinal]
            assert case.fault.way < len(site.kinds[case.fault.kind])


def test_healthy_pairs_are_every_program_under_every_pair_of_different_flags() -> None:
    cases = healthy_cases()
    assert len({str(case) for case in cases}) == len(cases)
    assert {case.program for case in cases} == set(PROGRAMS)
    assert {case.pair for case in cases} == set(PAIRS) - {"same flags"}
    assert not [case for case in cases if case.program in PAIRS[case.pair].without]


def cases(count: int) -> list[Case]:
    return [Case(number=i, program="lstm", pair="same flags", fault=Fault(variant="A", ordinal=i, kind="k", way=0)) for i in range(count)]


def test_a_run_that_was_killed_within_a_line_goes_on_behind_the_last_whole_one(tmp_path: Path) -> None:
    path, ran = tmp_path / "results.jsonl", list[int]()

    def run(case: Case) -> Outcome:
        ran.append(case.number)
        return Outcome(case=case, state="masked", what=f"fault {case.number}")

    first = [Results(path).get(case, run) for case in cases(3)]
    whole = path.read_text()
    path.write_text(whole[: whole.rindex("fault 2")])
    assert [Results(path).get(case, run) for case in cases(4)][:3] == first
    assert ran == [0, 1, 2, 2, 3]
    assert path.read_text().startswith(whole)


def test_what_other_code_gave_does_not_count(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text('{"code": "other", "what": "has other fields"}\n')
    (case,) = cases(1)
    assert Results(path).get(case, lambda case: Outcome(case=case, state="masked")).state == "masked"
