"""From what was seen to one word and one sentence. Pure."""

from collections.abc import Sequence

from runners.contract import Output, ReproSpec, Run, Variant, Verdict
from runners.flags import Flag

_RANK = {"equal": 0, "within_noise": 1, "different": 2}
_VERDICTS = {"equal": Verdict.NOT_REPRODUCED, "within_noise": Verdict.WITHIN_NOISE, "different": Verdict.REPRODUCED}


def severity(outputs: Sequence[Output]) -> tuple[int, int]:
    """How bad a comparison is, for sorting: the worst judgement, then the number of mismatches."""
    return max(((_RANK[o.judgement], o.mismatched) for o in outputs), default=(0, 0))


def compared_verdict(outputs: Sequence[Output]) -> Verdict:
    """The verdict of a comparison alone."""
    worst = max(outputs, key=lambda o: _RANK[o.judgement], default=None)
    return _VERDICTS[worst.judgement if worst else "equal"]


def failed_verdict(runs: Sequence[Run]) -> tuple[Verdict, str] | None:
    """The verdict where a variant did not compile or did not run; None where all did."""
    for what, verdict, verb in (("compile", Verdict.COMPILE_FAILED, "compile"), ("run", Verdict.RUN_FAILED, "run")):
        failed = [r for r in runs if r.failed == what]
        if failed:
            return verdict, _failed_sentence(failed, [r.variant for r in runs if r.failed is None], verb)
    return None


def compared_sentence(verdict: Verdict, spec: ReproSpec, sides: tuple[str, str], outputs: Sequence[Output]) -> str:
    """The sentence a maintainer acts on: who differs from whom, where, by how much, and what sets them apart."""
    a, b = sides
    other = "the expected values" if b == "expected" else b
    apart = difference(*spec.variants) if b != "expected" else ""
    worst = max(outputs, key=lambda o: (_RANK[o.judgement], o.mismatched), default=None)
    if worst is None:
        return f"{a} gives no output that could be compared with {other}."
    if verdict is Verdict.NOT_REPRODUCED:
        return f"{a} agrees with {other} in all {_outputs(outputs)}.{apart}"
    how = _figures(worst)
    if verdict is Verdict.WITHIN_NOISE:
        return f"{a} and {other} differ as much as rounding explains: {how}.{apart}"
    return f"{a} and {other} differ: {how}.{apart}"


def files_sentence(verdict: Verdict, sides: tuple[str, str], output: Output) -> str:
    """The sentence for two files that somebody holds against each other."""
    a, b = sides
    if verdict is Verdict.NOT_REPRODUCED:
        return f"{a} and {b} are equal in all {output.elements} elements."
    much = "differ as much as rounding explains" if verdict is Verdict.WITHIN_NOISE else "differ"
    return f"{a} and {b} {much}: {_figures(output, '')}."


def unstable_sentence(names: Sequence[str], repeats: int) -> str:
    """The sentence for variants whose outputs change between runs of one module."""
    give = "gives" if len(names) == 1 else "give"
    return f"{' and '.join(names)} {give} other values from run to run ({repeats} runs of the same module on the same inputs)."


def difference(a: Variant, b: Variant | None = None) -> str:
    """What sets B apart from A, as a sentence that follows another; empty for a single variant."""
    if b is None:
        return ""
    more = [f for f in b.compile.flags if f not in a.compile.flags]
    less = {Flag.parse(f).name: f for f in a.compile.flags if f not in b.compile.flags}
    instead = [f"{f} instead of {less.pop(name)}" if (name := Flag.parse(f).name) in less else f for f in more]
    parts = [
        f"compiles with {', '.join(instead)}" if instead else "",
        f"compiles without {', '.join(less.values())}" if less else "",
        f"uses IREE {b.iree_version} instead of {a.iree_version}" if a.iree_version != b.iree_version else "",
        f"runs on {b.run.device} instead of {a.run.device}" if a.run.device != b.run.device else "",
        "compiles another program" if b.program is not None and b.program != a.program else "",
    ]
    told = [p for p in parts if p]
    return f" {b.name} {', '.join(told)}." if told else ""


def _failed_sentence(failed: Sequence[Run], sound: Sequence[str], verb: str) -> str:
    names = [r.variant for r in failed]
    if len(names) > 1:
        return f"Neither {' nor '.join(names)} {verb}s: {failed[0].reason}"
    others = f" ({' and '.join(sound)} does)" if sound else ""
    return f"{names[0]} does not {verb}{others}: {failed[0].reason}"


def _outputs(outputs: Sequence[Output]) -> str:
    return f"{len(outputs)} outputs" if len(outputs) != 1 else f"{outputs[0].elements} elements"


def _figures(worst: Output, of: str = "output") -> str:
    what = f"{of} {worst.index}" if of else "the file"
    if worst.shape_b is not None and worst.shape_b != worst.shape:
        return f"{what} has shape {list(worst.shape or ())} against {list(worst.shape_b)}"
    size = f", by up to {worst.max_abs:.3g}" if worst.max_abs else ""
    nan = f", with {worst.nan.a} against {worst.nan.b} NaN" if worst.nan.a != worst.nan.b else ""
    return f"{worst.mismatched} of {worst.elements} elements of {what} ({worst.dtype}){size}{nan}"
