"""The commands do by hand what the spec says: checked by giving them to the real tools."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from bot.report.commands import commands, input_argument
from bot.report.comment import triage_comment
from runners.contract import Expectation, Input, ReproSpec
from tests.report import gfm, requests
from tests.report.reports import TRIAGES
from tests.report.requests import inline, variant

ECHO = """
func.func @echo(%a: tensor<2x2xf32>, %b: tensor<4xi4>, %c: tensor<4xi4>, %d: tensor<2xi1>, %e: tensor<3xbf16>, %f: tensor<f32>, %g: tensor<2xi64>, %h: index)
    -> (tensor<2x2xf32>, tensor<4xi8>, tensor<4xi8>, tensor<2xi8>, tensor<3xbf16>, tensor<f32>, tensor<2xi64>, index) {
  %b8 = arith.extsi %b : tensor<4xi4> to tensor<4xi8>
  %c8 = arith.extsi %c : tensor<4xi4> to tensor<4xi8>
  %d8 = arith.extui %d : tensor<2xi1> to tensor<2xi8>
  return %a, %b8, %c8, %d8, %e, %f, %g, %h
      : tensor<2x2xf32>, tensor<4xi8>, tensor<4xi8>, tensor<2xi8>, tensor<3xbf16>, tensor<f32>, tensor<2xi64>, index
}
"""
INPUTS = (
    Input(index=0, kind="values", shape=(2, 2), dtype="f32", value=(1.5, "nan", "-inf", 1e-07)),
    Input(index=1, kind="values", shape=(4,), dtype="i4", value=(1, -2, 3, 7)),
    Input(index=2, kind="splat", shape=(4,), dtype="i4", value=-3),
    Input(index=3, kind="values", shape=(2,), dtype="i1", value=(1, 0)),
    Input(index=4, kind="splat", shape=(3,), dtype="bf16", value=2.0),
    Input(index=5, kind="splat", shape=(), dtype="f32", value=-0.25),
    Input(index=6, kind="zeros", shape=(2,), dtype="i64"),
    Input(index=7, kind="splat", shape=(), dtype="index", value=9),
)


def test_the_tools_read_what_the_spec_says(tmp_path: Path) -> None:
    spec = ReproSpec(
        program=inline("echo program.mlir".replace(" ", "_"), ECHO),
        variants=(variant("A", requests.CPU, "--iree-llvmcpu-target-cpu=host", function="echo"),),
        inputs=INPUTS,
        expectation=Expectation(kind="repeat_agree"),
    )
    (tmp_path / spec.program.name).write_text(ECHO)
    lines = [shlex.split(line) for line in commands(spec).splitlines() if line.startswith("iree-")]
    tools = Path(sys.executable).parent
    done = [subprocess.run([tools / tool, *argv], cwd=tmp_path, capture_output=True, text=True, check=True) for tool, *argv in lines]
    printed = [line for line in done[-1].stdout.splitlines() if not line.startswith("result[") or "hal.buffer_view" not in line]
    assert printed == [
        "EXEC @echo",
        "2x2xf32=[1.5 NAN][-INF 1E-07]",
        "4xi8=1 -2 3 7",
        "4xi8=-3 -3 -3 -3",
        "2xi8=1 0",
        "3xbf16=2 2 2",
        "f32=-0.25",
        "2xi64=0 0",
        "result[7]: i64=9",
    ]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (Input(index=0, kind="file", file="x.npy"), "@x.npy"),
        (Input(index=0, kind="file", file="x.npy", shape=(2,), dtype="f16"), "@x.npy"),
        (Input(index=0, kind="file", file="x.bin", shape=(2, 3), dtype="f16"), "2x3xf16=@x.bin"),
        (Input(index=3, kind="random", shape=(2,), dtype="f32", seed=1), "@input_3.npy"),
        (Input(index=0, kind="zeros", shape=(2, 3), dtype="f32"), "2x3xf32"),
        (Input(index=0, kind="zeros", shape=(), dtype="index"), "0"),
        (Input(index=0, kind="splat", shape=(2,), dtype="i4", value="nan"), "2xi4=nan"),
    ],
)
def test_inputs_that_are_no_plain_numbers(given: Input, words: str) -> None:
    assert input_argument(given) == words


def test_the_packages_are_those_of_the_release() -> None:
    assert "pip install iree-compiler==20231113.707 iree-runtime==20231113.707" in commands(requests.INVERSE_FREQUENCIES)
    assert "pip install iree-base-compiler==3.13.0 iree-base-runtime==3.13.0" in commands(requests.GATHER)


def test_a_shared_release_is_installed_once_and_two_releases_one_by_one() -> None:
    assert commands(requests.GATHER).count("pip install") == 1
    lines = [line.split(" ")[0] for line in commands(requests.PARAMETERS).splitlines() if line and not line.startswith("#")]
    assert lines == ["python", "iree-compile", "iree-run-module"] * 2


def test_what_is_no_release_is_not_installed() -> None:
    spec = requests.GATHER.model_copy(update={"variants": (variant("A", version="main"),)})
    assert "pip" not in commands(spec)


def test_what_a_shell_would_read_is_quoted() -> None:
    found = [shlex.split(line) for line in commands(requests.PARAMETERS).splitlines()]
    flag = requests.PARAMETERS.variants[1].compile.flags[-1]
    assert any(flag in argv for argv in found)
    assert [word for word in found[-1] if word.startswith("--parameters")] == ["--parameters=model=punet.irpa"]


def test_a_shell_that_is_given_the_copied_lines_starts_our_tools_and_nothing_that_a_stranger_wrote(tmp_path: Path) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("python", "iree-compile", "iree-run-module", "rm", "id", "head", "item", "end"):
        stub = tools / name
        stub.write_text(f'#!/bin/sh\necho {name} >> "{tmp_path}/started"\n')
        stub.chmod(0o755)
    (script,) = [token.content for token in gfm.tokens(triage_comment(*TRIAGES["hostile"])) if token.info == "sh"]
    done = subprocess.run(["/bin/bash", "-c", script], cwd=tmp_path, env={"PATH": str(tools)}, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert (tmp_path / "started").read_text().split() == ["iree-compile", "iree-run-module", "python", "iree-compile", "iree-run-module"]
