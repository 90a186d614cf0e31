"""Flags of a report as flags of a spec: kept, translated, left out, asked about, refused."""

import pytest

from bot.intake.findings import Findings
from bot.intake.flags import Toolchain, spec_flags
from bot.intake.result import QuestionCode, RefusalCode
from runners.flags import Flag, Tool
from runners.release import Release
from tests.intake.reports import known_flags

NEW, OLD = Release.parse("3.13.0"), Release.parse("20230815.614")


def judged(text: str, tool: Tool = "iree-compile", release: Release = NEW) -> tuple[str, Findings]:
    findings = Findings()
    flags = spec_flags(tool, [Flag.parse(word) for word in text.split()], Toolchain(release, known_flags(release)), findings, None)
    return " ".join(flags.argv), findings


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("--iree-hal-target-backends=llvm-cpu --iree-opt-level=O3", "--iree-hal-target-backends=llvm-cpu --iree-opt-level=O3"),
        ("-iree-input-type=none", "--iree-input-type=none"),
        ("--iree-hal-target-backends=dylib", "--iree-hal-target-backends=llvm-cpu"),
        ("--iree-hal-target-backends=vulkan", "--iree-hal-target-backends=vulkan-spirv"),
        ("--iree-rocm-target-chip=gfx942", "--iree-rocm-target=gfx942"),
        ("--iree-hip-target=gfx942", "--iree-rocm-target=gfx942"),
        ("--iree-flow-enable-aggressive-fusion", "--iree-dispatch-creation-enable-aggressive-fusion"),
        ("--iree-llvmcpu-target-cpu-features=+f16c,+avx2", "--iree-llvmcpu-target-cpu-features=+f16c,+avx2"),
    ],
)
def test_a_flag_is_kept_under_the_name_that_the_release_has(text: str, kept: str) -> None:
    argv, findings = judged(text)
    assert argv == kept
    assert not findings.questions
    assert not findings.refusals


def test_the_names_of_an_old_release_are_kept_for_it() -> None:
    assert judged("--iree-hal-target-backends=vulkan --iree-vulkan-target-triple=rdna3-unknown-linux", release=OLD)[0].split() == [
        "--iree-hal-target-backends=vulkan",
        "--iree-vulkan-target-triple=rdna3-unknown-linux",
    ]


def test_what_was_renamed_is_said() -> None:
    flags = spec_flags("iree-compile", [Flag("iree-hip-target", "gfx942")], Toolchain(NEW, known_flags(NEW)), Findings(), None)
    assert flags.renamed == "`--iree-hip-target=gfx942` is `--iree-rocm-target=gfx942` in 3.13.0"


@pytest.mark.parametrize(
    "text",
    [
        "--mlir-print-ir-after-all",
        "--mlir-disable-threading",
        "--iree-hal-dump-executable-files-to=/tmp/x",
        "--iree-flow-trace-dispatch-tensors",
        "--iree-vm-bytecode-module-output-format=flatbuffer-binary",
        "--output-format=vm-bytecode",
        "--iree-flow-break-dispatch=@main:5",
    ],
)
def test_what_changes_no_value_is_left_out_with_a_warning(text: str) -> None:
    argv, findings = judged(text)
    assert argv == ""
    assert [text in warning.text for warning in findings.warnings] == [True]
    assert not findings.questions
    assert not findings.refusals


@pytest.mark.parametrize("text", ["--iree-util-zero-fill-elided-attrs", "--iree-input-demote-i64-to-i32"])
def test_what_explains_a_difference_by_itself_is_kept_with_a_warning(text: str) -> None:
    argv, findings = judged(text)
    assert argv == text
    assert len(findings.warnings) == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("--iree-llvmcpu-system-linker-path=/tmp/x.sh", RefusalCode.FLAG_NOT_ALLOWED),
        ("--iree-llvmcpu-link-embedded=false", RefusalCode.FLAG_NOT_ALLOWED),
        ("--iree-cuda-use-ptxas-from=/tmp/ptxas", RefusalCode.FLAG_NOT_ALLOWED),
        ("--iree-plugin=x", RefusalCode.FLAG_NOT_ALLOWED),
        ("--iree-load-plugin=x.so", RefusalCode.FLAG_NOT_ALLOWED),
        ("--iree-preprocessing-pass-pipeline=builtin.module()", RefusalCode.FLAG_NOT_ALLOWED),
        ("--mlir-pass-pipeline-crash-reproducer=/x", RefusalCode.FLAG_NOT_ALLOWED),
        ("--iree-parameter-import=x.irpa", RefusalCode.FLAG_NOT_ALLOWED),
        ("--iree-llvmcpu-target-cpu=/etc/x", RefusalCode.PATH_NOT_ALLOWED),
        ("--iree-llvmcpu-target-cpu=@x", RefusalCode.PATH_NOT_ALLOWED),
        ("--iree-llvmcpu-target-cpu=..", RefusalCode.PATH_NOT_ALLOWED),
        ("--iree-llvmcpu-target-cpu-features=" + "+a," * 200, RefusalCode.FLAG_NOT_ALLOWED),
        ("--inliner-interactive-channel-base=x", RefusalCode.FLAG_NOT_ALLOWED),
    ],
)
def test_what_no_report_may_ask_of_the_compiler(text: str, code: RefusalCode) -> None:
    argv, findings = judged(text)
    assert argv == ""
    assert [refusal.code for refusal in findings.refusals] == [code]
    assert not findings.questions


def test_a_name_that_nobody_has_looked_at_is_refused_where_the_release_may_have_it() -> None:
    assert [refusal.code for refusal in judged("--some-new-flag", release=OLD)[1].refusals] == [RefusalCode.FLAG_NOT_ALLOWED]


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("--iree-opt-levl=O3", "`--iree-opt-level`"),
        ("--iree-vulkan-target-triple=rdna3", "`--iree-vulkan-target`"),
        ("--zzzz", "no flag `--zzzz`"),
    ],
)
def test_a_flag_that_the_release_does_not_have_is_asked_about_with_the_nearest_names(text: str, near: str) -> None:
    argv, findings = judged(text)
    assert argv == ""
    assert [(question.code, near in question.text) for question in findings.questions] == [(QuestionCode.UNKNOWN_FLAG, True)]
    assert not findings.refusals


def test_flags_of_a_run() -> None:
    argv, findings = judged("--hip_use_streams=true --device_allocator=caching --print_statistics", "iree-run-module")
    assert argv == "--hip_use_streams=true --device_allocator=caching"
    assert len(findings.warnings) == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("--flagfile=/tmp/x", RefusalCode.FLAG_NOT_ALLOWED),
        ("--executable_plugin=x.so", RefusalCode.FLAG_NOT_ALLOWED),
        ("--hip_dylib_path=/x", RefusalCode.FLAG_NOT_ALLOWED),
        ("--device_replay_output=x", RefusalCode.FLAG_NOT_ALLOWED),
        ("--unheard_of", RefusalCode.FLAG_NOT_ALLOWED),
        ("--device_allocator=/x", RefusalCode.PATH_NOT_ALLOWED),
    ],
)
def test_what_no_report_may_ask_of_a_run(text: str, code: RefusalCode) -> None:
    argv, findings = judged(text, "iree-run-module")
    assert argv == ""
    assert [refusal.code for refusal in findings.refusals] == [code]
