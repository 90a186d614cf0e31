"""Requests as the intake reads them: specs with their provenance, for the reports in these tests."""

from bot.intake.result import (
    Intake,
    Lines,
    Origin,
    PartialSpec,
    Question,
    QuestionCode,
    Refusal,
    RefusalCode,
    Warn,
)
from runners.contract import (
    Artifact,
    Compile,
    Expectation,
    GoldenFile,
    GoldenValues,
    Input,
    Parameters,
    Program,
    ReproSpec,
    RunCall,
    Tolerance,
    Variant,
)

CPU = "--iree-hal-target-backends=llvm-cpu"


def variant(name: str, *flags: str, version: str = "3.13.0", function: str | None = "main", device: str = "local-task", run: tuple[str, ...] = ()) -> Variant:
    return Variant(name=name, iree_version=version, compile=Compile(flags=flags), run=RunCall(function=function, device=device, flags=run))


def inline(name: str, text: str) -> Program:
    return Program(kind="inline", name=name, text=text, dialect="linalg")


def read(field: str, first: int, last: int | None = None, comment: int | None = None, why: str = "") -> Origin:
    return Origin(field=field, how="read", lines=Lines(first=first, last=last or first, comment_id=comment), why=why)


GATHER = ReproSpec(
    program=inline("gather.mlir", "module {\n  // an onnx.Gather with five rows\n}\n"),
    variants=(variant("A", CPU, function="main_graph"), variant("B", CPU, "--iree-input-demote-i64-to-i32", function="main_graph")),
    inputs=(
        Input(index=0, kind="values", shape=(6, 4), dtype="f32", value=tuple(float(i) for i in range(24))),
        Input(index=1, kind="values", shape=(5,), dtype="i64", value=(5, 4, 3, 2, 1)),
    ),
    expectation=Expectation(kind="variants_agree"),
)
GATHER_INTAKE = Intake(
    status="ready",
    spec=GATHER,
    provenance=(
        read("program", 9, 14),
        read("variants.A.compile.flags", 20),
        read("variants.A.run", 21),
        read("variants.B.compile.flags", 30),
        read("variants.B.run", 31),
        read("variants.A.iree_version", 43),
        read("variants.B.iree_version", 43),
        read("inputs.0", 21),
        read("inputs.1", 21),
        read("expectation", 3),
    ),
    warnings=(Warn(text="The printed results of both runs are not compared; the two variants are.", lines=Lines(first=22, last=24)),),
)

LAYER_NORM = ReproSpec(
    program=Program(kind="file", name="layernorm.mlir"),
    variants=(variant("A", CPU), variant("B", CPU, "--iree-opt-level=O3")),
    inputs=(Input(index=0, kind="file", shape=(32, 1024), dtype="f16", file="x.npy"),),
    artifacts=(
        Artifact(name="layernorm.mlir", url="https://github.com/user-attachments/files/21000201/layernorm.mlir.txt", sha256="1" * 64),
        Artifact(name="x.npy", url="https://github.com/user-attachments/files/21000202/x.npy.txt", sha256="2" * 64),
    ),
    expectation=Expectation(kind="variants_agree"),
)
LAYER_NORM_INTAKE = Intake(
    status="ready",
    spec=LAYER_NORM,
    provenance=(
        read("program", 3),
        read("variants.A.compile.flags", 8, 11),
        Origin(field="variants.B.compile.flags", how="edited", lines=Lines(first=21, last=21), why="added to A's"),
        read("variants.A.run", 13, 18),
        read("variants.A.iree_version", 23),
        read("variants.B.iree_version", 23),
        read("inputs.0", 17),
    ),
)

INVERSE_FREQUENCIES = ReproSpec(
    program=inline("inv_freq.mlir", "func.func @inv_freq(%pos: tensor<8xf16>) -> tensor<8xf16> {\n  // 1 / 10000^x\n}\n"),
    variants=(variant("A", CPU, "--iree-llvmcpu-target-cpu=x86-64-v3", version="20231113.707", function="inv_freq"),),
    inputs=(Input(index=0, kind="values", shape=(8,), dtype="f16", value=(0, 0.03125, 0.0625, 0.125, 0.1875, 0.25, 0.3125, 0.375)),),
    expectation=Expectation(
        kind="golden_values",
        values=(GoldenValues(index=0, shape=(8,), dtype="f16", values=(1, 0.749512, 0.5625, 0.316162, 0.177734, 0.0999756, 0.0562439, 0.0316162)),),
    ),
)
INVERSE_FREQUENCIES_INTAKE = Intake(
    status="ready",
    spec=INVERSE_FREQUENCIES,
    provenance=(
        read("program", 10, 23),
        read("variants[0].compile.flags", 26),
        read("variants[0].run.function", 27),
        read("variants[0].run.device", 27),
        read("variants[0].iree_version", 51),
        read("inputs[0]", 27),
        read("expectation.values[0]", 33),
    ),
)

RETURNED_ARGUMENT = ReproSpec(
    program=Program(kind="file", name="fwd.mlir"),
    variants=(variant("A", CPU, function="fwd"),),
    inputs=(
        Input(index=0, kind="values", shape=(2, 3), dtype="f32", value=(1.0, 2.0, 3.0, 4.0, 5.0, 6.0)),
        Input(index=1, kind="splat", shape=(3, 2), dtype="f32", value=1.0),
        Input(index=2, kind="splat", shape=(2, 2), dtype="f32", value=50.0),
    ),
    artifacts=(Artifact(name="fwd.mlir", url="https://github.com/user-attachments/files/22000801/fwd.mlir.txt"),),
    expectation=Expectation(
        kind="golden_values",
        values=(
            GoldenValues(index=0, shape=(2, 2), dtype="f32", values=(6, 6, 15, 15)),
            GoldenValues(index=1, shape=(2, 2), dtype="f32", values=(50, 50, 50, 50)),
        ),
    ),
)
RETURNED_ARGUMENT_INTAKE = Intake(
    status="ready",
    spec=RETURNED_ARGUMENT,
    provenance=(
        read("program", 1),
        read("variants.A.compile.flags", 4, comment=9001),
        read("variants.A.run.function", 5, comment=9001),
        read("inputs", 5, comment=9001),
        read("expectation", 9, 13, comment=9001),
        Origin(field="variants.A.iree_version", how="option", why="--iree"),
    ),
)

