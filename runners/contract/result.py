"""TriageResult: what came out, for people and for programs."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from runners.contract.base import SCHEMA_VERSION, Model, SchemaVersion

Figure = float | None
"""A measured number. NaN and infinities are written as the strings ``"NaN"``, ``"Infinity"``, ``"-Infinity"``."""


class Verdict(StrEnum):
    """The one-word outcome of a triage."""

    REPRODUCED = "reproduced"
    WITHIN_NOISE = "within_noise"
    NOT_REPRODUCED = "not_reproduced"
    NONDETERMINISTIC = "nondeterministic"
    COMPILE_FAILED = "compile_failed"
    RUN_FAILED = "run_failed"
    NEEDS_INFO = "needs_info"
    REFUSED = "refused"


class Stage(StrEnum):
    """The part of IREE where a difference begins."""

    INPUT = "input"
    GRAPH = "graph"
    CODEGEN = "codegen"
    RUNTIME = "runtime"
    UNDETERMINED = "undetermined"


class Environment(Model):
    """The machine that ran it, as far as it bears on numbers."""

    iree: dict[str, str] = Field(default_factory=dict)
    device: dict[str, str] = Field(default_factory=dict)
    driver: str | None = None
    cpu: str = ""
    os: str = ""


class Run(Model):
    """How one variant was built and run. ``exit`` is 0, a tool's exit status, or ``-N`` for signal N."""

    variant: str
    compile_s: float | None = None
    run_s: float | None = None
    exit: int
    failed: Literal["compile", "run"] | None = None
    reason: str | None = None
    log_tail: str = ""
    repeats: int = 0
    bit_stable: bool | None = None
    cached: bool = False


class WorstElement(Model):
    """One element: its index in the output, both sides' values, the exact value where the arbiter knows it."""

    index: tuple[int, ...]
    a: float | int | bool | str
    b: float | int | bool | str
    exact: float | int | str | None = None


class Counts(Model):
    """How many elements of each side."""

    a: int = 0
    b: int = 0


class Pattern(Model):
    """What a difference looks like. ``explained`` is the fraction of the mismatches that the pattern accounts for."""

    kind: str
    explained: float
    parameters: dict[str, int | float | str | list[int]] = Field(default_factory=dict)


class Output(Model):
    """One output (or one argument that the program changed) compared: a against b.

    ``index`` counts function results. ``mismatched`` counts elements whose values differ by more than the
    comparison can resolve: exactly, or to the digits of a printed expectation. NaN equals NaN in the same
    place, +0 equals -0. ``max_abs`` and ``max_rel`` are over the elements where both sides are finite;
    ``max_rel`` is |a-b| / |b|; ``max_ulp`` is in the narrower of the two types; ``rms_rel`` is ‖a-b‖/‖b‖.
    ``judgement`` is ``equal``, ``within_noise`` or ``different``, ``reason`` says why in a sentence.
    """

    index: int
    name: str = ""
    kind: Literal["result", "argument"] = "result"
    shape: tuple[int, ...] | None = None
    shape_b: tuple[int, ...] | None = None
    dtype: str = ""
    dtype_b: str | None = None
    elements: int = 0
    mismatched: int = 0
    max_abs: Figure = None
    max_rel: Figure = None
    max_ulp: int | None = None
    rms_rel: Figure = None
    first_mismatch: tuple[int, ...] | None = None
    worst: tuple[WorstElement, ...] = ()
    nan: Counts = Counts()
    inf: Counts = Counts()
    zero: Counts = Counts()
    patterns: tuple[Pattern, ...] = ()
    judgement: Literal["equal", "within_noise", "different"] = "equal"
    reason: str = ""


class Comparison(Model):
    """All outputs of one pair. ``b`` is a variant's name or ``expected``."""

    a: str
    b: str
    outputs: tuple[Output, ...] = ()


class Dispatch(Model):
    """One ``flow.dispatch`` of a variant: ``ordinal`` of ``count`` in program order."""

    variant: str = ""
    symbol: str
    ordinal: int
    count: int
    ops: tuple[str, ...] = ()
    loc: str | None = None
    shapes: tuple[str, ...] = ()


class Alignment(Model):
    """How many tensors of A were recognised in B."""

    aligned: int
    total: int
    unmatched: tuple[str, ...] = ()


class DivergentOperand(Model):
    """The evidence at one operand or result of the divergent dispatch, compared A against B."""

    role: Literal["input", "output"]
    position: int
    source: str = ""
    comparison: Output


