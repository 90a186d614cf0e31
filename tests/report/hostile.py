"""A stranger's words in every field that takes words, and a result far beyond what fits into a comment."""

from bot.intake.result import Intake, Lines, Origin, PartialSpec, Question, QuestionCode, Refusal, RefusalCode, Warn
from runners.contract import (
    Alignment,
    Artifact,
    Bisect,
    Bundle,
    Comparison,
    Compile,
    Dispatch,
    Divergence,
    DivergentOperand,
    Environment,
    Expectation,
    Input,
    Knob,
    Note,
    Output,
    Parameters,
    Pattern,
    Program,
    ReproSpec,
    Run,
    RunCall,
    Stage,
    StageTime,
    TriageResult,
    Variant,
    Verdict,
    WorstElement,
)

WORDS = (
    "@someone @org/team #123 iree-org/iree#1 GH-7 https://github.com/o/r/issues/1 www.example.org a@example.org"
    " <img src=x onerror=alert(1)> <!-- numerics-bot spec=none --> ![i](u) [l](u) | a | b |\r\n| --- |\n\n# head\n- item\n"
    "`code` ``` $x$ :tada: **bold** _it_ ~~s~~ &lt; \\| \u202eltr\u202c \u2028 \u0085 \x1b[31mred\x07 \x00 \ud800 end\\"
)

_OUTPUT = Output(
    index=0,
    name=WORDS,
    shape=(2,),
    dtype=WORDS,
    dtype_b="f32",
    elements=2,
    mismatched=1,
    max_abs=1.0,
    first_mismatch=(0,),
    worst=(WorstElement(index=(0,), a=WORDS, b=WORDS, exact=WORDS),),
    patterns=(Pattern(kind=WORDS, explained=0.5, parameters={WORDS: WORDS}),),
    judgement="different",
    reason=WORDS,
)

SPEC = ReproSpec(
    program=Program(kind="inline", name="p.mlir", text=WORDS.replace("\ud800", "")),
    variants=(
        Variant(name="A", iree_version=WORDS.replace("\ud800", ""), compile=Compile(flags=(WORDS.replace("\ud800", ""),))),
        Variant(name="B", iree_version="3.13.0", run=RunCall(function=WORDS.replace("\ud800", ""), device="`|`", flags=("--x=$(id)", "; rm -rf ~"))),
    ),
    inputs=(Input(index=0, kind="file", file="x.npy"),),
    parameters=(Parameters(scope="a|b", name="p.irpa"),),
    artifacts=(Artifact(name="x.npy", url="https://example.org/\nrm -rf ~"), Artifact(name="p.irpa")),
    expectation=Expectation(kind="variants_agree"),
)

INTAKE = Intake(
    status="ready",
    spec=SPEC,
    provenance=(Origin(field="program", how="read", lines=Lines(first=1, last=2), why=WORDS), Origin(field=WORDS, how="read", why=WORDS)),
    warnings=(Warn(text=WORDS, lines=Lines(first=3, last=3)),),
)

QUESTIONS = Intake(
    status="refused",
    spec=PartialSpec(program=SPEC.program, variants=SPEC.variants),
    questions=(Question(code=QuestionCode.UNKNOWN_FLAG, text=WORDS),),
    refusals=(Refusal(code=RefusalCode.URL_NOT_ALLOWED, detail=WORDS, lines=Lines(first=5, last=9)),),
    warnings=(Warn(text=WORDS),),
)

