"""The main job, top to bottom: from a spec to a verdict with its evidence."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np

from runners.arbitrate import Arbitration, Disputed, arbitrate
from runners.artifacts import Artifacts, sha256_of
from runners.compared import Judging, Side, against_golden, changed_arguments, flickers, longest_axis, one_against_other
from runners.contract import Bundle, Comparison, Divergence, Input, Knob, Note, Output, ReproSpec, Run, Stage, TriageResult, Verdict
from runners.diverge import Diverged, audit_all, diverge, diverge_alone, diverge_from_itself
from runners.divergence.bundle import write_bundle
from runners.divergence.knobs import try_knobs
from runners.divergence.observe import Build
from runners.divergence.tell import as_bisect
from runners.golden import Golden, golden_outputs
from runners.machine import environment
from runners.notes import notes_on_comparisons, notes_on_results, notes_on_runs, notes_on_spec
from runners.prepare import Prepared, find_all, prepare
from runners.progress import Progress
from runners.second_look import randomised
from runners.settings import RunnerSettings
from runners.stages.arguments import make_argument
from runners.stages.compile import Compilation, CompileCache, compile_program
from runners.stages.execute import execute
from runners.stages.invocation import Execution, Invocation, Tensor
from runners.stages.job import Job, scratch, side_by_side
from runners.toolchain import Toolchains
from runners.verdict import compared_sentence, compared_verdict, failed_verdict, severity, unstable_sentence

BUNDLE = "bundle"
"""Folder of the repro bundle within the output folder."""
_LOG_TAIL = 2000
"""Characters of a failed tool's output that go into the result."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What a triage works with: settings and toolchains of this machine, where files come from, who watches.

    ``out`` is the folder that keeps the outputs, ``seed`` the one of the second look with random inputs. With
    ``all_dispatches`` every dispatch is judged alone, whatever the verdict. ``bisect`` names the axis of a search; that
    over dispatches is part of every triage, and only told in the words of a search.
    """

    settings: RunnerSettings
    toolchains: Toolchains
    artifacts: Artifacts
    progress: Progress
    out: Path | None = None
    seed: int = 0
    all_dispatches: bool = False
    bisect: Literal["dispatch"] | None = None


@dataclass(frozen=True, slots=True)
class Ran:
    """One variant that was compiled and run."""

    prepared: Prepared
    module: Path
    execution: Execution

    @property
    def name(self) -> str:
        """The variant's name."""
        return self.prepared.name

    @property
    def side(self) -> Side:
        """What its first run gave."""
        return Side(self.name, self.execution.results[0], self.execution.arguments)


def triage(spec: ReproSpec, machine: Machine) -> TriageResult:
    """Compile, run, compare and locate, as the spec says.

    A variant that does not compile or run is a result. Nothing is left running or lying about, however this ends.

    :raises UserError: when the spec asks for something that may not or cannot be run.
    :raises MachineError: when this machine cannot do it.
    """
    with scratch(machine.settings) as job:
        result = _triage(job, spec, machine)
    return result.model_copy(update={"timing": machine.progress.times})