Role = Literal["culprit", "amplifier", "victim", "unconfirmed"]
"""``culprit``: it reads what agrees, and its own arithmetic is wrong or is not the other side's. ``amplifier``: its own
arithmetic is right, and makes more of a difference that rounding explains. ``victim``: what it reads differs already.
``unconfirmed``: alone, it does not show the difference, or nothing could be held against it."""
Fault = Literal["A", "B", "both", "undetermined"]


class Suspect(Model):
    """One dispatch where a difference can begin, with what was found of it; ``counterpart`` makes the same values on the other side.

    ``error_ratio`` is its own error as a multiple of the noise floor.
    """

    dispatch: Dispatch
    counterpart: tuple[Dispatch, ...] = ()
    role: Role
    at_fault: Fault = "undetermined"
    error_ratio: Figure = None
    reason: str = ""


class AlignedTensor(Model):
    """One tensor that both variants have: the result of a dispatch in each, how far apart, and what rounding lets expect.

    ``a`` and ``b`` are ordinal and position of the result; ``tier`` says what it was recognised by.
    """

    a: tuple[int, int]
    b: tuple[int, int]
    tier: Literal["order", "body", "place", "value", "layout"]
    rms_rel: Figure = None
    noise: Figure = None
    judgement: Literal["equal", "within_noise", "different"] = "equal"


class Divergence(Model):
    """Where the variants begin to differ, and how sure that is. ``sentence`` says it for people.

    ``dispatch`` belongs to the variant at fault, where that is known. ``iteration`` counts its runs in a loop.
    ``confirmed`` says how many replays of it alone show the difference. ``along`` follows the error through the program,
    in B's order.
    """

    dispatch: Dispatch | None = None
    counterpart: tuple[Dispatch, ...] = ()
    iteration: int = 0
    at_fault: Fault = "undetermined"
    stage: Stage = Stage.UNDETERMINED
    role: Role | None = None
    local_error: Figure = None
    noise_floor: Figure = None
    input_error: Figure = None
    alignment: Alignment | None = None
    confirmed: str | None = None
    compared: Annotated[tuple[str, str] | None, Field(description="names of the two sides of `operands`")] = None
    operands: tuple[DivergentOperand, ...] = ()
    suspects: tuple[Suspect, ...] = ()
    along: tuple[AlignedTensor, ...] = ()
    replays: int = 0
    sentence: str = ""


class DispatchAudit(Model):
    """Every dispatch of one variant judged alone, on its own traced inputs; upstream errors cannot leak in.

    ``dispatches`` were run in ``runs`` runs with different inputs; ``executables`` are distinct. ``unknown`` runs could not be judged.
    """

    variant: str
    dispatches: int
    executables: int
    runs: int
    unknown: int = 0
    culprits: tuple[Suspect, ...] = ()


class Knob(Model):
    """One code-generation switch tried alone on the culprit."""

    flag: str
    effect: Literal["vanishes", "persists", "changes", "fails"]


class Bisect(Model):
    """What a search over one axis found."""

    axis: str
    verdict: Literal["found", "range", "not_monotone", "endpoints_agree", "untestable"]
    first_bad: str | None = None
    first_good: str | None = None
    tested: tuple[str, ...] = ()
    untestable: tuple[str, ...] = ()
    runs: int = 0
    confidence: float | None = None


class Bundle(Model):
    """The standalone repro, relative to the output folder; ``verified`` says it was run and showed the difference."""

    path: str
    verified: bool


class Note(Model):
    """Something that the reader should know beside the verdict."""

    code: str
    text: str


class StageTime(Model):
    """Wall-clock seconds that one stage of the triage took."""

    stage: str
    seconds: float


class TriageResult(Model):
    """The outcome of a triage. ``outputs`` are those of the pair in ``compared``; ``also`` holds further pairs."""

    schema_version: SchemaVersion = SCHEMA_VERSION
    spec_digest: str | None = None
    verdict: Verdict
    sentence: str
    environment: Environment = Environment()
    runs: tuple[Run, ...] = ()
    compared: Annotated[tuple[str, str] | None, Field(description="names of the two sides of `outputs`")] = None
    outputs: tuple[Output, ...] = ()
    also: tuple[Comparison, ...] = ()
    divergence: Divergence | None = None
    audits: tuple[DispatchAudit, ...] = ()
    knobs: tuple[Knob, ...] = ()
    bisect: Bisect | None = None
    bundle: Bundle | None = None
    notes: tuple[Note, ...] = ()
    timing: tuple[StageTime, ...] = ()
