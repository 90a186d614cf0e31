"""Which flags a report may use, and under which names."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runners.contract import UserError
from runners.flags import Decision, Flag, known_by_survey, nearest, ruling, translated, unknown_values, value_problem
from runners.flags.survey import PROBES, survey, values_of
from runners.flags.values import renamed, taken, takes
from runners.prepare import check_flags
from runners.release import Release
from runners.stages.job import Job
from runners.toolchain import Toolchain, Toolchains, bundled_release

NEW, OLD = Release.parse("3.13.0"), Release.parse("20230815.614")


@pytest.mark.parametrize("flag", ["iree-opt-level", "iree-input-demote-i64-to-i32", "iree-hal-target-backends", "iree-llvmcpu-target-cpu-features"])
def test_flags_that_change_numbers_are_allowed(flag: str) -> None:
    assert ruling("iree-compile", flag).decision is Decision.ALLOW


@pytest.mark.parametrize(
    "flag",
    [
        "iree-llvmcpu-system-linker-path", "iree-cuda-use-ptxas-from", "iree-hal-preprocess-executables-with", "iree-load-plugin", "load",
        "iree-hal-executable-object-search-path", "iree-parameter-import", "dump-compilation-phases-to", "flagfile", "iree-llvmcpu-link-embedded",
    ],
)  # fmt: skip
def test_flags_that_name_a_program_a_library_or_a_file_are_refused_with_the_reason(flag: str) -> None:
    rule = ruling("iree-compile", flag)
    assert rule.decision is Decision.REFUSE
    assert "of the flag's choice" in rule.reason


def test_printing_is_dropped_and_the_suspected_dispatch_is_a_hint() -> None:
    assert ruling("iree-compile", "mlir-print-ir-after-all").decision is Decision.DROP
    assert ruling("iree-compile", "iree-flow-break-dispatch").decision is Decision.HINT
    assert ruling("iree-run-module", "print_max_element_count").decision is Decision.DROP


def test_a_flag_that_nobody_has_looked_at_is_undecided() -> None:
    assert ruling("iree-compile", "iree-new-thing").decision is Decision.UNDECIDED
    assert ruling("iree-run-module", "new_thing").decision is Decision.UNDECIDED


def test_every_iree_flag_of_the_bundled_release_has_been_decided(toolchains: Toolchains) -> None:
    known = toolchains.known_flags(bundled_release())
    assert known is not None
    assert [name for name in sorted(known) if name.startswith("iree-") and ruling("iree-compile", name).decision is Decision.UNDECIDED] == []


@pytest.mark.parametrize(
    ("value", "says"), [("@flags.txt", "path"), ("/etc/passwd", "path"), ("a/../b", "path"), ("~x", "path"), ("a\nb", "control"), ("x" * 300, "300")]
)
def test_a_value_that_could_name_a_file_is_refused(value: str, says: str) -> None:
    assert says in (value_problem(value) or "")


@pytest.mark.parametrize("value", ["O3", "+avx512f,-amx", "gfx942", "x86_64-unknown-linux-gnu", "1,1,64", "rdna3-unknown-linux"])
def test_ordinary_values_pass(value: str) -> None:
    assert value_problem(value) is None


def test_a_flag_goes_by_the_name_that_the_release_knows() -> None:
    chip = Flag.parse("-iree-rocm-target-chip=gfx942")
    assert str(translated(chip, NEW, {"iree-rocm-target"})) == "--iree-rocm-target=gfx942"
    assert str(translated(Flag.parse("--iree-rocm-target=gfx942"), OLD, {"iree-rocm-target-chip"})) == "--iree-rocm-target-chip=gfx942"


def test_a_release_that_is_not_installed_is_known_by_the_survey() -> None:
    fusion = Flag.parse("--iree-flow-enable-aggressive-fusion")
    assert str(translated(fusion, NEW, None)) == "--iree-dispatch-creation-enable-aggressive-fusion"
    assert str(translated(Flag.parse("--iree-input-demote-i64-to-i32"), Release.parse("20230209.425"), None)) == "--iree-flow-demote-i64-to-i32"
    assert str(translated(Flag.parse("--iree-hip-target=gfx942"), Release.parse("20231113.707"), None)) == "--iree-rocm-target-chip=gfx942"


def test_beyond_the_surveyed_releases_nothing_is_assumed() -> None:
    assert known_by_survey(Release.parse("9.0.0")) is None
    chip = Flag.parse("--iree-rocm-target-chip=gfx942")
    assert translated(chip, Release.parse("9.0.0"), None) == chip


def test_the_survey_says_what_the_installed_release_says(toolchains: Toolchains) -> None:
    known = toolchains.known_flags(bundled_release())
    assert known is not None
    assert known_by_survey(bundled_release()) == frozenset(name for name in known if ruling("iree-compile", name).decision is not Decision.UNDECIDED)


def test_the_survey_says_which_values_the_installed_release_takes(toolchain: Toolchain, job: Job) -> None:
    found = values_of(toolchain, job)
    assert {"llvm-cpu", "vmvx"} <= found["iree-hal-target-backends"]
    for name, values in found.items():
        assert set(taken(name, bundled_release())) == values


def test_a_survey_gives_each_name_its_first_and_last_release() -> None:
    some, others, none = ({name: frozenset(words) for name in PROBES} for words in ("xy", "x", ""))
    known = {OLD: frozenset({"a", "b"}), NEW: frozenset({"b", "c"})}
    table = tomllib.loads(survey(known, frozenset("abd"), {OLD: some, NEW: others}))
    assert table["surveyed"] == [OLD.name, NEW.name]
    assert table["known"] == {"a": [[OLD.name, OLD.name]], "b": [[OLD.name, NEW.name]]}
    assert table["values"] == {name: {"x": [[OLD.name, NEW.name]], "y": [[OLD.name, OLD.name]]} for name in PROBES}
    middle = Release.parse("3.0.0")
    gone = tomllib.loads(survey({NEW: frozenset("a"), middle: frozenset(), OLD: frozenset("a")}, frozenset("a"), {OLD: others, middle: none, NEW: others}))
    assert gone["known"] == {"a": [[OLD.name, OLD.name], [NEW.name, NEW.name]]}
    assert gone["values"]["device"] == {"x": [[OLD.name, OLD.name], [NEW.name, NEW.name]]}


@pytest.mark.parametrize(
    ("flag", "old", "new"),
    [
        # as reported, in 20230815.614, in 3.13.0
        ("iree-hal-target-backends=vulkan,dylib-llvm-aot", "vulkan,llvm-cpu", "vulkan-spirv,llvm-cpu"),
        ("iree-hal-target-backends=vulkan-spirv", "vulkan-spirv", "vulkan-spirv"),
        ("iree-hal-target-backends=metal", "metal", "metal-spirv"),
        ("iree-hal-target-backends=vmla", "vmvx", "vmvx"),
        ("iree-hal-target-backends=hip", "hip", "rocm"),
        ("iree-hal-target-backends=wasm", "wasm", "wasm"),
        ("iree-hal-local-target-device-backends=cpu", "llvm-cpu", "llvm-cpu"),
        ("iree-input-type=mhlo", "stablehlo", "stablehlo"),
        ("iree-input-type=xla", "stablehlo_xla", "stablehlo_xla"),
        ("iree-input-type=tosa", "tosa", "tosa"),
        ("iree-opt-level=vulkan", "vulkan", "vulkan"),
    ],
)
def test_a_value_goes_by_the_name_that_the_release_takes(flag: str, old: str, new: str) -> None:
    for release, value in ((OLD, old), (NEW, new)):
        assert translated(Flag.parse(f"--{flag}"), release, {flag.partition("=")[0]}).value == value


@pytest.mark.parametrize(
    ("flag", "value", "release", "name"),
    [
        ("iree-input-type", "stablehlo", "20230209.425", "mhlo"),
        ("iree-hal-target-backends", "vulkan", "20240315.1", "vulkan-spirv"),
        ("iree-hal-target-backends", "hip", "20231020.1", "hip"),
        ("iree-hal-target-backends", "hip", "20231113.707", "rocm"),
        ("device", "rocm", "20240226.813", "rocm"),
        ("device", "rocm", "20240410.859", "hip"),
        ("device", "vmvx-sync", "3.13.0", "local-sync"),
        ("iree-hal-target-backends", "vulkan", "9.0.0", "vulkan-spirv"),
        ("iree-hal-target-backends", "dylib", "20220101.1", "llvm-cpu"),
    ],
)
def test_renames_rest_on_what_the_releases_take(flag: str, value: str, release: str, name: str) -> None:
    assert renamed(flag, value, Release.parse(release)) == name


@pytest.mark.parametrize(
    ("flag", "value", "release", "answer"),
    [
        ("iree-hal-target-backends", "vulkan", "20240226.813", True),
        ("iree-hal-target-backends", "vulkan", "20240315.1", None),  # between one that does and one that does not
        ("iree-hal-target-backends", "vulkan", "20240410.859", False),
        ("iree-hal-target-backends", "rocm", "20230901.1", False),  # between two that do not
        ("iree-hal-target-backends", "wasm", "3.13.0", False),
        ("iree-hal-target-backends", "wasm", "9.0.0", None),
        ("iree-hal-target-device", "llvm-cpu", "3.3.0", True),
        ("iree-hal-target-device", "llvm-cpu", "3.8.0", False),
        ("iree-input-type", "tm_tensor", "20230815.614", False),
        ("device", "hip", "20231113.707", False),
        ("device", "metal", "3.13.0", None),  # the survey's system has none
        ("iree-opt-level", "O3", "3.13.0", None),
    ],
)
def test_what_a_release_takes(flag: str, value: str, release: str, answer: bool | None) -> None:
    assert takes(flag, value, Release.parse(release)) is answer


def test_values_that_a_release_does_not_take_are_named() -> None:
    assert unknown_values(Flag.parse("--iree-hal-target-backends=llvm-cpu,wasm,x"), NEW) == ("wasm", "x")
    assert unknown_values(Flag.parse("--iree-hal-target-device=hip[0],local[1]"), NEW) == ()
    # A release without the flag has another question to answer.
    assert unknown_values(Flag.parse("--iree-hal-target-device=hip"), OLD) == ()


def test_the_nearest_names_are_offered() -> None:
    assert nearest("iree-opt-levle", ["iree-opt-level", "iree-opt-const-eval", "o"])[0] == "iree-opt-level"


@given(st.text())
def test_any_text_is_a_flag_or_a_clear_no(text: str) -> None:
    try:
        flag = Flag.parse(text)
    except ValueError:
        return
    assert Flag.parse(str(flag)) == flag


@pytest.mark.parametrize(
    ("flags", "code"),
    [
        (["--iree-llvmcpu-system-linker-path=/tmp/x.sh"], "flag_not_allowed"),
        (["--iree-input-type=@evil"], "path_not_allowed"),
        (["@response"], "flag_not_allowed"),
        (["--iree-input-type", "--", "x"], "flag_not_allowed"),
        (["--iree-brand-new"], "flag_not_allowed"),
    ],
)
def test_the_runner_checks_a_spec_again_whoever_made_it(flags: list[str], code: str) -> None:
    with pytest.raises(UserError) as caught:
        check_flags("iree-compile", flags, NEW, None)
    assert caught.value.code == code


def test_a_flag_that_the_release_does_not_know_is_answered_with_the_nearest() -> None:
    with pytest.raises(UserError, match=r"IREE 3\.13\.0 does not know --iree-opt-levl; nearest are --iree-opt-level"):
        check_flags("iree-compile", ["--iree-opt-levl=O3"], NEW, frozenset({"iree-opt-level", "iree-x"}))
