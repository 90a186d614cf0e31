"""From two variants that differ to the dispatch where it begins: trace both, locate, and say what that rests on."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from runners.arbitrate import Arbitration
from runners.compared import Judging, Side, one_against_other
from runners.contract import Comparison, DispatchAudit, Divergence, Fault, Note, Output, Stage
from runners.divergence.audit import Audit, audit, audited, summed_up
from runners.divergence.bench import Bench
from runners.divergence.culprit import Culprit, culprit_of, first_wrong
from runners.divergence.flicker import flickering, flickers
from runners.divergence.graph import same_partition
from runners.divergence.local import Local
from runners.divergence.locate import Located, fitting, locate, windows
from runners.divergence.observe import Build, Observed, focus, observe, observe_again
from runners.divergence.tell import UNDETERMINED, told
from runners.progress import Progress
from runners.stages.invocation import Tensor
from runners.stages.job import Job, side_by_side
from runners.stages.places import Places, read_places

MOST_PARTS = 8
"""Traced runs that a variant is judged in where its tensors do not fit the budget."""


@dataclass(frozen=True, slots=True)
class Diverged:
    """What the search for the dispatch gave.

    :ivar located: None where it could not be made; the divergence's sentence says why.
    :ivar audit: of a variant that is alone: every dispatch judged by its own code.
    :ivar outputs: the function's results, A against B.
    """

    divergence: Divergence
    notes: tuple[Note, ...] = ()
    located: Located | None = None
    audit: Audit | None = None
    outputs: tuple[Output, ...] = field(default=(), repr=False)

    @property
    def benches(self) -> tuple[Bench, ...]:
        """The builds that were observed, ready to be checked."""
        if self.located is not None:
            return self.located.benches.a, self.located.benches.b
        return (self.audit.bench,) if self.audit is not None else ()

    def culprit(self, divergence: Divergence) -> Culprit | None:
        """The dispatch that shows the difference alone, with what it should give; None where none does.

        :param divergence: what :meth:`blamed` gave.
        """
        if divergence.role != "culprit" and divergence.stage is not Stage.RUNTIME:
            return None
        if self.located is not None:
            return culprit_of(self.located, divergence.at_fault)
        return first_wrong(self.audit) if self.audit is not None else None

    def blamed(self, comparisons: Sequence[Comparison], arbitration: Arbitration | None) -> Divergence:
        """The divergence with the variant at fault, where something beside it tells them apart: expected values, else exact ones."""
        if self.divergence.at_fault != "undetermined":
            return self.divergence
        if self.audit is not None:
            return self._before_flow(arbitration)
        misses = {c.a: any(o.judgement == "different" for o in c.outputs) for c in comparisons if c.b == "expected"}
        if set(misses) == {"A", "B"} and misses["A"] != misses["B"]:
            wrong, right = ("A", "B") if misses["A"] else ("B", "A")
            return self._accusing("A" if wrong == "A" else "B", f"{wrong} misses the expected values, {right} gives them.")
        if arbitration is None or misses:
            return self.divergence
        if arbitration.open_everywhere and arbitration.open_everywhere not in self.divergence.sentence:
            return _without_doubt(self.divergence, arbitration.open_everywhere)
        return self._accusing(arbitration.fault, arbitration.why)

    def _before_flow(self, arbitration: Arbitration | None) -> Divergence:
        """Of a variant that is alone: every dispatch is right by its own code, yet the program is not right by the imported one."""
        assert self.audit is not None  # noqa: S101 - asked for nothing else
        if self.divergence.dispatch is not None or self.audit.wrong or self.audit.unknown or arbitration is None or arbitration.fault != "A":
            return self.divergence
        why = "The result is not that of the imported program: it was changed on the way from there to the dispatches."
        return _without_doubt(self.divergence, why).model_copy(update={"at_fault": "A", "stage": Stage.GRAPH})

    def _accusing(self, fault: Fault, why: str) -> Divergence:
        if fault == "undetermined":
            return self.divergence
        divergence = told(self.located, self.outputs, fault) if self.located is not None else self.divergence
        return _without_doubt(divergence, why).model_copy(update={"at_fault": fault})


def diverge(job: Job, builds: Sequence[Build], passed: Sequence[Tensor], judging: Judging, progress: Progress) -> Diverged:
    """One traced compile and one traced run for each of two variants, then the first dispatch that differs.

    :param passed: the function's arguments.
    :param judging: how the function's results are judged.
    """
    observed = observe(job, builds, progress)
    if isinstance(observed, str):
        return Diverged(Divergence(sentence=f"No dispatch is named: {observed}."))
    a, b = observed
    notes: list[Note] = []
    # What is traced is copied, which may save a value that is overwritten otherwise: the results to explain are the untraced ones.
    results = (a.untraced, b.untraced) if a.untraced and b.untraced else (a.traced.results, b.traced.results)
    outputs = one_against_other(Side("A", results[0]), Side("B", results[1]), judging).outputs
    with progress.stage("align"):
        places = _places(job, a, b)
    if a.window is not None:
        wanted = windows((a.traced, b.traced), places, outputs, job.settings.trace_bytes)
        focused = focus(job, observed, wanted, progress)
        if isinstance(focused, str):
            return Diverged(Divergence(sentence=f"No dispatch is named: {focused}."))
        a, b = focused
        notes.append(_window_note([*wanted[0], *wanted[1]]))
    with progress.stage("locate"):
        located = locate(Bench(job, a), Bench(job, b), places, passed, outputs)
    return Diverged(told(located, outputs), (*_observer_notes([a, b]), *notes), located, None, outputs)


def diverge_alone(job: Job, build: Build, passed: Sequence[Tensor], differing: Sequence[int], progress: Progress) -> Diverged:
    """One traced compile and one traced run of a variant that is alone, then every dispatch judged by its own code.

    :param passed: the function's arguments.
    :param differing: indices of the results that are not as expected.
    """
    observed = observe(job, [build], progress)
    if isinstance(observed, str):
        return Diverged(Divergence(sentence=f"No dispatch is named: {observed}."))
    with progress.stage("judge each dispatch"):
        found = audit(Bench(job, observed[0])) if observed[0].window is None else _audit_in_parts(job, observed[0], progress)
    if isinstance(found, str):
        return Diverged(Divergence(sentence=f"No dispatch is named: {found}."))
    return Diverged(audited(found, build.prepared.name, passed, differing), tuple(_observer_notes(observed)), None, found)


def _audit_in_parts(job: Job, observed: Observed, progress: Progress, *, every: bool = False) -> Audit | str:
    """As many dispatches at a time as fit the budget, each part with a traced run of its own, up to the first that is wrong or to ``every`` one."""
    left = [node.ordinal for node in observed.traced.graph.dispatches]
    judged: list[Local] = []
    for _ in range(MOST_PARTS):
        part = fitting(observed.traced, left, job.settings.trace_bytes)
        if not part:
            break
        focused = focus(job, [observed], [frozenset(part)], progress)
        if isinstance(focused, str):
            return focused
        found = audit(Bench(job, focused[0]), part)
        judged += found.locals
        left = left[len(part) :]
        if (found.wrong and not every) or not left:
            return Audit(found.bench, tuple(judged))
    return f"{len(left)} of {len(observed.traced.graph.dispatches)} dispatches have tensors that need more disk than NUMERICS_BOT_TRACE_BYTES allows"


def _window_note(ordinals: Sequence[int]) -> Note:
    kept = f"one run kept sketches, a second one the tensors of {len(ordinals)} dispatches"
    return Note(code="two_passes", text=f"The traced tensors need more disk than NUMERICS_BOT_TRACE_BYTES allows: {kept}.")


def audit_all(job: Job, builds: Sequence[Build], found: Diverged | None, progress: Progress) -> tuple[tuple[DispatchAudit, ...], tuple[Note, ...]]:
    """Every dispatch of every variant judged alone: one bug can hide another.

    :param found: what the search for the dispatch gave, so that nothing is traced twice.
    """
    benches = found.benches if found is not None else ()
    if not benches:
        observed = observe(job, builds, progress)
        if isinstance(observed, str):
            return (), (Note(code="not_audited", text=f"The dispatches are not judged one by one: {observed}."),)
        benches = tuple(Bench(job, one) for one in observed)
    audits, notes = [], []
    for bench in benches:
        nodes = bench.traced.graph.dispatches
        with progress.stage(f"judge all {len(nodes)} dispatches of {bench.observed.name}, {len({n.body for n in nodes})} executables to compile"):
            done = _whole_audit(job, bench, found, progress)
        if isinstance(done, str):
            notes.append(Note(code="not_audited", text=f"{bench.observed.name}: not every dispatch is judged: {done}."))
        else:
            audits.append(summed_up(done, bench.observed.name))
    return tuple(audits), tuple(notes)


def _whole_audit(job: Job, bench: Bench, found: Diverged | None, progress: Progress) -> Audit | str:
    if bench.observed.window is not None:
        return _audit_in_parts(job, bench.observed, progress, every=True)
    return found.audit if found is not None and found.audit is not None else audit(bench)


def diverge_from_itself(job: Job, build: Build, progress: Progress) -> Diverged:
    """Two traced runs of a variant that gives other values from run to run, then every dispatch run alone several times."""
    observed = observe(job, [build], progress)
    if isinstance(observed, str):
        return Diverged(Divergence(sentence=f"No dispatch is named: {observed}."))
    with progress.stage("run traced again"):
        again = observe_again(job, observed[0])
    if isinstance(again, str):
        return Diverged(Divergence(sentence=f"No dispatch is named: {build.prepared.name}: {again}."))
    with progress.stage("replay each dispatch"):
        bench = Bench(job, observed[0])
        divergence = flickering(bench, flickers(bench, again), build.prepared.name)
    return Diverged(divergence)


def _places(job: Job, a: Observed, b: Observed) -> tuple[Places | None, Places | None]:
    """Where each tensor comes from; only needed where the variants are cut into other dispatches."""
    if same_partition(a.traced.graph, b.traced.graph):
        return None, None
    read = [partial(read_places, job, o.prepared.toolchain, o.prepared.program, o.prepared.flags, o.traced.graph) for o in (a, b)]
    one, other = side_by_side(*read)
    return one, other


def _observer_notes(observed: Sequence[Observed]) -> list[Note]:
    return [
        Note(code="observer_effect", text=f"{one.name} gives other results when it is traced than when it is not: tracing changes what is looked for.")
        for one in observed
        if not one.undisturbed
    ]


def _without_doubt(divergence: Divergence, why: str) -> Divergence:
    """The divergence with a reason in place of the sentence that says that there is none."""
    return divergence.model_copy(update={"sentence": f"{divergence.sentence.replace(UNDETERMINED, '').strip()} {why}"})
