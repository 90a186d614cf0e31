"""Any text is taken: never a crash, never long, nothing run that the report asks for."""

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.intake import Comment, Issue, parse, read_issue
from runners.artifacts import LocalArtifacts
from runners.release import Release
from tests.intake.any_text import check, seconds_for
from tests.intake.reports import COMPILE, MLIR, RUN, WHOLE, block, report

CASES = sorted(path.parent for path in (Path(__file__).parent.parent / "cases").glob("*/issue.json"))
ISSUES = [read_issue(case / "issue.json") for case in CASES]
TEXTS = [WHOLE, *(issue.body for issue in ISSUES), *(comment.body for issue in ISSUES for comment in issue.comments)]
LINES = sorted({line for text in TEXTS for line in text.splitlines()})
SHARDS = ["```", "`", '"', "'", "$(", "|", "&&", ";", "\\\n", "> ", "- ", "    ", "#", "<details>", "<!--", "-->", "{", "}", "(", ")", "[", "]", "...", "nan"]
SHARDS += ["=@", "--input=", "iree-compile ", "iree-run-module ", "result[0]: hal.buffer_view\n", "https://", "](", "2x3xf32=", "module {", "func.func @a("]
SHARDS += ["\0", "\u00a0", "\ufffc", "\r\n", "\t", "\u00e9", "\U0001f600", ".sh ", "./x.sh a\n", "$X", "${", "<<EOF\n", "~", "*", "3.13.0"]
SHARDS += ["remove --iree-x and re-run", "with "]
SIZE = 64 * 1024


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=2000), st.text(max_size=500))
@example("", "")
def test_any_text(body: str, comment: str) -> None:
    intake, seconds = seconds_for(body.encode("utf-8", "replace").decode(), Comment(id=1, body=comment.encode("utf-8", "replace").decode(), author="reporter"))
    check(intake)
    assert seconds < 1


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from([*SHARDS, *LINES]), max_size=80), st.sampled_from(["", "\n"]))
def test_shards_of_reports(shards: list[str], between: str) -> None:
    intake, seconds = seconds_for(between.join(shards))
    check(intake)
    assert seconds < 1


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(TEXTS), st.lists(st.tuples(st.floats(0, 1), st.sampled_from(SHARDS), st.integers(0, 40)), max_size=12), st.sampled_from(TEXTS))
def test_reports_with_damage(text: str, damage: list[tuple[float, str, int]], comment: str) -> None:
    for where, shard, lost in damage:
        at = int(where * len(text))
        text = text[:at] + shard + text[at + lost :]
    intake, seconds = seconds_for(text, Comment(id=1, body=comment, author="reporter"))
    check(intake)
    assert seconds < 1


ON_A_CARD = block("iree-compile x.mlir --iree-hal-target-backends=rocm -o x.vmfb", "iree-run-module --module=x.vmfb --device=hip")
LARGE = {
    "a real report, over and over": (WHOLE + "\n") * 400,
    "a report with a long log": report(WHOLE, block(*['error: x.cpp:12:3: note: see current operation: %3 = "linalg.generic"(%1) : (tensor<4xf32>)'] * 700)),
    "a report with a long program": WHOLE.replace("  return", "  %c = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>\n" * 1000 + "  return"),
    "a report with many values": WHOLE.replace("4xf32=1 2 3 4", "16000xf32=" + "1.5 " * 16000),
}


@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE)
def test_64_kib_take_less_than_a_tenth_of_a_second(text: str) -> None:
    assert min(seconds_for(text[:SIZE])[1] for _ in range(5)) < 0.1


