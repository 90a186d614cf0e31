"""What a numerics-repro block can say: one small object for each field, with the lines that say it."""

from dataclasses import dataclass, field, fields, replace
from typing import Generic, Literal, TypeVar

from bot.intake.links import Link
from bot.intake.result import Lines
from bot.intake.values import TensorType
from runners.contract import GoldenValues, Input, Scalar, Tolerance
from runners.flags import Flag
from runners.release import Release

T = TypeVar("T")
InputKind = Literal["splat", "values", "file", "zeros", "random"]
OutcomeKind = Literal["variants_agree", "repeat_agree", "golden"]


@dataclass(frozen=True, slots=True)
class Told(Generic[T]):
    """A value, and the lines of the block that give it."""

    value: T
    lines: Lines


@dataclass(frozen=True, slots=True)
class GivenProgram:
    """A program by the name of its listing or file, with its link or its text where the block has them."""

    name: str
    text: str | None = None


@dataclass(frozen=True, slots=True)
class GivenInput:
    """One input in the spelling of ``--input=``, and what that spelling cannot say.

    ``kind`` is None where the spelling says it; ``type`` is what the block says of a file that has a header of its own.
    """

    spelling: str
    kind: InputKind | None = None
    seed: int | None = None
    type: TensorType | None = None

    def meant(self, made: Input) -> Input:
        """The input that was made of the spelling, as the kind that the block names."""
        values: tuple[Scalar, ...] = made.value if isinstance(made.value, tuple) else () if made.value is None else (made.value,)
        match self.kind:
            case "splat" if values:
                return made.model_copy(update={"kind": "splat", "value": values[0]})
            case "values" if not values:
                return made.model_copy(update={"kind": "values", "value": ()})
            case "zeros" | "random":
                return made.model_copy(update={"kind": self.kind, "value": None, "seed": self.seed})
            case "file" if self.type is not None and made.shape is None:
                return made.model_copy(update={"shape": self.type.shape, "dtype": self.type.dtype})
            case _:
                return made


@dataclass(frozen=True, slots=True)
class GivenOutcome:
    """What the outputs are held against.

    ``spelled`` are outputs in the spelling of ``--expected_output=`` by their index, ``types`` what is said of files with a header.
    """

    kind: OutcomeKind
    spelled: dict[int, str] = field(default_factory=dict)
    types: dict[int, TensorType] = field(default_factory=dict)
    values: tuple[GoldenValues, ...] = ()


@dataclass(frozen=True, slots=True)
class VariantFields:
    """What is said of one variant, or of all."""

    iree_version: Told[Release] | None = None
    flags: Told[tuple[Flag, ...]] | None = None
    function: Told[str] | None = None
    device: Told[str] | None = None
    run_flags: Told[tuple[Flag, ...]] | None = None
    program: Told[GivenProgram] | None = None
    commit: Told[str] | None = None

    def over(self, earlier: "VariantFields") -> "VariantFields":
        """These, and the earlier ones where nothing is said here."""
        return replace(earlier, **{one.name: said for one in fields(self) if (said := getattr(self, one.name)) is not None})

    def hidden_by(self, later: "VariantFields") -> "VariantFields":
        """These without those that ``later`` gives anew for all variants."""
        return replace(self, **{one.name: None for one in fields(self) if getattr(later, one.name) is not None})

    @property
    def tells_a_run(self) -> bool:
        """Whether anything is said of how it is run."""
        return any(said is not None for said in (self.function, self.device, self.run_flags))


@dataclass(frozen=True, slots=True)
class BlockFields:
    """What one block says, or several: then the later one wins, field by field."""

    shared: VariantFields = VariantFields()
    variants: dict[str, Told[VariantFields]] = field(default_factory=dict)
    inputs: Told[tuple[Told[GivenInput], ...]] | None = None
    parameters: Told[tuple[str, ...]] | None = None
    outcome: Told[GivenOutcome] | None = None
    tolerance: Told[Tolerance] | None = None
    labels: Told[tuple[str, ...]] | None = None
    links: dict[str, Link] = field(default_factory=dict)

    def over(self, earlier: "BlockFields") -> "BlockFields":
        """These, and the earlier ones where nothing is said here."""
        variants = {name: Told(told.value.hidden_by(self.shared), told.lines) for name, told in earlier.variants.items()}
        for name, told in self.variants.items():
            before = variants[name].value if name in variants else VariantFields()
            variants[name] = Told(told.value.over(before), told.lines)
        return BlockFields(
            shared=self.shared.over(earlier.shared),
            variants=variants,
            inputs=self.inputs or earlier.inputs,
            parameters=self.parameters or earlier.parameters,
            outcome=self.outcome or earlier.outcome,
            tolerance=self.tolerance or earlier.tolerance,
            labels=self.labels or earlier.labels,
            links={**earlier.links, **self.links},
        )

    def of(self, name: str) -> VariantFields:
        """What is said of the variant of this name, for itself and for all."""
        return self.variants[name].value.over(self.shared) if name in self.variants else self.shared