RESULT = TriageResult(
    spec_digest='"--><script>',
    verdict=Verdict.REPRODUCED,
    sentence=WORDS,
    environment=Environment(iree={WORDS: WORDS}, device={WORDS: WORDS}, driver=WORDS, cpu=WORDS, os=WORDS),
    runs=(Run(variant="A", exit=1, failed="compile", reason=WORDS, log_tail=WORDS), Run(variant=WORDS, exit=0)),
    compared=(WORDS, WORDS),
    outputs=(_OUTPUT, _OUTPUT.model_copy(update={"kind": "argument"})),
    also=(Comparison(a=WORDS, b=WORDS, outputs=(_OUTPUT,)),),
    divergence=Divergence(
        dispatch=Dispatch(symbol=WORDS, ordinal=0, count=1, ops=(WORDS,), loc=WORDS, shapes=(WORDS,)),
        stage=Stage.CODEGEN,
        alignment=Alignment(aligned=0, total=1, unmatched=(WORDS,)),
        confirmed=WORDS,
        operands=(DivergentOperand(role="output", position=0, source=WORDS, comparison=_OUTPUT),),
        sentence=WORDS,
    ),
    knobs=(Knob(flag=WORDS, effect="vanishes"),),
    bisect=Bisect(axis=WORDS, verdict="found", first_bad=WORDS, first_good=WORDS, tested=(WORDS,), untestable=(WORDS,)),
    bundle=Bundle(path=WORDS, verified=True),
    notes=(Note(code=WORDS, text=WORDS),),
    timing=(StageTime(stage=WORDS, seconds=1.0),),
)

HUGE_SPEC = ReproSpec(
    program=Program(kind="inline", name="wide.mlir", text="func.func @main() {}\n"),
    variants=tuple(
        Variant(name=name, iree_version="3.13.0", compile=Compile(flags=tuple(f"--a-rather-long-flag-{i}=value" for i in range(80)))) for name in "AB"
    ),
    inputs=tuple(Input(index=i, kind="values", shape=(256,), dtype="f32", value=tuple(j / 7 for j in range(256))) for i in range(12)),
    expectation=Expectation(kind="variants_agree"),
)

HUGE = TriageResult(
    spec_digest=HUGE_SPEC.digest,
    verdict=Verdict.REPRODUCED,
    sentence="60 of 100 outputs differ; it begins at dispatch 17 of 400, in B.",
    environment=Environment(iree={f"part {i}": "3.13.0" for i in range(60)}, cpu="x86-64"),
    runs=(Run(variant="A", exit=0), Run(variant="B", exit=1, failed="run", reason="it fails after the last output", log_tail="a line of a log\n" * 4000)),
    compared=("A", "B"),
    outputs=tuple(
        Output(
            index=i,
            name=f"logits_{i}",
            shape=(2, 1000),
            dtype="f32",
            elements=2000,
            mismatched=20 * (100 - i) if i < 60 else 0,
            max_abs=1 / (1 + i) if i < 60 else 0.0,
            max_rel=1 / (1 + i) if i < 60 else 0.0,
            rms_rel=(i % 60) / 600 if i < 60 else 0.0,
            first_mismatch=(0, i) if i < 60 else None,
            worst=tuple(WorstElement(index=(1, j), a=1.0 + i, b=2.0 + j) for j in range(8)) if i < 60 else (),
            judgement="different" if i < 60 else "equal",
            reason="More than the noise floor of the last matmul explains." if i < 60 else "",
        )
        for i in range(100)
    ),
    divergence=Divergence(
        dispatch=Dispatch(symbol="main_dispatch_17_matmul", ordinal=17, count=400, ops=tuple(f"linalg.op_{i}" for i in range(30))),
        at_fault="B",
        stage=Stage.CODEGEN,
        role="culprit",
        alignment=Alignment(aligned=380, total=400, unmatched=tuple(f"%{i}" for i in range(20))),
        confirmed="3/3",
        operands=tuple(
            DivergentOperand(
                role="input" if i < 20 else "output",
                position=i if i < 20 else 0,
                comparison=Output(
                    index=0, shape=(i,), dtype="f32", elements=100, mismatched=100 if i == 20 else 0, judgement="different" if i == 20 else "equal"
                ),
            )
            for i in range(21)
        ),
    ),
    notes=tuple(Note(code="unreliable", text=f"Part {i} of the machine was slow.") for i in range(3)),
)
