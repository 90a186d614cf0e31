"""From two variants that differ to the dispatch where it begins: trace both, locate, and say what that rests on."""

from collections.abc import Sequence
from functools import partial

from runners.compared import Judging, Side
from runners.contract import Comparison, Divergence, Note
from runners.divergence.locate import Traced, locate
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


def blamed(divergence: Divergence, comparisons: Sequence[Comparison]) -> Divergence:
    """The divergence with the variant at fault where expected values tell them apart: one misses them, the other does not."""
    misses = {c.a: any(o.judgement == "different" for o in c.outputs) for c in comparisons if c.b == "expected"}
    if divergence.at_fault != "undetermined" or set(misses) != {"A", "B"} or misses["A"] == misses["B"]:
        return divergence
    wrong, right = ("A", "B") if misses["A"] else ("B", "A")
    sentence = f"{divergence.sentence} {wrong} misses the expected values, {right} gives them."
    return divergence.model_copy(update={"at_fault": wrong, "sentence": sentence.strip()})


def _traced(trace: Trace) -> Traced:
    assert trace.graph is not None  # noqa: S101 - a trace without a problem has both
    assert trace.execution is not None  # noqa: S101 - a trace without a problem has both
    return Traced(trace.graph, trace.execution.trace)


def _results(trace: Trace) -> list[str]:
    return [t.sha256 for t in trace.execution.results[0]] if trace.execution else []
