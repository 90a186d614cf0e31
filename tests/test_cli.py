"""The command line as a user meets it: what is said, where things land, how it ends."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from bot import cli, verbs
from runners.contract import ReproSpec, TriageResult

BOT = Path(sys.executable).parent / "numerics-bot"
CASE = Path(__file__).parent / "cases" / "flag-ab-gather-demote" / "issue.json"

REPORT = """# Sum is wrong

```mlir
func.func @add(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %sum = arith.addf %a, %b : tensor<4xf32>
  return %sum : tensor<4xf32>
}
```

```
iree-compile add.mlir --iree-hal-target-backends=llvm-cpu -o add.vmfb
iree-run-module --module=add.vmfb --device=local-task --function=add --input=4xf32=1 --input="4xf32=1 2 3 4"
```

Expected:

```
result[0]: hal.buffer_view
4xf32=2 3 4 50
```

IREE 3.13.0
"""


def bot(*args: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([BOT, *args], capture_output=True, text=True, timeout=120, check=False, env={**os.environ, **environment})


@pytest.fixture
def report(tmp_path: Path) -> Path:
    path = tmp_path / "issue.md"
    path.write_text(REPORT)
    return path


def changed(report: Path, old: str, new: str) -> Path:
    text = report.read_text()
    assert old in text
    report.write_text(text.replace(old, new))
    return report


def test_a_markdown_report_comes_out_as_a_verdict_with_figures(report: Path) -> None:
    done = bot("triage", report)
    assert done.returncode == 0
    assert "Reproduced. A and the expected values differ: 1 of 4 elements of output 0 (f32), by up to 45." in " ".join(done.stdout.split())


def test_out_keeps_everything(report: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert bot("triage", report, "--out", out).returncode == 0
    assert sorted(p.name for p in out.iterdir()) == ["comment.md", "log.jsonl", "outputs", "report.html", "result.json", "spec.json"]
    spec, result = (out / "spec.json").read_bytes(), (out / "result.json").read_bytes()
    assert TriageResult.model_validate_json(result).spec_digest == ReproSpec.model_validate_json(spec).digest
    tools = [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
    assert all(line["event"] == "tool" and isinstance(line["seconds"], float) for line in tools)
    assert "**Reproduced.**" in (out / "comment.md").read_text()


def test_json_to_standard_output_is_json_and_nothing_else(report: Path) -> None:
    assert TriageResult.model_validate_json(bot("triage", report, "--json", "-").stdout).verdict == "reproduced"
    assert json.loads(bot("parse", report, "--json", "-").stdout)["status"] == "ready"


def test_parse_explains_how_a_report_was_read(report: Path) -> None:
    plain, explained = bot("parse", report).stdout, bot("parse", report, "--explain").stdout
    assert explained.startswith(plain)
    assert "Which recogniser read what" in explained
    assert "Which recogniser read what" not in plain


def test_a_spec_runs_again_without_its_issue_and_a_result_renders_again(report: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    bot("triage", report, "--out", out)
    again = bot("triage", "--spec", out / "spec.json", "--json", "-")
    assert TriageResult.model_validate_json(again.stdout).outputs == TriageResult.model_validate_json((out / "result.json").read_bytes()).outputs
    assert "**Reproduced.**" in bot("report", out / "result.json").stdout


def test_options_override_every_variant(report: Path) -> None:
    result = TriageResult.model_validate_json(bot("triage", report, "--json", "-", "--iree", "3.12.0", "--device", "local-sync", "--repeat", "1").stdout)
    assert result.environment.iree == {"A": "3.12.0"}
    assert result.environment.device == {"A": "local-sync"}
    assert result.runs[0].repeats == 1


def test_two_files_are_compared_without_a_report(tmp_path: Path) -> None:
    row = np.random.default_rng(1).standard_normal((4, 32)).astype("f4")
    np.save(tmp_path / "a.npy", row.reshape(4, 4, 8)[:, :, ::-1].reshape(4, 32))
    np.save(tmp_path / "b.npy", row)
    done = bot("compare", tmp_path / "a.npy", tmp_path / "b.npy", "--json", "-", "--html", tmp_path / "r.html")
    result = TriageResult.model_validate_json(done.stdout)
    assert (done.returncode, result.verdict) == (0, "reproduced")
    assert result.outputs[0].patterns[0].kind == "reversed_groups"
    assert result.outputs[0].patterns[0].parameters["group"] == 8
    assert "reversed groups" in (tmp_path / "r.html").read_text()


def test_raw_files_are_compared_in_the_type_that_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(bytes([0x21, 0x43]))
    (tmp_path / "b.bin").write_bytes(bytes([0x21, 0x4F]))
    result = TriageResult.model_validate_json(bot("compare", tmp_path / "a.bin", tmp_path / "b.bin", "--dtype", "i4", "--json", "-").stdout)
    assert (result.outputs[0].dtype, result.outputs[0].elements, result.outputs[0].first_mismatch) == ("i4", 4, (2,))


def test_a_tolerance_for_two_files(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.array([1.0, 2.0]))
    np.save(tmp_path / "b.npy", np.array([1.0, 2.1]))
    files = (tmp_path / "a.npy", tmp_path / "b.npy", "--json", "-")
    verdicts = [TriageResult.model_validate_json(bot("compare", *files, *more).stdout).verdict for more in ((), ("--atol", "0.2"))]
    assert verdicts == ["reproduced", "within_noise"]


@pytest.fixture
def half_reversed(tmp_path: Path) -> tuple[Path, Path]:
    """Two files: in the first half of the rows groups of eight are reversed, in the rest everything is something else."""
    b = np.random.default_rng(1).standard_normal((8, 64)).astype("f4")
    a = np.random.default_rng(2).standard_normal((8, 64)).astype("f4")
    a[:4] = b[:4].reshape(4, 8, 8)[:, :, ::-1].reshape(4, 64)
    np.save(tmp_path / "a.npy", a)
    np.save(tmp_path / "b.npy", b)
    return tmp_path / "a.npy", tmp_path / "b.npy"


@pytest.mark.parametrize("asked", ["reversed_groups", "reversed_groups:group=8", "reversed_groups:group=8,axis=1"])
def test_a_pattern_that_is_asked_for_is_answered_however_little_it_explains(half_reversed: tuple[Path, Path], asked: str) -> None:
    result = TriageResult.model_validate_json(bot("compare", *half_reversed, "--pattern", asked, "--json", "-").stdout)
    (pattern,) = result.outputs[0].patterns
    assert (pattern.kind, pattern.explained, pattern.parameters) == ("reversed_groups", 0.5, {"group": 8, "axis": 1})
    assert TriageResult.model_validate_json(bot("compare", *half_reversed, "--json", "-").stdout).outputs[0].patterns == ()


def test_the_answer_about_a_pattern_is_a_sentence(half_reversed: tuple[Path, Path]) -> None:
    some = bot("compare", *half_reversed, "--pattern", "reversed_groups").stdout
    assert "Reversed groups (group 8, axis 1) explains 50 % of the 512 mismatches. Without being asked, a pattern is" in " ".join(some.split())
    none = bot("compare", *half_reversed, "--pattern", "nan_only:side=a").stdout
    assert "Nan only with side a explains none of the 512 mismatches." in " ".join(none.split())
    equal = bot("compare", half_reversed[0], half_reversed[0], "--pattern", "scaled").stdout
    assert "There is nothing that scaled could explain: no element differs." in " ".join(equal.split())


@pytest.mark.parametrize(
    ("asked", "problem"),
    [
        ("reversed", "there is no pattern 'reversed'; there are reversed_groups, byte_swapped"),
        ("reversed_groups:size=8", "reversed_groups has no parameter 'size'; it has group, axis"),
        ("reversed_groups:group=0", "group is a whole number from 1 on"),
        ("scaled:factor=big", "factor is a number"),
        ("scaled:3", "after the name come KEY=VALUE, as in reversed_groups:group=8,axis=1"),
        ("nan_only:side=left", "side is a or b"),
        ("", "there is no pattern ''"),
    ],
)
def test_a_pattern_that_there_is_not_is_answered_with_those_there_are(half_reversed: tuple[Path, Path], asked: str, problem: str) -> None:
    done = bot("compare", *half_reversed, "--pattern", asked)
    assert done.returncode == 3
    assert problem in " ".join(done.stderr.split())


def test_a_tolerance_goes_for_integers_too(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.array([1, 2, 3], np.int8))
    np.save(tmp_path / "b.npy", np.array([1, 2, 4], np.int8))
    files = (tmp_path / "a.npy", tmp_path / "b.npy", "--json", "-")
    verdicts = [TriageResult.model_validate_json(bot("compare", *files, *more).stdout).verdict for more in ((), ("--atol", "1"))]
    assert verdicts == ["reproduced", "within_noise"]


@pytest.mark.parametrize("model", ["spec", "result", "parse"])
def test_schemas_are_printed(model: str) -> None:
    assert json.loads(bot("schema", model).stdout)["type"] == "object"


def test_a_report_without_commands_is_asked_for_them(tmp_path: Path) -> None:
    path = tmp_path / "issue.md"
    path.write_text("The new release is wrong.")
    done = bot("triage", path, "--json", "-")
    assert done.returncode == 2
    assert {n["code"] for n in json.loads(done.stdout)["notes"]} >= {"missing_program", "missing_commands"}


def test_a_flag_that_starts_a_program_is_refused(report: Path) -> None:
    done = bot("triage", changed(report, " -o add.vmfb", " --iree-llvmcpu-system-linker-path=/tmp/x.sh -o add.vmfb"), "--json", "-")
    assert (done.returncode, json.loads(done.stdout)["verdict"]) == (2, "refused")


def test_an_unknown_flag_is_answered_with_the_nearest(report: Path) -> None:
    done = bot("triage", changed(report, " -o add.vmfb", " --iree-opt-levl=O3 -o add.vmfb"), "--json", "-")
    assert done.returncode == 2
    assert "--iree-opt-level" in json.loads(done.stdout)["notes"][0]["text"]


def test_a_program_that_does_not_parse_is_told_at_the_issues_line(report: Path) -> None:
    done = bot("triage", changed(report, "return %sum", "return %sam"), "--json", "-")
    result = json.loads(done.stdout)
    assert (done.returncode, result["verdict"]) == (0, "compile_failed")
    line = REPORT.splitlines().index("  return %sum : tensor<4xf32>") + 1
    assert f"add.mlir:3:10 (body, line {line}): error: use of undeclared SSA value name" in result["sentence"]


def test_a_wrong_input_shape_is_asked_about_with_the_signature(report: Path) -> None:
    done = bot("triage", changed(report, "--input=4xf32=1 ", "--input=5xf32=1 "), "--json", "-")
    (note,) = json.loads(done.stdout)["notes"]
    assert (done.returncode, note["code"]) == (2, "missing_inputs")
    assert "Input 0 is 5xf32, but the function takes (tensor<4xf32>, tensor<4xf32>)" in note["text"]


def test_a_run_that_hangs_is_a_verdict(report: Path) -> None:
    result = json.loads(bot("triage", report, "--json", "-", NUMERICS_BOT_RUN_TIMEOUT_S="0.02").stdout)
    assert result["verdict"] == "run_failed"
    assert "was stopped after" in result["sentence"]


@pytest.mark.parametrize(
    ("args", "code", "says"),
    [
        (["triage", "none.md"], 3, "none.md"),
        (["triage"], 3, "name an ISSUE"),
        (["triage", "issue.md", "--repeat", "0"], 3, "--repeat"),
        (["nonsense"], 3, "nonsense"),
        (["triage", "issue.md", "--iree", "latest"], 3, "'latest' is not a release"),
        (["triage", "issue.md", "--attachments", "nowhere"], 3, "there is no such folder"),
        (["triage", "issue.md", "--iree", "3.99.0"], 4, "IREE 3.99.0 cannot be installed"),
        (["triage", "issue.md", "--device", "hip://0"], 4, "this machine has no device hip://0"),
        (["triage", "issue.md", "--json", "/nowhere/r.json"], 4, "/nowhere/r.json cannot be written"),
        (["triage", "--spec", "issue.md"], 3, "is not a spec"),
        (["compare", "issue.md", "none.npy"], 3, "issue.md cannot be read as .npy"),
        (["compare", "none.npy", "none.npy"], 3, "there is no such file"),
        (["compare", "issue.md", "issue.md", "--dtype", "f33"], 3, "element type 'f33' is not known"),
        (["--help"], 0, ""),
    ],
)
def test_every_kind_of_ending_has_its_exit_code_and_a_sentence(report: Path, args: list[str], code: int, says: str) -> None:
    done = subprocess.run([BOT, *args], capture_output=True, text=True, timeout=120, check=False, cwd=report.parent)
    assert done.returncode == code
    assert says in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"\xff\xfe\x00bad", "UTF-8"), (b"x" * (5 << 20 | 1), "large"), (b"\x00" * 10, "")],
)
def test_files_that_are_no_report_are_told(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "issue.md"
    path.write_bytes(content)
    done = bot("triage", path)
    assert done.returncode in (2, 3)
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_json_that_is_no_issue_is_told(tmp_path: Path) -> None:
    path = tmp_path / "issue.json"
    path.write_text("[1, 2]")
    done = bot("triage", path)
    assert done.returncode == 3
    assert "Traceback" not in done.stderr


def test_our_own_fault_is_an_apology_with_an_id_and_not_a_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("of ours")

    monkeypatch.setattr(verbs, "schema", broken)
    monkeypatch.setattr(sys, "argv", ["numerics-bot", "schema", "spec"])
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 1
    said = capsys.readouterr().err
    (log,) = (tmp_path / "numerics-bot").iterdir()
    assert "Traceback" not in said
    assert f"Error {log.stem.removeprefix('error-')}" in said
    assert "ZeroDivisionError: of ours" in log.read_text()


@pytest.mark.needs("namespaces")
def test_a_full_disk_is_told_and_nothing_stays(report: Path, tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    script = f"mount -t tmpfs -o size=64k tmpfs {scratch} && {BOT} triage {report}; code=$?; ls -A {scratch}; exit $code"
    environment = {**os.environ, "NUMERICS_BOT_SCRATCH_DIR": str(scratch), "NUMERICS_BOT_CACHE_DIR": str(tmp_path / "cache")}
    done = subprocess.run(["unshare", "-Urm", "sh", "-c", script], capture_output=True, text=True, check=False, env=environment, timeout=60)
    assert done.returncode == 4
    assert "free some space" in done.stderr
    assert done.stdout == ""


def processes_in(folder: Path) -> Iterator[int]:
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                if (entry / "cwd").readlink().is_relative_to(folder):
                    yield int(entry.name)
            except OSError:
                continue


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_when_it_is_stopped_children_and_scratch_are_gone(report: Path, tmp_path: Path, sent: signal.Signals) -> None:
    changed(report, "arith.addf %a, %b : tensor<4xf32>\n", "arith.addf %a, %b : tensor<4xf32>\n" + "".join(SLOW))
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    environment = {**os.environ, "NUMERICS_BOT_SCRATCH_DIR": str(scratch), "NUMERICS_BOT_CACHE_DIR": str(tmp_path / "cache")}
    # A shell that starts the tests in the background has them ignore SIGINT, and children inherit that.
    heeding = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    process = subprocess.Popen([BOT, "triage", report], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, preexec_fn=heeding)  # noqa: PLW1509 - no other thread runs here
    deadline = time.monotonic() + 60
    while not list(processes_in(scratch)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert list(processes_in(scratch))
    process.send_signal(sent)
    _, stderr = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Stopped; nothing is left running." in stderr
    assert list(processes_in(scratch)) == []
    assert list(scratch.iterdir()) == []


SLOW = [f"  %s{i} = arith.addf {'%sum' if i == 0 else f'%s{i - 1}'}, %b : tensor<4xf32>\n  %t{i} = math.exp %s{i} : tensor<4xf32>\n" for i in range(3000)]
"""A program that takes the compiler some seconds."""
