"""Which flags a report may use, and under which names."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runners.contract import UserError
from runners.flags import Decision, Flag, known_by_survey, nearest, ruling, translated, value_problem
from runners.flags.survey import survey
from runners.prepare import check_flags
from runners.release import Release
from runners.toolchain import Toolchains, bundled_release

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


def test_a_survey_gives_each_name_its_first_and_last_release() -> None:
    known = {OLD: frozenset({"a", "b"}), NEW: frozenset({"b", "c"})}
    table = tomllib.loads(survey(known, frozenset("abcd")))
    assert table["surveyed"] == [OLD.name, NEW.name]
    assert table["known"] == {"a": [[OLD.name, OLD.name]], "b": [[OLD.name, NEW.name]], "c": [[NEW.name, NEW.name]]}
    gone = survey({OLD: frozenset("a"), Release.parse("3.0.0"): frozenset(), NEW: frozenset("a")}, frozenset("a"))
    assert tomllib.loads(gone)["known"] == {"a": [[OLD.name, OLD.name], [NEW.name, NEW.name]]}


def test_a_back_end_goes_by_the_name_that_the_release_takes() -> None:
    flag = Flag.parse("--iree-hal-target-backends=vulkan,dylib-llvm-aot")
    assert str(translated(flag, NEW, None)) == "--iree-hal-target-backends=vulkan-spirv,llvm-cpu"
    assert str(translated(flag, OLD, None)) == "--iree-hal-target-backends=vulkan,llvm-cpu"


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
