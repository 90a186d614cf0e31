"""Tests of lit and FileCheck, here-documents, loops, old and misspelt tools, and reports whose program is elsewhere."""

import pytest

from bot.intake.elsewhere import read_elsewhere
from bot.intake.heredoc import HereDocument, read_here_documents
from bot.intake.lit import RunLine, checked, run_lines
from bot.intake.run_mlir import two_calls
from bot.intake.slips import slips_of
from bot.intake.tools import ROLES, SLIPS, role_of
from tests.intake.reports import EXPECTED, MLIR, PROGRAM, RELEASE, RUN, asked, block, commands_in, document, read, reasons, report


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("// RUN: iree-compile %s -o %t.vmfb", [RunLine("iree-compile - -o t.vmfb", 0, 0)]),
        ("a\n// RUN: iree-compile \\\n// RUN:   --a %s\nb", [RunLine("iree-compile --a -", 1, 2)]),
        ("# RUN: x", [RunLine("x", 0, 0)]),
        ("// RUN: x %{a} %p", [RunLine("x %{a} %p", 0, 0)]),
        ("// RUNS: x", []),
    ],
)
def test_run_lines(text: str, found: list[RunLine]) -> None:
    assert [(" ".join(one.text.split()), one.first, one.last) for one in run_lines(text)] == [(" ".join(o.text.split()), o.first, o.last) for o in found]


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ("// CHECK: 4xi32=1", "4xi32=1"),
        ("  // CHECK-NEXT: 4xi32=1", "4xi32=1"),
        ("# CHECK: a", "a"),
        ("// CPU-CHECK: a", "a"),
        ("// CHECK-NOT: 4xi32=1", None),
        ("// NOTE: a", None),
        ("CHECK: a", None),
    ],
)
def test_check_lines(row: str, text: str | None) -> None:
    assert checked(row) == text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("cat > x.mlir <<'EOF'\na\nEOF", [HereDocument("x.mlir", "a\n", 1)]),
        ("cat <<EOF > d/x.mlir\na\nb\nEOF\nls", [HereDocument("d/x.mlir", "a\nb\n", 1)]),
        ("ls\ntee x.mlir <<-'X'\n\ta\n\tX", [HereDocument("x.mlir", "a\n", 2)]),
        ("cat > x.mlir <<EOF\n$a\nEOF", []),
        ("cat > x.mlir <<'EOF'\n$a\nEOF", [HereDocument("x.mlir", "$a\n", 1)]),
        ("cat > x.mlir <<EOF\na", []),
        ("cat <<EOF\na\nEOF", []),
        ("$ cat <<EOF\na\nEOF", []),
        ("cat <<EOF | iree-compile -\na\nEOF", [HereDocument(None, "a\n", 1)]),
        ("iree-compile - <<'EOF'\n$a\nEOF", [HereDocument(None, "$a\n", 1)]),
        ("$ iree-compile - <<EOF\n> a\n>\n> b\n> EOF\nok", [HereDocument(None, "a\n\nb\n", 1)]),
        ("iree-compile - <<EOF\n`id`\nEOF", []),
        ("x <<< EOF\nEOF", []),
    ],
)
def test_here_documents(text: str, found: list[HereDocument]) -> None:
    assert list(read_here_documents(text)) == found


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("for b in llvm-cpu vmvx; do iree-compile --b=$b x.mlir; done", ["--b=llvm-cpu", "--b=vmvx"]),
        ("L='a b'\nfor b in $L; do\n  iree-compile --b=${b} x.mlir\ndone", ["--b=a", "--b=b"]),
        ("for a in 1 2; do for b in 3 4; do iree-compile --b=$a$b x.mlir; done; done", ["--b=13", "--b=14", "--b=23", "--b=24"]),
        ("for b in $(seq 1 3); do iree-compile --b=$b x.mlir; done", ["--b=1", "--b=2", "--b=3"]),
        ("for b in $(seq 2 -1 1) {a,c}; do iree-compile --b=$b x.mlir; done", ["--b=2", "--b=1", "--b=a", "--b=c"]),
        ("for b in {1..3}; do iree-compile --b=$b x.mlir; done", ["--b=1", "--b=2", "--b=3"]),
        ("for b in x{08..10..2}; do iree-compile --b=$b x.mlir; done", ["--b=x08", "--b=x10"]),
        ("for b in $(seq 1 $N); do iree-compile --b=$b x.mlir; done", []),
        ("N=2; for b in $(seq $N); do iree-compile --b=$b x.mlir; done", ["--b=1", "--b=2"]),
        ("for b in $(seq 1 3 | tac); do iree-compile --b=$b x.mlir; done", []),
        ("for b in {1..100}; do iree-compile --b=$b x.mlir; done", []),
        ("for b in a, b; do iree-compile --b=$b x.mlir; done", []),
        ("for b in *.mlir; do iree-compile --b=$b x.mlir; done", []),
        ("for b in a b; do iree-compile --b=$b x.mlir; break; done", []),
        ("for b in $(ls); do iree-compile --b=$b x.mlir; done", []),
        ("for b in " + "a " * 65 + "; do iree-compile --b=$b x.mlir; done", []),
    ],
)
def test_loops(text: str, flags: list[str]) -> None:
    assert [command.call.argv[1] for command in commands_in(block(text, tag="bash"))] == flags