def _triage(job: Job, spec: ReproSpec, machine: Machine) -> TriageResult:
    stage = machine.progress.stage
    with stage("prepare"):
        variants = prepare(job, spec, machine.artifacts, machine.toolchains)
        golden = golden_outputs(spec.expectation, find_all(spec, machine.artifacts))
    names = " and ".join(v.name for v in variants)
    notes = list(notes_on_spec(spec))
    result = partial(TriageResult, spec_digest=spec.digest, environment=environment(variants))

    with stage(f"compile {names}"):
        compiled = _compile(job, variants)
    runs = tuple(map(_compiled_run, variants, compiled))
    if failed := failed_verdict(runs):
        return result(verdict=failed[0], sentence=failed[1], runs=runs, notes=tuple(notes))

    with stage(f"run {names}"):
        modules = [c.module for c in compiled if c.module]
        executions = _execute(job, variants, modules, [v.invocation for v in variants], job.settings.repeats)
    runs = tuple(map(_executed_run, runs, executions))
    if failed := failed_verdict(runs):
        return result(verdict=failed[0], sentence=_with_signature(failed[1], executions), runs=runs, notes=tuple(notes))

    with stage("compare"):
        ran = tuple(map(Ran, variants, modules, executions))
        _keep(ran, machine.out)
        passed = _passed(variants[0])
        judging = Judging(spec.tolerance, longest_axis(variants[0].invocation.arguments, ran[0].side.results))
        headline, *also = _comparisons(ran, golden, judging)
        also += [c for r in ran if (c := changed_arguments(r.side, passed, judging))]
        unstable = [r.name for r in ran if flickers(r.execution, judging)]
    notes += [*notes_on_runs({r.name: r.execution for r in ran}, unstable), *(n for r in ran for n in notes_on_results(r.name, r.side.results, passed))]

    search = _search(job, ran, passed, judging, headline, unstable)
    found = search(machine.progress) if search is not None and not unstable and compared_verdict(headline.outputs) is Verdict.REPRODUCED else None
    arbitration = None
    if found is None or found.divergence.at_fault == "undetermined":  # who is at fault is known already
        arbitration = _arbitrated(job, _disputed(headline, ran, golden), ran, machine)
    if arbitration is not None:
        headline = _with_output(headline, arbitration.settled if spec.tolerance is None else arbitration.output)
        told = {output.reason for output in headline.outputs}
        notes += [note for note in arbitration.notes if note.text not in told]
    notes += notes_on_comparisons([headline, *also])

    verdict = Verdict.NONDETERMINISTIC if unstable else compared_verdict(headline.outputs)
    sentence = unstable_sentence(unstable, runs[0].repeats) if unstable else compared_sentence(verdict, spec, (headline.a, headline.b), headline.outputs)
    if found is None and search is not None and verdict in (Verdict.REPRODUCED, Verdict.NONDETERMINISTIC):
        found = search(machine.progress)
    handed = Handed(None if found is None else found.divergence)
    if found is not None and verdict is Verdict.REPRODUCED:
        handed = _handed_over(job, found, found.blamed([headline, *also], arbitration), machine)
    sentence = f"{sentence} {_why(arbitration, handed.divergence)}".strip() if verdict in (Verdict.REPRODUCED, Verdict.NONDETERMINISTIC) else sentence
    audits, more = audit_all(job, _builds(ran), found, machine.progress) if machine.all_dispatches else ((), ())
    notes += [*(found.notes if found is not None else ()), *handed.notes, *more]
    if verdict in (Verdict.NOT_REPRODUCED, Verdict.WITHIN_NOISE) and len(ran) == 2 and (inputs := randomised(spec.inputs, machine.seed)):
        with stage("run again with random inputs"):
            comparison, note = _second_look(job, ran, inputs, judging)
        notes.append(note)
        also += [comparison] if comparison else []

    return result(
        verdict=verdict,
        sentence=sentence,
        runs=runs,
        compared=(headline.a, headline.b),
        outputs=headline.outputs,
        also=tuple(also),
        divergence=handed.divergence,
        audits=audits,
        knobs=handed.knobs,
        bisect=as_bisect(handed.divergence, len(ran)) if machine.bisect == "dispatch" else None,
        bundle=handed.bundle,
        notes=tuple(notes),
    )


@dataclass(frozen=True, slots=True)
class Handed:
    """What an engineer goes on with: where it begins, which switch makes it vanish, and the dispatch in a folder of its own."""

    divergence: Divergence | None
    knobs: tuple[Knob, ...] = ()
    bundle: Bundle | None = None
    notes: tuple[Note, ...] = ()


def _handed_over(job: Job, found: Diverged, divergence: Divergence, machine: Machine) -> Handed:
    culprit = found.culprit(divergence)
    if culprit is None:
        return Handed(divergence)
    toolchain, notes = culprit.bench.observed.prepared.toolchain, []
    knobs: tuple[Knob, ...] = ()
    if divergence.stage is Stage.CODEGEN:
        with machine.progress.stage("try knobs"):
            tried = try_knobs(job, toolchain, culprit.case)
        knobs = tried.tried
        notes += [Note(code="no_knobs", text=f"No code-generation switch was tried: {tried.problem}.")] if tried.problem else []
    bundle = None
    if machine.out is not None:
        with machine.progress.stage("write and run the repro bundle"):
            written = write_bundle(job, toolchain, culprit.case, machine.out / BUNDLE)
        bundle = Bundle(path=BUNDLE, verified=written.verified)
        if written.problem and not written.verified:
            notes.append(
                Note(code="bundle_not_verified", text=f"The dispatch alone does not show the difference in {written.confirmed} runs: {written.problem}.")
            )
    return Handed(divergence, knobs, bundle, tuple(notes))