ROW_MEAN = ReproSpec(
    program=Program(kind="url", name="row_mean.mlir"),
    variants=(variant("A", CPU), variant("B", CPU, "--iree-opt-level=O3")),
    inputs=(Input(index=0, kind="file", file="x.npy"),),
    artifacts=(Artifact(name="row_mean.mlir"), Artifact(name="x.npy")),
    expectation=Expectation(kind="variants_agree"),
    tolerance=Tolerance(atol=1e-6, rtol=1e-5),
)

RESIZE = ReproSpec(
    program=inline("resize.mlir", "func.func @main() {}\n"),
    variants=(variant("A", CPU, version="3.11.0"),),
    inputs=(Input(index=0, kind="random", shape=(1, 4, 4, 1), dtype="f32", seed=7),),
    expectation=Expectation(kind="repeat_agree"),
)

INT4 = ReproSpec(
    program=inline("dispatch5.mlir", "func.func @forward() {}\n"),
    variants=(
        variant("A", CPU, version="20230815.614", function="forward"),
        variant("B", "--iree-hal-target-backends=vulkan-spirv", version="20230815.614", function="forward", device="vulkan"),
    ),
    inputs=(Input(index=0, kind="values", shape=(4,), dtype="i4", value=(1, -2, 3, 7)), Input(index=1, kind="splat", shape=(2, 2), dtype="i1", value=1)),
    expectation=Expectation(kind="golden_file", files=(GoldenFile(index=0, file="golden.npy"),)),
    artifacts=(Artifact(name="golden.npy", url="https://example.org/golden.npy"),),
)

PARAMETERS = ReproSpec(
    program=inline("punet.mlir", "func.func @main() {}\n"),
    variants=(
        variant("A", "--iree-hal-target-backends=rocm", "--iree-rocm-target=gfx942", device="hip://0", run=("--hip_use_streams=true",)),
        variant(
            "B",
            "--iree-hal-target-backends=rocm",
            "--iree-rocm-target=gfx942",
            "--iree-preprocessing-pass-pipeline=builtin.module(util.func(iree-preprocessing-transpose-convolution-pipeline, canonicalize))",
            version="3.12.0",
            device="hip://0",
        ),
    ),
    inputs=(Input(index=0, kind="splat", shape=(), dtype="f32", value="nan"), Input(index=1, kind="zeros", shape=(1, 4, 128, 128), dtype="f16")),
    parameters=(Parameters(scope="model", name="punet.irpa"),),
    artifacts=(Artifact(name="punet.irpa"),),
    expectation=Expectation(kind="variants_agree"),
)

ELIDED = Intake(
    status="needs_info",
    spec=PartialSpec(
        program=inline("conv.mlir", "module {\n  // dense_resource<__elided__>\n}\n"),
        variants=(variant("A", CPU, function="main_graph"),),
        inputs=(Input(index=0, kind="file", shape=(1, 3, 32, 32), dtype="f32", file="input_0.bin"),),
        artifacts=(Artifact(name="input_0.bin"), Artifact(name="output_0.bin")),
        expectation=Expectation(kind="golden_file", files=(GoldenFile(index=0, file="output_0.bin", shape=(1, 8, 30, 30), dtype="f32"),)),
    ),
    provenance=(
        read("program", 14, 23),
        read("variants.A.compile.flags", 26),
        read("variants.A.run", 27),
        read("variants.A.iree_version", 35),
        read("inputs.0", 27),
        read("expectation", 27),
    ),
    questions=(
        Question(
            code=QuestionCode.ELIDED_CONSTANTS,
            text="The weights %w of conv.mlir are elided (dense_resource<__elided__>), so the program cannot be run as it was. "
            "Please attach the file as the exporter wrote it, or print it again with --mlir-elide-elementsattrs-if-larger left out.",
            lines=Lines(first=17, last=17),
        ),
        Question(
            code=QuestionCode.ELIDED_CONSTANTS,
            text="The resource _onnx__Conv_21 has no data: the dialect_resources section at the end of the file is missing. Please attach the whole file.",
            lines=Lines(first=18, last=18),
        ),
    ),
    warnings=(Warn(text="input_0.bin.txt is taken for input_0.bin: GitHub does not take .bin files.", lines=Lines(first=30, last=30)),),
)

HOSTILE_FLAGS = Intake(
    status="refused",
    spec=PartialSpec(program=inline("add.mlir", "func.func @main() {}\n"), variants=(variant("A", CPU),)),
    provenance=(read("program", 1, 6), read("variants.A", 9, 10)),
    refusals=(
        Refusal(
            code=RefusalCode.FLAG_NOT_ALLOWED,
            detail="--iree-llvmcpu-system-linker-path starts a program of the reporter's choice. The built-in linker does the same: leave the flag out.",
            lines=Lines(first=9, last=9),
        ),
        Refusal(
            code=RefusalCode.FLAG_NOT_ALLOWED,
            detail="--iree-cuda-use-ptxas-from starts a program of the reporter's choice. Leave it and --iree-cuda-use-ptxas out.",
            lines=Lines(first=16, last=16),
        ),
    ),
)