@pytest.mark.parametrize(
    ("words", "compiling", "running"),
    [
        ("--iree-x=1 e.mlir --function-input=1xf32=2", "--iree-x=1 e.mlir", "--function-input=1xf32=2"),
        ("e.mlir --input 2xf32=1 2 --iree-x", "e.mlir --iree-x", "--input 2xf32=1 2"),
        ("--Xcompiler,iree-x=1 --device=local-sync e.mlir", "--iree-x=1 e.mlir", "--device=local-sync"),
        ("-iree-x e.mlir -entry_function=f", "-iree-x e.mlir", "-entry_function=f"),
    ],
)
def test_both_in_one(words: str, compiling: str, running: str) -> None:
    assert [" ".join(argv[1:]) for argv in two_calls(("iree-run-mlir", *words.split(" ")))] == [compiling, running]


@pytest.mark.parametrize(
    ("name", "role"),
    [("iree-complie", "compile"), ("iree-compil", "compile"), ("iree_run_module", "run"), ("iree-run-modul", "run"), ("iree-runmodule", "run")],
)
def test_a_slip_of_the_pen(name: str, role: str) -> None:
    assert role_of(name) == role


def test_no_slip_is_the_name_of_another_tool() -> None:
    assert not set(SLIPS) & set(ROLES)
    assert "iree-compiler" not in SLIPS
    assert SLIPS["iree-cmpile"] == "iree-compile"
    assert {"iree-cmpile", "iree-comppile", "iree-ocmpile"} <= set(slips_of("iree-compile"))


def test_a_slip_is_read_and_said() -> None:
    intake = read(report(PROGRAM, block("iree-comiple add.mlir --iree-hal-target-backends=llvm-cpu -o add.vmfb", RUN), EXPECTED, RELEASE))
    assert intake.status == "ready"
    assert any("`iree-comiple` is read as iree-compile" in warning.text for warning in intake.warnings)


def test_a_test_of_lit_is_a_whole_report() -> None:
    run = RUN.replace("add.vmfb", "%t.vmfb").replace("iree-run-module", "// RUN: iree-run-module") + " | FileCheck %s"
    text = block("// RUN: iree-compile --iree-hal-target-backends=llvm-cpu %s -o %t.vmfb", run, "// CHECK: 4xf32=6 8 10 12", MLIR.rstrip(), tag="mlir")
    intake = read(report(text, RELEASE))
    assert intake.status == "ready", reasons(intake)
    assert intake.spec.expectation is not None
    assert intake.spec.expectation.values[0].values == (6, 8, 10, 12)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("`ctest -R iree/tests/e2e/x`", "names a test of a build tree"),
        (block("pytest tests/x.py -k y"), "names a test of a build tree"),
        (block("import torch", "torch.ones(3)", tag="python"), "save_mlir"),
        (block("$ python run.py -t model"), "`python run.py` is a Python program"),
        ("The test fails with torch.", None),
    ],
)
def test_a_program_that_is_elsewhere(text: str, says: str | None) -> None:
    found = read_elsewhere([document(text)])
    assert (found is None) == (says is None)
    assert found is None or (says is not None and says in found.question)


def test_a_program_that_is_elsewhere_is_the_only_question() -> None:
    assert {code.value for code in asked(read("`ctest -R iree/tests/e2e/x` fails."))} == {"unsupported_source"}
