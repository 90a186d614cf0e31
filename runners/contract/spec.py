"""ReproSpec: what to compile, run and compare. Data, never shell."""

import hashlib
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from runners.contract.base import SCHEMA_VERSION, Model, SchemaVersion, canonical_json

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._+-]{0,127}$")]
"""A file name that cannot leave the folder it is put in: no separators, no leading dot."""
CommitId = Annotated[str, Field(pattern=r"^[0-9a-f]{7,40}$")]
"""A commit of IREE in hex digits, whole or shortened as Git shortens it."""
Dimension = Annotated[int, Field(ge=0)]
ElementType = Annotated[str, Field(pattern=r"^(bf16|tf32|complex<f(32|64)>|index|[su]?i\d{1,2}|f\d{1,2}(E\d+M\d+\w*)?)$")]
"""An element type as IREE prints it: ``f32``, ``bf16``, ``i64``, ``si8``, ``ui8``, ``i4``, ``f8E4M3FNUZ``."""
Scalar = int | float | Literal["nan", "inf", "-inf"]
"""One element's value. JSON has no NaN and no infinity, so those three are words."""


class Source(Model):
    """Where the request was read. Not part of the digest: the same repro in another issue is the same spec."""

    repo: str | None = None
    issue: int | None = None
    comment_id: int | None = None
    body_digest: Sha256 | None = None


class Artifact(Model):
    """A file that the spec needs and does not carry: found by name, from a link, pinned by hash once it was seen."""

    name: Name
    url: str | None = None
    sha256: Sha256 | None = None


class Program(Model):
    """What is compiled. ``inline`` carries its ``text``; the other kinds name one of the spec's artifacts."""

    kind: Literal["inline", "url", "file", "script"]
    name: Name
    url: str | None = None
    sha256: Sha256 | None = None
    dialect: str | None = None
    text: str | None = None

    @model_validator(mode="after")
    def _inline_has_text(self) -> Self:
        if (self.kind == "inline") != (self.text is not None):
            raise ValueError("program.text is given exactly when program.kind is 'inline'")
        return self


class Compile(Model):
    """``flags`` are argv items for ``iree-compile``, in the names of the variant's release; no input, no ``-o``."""

    flags: tuple[str, ...] = ()


class RunCall(Model):
    """One call of one function. ``flags`` are further argv items of ``iree-run-module``."""

    function: str | None = None
    device: str = "local-task"
    flags: tuple[str, ...] = ()


class Variant(Model):
    """One way to build and run the program. ``A`` is the reporter's first or good side.

    ``commit`` is what the reporter built IREE from, where that was no release; ``iree_version`` is the release that stands for it and is run.
    """

    name: Annotated[str, Field(pattern=r"^[A-Z][A-Za-z0-9_-]{0,15}$")]
    iree_version: str
    compile: Compile = Compile()
    run: RunCall = RunCall()
    program: Program | None = None
    commit: CommitId | None = None


class Input(Model):
    """One function argument.

    ``value`` is one number for ``splat`` and the flat list, row-major, for ``values``. ``file`` names an artifact.
    ``zeros`` and ``random`` need only shape and dtype (and ``seed``). A scalar argument has shape ``()``.
    ``shape`` and ``dtype`` may be absent only for a file that carries both itself (``.npy``).
    """

    index: Annotated[int, Field(ge=0)]
    kind: Literal["splat", "values", "file", "zeros", "random"]
    shape: tuple[Dimension, ...] | None = None
    dtype: ElementType | None = None
    value: Scalar | tuple[Scalar, ...] | None = None
    file: Name | None = None
    seed: int | None = None

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.kind == "file":
            if self.file is None:
                raise ValueError(f"input {self.index}: a file input names its file")
        elif self.shape is None or self.dtype is None:
            raise ValueError(f"input {self.index}: {self.kind} needs shape and dtype")
        if self.kind == "splat" and (self.value is None or isinstance(self.value, tuple)):
            raise ValueError(f"input {self.index}: a splat has one value")
        if self.kind == "values":
            want = 1
            for d in self.shape or ():
                want *= d
            if not isinstance(self.value, tuple) or len(self.value) != want:
                have = len(self.value) if isinstance(self.value, tuple) else 0
                raise ValueError(f"input {self.index}: shape {list(self.shape or ())} needs {want} values, {have} are given")
        return self


