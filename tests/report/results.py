"""Results as a runner gives them, one for each thing that a report must be able to say."""

import math

from runners.contract import (
    Alignment,
    Bisect,
    Bundle,
    Comparison,
    Counts,
    Dispatch,
    Divergence,
    DivergentOperand,
    Environment,
    Knob,
    Note,
    Output,
    Pattern,
    Run,
    Stage,
    StageTime,
    TriageResult,
    Verdict,
    WorstElement,
)
from tests.report.requests import GATHER, INT4, INVERSE_FREQUENCIES, LAYER_NORM, PARAMETERS, RESIZE, RETURNED_ARGUMENT, ROW_MEAN

CPU_MACHINE = Environment(
    iree={"compiler": "3.13.0", "runtime": "3.13.0"},
    device={"uri": "local-task", "name": "default task system"},
    cpu="x86-64, 16 cores, AVX-512",
    os="Linux 6.1",
)


def ran(name: str, *, repeats: int = 3, stable: bool = True) -> Run:
    return Run(variant=name, compile_s=0.412, run_s=0.018, exit=0, repeats=repeats, bit_stable=stable)


GATHER_ROWS = TriageResult(
    spec_digest=GATHER.digest,
    verdict=Verdict.REPRODUCED,
    sentence="Output 0 differs in 16 of 20 elements, by up to 16; it begins at B's input conversion, which --iree-input-demote-i64-to-i32 changes.",
    environment=CPU_MACHINE,
    runs=(ran("A"), ran("B")),
    compared=("A", "B"),
    outputs=(
        Output(
            index=0,
            shape=(5, 4),
            dtype="f32",
            elements=20,
            mismatched=16,
            max_abs=16.0,
            max_rel=math.inf,
            max_ulp=1_073_741_824,
            rms_rel=0.71,
            first_mismatch=(1, 0),
            worst=(
                WorstElement(index=(1, 0), a=16.0, b=0.0, exact=16.0),
                WorstElement(index=(3, 0), a=8.0, b=0.0, exact=8.0),
                WorstElement(index=(4, 0), a=4.0, b=12.0),
            ),
            zero=Counts(a=0, b=2),
            judgement="different",
            reason="The program only copies values, so any difference is one.",
        ),
    ),
    divergence=Divergence(
        dispatch=Dispatch(
            symbol="main_graph$async_dispatch_0_elementwise_broadcast_5x4_i64xf32", ordinal=0, count=1, ops=("linalg.generic",), shapes=("5x4xf32",)
        ),
        at_fault="B",
        stage=Stage.INPUT,
        role="victim",
        sentence="The only dispatch is right for its inputs in both variants; B's input conversion makes the program read the indices as 32-bit words.",
        confirmed="3/3",
        alignment=Alignment(aligned=2, total=3, unmatched=("%rows",)),
    ),
    timing=(StageTime(stage="compile A", seconds=0.41), StageTime(stage="compile B", seconds=0.43), StageTime(stage="run", seconds=0.22)),
)