def _builds(ran: Sequence[Ran]) -> list[Build]:
    return [Build(r.prepared, results=r.side.results) for r in ran]


def _search(  # noqa: PLR0917 - all that the choice depends on
    job: Job, ran: Sequence[Ran], passed: list[Tensor], judging: Judging, headline: Comparison, unstable: Sequence[str]
) -> Callable[[Progress], Diverged] | None:
    """How the dispatch is looked for: in a variant that is unstable from run to run, in a pair one against the other, in one alone by its own code."""
    builds = _builds(ran)
    if unstable:
        return partial(diverge_from_itself, job, next(build for build in builds if build.prepared.name == unstable[0]))
    if len(ran) == 2:
        return partial(diverge, job, builds, passed, judging)
    if headline.b == "expected":
        differing = [output.index for output in headline.outputs if output.judgement == "different"]
        return partial(diverge_alone, job, builds[0], passed, differing)
    return None


def _compile(job: Job, variants: Sequence[Prepared]) -> list[Compilation]:
    cache = CompileCache(job.settings)
    return side_by_side(*(partial(compile_program, job, v.toolchain, v.program, v.flags, cache) for v in variants))


def _execute(job: Job, variants: Sequence[Prepared], modules: Sequence[Path], invocations: Sequence[Invocation], repeats: int) -> list[Execution]:
    calls = zip(variants, modules, invocations, strict=True)
    return side_by_side(*(partial(execute, job, variant.toolchain, module, invocation, repeats=repeats) for variant, module, invocation in calls))


def _compiled_run(variant: Prepared, compilation: Compilation) -> Run:
    return Run(
        variant=variant.name,
        compile_s=round(compilation.seconds, 3),
        exit=compilation.exit,
        failed=None if compilation.module else "compile",
        reason=compilation.reason,
        log_tail="" if compilation.module else compilation.log[-_LOG_TAIL:],
        cached=compilation.cached,
    )


def _executed_run(run: Run, execution: Execution) -> Run:
    return run.model_copy(
        update={
            "run_s": round(execution.seconds, 3),
            "exit": execution.exit,
            "failed": "run" if execution.reason else None,
            "reason": execution.reason,
            "log_tail": execution.log[-_LOG_TAIL:] if execution.reason else "",
            "repeats": len(execution.results),
            "bit_stable": execution.bit_stable if len(execution.results) > 1 else None,
        }
    )


def _with_signature(sentence: str, executions: Sequence[Execution]) -> str:
    """The sentence with what the function expects, which is what a wrong call needs to know."""
    declared = next((e.declaration for e in executions if e.reason and e.declaration), None)
    return f"{sentence} The function is declared as {declared}." if declared else sentence


def _passed(variant: Prepared) -> list[Tensor]:
    return [Tensor(a.kind, a.shape, a.file, sha256_of(a.file)) for a in variant.invocation.arguments]


def _comparisons(ran: Sequence[Ran], golden: Sequence[Golden], judging: Judging) -> list[Comparison]:
    """The pair that the verdict rests on, then the others."""
    found = [against_golden(r.side, golden, judging) for r in ran] if golden else []
    found.sort(key=lambda c: severity(c.outputs), reverse=True)
    if len(ran) == 2:
        pair = one_against_other(ran[0].side, ran[1].side, judging)
        return [*found, pair] if found else [pair]
    return found or [one_against_other(ran[0].side, replace(ran[0].side, name="its last run", results=ran[0].execution.results[-1]), judging)]


def _why(arbitration: Arbitration | None, divergence: Divergence | None) -> str:
    """Where it begins and who is wrong, in a few words for the sentence on top; empty where nothing tells."""
    parts = []
    if arbitration is not None:
        parts.append(arbitration.open_everywhere or arbitration.why)
    if divergence is not None:
        parts.append(_begins(divergence))
    return " ".join(filter(None, parts))


