"""The inputs and parameters of a run as the spec has them: read, looked up, checked against file and function."""

import re
from collections.abc import Iterator

from bot.intake.builds import RunStep
from bot.intake.files import File, Files
from bot.intake.findings import Findings
from bot.intake.generators import NotMadeError
from bot.intake.inputs import Tensor, read_tensor
from bot.intake.links import bare_name
from bot.intake.made import MadeFile
from bot.intake.result import Lines, QuestionCode
from bot.intake.signature import misfit
from bot.intake.values import TensorType, read_values, tensor_type
from bot.intake.wording import cut
from runners.contract import Input, Parameters, UserError
from runners.element_types import byte_length, element_type
from runners.npy import read_header

_NPY = ".npy"
_MAGIC = b"\x93NUMPY"
_MAX_SIGNATURE = 300
_SCALAR = re.compile(r"(?:torch\.|!torch\.)?((?:[su]?i|f|bf)\d{1,2}|index)")


def spec_inputs(run: RunStep | None, arguments: tuple[str, ...] | None, files: Files, findings: Findings) -> tuple[Input, ...]:
    """The function's arguments, in order.

    :param arguments: the argument types of the function as the program has them, None when they are not known.
    """
    given = run.call.inputs if run is not None else ()
    lines = run.lines if run is not None else None
    found: list[Input] = []
    for index, text in enumerate(given):
        try:
            tensor = _typed(read_tensor(text), text, arguments, index)
        except UserError as error:
            findings.object_to(error, f"Input {index}: {error.text}", QuestionCode.MISSING_INPUTS, lines)
            continue
        document = run.document if run is not None else 0
        one = _input(index, tensor, files, findings, lines=lines, document=document)
        if one is not None:
            found.append(one)
            findings.read(f"inputs.{index}", lines, "input")
            if arguments is not None and len(arguments) == len(given) and misfit(one.shape, one.dtype, arguments[index]):
                unlike = f"Input {index} is {_named(one)}, but the function takes ({', '.join(arguments)}): which of them is meant?"
                findings.ask(QuestionCode.MISSING_INPUTS, cut(unlike, _MAX_SIGNATURE), lines)
            if tensor.is_splat:
                findings.warn(f"Input {index} is one value everywhere, which hides bugs of layout and indexing", lines)
    # One .npy file may hold several arrays one after another.
    if arguments is not None and len(arguments) != len(given) and not any(text.endswith(_NPY) for text in given):
        takes = f"{len(arguments)} argument{'s' if len(arguments) != 1 else ''}"
        findings.ask(QuestionCode.MISSING_INPUTS, f"The function takes {takes}, {len(given)} inputs are given: one --input= for each is needed", lines)
    return tuple(found)


def _named(one: Input) -> str:
    return str(TensorType(one.shape, one.dtype)) if one.shape is not None and one.dtype is not None else f"`{one.file}`"


def _typed(tensor: Tensor, text: str, arguments: tuple[str, ...] | None, index: int) -> Tensor:
    """The tensor with the type of its argument where it is a bare number.

    :raises UserError: when that type is not known, or does not take the number.
    """
    if tensor.number is None:
        return tensor
    argument = arguments[index] if arguments is not None and index < len(arguments) else ""
    scalar = _SCALAR.fullmatch(argument)
    kind = tensor_type(scalar[1]) if scalar else None
    if kind is None:
        raise UserError(f"`{text}` has no type, and the type of that argument is not known: write it as f32={text}", code="missing_inputs")
    try:
        return Tensor(kind, read_values(tensor.number, kind).items)
    except ValueError as error:
        raise UserError(f"`{text}` cannot be read: {error}", code="missing_inputs") from error