LAYER_NORM_ERROR = TriageResult(
    spec_digest=LAYER_NORM.digest,
    verdict=Verdict.REPRODUCED,
    sentence="All of output 0 differs, by up to 0.684; it begins in A at `main_dispatch_0_reduction_32x1024_f16`, 27 times over the noise floor.",
    environment=CPU_MACHINE,
    runs=(ran("A"), ran("B")),
    compared=("A", "B"),
    outputs=(
        Output(
            index=0,
            shape=(32, 1024),
            dtype="f16",
            elements=32768,
            mismatched=32768,
            max_abs=0.68359375,
            max_rel=214.5,
            max_ulp=18313,
            rms_rel=0.1543,
            first_mismatch=(0, 0),
            worst=(
                WorstElement(index=(17, 803), a=-4.96875, b=-4.28515625, exact=-4.2998),
                WorstElement(index=(17, 12), a=3.669921875, b=4.35, exact=4.339),
            ),
            patterns=(Pattern(kind="offset", explained=0.93, parameters={"axis": 1, "value": -0.672}),),
            judgement="different",
            reason="The tolerance for f16 sums of 1024 elements is 0.031, by the table for type and reduction length.",
        ),
    ),
    divergence=Divergence(
        dispatch=Dispatch(
            symbol="main_dispatch_0_reduction_32x1024_f16",
            ordinal=0,
            count=2,
            ops=("linalg.generic",),
            loc="layernorm.mlir:7:10",
            shapes=("32x1024xf16", "32xf16"),
        ),
        at_fault="A",
        stage=Stage.CODEGEN,
        role="culprit",
        local_error=0.158,
        noise_floor=0.0058,
        input_error=0.0,
        alignment=Alignment(aligned=2, total=2),
        confirmed="3/3",
        operands=(
            DivergentOperand(
                role="input",
                position=0,
                source="%arg0",
                comparison=Output(index=0, shape=(32, 1024), dtype="f16", elements=32768, max_abs=0.0, max_rel=0.0, max_ulp=0),
            ),
            DivergentOperand(
                role="output",
                position=0,
                comparison=Output(
                    index=0,
                    shape=(32,),
                    dtype="f16",
                    elements=32,
                    mismatched=32,
                    max_abs=0.671875,
                    max_rel=0.0342,
                    max_ulp=43,
                    first_mismatch=(0,),
                    worst=(WorstElement(index=(17,), a=18.953125, b=19.625, exact=19.6212),),
                    judgement="different",
                ),
            ),
        ),
        sentence="Its input agrees to the bit, its output is off by up to 0.672 in A; against exact values A misses by 27 noise floors, B by 0.7.",
    ),
    knobs=(
        Knob(flag="--iree-llvmcpu-vector-pproc-strategy=peel", effect="persists"),
        Knob(flag="--iree-llvmcpu-reassociate-fp-reductions", effect="vanishes"),
    ),
    bundle=Bundle(path="repro/main_dispatch_0", verified=True),
    timing=(StageTime(stage="trace A", seconds=1.2), StageTime(stage="replay", seconds=75.0)),
)

POWF_NAN = TriageResult(
    spec_digest=INVERSE_FREQUENCIES.digest,
    verdict=Verdict.REPRODUCED,
    sentence="Output 0 is wrong in 8 of 8 elements: one NaN and seven zeros where the issue expects 1 to 0.0316.",
    environment=CPU_MACHINE,
    runs=(ran("A"),),
    compared=("A", "expected"),
    outputs=(
        Output(
            index=0,
            shape=(8,),
            dtype="f16",
            elements=8,
            mismatched=8,
            max_abs=0.749512,
            max_rel=1.0,
            max_ulp=14847,
            rms_rel=math.nan,
            first_mismatch=(0,),
            worst=(WorstElement(index=(0,), a=-math.nan, b=1.0), WorstElement(index=(1,), a=0.0, b=0.749512)),
            nan=Counts(a=1, b=0),
            zero=Counts(a=7, b=0),
            judgement="different",
            reason="NaN where a number is expected; the rest is compared to the 6 digits printed in the issue.",
        ),
    ),
    divergence=Divergence(
        dispatch=Dispatch(symbol="inv_freq_dispatch_0_elementwise_8_f16", ordinal=0, count=1),
        sentence="Code generation agrees with the reference and both miss the expected values: the cause is before dispatches are formed.",
    ),
    notes=(Note(code="nan_accepted", text="iree-run-module of this release takes NaN for equal to any number with --expected_output."),),
)

ALIASED_RESULT = TriageResult(
    spec_digest=RETURNED_ARGUMENT.digest,
    verdict=Verdict.REPRODUCED,
    sentence="Output 1 is wrong in 4 of 4 elements, by up to 11; output 0 is right.",
    runs=(ran("A"),),
    compared=("A", "expected"),
    outputs=(
        Output(index=0, shape=(2, 2), dtype="f32", elements=4, max_abs=0.0, max_rel=0.0, max_ulp=0),
        Output(
            index=1,
            name="passed_through",
            shape=(2, 2),
            dtype="f32",
            elements=4,
            mismatched=4,
            max_abs=11.0,
            max_rel=0.22,
            max_ulp=2_883_584,
            rms_rel=0.158,
            first_mismatch=(0, 0),
            worst=(WorstElement(index=(1, 1), a=61.0, b=50.0), WorstElement(index=(1, 0), a=60.0, b=50.0)),
            judgement="different",
        ),
    ),
)

