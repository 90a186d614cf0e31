"""What was understood of a report, written as a numerics-repro block that can be pasted back."""

import re
from collections.abc import Iterable, Iterator, Sequence

from bot.intake.block_tensors import signed_digits
from bot.intake.result import PartialSpec, Question, QuestionCode
from bot.intake.values import TensorType
from runners.contract import Expectation, GoldenFile, GoldenValues, Input, Parameters, ReproSpec, Scalar, Variant

_NPY = ".npy"
_DIGITS = 6
_PLAIN = re.compile(r"(?:[A-Za-z0-9_.]|--?[A-Za-z])[A-Za-z0-9_.,=/+() -]*(?<! )")
_NULL = re.compile(r"null", re.IGNORECASE)
_ASSUMED: dict[QuestionCode, tuple[str, ...]] = {
    QuestionCode.MISSING_COMMANDS: ("compile.flags", "run.flags"),
    QuestionCode.UNSUPPORTED_SOURCE: ("compile.flags", "run.flags"),
    QuestionCode.UNKNOWN_FLAG: ("compile.flags", "run.flags"),
    QuestionCode.UNKNOWN_DEVICE: ("run.device",),
    QuestionCode.AMBIGUOUS_VARIANTS: ("variants",),
    QuestionCode.MISSING_INPUTS: ("inputs",),
    QuestionCode.MISSING_EXPECTED: ("expectation",),
    QuestionCode.UNREADABLE_ARTIFACT: ("inputs", "expectation"),
}
"""What is only assumed while such a question is open; a question that names its field says it more exactly."""
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}

NO_PROGRAM = '# program: {name: model.mlir, url: "https://…"}  # or put the MLIR into a fenced block of its own, whole'
NO_COMMANDS = """\
# variants:
#   - name: A
#     iree_version: 3.13.0
#     compile:
#       flags: [--iree-hal-target-backends=llvm-cpu]
#     run: {function: main, device: local-task}"""
NO_INPUTS = """\
# inputs:  # one for each argument, in order
#   - 4xf32=1 2 3 4
#   - "@x.npy\""""
NO_OUTCOME = """\
# expectation:  # what should come out, output by output; or, with a variant B above, only the word variants_agree
#   - 4xf32=1 2 3 4
#   - "@y.npy\""""
"""What stands in the place of something that is missing: without its ``#`` it is a good answer."""


def block_of(spec: ReproSpec | PartialSpec, questions: Sequence[Question] = ()) -> str:
    """The YAML of a block that says all that the spec holds, but for the text of an inline program, which stays where it is.

    :param questions: what is still open; what they are about is commented out, so that no question is answered by a guess.
    """
    assumed = frozenset(name for question in questions for name in ((question.field,) if question.field else _ASSUMED.get(question.code, ())))
    return "\n".join(_rows(spec, assumed)) + "\n"


def _rows(spec: ReproSpec | PartialSpec, assumed: frozenset[str]) -> Iterator[str]:
    yield f"program: {_scalar(spec.program.name)}" if spec.program is not None else NO_PROGRAM
    if spec.variants:
        yield from _open("variants", assumed, _variants(spec.variants, assumed))
    else:
        yield NO_COMMANDS
    if spec.inputs or isinstance(spec, ReproSpec):
        order = [one.index for one in spec.inputs]
        yield from _open("inputs", assumed, _list("inputs", (_input(one, given_in_order=order) for one in spec.inputs)))
    else:
        yield NO_INPUTS
    if spec.parameters:
        yield from _list("parameters", map(_parameters, spec.parameters))
    linked = [artifact for artifact in spec.artifacts if artifact.url is not None]
    if linked:
        yield from _list("artifacts", ([f"name: {_scalar(one.name)}", f"url: {_scalar(one.url or '')}"] for one in linked))
    yield from _open("expectation", assumed, _expectation(spec.expectation)) if spec.expectation is not None else [NO_OUTCOME]
    if spec.tolerance is not None:
        yield from ("tolerance:", f"  atol: {spec.tolerance.atol!r}", f"  rtol: {spec.tolerance.rtol!r}")
    if spec.runner is not None:
        yield f"runner: {{labels: [{', '.join(map(_scalar, spec.runner.labels))}]}}"


def _variants(variants: Iterable[Variant], assumed: frozenset[str]) -> Iterator[str]:
    yield "variants:"
    for variant in variants:
        yield from _item(_variant(variant, assumed))


def _variant(variant: Variant, assumed: frozenset[str]) -> Iterator[str]:
    yield f"name: {variant.name}"
    yield from _open("iree_version", assumed, [f"iree_version: {_scalar(variant.iree_version)}"])
    if variant.commit is not None:
        yield f"commit: {variant.commit}"
    if variant.program is not None:
        yield f"program: {_scalar(variant.program.name)}"
    yield "compile:"
    yield from _indented(_open("compile.flags", assumed, _list("flags", variant.compile.flags)))
    yield "run:"
    function = variant.run.function
    yield f"  function: {_scalar(function)}" if function is not None else "  # function: main"
    yield from _indented(_open("run.device", assumed, [f"device: {_scalar(variant.run.device)}"]))
    # A variant is as the first one where nothing is said, so that having no flags is said too.
    yield from _indented(_open("run.flags", assumed, _list("flags", variant.run.flags)))


