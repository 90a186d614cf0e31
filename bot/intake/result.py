"""What the intake gives: the spec, where each of its fields was read, and what is missing or refused."""

from enum import StrEnum
from typing import Literal, Self

from pydantic import model_validator

from runners.contract import (
    Artifact,
    Expectation,
    Input,
    Model,
    Parameters,
    Program,
    ReproSpec,
    RunnerLabels,
    Source,
    Tolerance,
    Variant,
)


class QuestionCode(StrEnum):
    """What the reporter can answer."""

    MISSING_PROGRAM = "missing_program"
    MISSING_COMMANDS = "missing_commands"
    MISSING_INPUTS = "missing_inputs"
    MISSING_EXPECTED = "missing_expected"
    ELIDED_CONSTANTS = "elided_constants"
    INCOMPLETE_PROGRAM = "incomplete_program"
    UNREACHABLE_PATH = "unreachable_path"
    UNREADABLE_ARTIFACT = "unreadable_artifact"
    UNKNOWN_FLAG = "unknown_flag"
    UNKNOWN_DEVICE = "unknown_device"
    AMBIGUOUS_VARIANTS = "ambiguous_variants"
    UNSUPPORTED_SOURCE = "unsupported_source"
    INVALID_BLOCK = "invalid_block"


class RefusalCode(StrEnum):
    """What is never run, whoever asks."""

    FLAG_NOT_ALLOWED = "flag_not_allowed"
    PATH_NOT_ALLOWED = "path_not_allowed"
    URL_NOT_ALLOWED = "url_not_allowed"
    SHELL_NOT_ALLOWED = "shell_not_allowed"
    BINARY_NOT_ALLOWED = "binary_not_allowed"
    PROGRAM_NOT_ALLOWED = "program_not_allowed"
    TOO_LARGE = "too_large"


class Lines(Model):
    """A span of lines, 1-based and inclusive, in the body (``comment_id`` None) or in one comment."""

    first: int
    last: int
    comment_id: int | None = None

    def __str__(self) -> str:
        where = "body" if self.comment_id is None else f"comment {self.comment_id}"
        return f"{where}, line {self.first}" if self.first == self.last else f"{where}, lines {self.first}-{self.last}"


class Origin(Model):
    """Where one field of the spec comes from. ``how`` is ``read``, ``edited`` (prose changed it), ``default`` or ``option``."""

    field: str
    how: Literal["read", "edited", "default", "option"]
    lines: Lines | None = None
    recogniser: str = ""
    why: str = ""


class Question(Model):
    """Something missing or ambiguous, about these lines; ``text`` says what a good answer looks like.

    ``field`` is the field of the spec, or of its variants, whose value is only assumed until there is an answer.
    """

    code: QuestionCode
    text: str
    lines: Lines | None = None
    field: str = ""


class Refusal(Model):
    """Something that is never run; ``detail`` says what, why, and what would be accepted instead."""

    code: RefusalCode
    detail: str
    lines: Lines | None = None


class Warn(Model):
    """Something dropped or read in a way that the reporter should know of."""

    text: str
    lines: Lines | None = None


class PartialSpec(Model):
    """As much of a spec as was read, under the spec's own names; what is missing has a question."""

    source: Source = Source()
    program: Program | None = None
    variants: tuple[Variant, ...] = ()
    inputs: tuple[Input, ...] = ()
    parameters: tuple[Parameters, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    expectation: Expectation | None = None
    tolerance: Tolerance | None = None
    runner: RunnerLabels | None = None


class Intake(Model):
    """The outcome of reading one issue. Only a ``ready`` one may be run, and its ``spec`` is a whole ReproSpec."""

    status: Literal["ready", "needs_info", "refused"]
    spec: ReproSpec | PartialSpec
    provenance: tuple[Origin, ...] = ()
    questions: tuple[Question, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    warnings: tuple[Warn, ...] = ()

    @model_validator(mode="after")
    def _ready_is_whole(self) -> Self:
        if self.status == "ready" and (self.questions or self.refusals or not isinstance(self.spec, ReproSpec)):
            raise ValueError("a ready intake has a whole spec, no question and no refusal")
        return self