CHANGED_ARGUMENT = ALIASED_RESULT.model_copy(
    update={
        "sentence": "The call changes its argument 2, which the caller still holds.",
        "outputs": (
            ALIASED_RESULT.outputs[0],
            ALIASED_RESULT.outputs[1].model_copy(
                update={"index": 2, "kind": "argument", "name": "", "reason": "An argument that is not donated must be as it was after the call."}
            ),
        ),
    }
)

ROUNDING = TriageResult(
    spec_digest=ROW_MEAN.digest,
    verdict=Verdict.WITHIN_NOISE,
    sentence="Output 0 differs in 46 of 48 elements, by at most 8.05e-7, which summing 1024 numbers in another order explains.",
    runs=(ran("A"), ran("B")),
    compared=("A", "B"),
    outputs=(
        Output(
            index=0,
            shape=(48,),
            dtype="f32",
            elements=48,
            mismatched=46,
            max_abs=8.046627e-7,
            max_rel=1.6e-6,
            max_ulp=14,
            rms_rel=6.1e-7,
            first_mismatch=(0,),
            worst=(WorstElement(index=(31,), a=0.50000123, b=0.50000043, exact=0.5000007),),
            judgement="within_noise",
            reason="Within the tolerance that the issue gives (1e-6 absolute, 1e-5 relative).",
        ),
    ),
)

EQUAL = TriageResult(
    verdict=Verdict.NOT_REPRODUCED,
    sentence="All 3 outputs agree to the bit, with the inputs of the issue and with random ones (seed 0).",
    runs=(ran("A"), ran("B")),
    compared=("A", "B"),
    outputs=tuple(Output(index=i, shape=(4, 4), dtype="i32", elements=16, max_abs=0.0) for i in range(3)),
    also=(Comparison(a="A (random inputs)", b="B (random inputs)", outputs=(Output(index=0, shape=(4, 4), dtype="i32", elements=16, max_abs=0.0),)),),
    notes=(Note(code="splat_inputs", text="All inputs are splats, which hide wrong indexing and layout; so it was run once more with random inputs."),),
)

FLICKER = TriageResult(
    spec_digest=RESIZE.digest,
    verdict=Verdict.NONDETERMINISTIC,
    sentence="Six runs of the same module on the same inputs gave six different outputs; 2 of 64 elements change.",
    runs=(ran("A", repeats=6, stable=False),),
    compared=("A", "A again"),
    outputs=(
        Output(
            index=0,
            shape=(1, 8, 8, 1),
            dtype="f32",
            elements=64,
            mismatched=2,
            max_abs=3.1e38,
            max_rel=math.inf,
            max_ulp=2_139_095_039,
            first_mismatch=(0, 7, 6, 0),
            inf=Counts(a=1, b=0),
            judgement="different",
        ),
    ),
    divergence=Divergence(
        dispatch=Dispatch(symbol="main_dispatch_1_slow_memcpy", ordinal=1, count=3),
        at_fault="both",
        stage=Stage.RUNTIME,
        role="unconfirmed",
        confirmed="0/3",
        sentence="Replayed alone no dispatch flickers; the cause may be memory that is read before it was written.",
    ),
)

NASTY_LOG = (
    "layernorm.mlir:7:10: error: 'func.func' op failed to distribute\r\n"
    "\x1b[1;31mfatal:\x1b[0m ```\n````\n</details><script>alert(1)</script>\n"
    "see #4242, iree-org/iree#1 and @iree-org/compiler\x07 <!-- numerics-bot spec=none -->\n"
    "\u202edetrever\u202c and 3 lines\u2028in one\n" + "".join(f"0x{i:04x} frame of the stack\n" for i in range(27)) + "Aborted (core dumped)\n"
)

