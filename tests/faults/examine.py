"""One case: plant, compile, run, look whether it shows, and ask the finder as triage would."""

import re
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from runners.arbitrate import Disputed, arbitrate
from runners.compared import Judging, flickers, one_against_other
from runners.contract import Comparison, Divergence, Verdict
from runners.diverge import diverge, diverge_from_itself
from runners.divergence.observe import Build
from runners.progress import Progress
from runners.stages.invocation import Execution
from runners.stages.job import Job, scratch
from runners.verdict import compared_verdict, severity
from tests.faults.cases import Case, Fault
from tests.faults.outcomes import Outcome, answer, rank
from tests.faults.pairs import PAIRS
from tests.faults.plant import plant
from tests.faults.rig import NotRunnableError, Rig, side

_TRACED_RUN = re.compile(r"\d+-trace")


def examine(rig: Rig, case: Case) -> Outcome:
    """What comes of one case.

    A fault that does not show in the results of the variant that has it is masked, and the finder is not asked. A variant
    that gives other results from run to run is held against itself. A healthy pair is always handed to the finder, even
    where triage would see that the results agree and stop there.
    """
    began = time.monotonic()
    with scratch(rig.job.settings) as job:
        outcome = _examine(job, rig, case)
    return outcome.model_copy(update={"seconds": round(time.monotonic() - began, 2)})


@dataclass(frozen=True, slots=True)
class _Pair:
    """Both variants of a case, as they were built, and what they gave."""

    rig: Rig
    case: Case
    builds: dict[str, Build]
    runs: dict[str, Execution]
    judging: Judging

    @classmethod
    def healthy(cls, rig: Rig, case: Case) -> "_Pair":
        """The pair without a fault."""
        builds = {variant: rig.build(case.program, case.pair, variant) for variant in "AB"}
        runs = {variant: rig.healthy(case.program, case.pair, variant) for variant in "AB"}
        return cls(rig, case, builds, runs, rig.judging(case.program, runs["A"]))

    def planted(self, job: Job, fault: Fault, flow: Path) -> "_Pair":
        """The pair with another flow module in the variant that the fault is in.

        :raises NotRunnableError: when that does not compile or does not run.
        """
        build = self.rig.build(self.case.program, self.case.pair, fault.variant, flow)
        run = self.rig.run(job, build)
        return replace(self, builds={**self.builds, fault.variant: build}, runs={**self.runs, fault.variant: run})

    @property
    def compared(self) -> Comparison:
        """The results of A against those of B."""
        return self._against(self.runs["A"], self.runs["B"])

    def shows(self, fault: Fault, healthy: Execution) -> bool:
        """Whether the results tell the fault: against what its variant gave without it, and in the pair."""
        comparisons = (self._against(self.runs[fault.variant], healthy), self.compared)
        return all(compared_verdict(comparison.outputs) is Verdict.REPRODUCED for comparison in comparisons)

    def _against(self, a: Execution, b: Execution) -> Comparison:
        return one_against_other(side("A", a), side("B", b), self.judging)


def _examine(job: Job, rig: Rig, case: Case) -> Outcome:
    healthy = _Pair.healthy(rig, case)
    if (fault := case.fault) is None:
        return _asked(job, healthy, partial(_told, job, healthy))
    planted = plant(job, rig.toolchain, rig.flow(case.program, PAIRS[case.pair].flags(fault.variant)), fault.ordinal, kind=fault.kind, way=fault.way)
    if planted.flow is None:
        return Outcome(case=case, state="does not apply", sentence=planted.problem or "")
    try:
        pair = healthy.planted(job, fault, planted.flow)
    except NotRunnableError as error:
        return Outcome(case=case, state=error.state, what=planted.what, sentence=str(error))
    if flickers(pair.runs[fault.variant], pair.judging):
        outcome = _asked(job, pair, partial(_told_of_itself, job, pair.builds[fault.variant]), flickering=True)
    elif not pair.shows(fault, healthy.runs[fault.variant]):
        outcome = Outcome(case=case, state="masked")
    else:
        outcome = _asked(job, pair, partial(_told, job, pair))
    return outcome.model_copy(update={"what": planted.what})


def _asked(job: Job, pair: _Pair, ask: Callable[[Progress], Divergence], *, flickering: bool = False) -> Outcome:
    """What the finder says, scored."""
    progress = Progress()
    try:
        divergence = ask(progress)
    except Exception as error:  # noqa: BLE001 - whatever it ends with is an answer, and the other cases are still to be asked
        told = "".join(traceback.format_exception(error)[-2:]).strip()
        return Outcome(case=pair.case, state="asked", flickers=flickering, answer="crash", traced_runs=_traced_runs(job.folder), sentence=told)
    named = divergence.dispatch
    return Outcome(
        case=pair.case,
        state="asked",
        flickers=flickering,
        named=f"{named.variant}:{named.ordinal} {named.symbol}" if named is not None else "",
        answer=answer(pair.case, divergence, flickers=flickering),
        rank=rank(pair.case, divergence),
        suspects=len(divergence.suspects),
        at_fault=divergence.at_fault,
        role=divergence.role,
        traced_runs=_traced_runs(job.folder),
        replays=divergence.replays,
        stages={time.stage: time.seconds for time in progress.times},
        sentence=divergence.sentence,
    )


def _told_of_itself(job: Job, build: Build, progress: Progress) -> Divergence:
    """The search in a variant that gives other values from run to run."""
    return diverge_from_itself(job, build, progress).divergence


def _told(job: Job, pair: _Pair, progress: Progress) -> Divergence:
    """The search, and where that leaves open who is wrong, the exact values of the program: as in triage."""
    headline = pair.compared
    builds = [pair.builds[v] for v in "AB"]
    found = diverge(job, builds, pair.rig.passed(pair.case.program), pair.judging, progress)
    worst = max(headline.outputs, key=lambda o: severity([o]))
    if found.divergence.at_fault != "undetermined" or worst.judgement == "equal":
        return found.divergence
    with progress.stage("arbitrate"):
        a, b = (pair.runs[v].results[0][worst.index].load() for v in "AB")
        arbitration = arbitrate(job, builds[0].prepared, Disputed(worst, (a, b), ("A", "B"), pair.runs["A"].function), seed=0)
    return found.blamed([headline], arbitration)


def _traced_runs(folder: Path) -> float:
    """For each of the two variants, by the folders that they leave."""
    return sum(1 for entry in folder.iterdir() if _TRACED_RUN.fullmatch(entry.name)) / 2