class Parameters(Model):
    """A parameter archive (``.irpa``, ``.safetensors``, ``.gguf``), as ``--parameters=scope=file`` gives it."""

    scope: str
    name: Name
    url: str | None = None


class GoldenFile(Model):
    """Expected values of one output in a file: ``.npy``, or raw bytes with shape and dtype."""

    index: Annotated[int, Field(ge=0)]
    file: Name
    shape: tuple[Dimension, ...] | None = None
    dtype: ElementType | None = None


class GoldenValues(Model):
    """Expected values of one output as the report prints them, flat and row-major.

    ``digits`` is how many significant digits the print carries, so how finely it can be compared.
    ``values`` may be shorter than the shape when the print was cut: only what is there is compared.
    """

    index: Annotated[int, Field(ge=0)]
    shape: tuple[Dimension, ...]
    dtype: ElementType
    values: tuple[Scalar, ...]
    digits: int = 6


class Expectation(Model):
    """What the outputs are held against."""

    kind: Literal["variants_agree", "golden_file", "golden_values", "reference", "repeat_agree"]
    files: tuple[GoldenFile, ...] = ()
    values: tuple[GoldenValues, ...] = ()


class Tolerance(Model):
    """``|a - b| <= atol + rtol * |b|`` passes, as the reporter asked for it."""

    atol: Annotated[float, Field(ge=0)] = 0.0
    rtol: Annotated[float, Field(ge=0)] = 0.0


class RunnerLabels(Model):
    """Labels that a machine must carry to take the spec."""

    labels: tuple[str, ...] = ("cpu",)


class ReproSpec(Model):
    """A complete repro. ``digest`` is derived, so a spec that was changed on the way is refused."""

    schema_version: SchemaVersion = SCHEMA_VERSION
    source: Source = Source()
    program: Program
    variants: Annotated[tuple[Variant, ...], Field(min_length=1, max_length=2)]
    inputs: tuple[Input, ...] = ()
    parameters: tuple[Parameters, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    expectation: Expectation
    tolerance: Tolerance | None = None
    runner: RunnerLabels = RunnerLabels()
    digest: str = ""

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        names = [v.name for v in self.variants]
        if len(set(names)) != len(names):
            raise ValueError(f"two variants are called {names[0]}")
        if [i.index for i in self.inputs] != list(range(len(self.inputs))):
            raise ValueError("inputs are numbered 0, 1, 2, … in order")
        if self.expectation.kind == "variants_agree" and len(self.variants) != 2:
            raise ValueError("variants_agree needs two variants")
        known = {a.name for a in self.artifacts}
        for what in self._references():
            if what not in known:
                raise ValueError(f"{what} is used but is not one of the spec's artifacts")
        digest = self._digest()
        if self.digest and self.digest != digest:
            raise ValueError(f"digest {self.digest[:12]}… does not belong to this spec (its own is {digest[:12]}…): it was changed after it was made")
        object.__setattr__(self, "digest", digest)
        return self

    def _references(self) -> list[str]:
        programs = [self.program, *(v.program for v in self.variants if v.program)]
        return [
            *(p.name for p in programs if p.kind != "inline"),
            *(i.file for i in self.inputs if i.file),
            *(p.name for p in self.parameters),
            *(g.file for g in self.expectation.files),
        ]

    def _digest(self) -> str:
        """SHA-256 of the canonical JSON without what only says where it was read, and without commits where there are none."""
        data = self.model_dump(mode="json", exclude={"digest", "source"})
        for variant in data["variants"]:
            if variant["commit"] is None:
                del variant["commit"]
        return hashlib.sha256(canonical_json(data)).hexdigest()

    def program_of(self, variant: Variant) -> Program:
        """The program that this variant compiles: its own, else the spec's."""
        return variant.program or self.program
