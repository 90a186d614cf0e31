"""From two variants that differ to the dispatch where it begins: trace both, locate, and say what that rests on."""

from collections.abc import Sequence
from functools import partial

from runners.arbitrate import Arbitration
from runners.compared import Judging, Side
from runners.contract import Comparison, Divergence, Note
from runners.divergence.locate import UNDETERMINED, Traced, locate
from runners.prepare import Prepared
from runners.progress import Progress
from runners.stages.compile import CompileCache
from runners.stages.invocation import Tensor
from runners.stages.job import Job, side_by_side
from runners.stages.trace import Trace, compile_traced, run_traced


def diverge(job: Job, pair: Sequence[tuple[Prepared, Side]], passed: Sequence[Tensor], judging: Judging, progress: Progress) -> tuple[Divergence, list[Note]]:
    """One traced compile and one traced run for each of the two variants, then the first dispatch that differs.

    :param pair: both variants with what they gave untraced.
    :param passed: the function's arguments.
    """
    (a, _), (b, _) = pair
    compiled = CompileCache(job.settings)
    with progress.stage("compile with trace ops"):
        modules = side_by_side(*(partial(compile_traced, job, v.toolchain, v.program, v.flags, compiled) for v in (a, b)))
    with progress.stage("run traced"):
        traces = side_by_side(*(partial(run_traced, job, v.toolchain, m, v.invocation) for v, m in zip((a, b), modules, strict=True)))
    problems = [f"{v.name}: {t.problem}" for v, t in zip((a, b), traces, strict=True) if t.problem]
    if problems:
        return Divergence(sentence=f"No dispatch is named: {'; '.join(problems)}."), []
    notes = [
        Note(code="observer_effect", text=f"{side.name} gives other results when it is traced than when it is not: tracing changes what is looked for.")
        for trace, (_, side) in zip(traces, pair, strict=True)
        if _results(trace) != [t.sha256 for t in side.results]
    ]
    with progress.stage("locate"):
        found = locate(_traced(traces[0]), _traced(traces[1]), passed, judging)
    return found, notes


def blamed(divergence: Divergence, comparisons: Sequence[Comparison], arbitration: Arbitration | None) -> Divergence:
    """The divergence with the variant at fault, where something tells them apart: expected values, else exact ones."""
    if divergence.at_fault != "undetermined":
        return divergence
    misses = {c.a: any(o.judgement == "different" for o in c.outputs) for c in comparisons if c.b == "expected"}
    if set(misses) == {"A", "B"} and misses["A"] != misses["B"]:
        wrong, right = ("A", "B") if misses["A"] else ("B", "A")
        return _accusing(divergence, wrong, f"{wrong} misses the expected values, {right} gives them.")
    if arbitration is None or misses:
        return divergence
    if arbitration.open_everywhere:
        return _without_doubt(divergence, arbitration.open_everywhere)
    return _accusing(divergence, arbitration.fault, arbitration.why)


def _accusing(divergence: Divergence, fault: str, why: str) -> Divergence:
    return divergence if fault == "undetermined" else _without_doubt(divergence, why).model_copy(update={"at_fault": fault})


def _without_doubt(divergence: Divergence, why: str) -> Divergence:
    """The divergence with a reason in place of the sentence that says that there is none."""
    return divergence.model_copy(update={"sentence": f"{divergence.sentence.replace(UNDETERMINED, '').strip()} {why}"})


def _traced(trace: Trace) -> Traced:
    assert trace.graph is not None  # noqa: S101 - a trace without a problem has both
    assert trace.execution is not None  # noqa: S101 - a trace without a problem has both
    return Traced(trace.graph, trace.execution.trace)


def _results(trace: Trace) -> list[str]:
    return [t.sha256 for t in trace.execution.results[0]] if trace.execution else []