COMPILE_FAILED = TriageResult(
    spec_digest=LAYER_NORM.digest,
    verdict=Verdict.COMPILE_FAILED,
    sentence="B does not compile with --iree-opt-level=O3: 'func.func' op failed to distribute. A compiles and runs.",
    environment=CPU_MACHINE,
    runs=(
        ran("A"),
        Run(variant="B", compile_s=2.5, exit=-6, failed="compile", reason="'func.func' op failed to distribute", log_tail=NASTY_LOG),
    ),
)

RUN_FAILED = TriageResult(
    verdict=Verdict.RUN_FAILED,
    sentence="B runs out of bounds and is killed; A gives a result.",
    runs=(
        ran("A"),
        Run(variant="B", compile_s=0.5, exit=-11, failed="run", log_tail="EXEC @main\n"),
        Run(variant="C", exit=1, failed="run", reason="no such device"),
    ),
)

INT4_NIBBLES = TriageResult(
    spec_digest=INT4.digest,
    verdict=Verdict.REPRODUCED,
    sentence="Output 0 on Vulkan differs in 960 of 1024 elements: every 8 elements are reversed. Right from 20231004.665 on.",
    environment=Environment(iree={"A": "20230815.614", "B": "20230815.614"}, device={"B": "llvmpipe (LLVM 15.0.6, 256 bits)"}, driver="Mesa 22.3.6"),
    runs=(ran("A"), ran("B")),
    compared=("A", "B"),
    outputs=(
        Output(
            index=0,
            shape=(4, 8, 32),
            dtype="i32",
            elements=1024,
            mismatched=960,
            max_abs=30.0,
            first_mismatch=(0, 0, 0),
            worst=(WorstElement(index=(0, 0, 0), a=-15, b=15),),
            patterns=(Pattern(kind="reversed_groups", explained=1.0, parameters={"size": 8, "axis": 2}), Pattern(kind="permuted", explained=0.94)),
            judgement="different",
            reason="Integers are compared exactly.",
        ),
    ),
    also=(
        Comparison(
            a="A",
            b="expected",
            outputs=(Output(index=0, shape=(4, 8, 32), dtype="i32", elements=1024, max_abs=0.0),),
        ),
    ),
    bisect=Bisect(
        axis="versions",
        verdict="found",
        first_good="20231004.665",
        tested=("20230815.614", "20231004.665", "3.0.0", "3.13.0"),
        untestable=("20230906.636",),
        runs=5,
        confidence=0.999,
    ),
    bundle=Bundle(path="repro/forward_dispatch_5", verified=False),
)

OTHER_SHAPES = TriageResult(
    spec_digest=PARAMETERS.digest,
    verdict=Verdict.REPRODUCED,
    sentence="B returns another shape than A.",
    compared=("A", "B"),
    outputs=(
        Output(
            index=0, shape=(2, 8), shape_b=(2, 7), dtype="f32", dtype_b="f16", judgement="different", reason="The shapes differ, so no elements were compared."
        ),
        Output(
            index=1,
            shape=(4,),
            dtype="bf16",
            elements=4,
            mismatched=1,
            max_abs=0.0078125,
            max_rel=0.0078,
            max_ulp=1,
            first_mismatch=(2,),
            judgement="within_noise",
        ),
    ),
    divergence=Divergence(alignment=Alignment(aligned=30, total=33, unmatched=("%12", "%19", "%27")), noise_floor=0.0, local_error=0.25),
    bisect=Bisect(axis="flags", verdict="range", first_bad="--iree-opt-level=O2", first_good="--iree-opt-level=O1", runs=7, confidence=0.9),
)

UNTOLD = {
    Verdict.NEEDS_INFO: TriageResult(verdict=Verdict.NEEDS_INFO, sentence="The program is missing."),
    Verdict.REFUSED: TriageResult(verdict=Verdict.REFUSED, sentence="The program is a compiled module, which is never run."),
}
"""Verdicts that come with nothing but a sentence."""
