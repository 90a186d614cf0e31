"""The other variant in words."""

import pytest

from bot.intake.edited import edited
from bot.intake.edits import Edit, read_edits
from runners.flags import Flag
from tests.intake.reports import COMPILE, PROGRAM, RELEASE, RUN, block, document, read, report


def edits(text: str) -> list[Edit]:
    return read_edits(document(text))


def words(edit: Edit) -> str:
    """``+--a -~b ±c old>new``, with a question mark where the sentence does not say what comes of it."""
    mark = "\u00b1" if edit.verb == "toggle" else "+"
    swap = [f"{edit.swap.old}>{edit.swap.new}"] if edit.swap else []
    return " ".join(swap + [f"{mark}{flag}" for flag in edit.flags] + [f"-{flag}" for flag in edit.taken] + ([] if edit.sure else ["?"]))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("If I add `--iree-x=O3` to the compile command and re-run, the result becomes right.", "+--iree-x=O3"),
        ("Now remove `--iree-x` from the script (nothing else), build again with the same line.", "---iree-x"),
        ("4. Remove --iree-x from base.sh and run it again", "---iree-x"),
        ("Running with and without `--iree-x` gives different results.", "\u00b1--iree-x"),
        ("with/without --iree-x the numbers differ", "\u00b1--iree-x"),
        ("Without `--iree-x` the result is correct.", "---iree-x"),
        ("Disabling `--iree-x` fixes it.", "---iree-x"),
        ("It goes away when I drop `--iree-x`.", "---iree-x"),
        ("Using `--iree-x=1` instead of `--iree-y` the result is right.", "+--iree-x=1 ---iree-y"),
        ("Replace `--iree-x=O0` with `--iree-x=O3` and re-run.", "+--iree-x=O3 ---iree-x=O0"),
        ("Change `--iree-x=O0` to `--iree-x=O3` and it passes.", "+--iree-x=O3 ---iree-x=O0"),
        ("If I pass `--iree-x` and `--iree-y` it works", "+--iree-x +--iree-y"),
        ("With `--iree-x --iree-y=2` the output is wrong.", "+--iree-x +--iree-y=2"),
        ("The values match once `--iree-x` is removed, odd.", ""),
        ("Maybe add `--iree-x`.", "+--iree-x ?"),
        ("Maybe it works with `--iree-x`.", "+--iree-x ?"),
        ("If I remove `--iree-x=true` from the command line, the result is as it should be.", "---iree-x=true"),
        ("I ran this with and without `--iree-x`, and get two answers.", "\u00b1--iree-x"),
        ("Same thing again, but with `--iree-x` added: other numbers.", "+--iree-x"),
        ("As soon as I set `--iree-x` to `O3` instead, the number in the output changes.", "+--iree-x=O3"),
        ("Changing `--iree-x` from `O1` to `O3` gives other values.", "+--iree-x=O3"),
        ("Raise --iree-x to 64 and it fails.", "+--iree-x=64"),
        ("Setting `--iree-x` to false fixes it.", "+--iree-x=false"),
        ("Add `--iree-x` to `build.sh` and re-run.", "+--iree-x"),
        ("When I disable const-eval (`--iree-x=false`) the result is different.", "+--iree-x=false"),
        ("Turning off fusion (--iree-x=0) makes the problem disappear.", "+--iree-x=0"),
        ("When I disable it (remove `--iree-x=true`) the result is different.", "---iree-x=true"),
        ("Try `--iree-x=2`, or use another value.", ""),
        ("With `--iree-x` it works, and with `--iree-y` it works too.", "+--iree-x / +--iree-y"),
        ("Without `--iree-x` it is right, with `--iree-x` it is wrong.", "---iree-x / +--iree-x"),
        ("The docs say to use `vmvx` instead of `llvm-cpu` if it fails.", "llvm-cpu>vmvx ?"),
        ("O0 instead of O2 gives the right result.", "O2>O0"),
        ("With `vmvx` instead of `llvm-cpu` as the target backend I get another value.", "llvm-cpu>vmvx"),
        ("Using vmvx rather than llvm-cpu the result is right.", "llvm-cpu>vmvx"),
        ("Switching the device from `local-task` to `local-sync` gives different numbers.", "local-task>local-sync"),
        ("Replace `O2` by `O3` and it fails.", "O2>O3"),
        ("With `vmvx` instead of `llvm-cpu`.", "llvm-cpu>vmvx ?"),
        ("It prints `4` instead of `8`.", ""),
        ("With `vmvx` instead of `llvm-cpu` it is still wrong.", ""),
        ("Remove --iree-x from base.sh\n\nrun it", "---iree-x"),
        ("Remove --iree-x from base.sh\n\nThat is all.", "---iree-x ?"),
        ("It works.\nWith `--task_topology_group_count=1` it differs.", "+--task_topology_group_count=1"),
    ],
)
def test_an_edit(text: str, found: str) -> None:
    assert " / ".join(map(words, edits(text))) == found