def _begins(divergence: Divergence) -> str:
    fault = divergence.at_fault
    if divergence.stage is Stage.INPUT and fault in ("A", "B"):
        return f"{fault} does not read its arguments as they were passed."
    if divergence.dispatch is None or divergence.role != "culprit":
        return ""
    who = f"{divergence.dispatch.variant}'s " if divergence.dispatch.variant else ""
    where = {Stage.CODEGEN: ", in code generation", Stage.GRAPH: ", before code generation"}.get(divergence.stage, "")
    return f"It begins in {who}dispatch {divergence.dispatch.ordinal} of {divergence.dispatch.count}{where}."


def _arbitrated(job: Job, disputed: Disputed | None, ran: Sequence[Ran], machine: Machine) -> Arbitration | None:
    if disputed is None:
        return None
    with machine.progress.stage("arbitrate"):
        first = next(r.prepared for r in ran if r.name == disputed.names[0])
        return arbitrate(job, first, disputed, seed=machine.seed)


def _disputed(headline: Comparison, ran: Sequence[Ran], golden: Sequence[Golden]) -> Disputed | None:
    """The output that differs most, where both sides have all of it; None where there is none."""
    output = max(headline.outputs, key=lambda o: severity([o]), default=None)
    if output is None or output.judgement == "equal" or output.shape_b is not None:
        return None
    sides = [r for r in ran if r.name in (headline.a, headline.b)]
    if len({(r.prepared.program.read_bytes(), r.execution.function) for r in sides}) != 1:
        return None  # two programs have no exact values in common: neither may be judged by the other's
    results = {r.name: r.side.results[output.index] for r in ran if output.index < len(r.side.results)}
    expected = {g.index: g.values for g in golden}
    a = results.get(headline.a)
    b = expected.get(output.index) if headline.b == "expected" else results[headline.b].load() if headline.b in results else None
    if a is None or b is None or b.shape != a.shape:
        return None
    return Disputed(output, (a.load(), b), (headline.a, headline.b), sides[0].execution.function)


def _with_output(comparison: Comparison, output: Output) -> Comparison:
    return comparison.model_copy(update={"outputs": tuple(output if o.index == output.index else o for o in comparison.outputs)})


def _second_look(job: Job, ran: Sequence[Ran], inputs: Sequence[Input], judging: Judging) -> tuple[Comparison | None, Note]:
    """Both variants once more, with random values where the report has one value everywhere."""
    folder = job.subfolder("random")
    reported = ran[0].prepared.invocation.arguments
    arguments = tuple(make_argument(i, None, folder) if i.kind == "random" else reported[i.index] for i in inputs)
    invocations = [replace(r.prepared.invocation, arguments=arguments) for r in ran]
    executions = _execute(job, [r.prepared for r in ran], [r.module for r in ran], invocations, repeats=1)
    if reasons := [e.reason for e in executions if e.reason]:
        return None, Note(code="random_inputs", text=f"With random inputs the program does not run: {reasons[0].splitlines()[0]}")
    sides = [replace(r.side, name=f"{r.name} (random inputs)", results=e.results[0]) for r, e in zip(ran, executions, strict=True)]
    comparison = one_against_other(sides[0], sides[1], judging)
    seeds = sorted({i.seed for i in inputs if i.seed is not None})
    said = {Verdict.REPRODUCED: "differ", Verdict.WITHIN_NOISE: "differ within noise", Verdict.NOT_REPRODUCED: "agree"}
    text = f"Run again with random values (seed {seeds[0]}) in place of one value everywhere: A and B {said[compared_verdict(comparison.outputs)]}."
    return comparison, Note(code="random_inputs", text=text)


def _keep(ran: Sequence[Ran], out: Path | None) -> None:
    """Write every result as ``outputs/<variant>_<index>.npy``."""
    if out is None:
        return
    folder = out / "outputs"
    folder.mkdir(parents=True, exist_ok=True)
    for r in ran:
        for i, tensor in enumerate(r.side.results):
            np.save(folder / f"{r.name}_{i}.npy", tensor.load(), allow_pickle=False)
