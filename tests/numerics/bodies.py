"""From MLIR to a program that can be evaluated, with the real probe, and to what a build gives."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.contract import RunCall
from runners.element_types import encode, of_numpy
from runners.numerics.arbiter import Exact, exact
from runners.numerics.program import Program
from runners.stages.arguments import Argument
from runners.stages.body import read_body
from runners.stages.compile import CompileCache, compile_program
from runners.stages.execute import execute
from runners.stages.invocation import Invocation
from runners.stages.job import Job
from runners.toolchain import Toolchain

Array = npt.NDArray[Any]


def body(job: Job, toolchain: Toolchain, text: str, function: str = "main") -> Program:
    """The function of that name."""
    path = job.subfolder("program") / "p.mlir"
    path.write_text(text)
    found = read_body(job, toolchain, path, function)
    assert found.program is not None, found.problem
    return found.program


def everywhere(shape: tuple[int | None, ...]) -> npt.NDArray[np.int64]:
    """Indices of all elements in row-major order."""
    extents = [extent or 0 for extent in shape]
    return np.stack(np.unravel_index(np.arange(int(np.prod(extents))), extents), axis=1) if shape else np.zeros((1, 0), np.int64)


def whole(program: Program, *inputs: Any, output: int = 0) -> Exact:
    """All elements of an output of static shape."""
    return exact(program, [np.asarray(array) for array in inputs], output, everywhere(program.outputs[output].shape or ()))


def values(program: Program, *inputs: Any, output: int = 0) -> Array:
    """The values of an output all of whose elements are known, in its shape."""
    found = whole(program, *inputs, output=output)
    assert found.known.all(), [str(found.why(lane)) for lane in np.flatnonzero(~found.known)[:3]]
    shape = tuple(extent or 0 for extent in program.outputs[output].shape or ())
    return found.values.reshape(shape)


def ran(job: Job, toolchain: Toolchain, program: Path, flags: Sequence[str], inputs: Sequence[Array], *, name: str = "main") -> list[Array]:
    """What a function of a program gives as a release and flags build it."""
    folder = job.subfolder("arguments")
    arguments = []
    for i, array in enumerate(inputs):
        kind = of_numpy(array.dtype)
        (folder / f"{i}.bin").write_bytes(encode(array, kind))
        arguments.append(Argument(folder / f"{i}.bin", array.shape, kind.name, kind))
    compiled = compile_program(job, toolchain, program, flags, CompileCache(job.settings))
    assert compiled.module is not None, compiled.reason
    execution = execute(job, toolchain, compiled.module, Invocation(RunCall(function=name, device="local-sync"), tuple(arguments)), repeats=1)
    assert execution.reason is None, execution.reason
    return [tensor.load() for tensor in execution.results[0]]


def one(job: Job, toolchain: Toolchain, arguments: str, result: str, lines: str) -> Program:
    """A function of one result, the value %r."""
    return body(job, toolchain, f"func.func @main({arguments}) -> {result} {{\n{lines}\nreturn %r : {result}\n}}")


def drawn(*shape: int, seed: int = 0) -> npt.NDArray[np.float32]:
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)
