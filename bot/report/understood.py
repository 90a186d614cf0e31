"""What was understood: every field of the spec with the lines that it was read from."""

from collections.abc import Callable, Iterator, Sequence

from bot.intake.result import Origin, PartialSpec
from bot.report import numbers
from bot.report.document import Inline, Piece, Section, Table, capped, code, joined, plain
from bot.report.provenance import Path, source
from runners.contract import Expectation, Input, Program, ReproSpec, Variant

_LONG = 200
"""Characters of a list of values that are worth showing."""
Spec = ReproSpec | PartialSpec
Field = tuple[str, Inline, list[Path]]
"""A name for people, the value, and where in the spec it is; several places when they hold the same."""


def understood_section(spec: Spec, provenance: Sequence[Origin] | None, weight: int, *, folded: bool) -> Section | None:
    """A row a field, once where all variants agree; None when nothing was understood.

    Without provenance (the spec came as it is) there is no column for the lines.
    """
    width = 2 if provenance is None else 3

    def row(name: str, value: Inline, paths: list[Path]) -> tuple[Inline, ...]:
        sources = dict.fromkeys(source(path, provenance or (), spec.variants) for path in paths)
        return (plain(name), value, plain("; ".join(sources)))[:width]

    rows = tuple(row(*field) for field in _fields(spec))
    if not rows:
        return None
    return Section("What was understood", (Table(("Field", "Value", "From")[:width], "lll"[:width], rows),), weight, folded=folded)


def _fields(spec: Spec) -> Iterator[Field]:
    if spec.program:
        yield "program", _program(spec.program), [("program",)]
    for path, name, value in _OF_VARIANTS:
        yield from _of_variants(spec.variants, path, name, value)
    for i in spec.inputs:
        yield f"input {i.index}", _input(i), [("inputs", str(i.index))]
    for at, p in enumerate(spec.parameters):
        yield f"parameters {p.scope}".strip(), code(p.name), [("parameters", str(at))]
    if spec.expectation:
        yield "held against", _expectation(spec.expectation), [("expectation",)]
    if spec.tolerance:
        both = f"absolute {numbers.figure(spec.tolerance.atol)}, relative {numbers.figure(spec.tolerance.rtol)}"
        yield "tolerance", plain(both), [("tolerance",)]
    if spec.runner:
        yield "runner", capped(map(code, spec.runner.labels), None), [("runner", "labels")]


def _of_variants(variants: Sequence[Variant], path: Path, name: str, value: Callable[[Variant], Inline]) -> Iterator[Field]:
    values = {v.name: value(v) for v in variants}
    paths = {v.name: ("variants", v.name, *path) for v in variants}
    if len(set(values.values())) == 1:
        shared = next(iter(values.values()))
        if shared:
            yield name, shared, list(paths.values())
        return
    for variant, own in values.items():
        yield f"{name} of {variant}", own or plain("none"), [paths[variant]]


def _program(p: Program) -> Inline:
    if p.text is not None:
        return (*code(p.name), Piece(f", {numbers.size(len(p.text.encode(errors='replace')))} in the issue"))
    return (*code(p.name), Piece(" from "), *code(p.url)) if p.url else code(p.name)


_OF_VARIANTS: tuple[tuple[Path, str, Callable[[Variant], Inline]], ...] = (
    (("program",), "program", lambda v: _program(v.program) if v.program else ()),
    (("iree_version",), "IREE", lambda v: code(v.iree_version)),
    (("commit",), "built from commit", lambda v: code(v.commit) if v.commit else ()),
    (("compile", "flags"), "compile flags", lambda v: joined(map(code, v.compile.flags), " ") or plain("none")),
    (("run", "function"), "function", lambda v: code(v.run.function) if v.run.function else plain("the only one")),
    (("run", "device"), "device", lambda v: code(v.run.device)),
    (("run", "flags"), "run flags", lambda v: joined(map(code, v.run.flags), " ")),
)


def _input(i: Input) -> Inline:
    typed = code(numbers.shape(i.shape, i.dtype)) if i.shape is not None or i.dtype else ()
    return joined([part for part in (typed, _contents(i)) if part])


def _contents(i: Input) -> Inline:
    values = i.value if isinstance(i.value, tuple) else () if i.value is None else (i.value,)
    listed = " ".join(map(numbers.plainly, values))
    match i.kind:
        case "splat":
            return plain(f"every element {listed}")
        case "values":
            return code(listed) if len(listed) <= _LONG else plain(f"{numbers.count(len(values))} values")
        case "file":
            return (Piece("from file "), *code(str(i.file)))
        case "zeros":
            return plain("zeros")
        case "random":
            return plain("random" if i.seed is None else f"random, seed {i.seed}")


def _expectation(e: Expectation) -> Inline:
    match e.kind:
        case "variants_agree":
            return plain("the other variant")
        case "golden_file":
            return (Piece("expected values in "), *capped([code(golden.file) for golden in e.files], None))
        case "golden_values":
            outputs = [(Piece(f"output {v.index} "), *code(numbers.shape(v.shape, v.dtype)), Piece(f" to {v.digits} digits")) for v in e.values]
            return (Piece("printed values: "), *joined(outputs))
        case "reference":
            return plain("an independent reference")
        case "repeat_agree":
            return plain("itself, run again")