EVIL = {
    "quotes": ">" * SIZE,
    "lists": "1. a\n" * (SIZE // 5),
    "nested lists": "* a\n  * b\n    * c\n" * (SIZE // 18),
    "backticks": "`" * SIZE,
    "backticks of all lengths": "".join("`" * n + " " for n in range(360)),
    "brackets": "[" * SIZE,
    "half links": "[a](" * (SIZE // 4),
    "links": "[a.npy](https://h.org/a.npy) " * (SIZE // 29),
    "addresses": "https://h.org/a.npy " * (SIZE // 20),
    "one long address": "https://h.org/" + ")" * SIZE,
    "open comments": "<!-- " * (SIZE // 5),
    "open tags": "<details>\n" * (SIZE // 10),
    "commands": block(*[COMPILE] * (SIZE // len(COMPILE))),
    "commands in text": f"{COMPILE}\n" * (SIZE // len(COMPILE)),
    "commands in spans": f"`{COMPILE}` " * (SIZE // len(COMPILE)),
    "assignments": block(*["A=1"] * (SIZE // 4)),
    "words that double": block("A=12345678", *['A="$A$A"'] * 100, "iree-compile --a=$A x.mlir"),
    "lists that double": block("A=(1 2)", *['A=("${A[@]}" "${A[@]}")'] * 100, 'iree-compile "${A[@]}" x.mlir'),
    "pipes": block("iree-compile x.mlir " + "|a" * (SIZE // 2)),
    "substitutions": block("iree-compile " + "$(" * (SIZE // 2)),
    "open quotes": block(*['iree-compile --a "'] * (SIZE // 18)),
    "continued lines": block(*["iree-compile --a \\"] * (SIZE // 19)),
    "here documents": block(*["iree-compile x.mlir <<EOF"] * (SIZE // 26)),
    "variables that are not set": block("iree-compile " + "$A/" * (SIZE // 3)),
    "flags": "with --iree-a " * (SIZE // 14),
    "numbers": "3.1.0 " * (SIZE // 6),
    "releases": "IREE 3.1.0, " * (SIZE // 12),
    "modules": "module {\n\n" * (SIZE // 10),
    "functions": block("func.func @a(" * (SIZE // 13)),
    "an open function": block("func.func @a(%a: " + "tensor<" * (SIZE // 8)),
    "strings": block("module {", '"' * SIZE),
    "resources": block("module {", "dense_resource<a> " * (SIZE // 18)),
    "results": block(*["result[0]: hal.buffer_view"] * (SIZE // 27)),
    "values": block(*["1xf32=1"] * (SIZE // 8)),
    "open values": block(*["9xf32=[", "1"] * (SIZE // 10)),
    "nested values": "`2xf32=" + "[" * (SIZE // 2) + "1 2" + "]" * (SIZE // 2) + "`",
    "arrays": block(*["[1, 2, 3]"] * (SIZE // 10)),
    "open arrays": "[1, 2 " * (SIZE // 7),
    "a long array": "Expected [" + "1.5, " * (SIZE // 5),
    "numbers that are expected": "expected " + "1 " * (SIZE // 2),
    "all of the": "all of the " * (SIZE // 11),
    "tables": "|expected|\n|--|\n" * (SIZE // 16),
    "values in text": "it is 4xf32=1 " * (SIZE // 14),
    "one value in text": "it is 4xf32=" + "1 " * (SIZE // 2),
    "draws": block(*["np.random.seed(0);np.save('a',np.random.rand(16384))"] * (SIZE // 53), tag="python"),
    "deep Python": block("np.save('x', " + "-" * 8000 + "1)", tag="python"),
    "snippets": "`np.save('a', np.ones(3))` " * (SIZE // 28),
    "tests of lit": block(*["// RUN: iree-compile %s \\"] * (SIZE // 26)),
    "checks": block(*["// CHECK: 1xf32=1"] * (SIZE // 18)),
    "here documents that are closed": block(*["cat > x.mlir <<EOF", "func.func @a", "EOF"] * (SIZE // 36)),
    "loops": block("for a in " + "x " * 60 + "; do " + "iree-compile --a=$a x.mlir;" * 1100 + " done"),
    "nested loops": block("for a in 1 2 3; do " * 500 + "iree-compile --a x.mlir;" + " done;" * 500),
    "braces": block("iree-compile " + "{a,b}" * (SIZE // 6)),
    "braces in braces": block("iree-compile " + "{a," * 700 + "}" * 700),
    "braces that are not closed": block("iree-compile " + "{" * 1900),
    "long words in braces": block("iree-compile {" + "a" * SIZE + ",b}"),
    "numbers that are counted": block(*["for a in $(seq 1 999999999) {1..999999999}; do iree-compile --a=$a x.mlir; done"] * 100),
    "words that are counted": block(*["iree-compile x.mlir $(seq 1 1000)"] * 100),
    "programs on standard input": block(*["iree-compile - <<EOF", "func.func @a() {", "EOF"] * (SIZE // 50)),
    "cards": "RX 7900 XTX, gfx942, " * (SIZE // 22) + "\n\n" + ON_A_CARD,
    "commits": "built from commit 4f6e2a91c0 " * (SIZE // 30),
    "slips": "iree-complie " * (SIZE // 13),
    "archives": "[a.zip](https://h.org/a.zip) " * (SIZE // 30),
    "words": "expected " * (SIZE // 9) + "`1xf32=1`",
    "one word": "is " + "a" * SIZE,
    "blanks": " " * SIZE,
    "blanks before a word": "a|b\n" + " " * SIZE + "-x",
    "lines": "\n" * SIZE,
}


@pytest.mark.parametrize("text", EVIL.values(), ids=EVIL)
def test_no_text_takes_long(text: str) -> None:
    intake, seconds = seconds_for(text[: SIZE + len(ON_A_CARD)])
    assert seconds < 1
    assert intake.status != "ready"


@pytest.mark.parametrize("where", ["body", "input"])
def test_a_path_of_the_runner_is_never_opened(tmp_path: Path, where: str) -> None:
    secret = tmp_path / "secret.npy"
    secret.write_bytes(b"x")
    named = WHOLE.replace("4xf32=1 2 3 4", f"@{secret}") if where == "input" else WHOLE.replace(MLIR, "").replace("add.mlir ", f"{secret}.mlir ")
    intake, _ = seconds_for(named)
    assert intake.status == "needs_info"
    assert not intake.spec.artifacts


def test_nothing_of_a_script_is_run(tmp_path: Path) -> None:
    mark = tmp_path / "run"
    (tmp_path / "evil.sh").write_text(f"touch {mark}\niree-compile --iree-hal-target-backends=$(touch {mark}) add.mlir\n")
    body = report(WHOLE.replace(COMPILE, "./evil.sh"))
    intake = parse(Issue(body=body), LocalArtifacts(tmp_path), default_release=Release.parse("3.13.0"), known_flags=lambda _: None)
    assert intake.status == "refused"
    assert not mark.exists()
    assert RUN in body
