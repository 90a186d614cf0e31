"""Two small programs, or one under two sets of flags, put before the finder with real compilers."""

from collections.abc import Sequence
from dataclasses import replace

from runners.compared import Judging, longest_axis
from runners.contract import Compile, RunCall, Tolerance, Variant
from runners.diverge import Diverged, diverge, diverge_alone
from runners.divergence.observe import Build
from runners.prepare import Prepared
from runners.progress import Progress
from runners.stages.compile import CompileCache, compile_program
from runners.stages.execute import execute
from runners.stages.invocation import Invocation
from tests.programs import CPU
from tests.stages.traces import Given, Traces

EXACTLY = Tolerance(atol=0.0, rtol=0.0)
"""Every rounding error counts as a difference: the finder is then asked where healthy builds differ, too."""


def build(made: Traces, name: str, text: str, inputs: Sequence[Given], *flags: str, release: str = "", base: Sequence[str] = CPU, **call: str) -> Build:
    """A variant that was compiled and run."""
    toolchain, program, every = made.toolchain(release), made.program(text), (*base, *flags)
    invocation = Invocation(RunCall(**call), made.arguments(inputs))
    compiled = compile_program(made.job, toolchain, program, every, CompileCache(made.job.settings))
    assert compiled.module is not None, compiled.reason
    ran = execute(made.job, toolchain, compiled.module, invocation, repeats=1)
    assert ran.reason is None, ran.reason
    variant = Variant(name=name, iree_version=toolchain.release.name, compile=Compile(flags=every), run=invocation.call)
    return Build(Prepared(variant, toolchain, program, invocation), results=ran.results[0])


def found(made: Traces, a: Build, b: Build, tolerance: Tolerance | None = None) -> Diverged:
    """What the finder says of two variants."""
    arguments = a.prepared.invocation.arguments
    judging = Judging(tolerance, longest_axis(arguments, a.results))
    named = [replace(one, prepared=replace(one.prepared, variant=one.prepared.variant.model_copy(update={"name": name}))) for one, name in ((a, "A"), (b, "B"))]
    return diverge(made.job, named, made.tensors(arguments), judging, Progress())


def found_alone(made: Traces, one: Build, *differing: int) -> Diverged:
    """What the finder says of a variant whose results of these indices are not as expected."""
    return diverge_alone(made.job, one, made.tensors(one.prepared.invocation.arguments), differing, Progress())