def _input(index: int, tensor: Tensor, files: Files, findings: Findings, *, lines: Lines | None, document: int) -> Input | None:
    if tensor.file is not None and (made := files.made(tensor.file, document)) is not None:
        return _made_input(index, made, tensor.type, findings, lines)
    if tensor.file is not None:
        file = files.get(tensor.file, f"file of input {index}", lines, document)
        kind = file_type(file, tensor.type, QuestionCode.MISSING_INPUTS, findings, lines) if file is not None else None
        if file is None or (kind is None and tensor.type is None and not file.artifact.name.endswith(_NPY)):
            return None
        return Input(index=index, kind="file", shape=kind and kind.shape, dtype=kind and kind.dtype, file=file.artifact.name)
    if tensor.type is None:
        return None
    if not tensor.values:
        return Input(index=index, kind="zeros", shape=tensor.type.shape, dtype=tensor.type.dtype)
    if tensor.is_splat:
        return Input(index=index, kind="splat", shape=tensor.type.shape, dtype=tensor.type.dtype, value=tensor.values[0])
    return Input(index=index, kind="values", shape=tensor.type.shape, dtype=tensor.type.dtype, value=tensor.values)


def _made_input(index: int, made: MadeFile, declared: TensorType | None, findings: Findings, lines: Lines | None) -> Input | None:
    try:
        one = made.as_input(index, declared)
    except NotMadeError as error:
        findings.ask(QuestionCode.UNSUPPORTED_SOURCE, made.question(f"input {index}", str(error)), lines)
        return None
    findings.read(f"inputs.{index}.value", made.lines, "numpy", f"`{made.name}`, made as these lines make it")
    return one


def file_type(file: File, declared: TensorType | None, lacking: QuestionCode, findings: Findings, lines: Lines | None) -> TensorType | None:
    """Shape and element type of the tensor in a file: of its header, or as declared for raw bytes.

    None where the file is not here yet and says them itself, or where they do not fit; then there is a question,
    ``lacking`` when nothing says them.
    """
    name = file.artifact.name
    if declared is None:
        if not name.endswith(_NPY):
            text = f"`{name}` holds raw bytes: its shape and type are needed, as in 2x3xf32=@{name}"
            findings.ask(lacking, text, lines)
            return None
        if file.path is None:
            return None
        try:
            header = read_header(file.path)
        except UserError as error:
            findings.ask(QuestionCode.UNREADABLE_ARTIFACT, error.text, file.lines)
            return None
        return TensorType(header.shape, header.element_type.name)
    if file.path is not None:
        _check_raw(file, declared, findings, lines)
    return declared


def _check_raw(file: File, declared: TensorType, findings: Findings, lines: Lines | None) -> None:
    name = file.artifact.name
    path = file.path
    if path is None:
        return
    with path.open("rb") as opened:
        is_npy = opened.read(len(_MAGIC)) == _MAGIC
    if is_npy:
        text = f"`{name}` is an .npy file, but {declared}=@{name} reads it as raw bytes, header and all: write @{name} if its values are meant"
        findings.ask(QuestionCode.UNREADABLE_ARTIFACT, text, lines)
        return
    want, have = byte_length(declared.shape, element_type(declared.dtype)), path.stat().st_size
    if want != have:
        asked = f"`{name}` has {have} bytes, {declared} needs {want}: attach the whole file, or give the type that it has"
        findings.ask(QuestionCode.UNREADABLE_ARTIFACT, asked, lines)


def spec_parameters(run: RunStep | None, files: Files, findings: Findings) -> tuple[Parameters, ...]:
    """The parameter archives of a run; those that cannot be had are named too, and have their question."""
    return tuple(_parameters(run, files, findings)) if run is not None else ()


def _parameters(run: RunStep, files: Files, findings: Findings) -> Iterator[Parameters]:
    for position, text in enumerate(run.call.parameters):
        scope, equals, path = text.rpartition("=")
        what = f"parameter archive of scope `{scope}`" if equals else "parameter archive"
        file = files.get(path, what, run.lines, run.document)
        name = bare_name(path)
        if name is not None:
            findings.read(f"parameters.{position}", run.lines, "parameters")
            yield Parameters(scope=scope, name=name, url=file.artifact.url if file else None)