def _open(field: str, assumed: frozenset[str], rows: Iterable[str]) -> Iterator[str]:
    """The rows, as comments where they are only assumed."""
    lines = "\n".join(rows).split("\n")
    yield from (f"# {line}" for line in (f"{lines[0]}  # is it so?", *lines[1:])) if field in assumed else lines


def _input(one: Input, given_in_order: list[int]) -> str | list[str]:
    spelled = _spelled(one)
    if spelled is not None and given_in_order == list(range(len(given_in_order))):
        return spelled
    fields = {"index": str(one.index), "kind": one.kind, **_typed(one.shape, one.dtype)}
    if one.file is not None:
        fields["file"] = _scalar(one.file)
    if one.value is not None:
        fields["value"] = _values(one.value) if isinstance(one.value, tuple) else _number(one.value)
    if one.seed is not None:
        fields["seed"] = str(one.seed)
    return [f"{key}: {value}" for key, value in fields.items()]


def _spelled(one: Input) -> str | None:
    """The input as ``--input=`` takes it; None where that would be read as another kind."""
    if one.kind == "file":
        return _spelled_file(one.file, one.shape, one.dtype)
    if one.shape is None or one.dtype is None or one.seed is not None:
        return None
    kind = TensorType(one.shape, one.dtype)
    values = one.value if isinstance(one.value, tuple) else () if one.value is None else (one.value,)
    if one.kind == "zeros" and kind.shape:
        return str(kind)
    splat = one.kind == "splat" and kind.elements != 1
    listed = one.kind == "values" and kind.elements == len(values) > 0
    return _with_values(kind, values) if splat or listed else None


def _spelled_file(name: str | None, shape: tuple[int, ...] | None, dtype: str | None) -> str | None:
    if name is None or (shape is None) != (dtype is None) or name.endswith(_NPY) != (shape is None):
        return None
    return f"@{name}" if shape is None or dtype is None else f"{TensorType(shape, dtype)}=@{name}"


def _typed(shape: tuple[int, ...] | None, dtype: str | None) -> dict[str, str]:
    return {} if shape is None or dtype is None else {"shape": f"[{', '.join(map(str, shape))}]", "dtype": dtype}


def _parameters(one: Parameters) -> str:
    return f"{one.scope}={one.name}"


def _expectation(expectation: Expectation) -> Iterator[str]:
    outputs: list[GoldenFile | GoldenValues] = [*expectation.files, *expectation.values]
    outputs.sort(key=lambda output: output.index)
    if not outputs:
        yield f"expectation: {expectation.kind}"
        return
    in_order = [output.index for output in outputs] == list(range(len(outputs)))
    yield from _list("expectation", (_output(output, in_order=in_order) for output in outputs))


def _output(output: GoldenFile | GoldenValues, *, in_order: bool) -> str | list[str]:
    if isinstance(output, GoldenFile):
        spelled = _spelled_file(output.file, output.shape, output.dtype)
        fields = {"index": str(output.index), **_typed(output.shape, output.dtype), "file": _scalar(output.file)}
    else:
        kind = TensorType(output.shape, output.dtype)
        whole = output.digits == _DIGITS and kind.elements == len(output.values) > 0
        spelled = _with_values(kind, output.values) if whole else None
        fields = {"index": str(output.index), **_typed(output.shape, output.dtype), "values": _values(output.values), "digits": str(output.digits)}
    return spelled if spelled is not None and in_order else [f"{key}: {value}" for key, value in fields.items()]


def _list(name: str, items: Iterable[str | Iterable[str]]) -> Iterator[str]:
    """A field that is a list: texts, or items that are rows of fields."""
    written = [f"  - {_scalar(item)}" if isinstance(item, str) else "\n".join(_item(item)) for item in items]
    yield from (f"{name}:", *written) if written else (f"{name}: []",)


def _item(rows: Iterable[str]) -> Iterator[str]:
    for at, row in enumerate(rows):
        yield f"{'    ' if at else '  - '}{row}"


def _indented(rows: Iterable[str]) -> Iterator[str]:
    return (f"  {row}" for row in rows)


def _values(values: Iterable[Scalar]) -> str:
    return f"[{', '.join(map(_number, values))}]"


def _with_values(kind: TensorType, values: Iterable[Scalar]) -> str:
    return f"{kind}={signed_digits(' '.join(map(_number, values)), kind)}"


def _number(value: Scalar) -> str:
    return value if isinstance(value, str) else repr(value)


def _scalar(text: str) -> str:
    if _PLAIN.fullmatch(text) and not _NULL.fullmatch(text):
        return text
    return '"' + "".join(_ESCAPES.get(char) or (char if char.isprintable() else _escaped(char)) for char in text) + '"'


def _escaped(char: str) -> str:
    point = ord(char)
    return f"\\x{point:02x}" if point < 0x100 else f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"
