"""Old and new releases side by side: one program, the same bits, whatever their Python bindings look like."""

import numpy as np
import pytest

from runners.contract import Input, RunCall
from runners.release import Release
from runners.stages.arguments import make_argument
from runners.stages.compile import CompileCache, compile_program
from runners.stages.execute import execute
from runners.stages.invocation import Invocation
from runners.stages.job import Job
from runners.toolchain import Toolchains

PROGRAM = """
func.func @f(%x: tensor<2x3xf16>, %y: tensor<4xi32>) -> (tensor<2x3xf16>, tensor<4xi32>) {
  %s = arith.addf %x, %x : tensor<2x3xf16>
  %t = arith.muli %y, %y : tensor<4xi32>
  return %s, %t : tensor<2x3xf16>, tensor<4xi32>
}
"""

FIRST_WITH_DECLARATION = Release.parse("20240410.859")


@pytest.mark.parametrize("name", ["20230815.614", "20231113.707", "20240410.859", "3.0.0", "3.2.0", "3.11.0", "3.13.0"])
def test_a_release_runs_and_gives_every_bit(job: Job, toolchains: Toolchains, name: str) -> None:
    toolchain = toolchains.get(Release.parse(name))
    path = job.subfolder("program") / "p.mlir"
    path.write_text(PROGRAM)
    module = compile_program(job, toolchain, path, ["--iree-hal-target-backends=llvm-cpu"], CompileCache(job.settings)).module
    assert module is not None
    folder = job.subfolder("arguments")
    x = make_argument(Input(index=0, kind="random", shape=(2, 3), dtype="f16", seed=1), None, folder)
    y = make_argument(Input(index=1, kind="values", shape=(4,), dtype="i32", value=(1, -2, 3, 70000)), None, folder)
    done = execute(job, toolchain, module, Invocation(RunCall(function="f"), (x, y)), repeats=2)
    assert done.reason is None
    np.testing.assert_array_equal(done.results[1][0].load(), x.load() + x.load())
    assert done.results[1][1].load().tolist() == [1, 4, 9, 70000 * 70000 - (1 << 32)]
    if toolchain.release >= FIRST_WITH_DECLARATION:
        assert "@f" in done.declaration
    assert [t.sha256 for t in done.results[0]] == [t.sha256 for t in done.results[1]]
