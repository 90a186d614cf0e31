"""A chain of dispatches, each of which reads and makes f32 tensors of 4 MiB, and the same with another constant in one."""

from dataclasses import dataclass

from runners.contract import Compile, RunCall, Variant
from runners.divergence.observe import Build
from runners.prepare import Prepared
from runners.stages.arguments import Argument
from runners.stages.compile import CompileCache, compile_program
from runners.stages.execute import execute
from runners.stages.invocation import Invocation
from tests.stages.traces import Given, Traces

FLAGS = ("--iree-hal-target-backends=llvm-cpu", "--iree-llvmcpu-target-cpu=host")
EXTENT = 1024
SQUARE, ROW = f"tensor<{EXTENT}x{EXTENT}xf32>", f"tensor<{EXTENT}xf32>"
INPUTS: list[Given] = [{"kind": "random", "shape": (EXTENT, EXTENT), "dtype": "f32", "seed": seed} for seed in (1, 2)]
STEPS = 3
"""Dispatches of a block."""
CHANGED = 5
DIFFERS = STEPS * CHANGED + 1
"""The ordinal of the dispatch with the other constant: the second of its block."""


def largest(name: str, of: str, axis: str) -> str:
    """Of the magnitudes in each row, or in each column."""
    iterators = {"row": '"parallel", "reduction"', "column": '"reduction", "parallel"'}[axis]
    return f"""
  %e_{name} = tensor.empty() : {ROW}
  %i_{name} = linalg.fill ins(%zero : f32) outs(%e_{name} : {ROW}) -> {ROW}
  %{name} = linalg.generic {{indexing_maps = [#full, #{axis}], iterator_types = [{iterators}]}} ins(%{of} : {SQUARE}) outs(%i_{name} : {ROW}) {{
  ^bb0(%p: f32, %out: f32):
    %a = math.absf %p : f32
    %r = arith.maximumf %a, %out : f32
    linalg.yield %r : f32
  }} -> {ROW}"""


def scaled(name: str, of: str, axis: str, by: str, plus: tuple[float, str]) -> str:
    """Each row or column divided by a number of its own, plus so many times another tensor."""
    factor, other = plus
    return f"""
  %e_{name} = tensor.empty() : {SQUARE}
  %c_{name} = arith.constant {factor} : f32
  %{name} = linalg.generic {{indexing_maps = [#full, #{axis}, #full, #full], iterator_types = ["parallel", "parallel"]}}
    ins(%{of}, %{by}, %{other} : {SQUARE}, {ROW}, {SQUARE}) outs(%e_{name} : {SQUARE}) {{
  ^bb0(%p: f32, %q: f32, %x: f32, %out: f32):
    %d = arith.divf %p, %q : f32
    %s = arith.mulf %x, %c_{name} : f32
    %r = arith.addf %d, %s : f32
    linalg.yield %r : f32
  }} -> {SQUARE}"""


@dataclass(frozen=True)
class Chain:
    """Blocks of three dispatches: a product, its columns scaled, the rows of that scaled; to both a part of what the product was made of is added.

    :ivar distinct: whether the part is another one in each block, so that no two blocks share their code.
    """

    blocks: int
    distinct: bool = False

    @property
    def dispatches(self) -> int:
        return STEPS * self.blocks

    def text(self, *, changed: bool = False) -> str:
        """The program; ``changed`` with another constant in one dispatch."""
        lines = [
            "#full = affine_map<(i, j) -> (i, j)>\n#row = affine_map<(i, j) -> (i)>\n#column = affine_map<(i, j) -> (j)>\n",
            f"func.func @main(%x0: {SQUARE}, %w: {SQUARE}) -> {SQUARE} {{\n  %zero = arith.constant 0.0 : f32",
        ]
        for k in range(self.blocks):
            part = 0.5 + k / 1024 if self.distinct else 0.5
            lines += [
                f"\n  %e_m{k} = tensor.empty() : {SQUARE}",
                f"\n  %i_m{k} = linalg.fill ins(%zero : f32) outs(%e_m{k} : {SQUARE}) -> {SQUARE}",
                f"\n  %m{k} = linalg.matmul ins(%x{k}, %w : {SQUARE}, {SQUARE}) outs(%i_m{k} : {SQUARE}) -> {SQUARE}",
                largest(f"top{k}", f"m{k}", "column"),
                scaled(f"y{k}", f"m{k}", "column", f"top{k}", (0.25 if changed and k == CHANGED else part, f"x{k}")),
                largest(f"side{k}", f"y{k}", "row"),
                scaled(f"x{k + 1}", f"y{k}", "row", f"side{k}", (part, f"x{k}")),
            ]
        return "".join([*lines, f"\n  return %x{self.blocks} : {SQUARE}\n}}\n"])

    def builds(self, made: Traces) -> tuple[Build, Build]:
        """A, and B with the other constant, compiled and run."""
        arguments = made.arguments(INPUTS)
        return built(made, "A", self.text(), arguments), built(made, "B", self.text(changed=True), arguments)


def built(made: Traces, name: str, text: str, arguments: tuple[Argument, ...]) -> Build:
    toolchain, path, invocation = made.toolchain(), made.program(text), Invocation(RunCall(), arguments)
    module = compile_program(made.job, toolchain, path, FLAGS, CompileCache(made.job.settings)).module
    assert module is not None
    results = execute(made.job, toolchain, module, invocation, repeats=1).results[0]
    variant = Variant(name=name, iree_version=toolchain.release.name, compile=Compile(flags=FLAGS), run=invocation.call)
    return Build(Prepared(variant, toolchain, path, invocation), results=results)
