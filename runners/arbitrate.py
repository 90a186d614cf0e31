"""Who is right: the worst elements, and some at random, held against the exact values of the program as it was written.

The program is taken after import and before anything else, so what is exact depends on no flag but the input type's,
on no partition and on no code generation. Where the import itself is wrong, so is what is called exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.contract import Fault, Note, Output
from runners.flags import Flag
from runners.numerics.abi import of_tensors
from runners.numerics.arbiter import Exact, exact
from runners.numerics.lanes import Reason
from runners.numerics.noise import FAR, Judged, judge_elements, noise_floor, sample
from runners.prepare import Prepared
from runners.stages.body import read_body
from runners.stages.compile import compile_to
from runners.stages.job import Job

Array = npt.NDArray[Any]

_IMPORT_FLAGS = ("iree-input-type", "iree-hal-target-backends", "iree-hal-target-device", "iree-hal-local-target-device-backends")
"""What the import needs to know; a flag that changes types is just what must not act here."""
_SPOKEN = {"expected": "the expected values"}
_WORK = 1 << 28
"""Operations on single values that an arbitration may take: some seconds."""


@dataclass(frozen=True, slots=True)
class Arbitration:
    """What the arbiter says of one output: the output with exact values filled in, who errs, and notes.

    ``fault`` speaks of the first side as A and of the second as B, whatever their ``names`` are.
    """

    output: Output
    names: tuple[str, str]
    judged: Judged | None
    notes: tuple[Note, ...] = ()

    @property
    def fault(self) -> Fault:
        """The side that errs by more than rounding explains; else the one that errs far more than the other."""
        if self.judged is None or self.judged.a is None or self.judged.b is None:
            return "undetermined"
        wrong = (not self.judged.a.within_noise, not self.judged.b.within_noise)
        if any(wrong):
            faults: dict[tuple[bool, bool], Fault] = {(True, True): "both", (True, False): "A", (False, True): "B"}
            return faults[wrong]
        if self.judged.closer is not None and self.judged.factor > FAR:
            return "B" if self.judged.closer == "A" else "A"
        return "undetermined"

    @property
    def why(self) -> str:
        """What the fault rests on, as a short sentence; empty where there is none."""
        if self.judged is None or self.fault == "undetermined":
            return ""
        if self.fault == "both":
            return "Held against exact values, both err by more than rounding explains."
        a, b = (_SPOKEN.get(name, name) for name in self.names)
        (standing, wrong, other) = (self.judged.a, a, b) if self.fault == "A" else (self.judged.b, b, a)
        if standing is not None and not standing.within_noise:
            if wrong in _SPOKEN.values():
                return f"Held against exact values of the program as IREE imports it, {other} is right and {wrong} are not."
            return f"Held against exact values, {wrong} errs by more than rounding explains."
        return f"Held against exact values, {wrong} is the inexact side: {other} is {self.judged.factor:.2g} times closer."

    @property
    def settled(self) -> Output:
        """The output judged by the measured noise floor, where that says more than the table by type did.

        An error far over the floor is a difference however small the table finds it; two sides that both err no more than
        rounding explains, and about as much, differ by noise however large the table finds that. Open elements settle nothing.
        """
        judged = self.judged
        if judged is None or judged.a is None or judged.b is None or judged.open:
            return self.output
        if not (judged.a.within_noise and judged.b.within_noise):
            return self.output.model_copy(update={"judgement": "different", "reason": judged.sentence})
        if judged.factor <= FAR:
            return self.output.model_copy(update={"judgement": "within_noise", "reason": judged.sentence})
        return self.output

    @property
    def open_everywhere(self) -> str:
        """Why the program leaves all of the worst elements open, as a sentence; empty where it does not."""
        worst = self.output.worst
        if not worst or not all(isinstance(w.exact, str) for w in worst) or self.judged is None or not self.judged.open:
            return ""
        return f"The program leaves these values open, so neither side is wrong: {worst[0].exact}."


@dataclass(frozen=True, slots=True)
class Disputed:
    """An output about which two sides differ.

    :ivar values: both sides' whole tensors, of one shape.
    :ivar names: what sentences call the sides.
    :ivar function: the function that was called.
    """

    output: Output
    values: tuple[Array, Array]
    names: tuple[str, str]
    function: str


def arbitrate(job: Job, prepared: Prepared, disputed: Disputed, *, seed: int) -> Arbitration:
    """Hold both sides of an output against exact values.

    :raises MachineError: when the toolchain cannot be started or the disk is full.
    """
    output, values = disputed.output, disputed.values
    chosen = sample(values[0].shape, [w.index for w in output.worst], seed=seed)
    computed = _exact(job, prepared, disputed, chosen.indices, seed)
    if isinstance(computed, str):
        return Arbitration(output, disputed.names, None, (Note(code="not_arbitrated", text=f"No exact values: {computed}."),))
    known, floor = computed
    places = tuple(chosen.indices.T)
    judged = judge_elements(values[0][places], values[1][places], known, floor, worst=chosen.worst, names=disputed.names)
    return Arbitration(_filled(output, known), disputed.names, judged, tuple(_notes(judged)))


def _exact(job: Job, prepared: Prepared, disputed: Disputed, indices: npt.NDArray[np.int64], seed: int) -> tuple[Exact, Any] | str:
    flags = [flag for flag in prepared.flags if Flag.parse(flag).name in _IMPORT_FLAGS]
    imported = compile_to(job, prepared.toolchain, prepared.program, flags, "input")
    if imported.module is None:
        return f"the program cannot be imported alone ({imported.reason})"
    index = disputed.output.index
    inputs = [argument.load() for argument in prepared.invocation.arguments]
    problem = ""
    for name in (f"{disputed.function}$async", disputed.function):
        body = read_body(job, prepared.toolchain, imported.module, name)
        if body.program is None:
            problem = body.problem or ""
            continue
        program = of_tensors(body.program)
        try:
            known = exact(program, inputs, index, indices, work=_WORK)
            return known, noise_floor(program, inputs, index, indices, known, seed=seed, work=_WORK)
        except ValueError as error:  # the program's types are not those of the call
            problem = str(error)
    return problem.removesuffix(".")


def _filled(output: Output, known: Exact) -> Output:
    worst = [w.model_copy(update={"exact": known.values[i].item() if known.known[i] else str(known.why(i))}) for i, w in enumerate(output.worst)]
    return output.model_copy(update={"worst": tuple(worst)})


def _notes(judged: Judged) -> Sequence[Note]:
    code = "exact_values"
    if judged.open:
        code = "undefined_conversion" if Reason.CONVERSION in judged.why else "undefined_value"
    return [Note(code=code, text=judged.sentence)]
