"""Runs the seeded-fault suite and prints its table.

usage: python -m tests.faults.suite [--full] [--seed N] [--faults N] [--results FILE] [--case N …]

Without ``--full`` it is the short form, which the tests run. The full form goes on until it has that many planted
faults that show (200), and takes all healthy pairs. Each outcome is a line of FILE; a run that was stopped goes on
where it was when it is started again with the same file and the same code. ``--case`` runs planted cases by their number, of the
full form with ``--full`` and else of the short one, and keeps nothing.
"""

import argparse
import hashlib
import itertools
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import structlog

from runners.contract import Model
from runners.settings import RunnerSettings
from tests.faults.cases import SMALL, Case, healthy_cases, planted_case
from tests.faults.examine import examine
from tests.faults.outcomes import Outcome
from tests.faults.programs import PROGRAMS
from tests.faults.rig import Rig, rig
from tests.faults.table import planted, report

SEED = 5
SHORT_FAULTS = 15
FULL_FAULTS = 200


ROOT = Path(__file__).parents[2]


class _Line(Model):
    """One line of the results file: what code it was made by, and the outcome."""

    code: str
    outcome: Outcome


class Results:
    """Outcomes in a file, one a line. What other code gave does not count.

    Half a line at the end, from a run that was killed, is dropped.
    """

    def __init__(self, path: Path | None) -> None:
        self._path, self._code = path, _digest_of_code()
        self._known = {str(o.case): o for o in self._read()}

    def get(self, case: Case, run: Callable[[Case], Outcome]) -> Outcome:
        """The outcome of a case, from the file where it is there."""
        if str(case) not in self._known:
            self._known[str(case)] = run(case)
            if self._path is not None:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(_Line(code=self._code, outcome=self._known[str(case)]).model_dump_json() + "\n")
        return self._known[str(case)]

    def _read(self) -> Iterator[Outcome]:
        if self._path is None or not self._path.exists():
            return
        text = self._path.read_text(encoding="utf-8")
        for line in text.splitlines(keepends=True):
            if not line.endswith("\n"):
                self._path.write_text(text.removesuffix(line), encoding="utf-8")
                return
            if json.loads(line)["code"] == self._code:
                yield _Line.model_validate_json(line).outcome


def _digest_of_code() -> str:
    """Of everything of ours that an outcome depends on."""
    digest = hashlib.sha256()
    for folder in (ROOT / "runners", Path(__file__).parent):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".toml", ".mlir", ".json"):
                digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()


def run_suite(
    rig: Rig, results: Results, *, seed: int, faults: int, healthy: Sequence[Case], programs: tuple[str, ...], say: Callable[[str], None]
) -> list[Outcome]:
    """Healthy pairs, then planted cases by number until ``faults`` of them show; all outcomes."""
    outcomes: list[Outcome] = []
    drawn: set[str] = set()
    for case in itertools.chain(healthy, (planted_case(rig, seed, number, programs) for number in itertools.count())):
        if case.fault is not None and len(planted(outcomes)) >= faults:
            break
        if str(case) in drawn:  # the generator may draw a case twice; it counts once
            continue
        drawn.add(str(case))
        outcomes.append(results.get(case, lambda case: examine(rig, case)))
        say(_line(outcomes[-1]))
    return outcomes


def short(rig: Rig, say: Callable[[str], None] = lambda _: None) -> list[Outcome]:
    """The short form: small programs, 15 faults that show, and one healthy pair of each kind."""
    healthy = [next(c for c in healthy_cases(SMALL[i:]) if c.pair == pair) for i, pair in enumerate(dict.fromkeys(c.pair for c in healthy_cases(SMALL)))]
    return run_suite(rig, Results(None), seed=SEED, faults=SHORT_FAULTS, healthy=healthy, programs=SMALL, say=say)


def full(rig: Rig, path: Path, *, seed: int, faults: int, say: Callable[[str], None]) -> list[Outcome]:
    """The full form."""
    programs = tuple(PROGRAMS)
    return run_suite(rig, Results(path), seed=seed, faults=faults, healthy=healthy_cases(), programs=programs, say=say)


def _line(outcome: Outcome) -> str:
    said = f"{outcome.answer}, named {outcome.named or 'nothing'} ({outcome.role}, at fault {outcome.at_fault})" if outcome.state == "asked" else outcome.state
    return f"{outcome.seconds:6.1f} s  {outcome.case.number:4} {outcome.case}: {said}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Run the seeded-fault suite and print its table.")
    parser.add_argument("--full", action="store_true", help="at least 200 planted faults, all programs, all healthy pairs")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--faults", type=int, default=FULL_FAULTS, help="planted faults that show, in the full form")
    parser.add_argument("--results", type=Path, default=Path(".make/faults.jsonl"), help="outcomes of the full form, one a line")
    parser.add_argument("--case", type=int, nargs="+", help="run these planted cases alone: of the full form with --full, else of the short one")
    given = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(40))
    with rig(RunnerSettings(repeats=3)) as made:
        if given.case:
            programs = tuple(PROGRAMS) if given.full else SMALL
            outcomes = [examine(made, planted_case(made, given.seed, number, programs)) for number in given.case]
        elif given.full:
            given.results.parent.mkdir(parents=True, exist_ok=True)
            outcomes = full(made, given.results, seed=given.seed, faults=given.faults, say=_say)
        else:
            outcomes = short(made, _say)
    sys.stdout.write(f"\n{report(outcomes)}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