@pytest.mark.parametrize(
    "text",
    [
        "I also tried adding `--iree-x` but it makes no difference.",
        "Adding `--iree-x` does not change the result.",
        "With `--iree-x` I get the same wrong result.",
        "With `--iree-x` it is still wrong.",
        "I removed `--iree-x`. The output is still wrong.",
        "Could you add `--iree-x` and see what changes?",
        "Does it work without `--iree-x`?",
        "Please try without `--iree-x`.",
        "Run `iree-compile --iree-x a.mlir` and it becomes wrong.",
        "iree-compile --iree-x a.mlir with a wrong result",
        "The flag `--iree-x` is documented.",
        block("with --iree-x the result is wrong"),
    ],
)
def test_what_is_no_edit(text: str) -> None:
    assert edits(text) == []


def test_an_edit_knows_its_line() -> None:
    assert [str(edit.lines) for edit in edits("a\n\n- b\n- With `--iree-x`\n  it becomes right.")] == ["body, line 4"]


FLAGS = (Flag("iree-x", "1"), Flag("iree-y"))


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("With `--iree-z` it works.", "--iree-x=1 --iree-y --iree-z"),
        ("Without `--iree-y` it works.", "--iree-x=1"),
        ("Without `--iree-x` it works.", "--iree-y"),
        ("Without `--iree-x=1` it works.", "--iree-y"),
        ("With and without `--iree-y` it differs.", "--iree-x=1"),
        ("With and without `--iree-z` it differs.", "--iree-x=1 --iree-y --iree-z"),
        ("With `--iree-x=2` it works.", "--iree-y --iree-x=2"),
        ("With `--iree-z` instead of `--iree-y` it works.", "--iree-x=1 --iree-z"),
        ("Set `--iree-x` to `2` and it works.", "--iree-y --iree-x=2"),
    ],
)
def test_an_edit_of_flags(text: str, flags: str) -> None:
    changed = edited(FLAGS, edits(text)[0])
    assert changed is not None
    assert " ".join(map(str, changed)) == flags


@pytest.mark.parametrize("text", ["Without `--iree-z` it works.", "Without `--iree-x=2` it works.", "With `--iree-y` it works."])
def test_an_edit_that_does_not_fit_the_commands(text: str) -> None:
    assert edited(FLAGS, edits(text)[0]) is None


def test_a_flag_is_the_same_under_its_old_name() -> None:
    flags = (Flag("iree-dispatch-creation-enable-aggressive-fusion"),)
    assert edited(flags, edits("Without `--iree-flow-enable-aggressive-fusion` it works.")[0]) == ()
    assert edited(flags, edits("With `--iree-flow-enable-aggressive-fusion` it works.")[0]) is None


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        (
            "With `vmvx` instead of `llvm-cpu` the result is right.",
            [("--iree-hal-target-backends=llvm-cpu", "local-task"), ("--iree-hal-target-backends=vmvx", "local-task")],
        ),
        (
            "With local-sync instead of local-task the result is right.",
            [("--iree-hal-target-backends=llvm-cpu", "local-task"), ("--iree-hal-target-backends=llvm-cpu", "local-sync")],
        ),
        ("With `cuda` instead of `llvm-cpu` the result is right.", [("--iree-hal-target-backends=llvm-cpu", "local-task")]),
        ("With `vmvx` instead of `rocm` the result is right.", [("--iree-hal-target-backends=llvm-cpu", "local-task")]),
    ],
)
def test_one_value_in_place_of_another(text: str, sides: list[tuple[str, str]]) -> None:
    variants = read(report(PROGRAM, block(COMPILE, RUN), text, RELEASE)).spec.variants
    assert [(" ".join(one.compile.flags), one.run.device) for one in variants] == sides
