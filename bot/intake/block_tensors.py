"""Inputs, parameters and expected outputs of a numerics-repro block, in the tools' own spelling or as fields of the spec."""

from typing import Protocol, get_args

from bot.intake.array_text import DIGITS
from bot.intake.block_fields import GivenInput, GivenOutcome, InputKind, OutcomeKind
from bot.intake.block_nodes import TensorFields, tensor_fields
from bot.intake.inputs import read_tensor
from bot.intake.values import TensorType, read_values
from bot.intake.wording import cut
from bot.intake.yaml_tree import Items, Node, Place, Text, WrongError
from runners.contract import GoldenValues, UserError
from runners.element_types import element_type

_NPY = ".npy"
_KINDS: tuple[InputKind, ...] = get_args(InputKind)
_INPUT = ("index", "kind", "shape", "dtype", "value", "values", "file", "seed")
_OUTPUT = ("index", "shape", "dtype", "file", "values", "digits")
_OUTCOMES: dict[str, OutcomeKind] = {
    "variants_agree": "variants_agree",
    "repeat_agree": "repeat_agree",
    "golden_file": "golden",
    "golden_values": "golden",
}
_SMALL = 9999
_MAX_DIGITS = 17


class File(Protocol):
    """Gives the name of a file that a block names by its name or by its address."""

    def __call__(self, text: str, place: Place, name: str | None = None) -> str:
        """The file's name: ``name`` where there is one, else that in ``text``."""


def input_of(node: Node, file: File, position: int) -> GivenInput:
    """One input: ``4xf32=1 2 3 4``, ``"@x.npy"``, or fields of the spec.

    :raises WrongError: when it is neither.
    """
    if isinstance(node, Text):
        return GivenInput(_spelled(node, file))
    said = tensor_fields(node, _INPUT, "4xf32=1 2 3 4")
    if said.whole("index", _SMALL) not in (None, position):
        raise WrongError(f"this is input {position}: inputs are given in order, and all of them", node.place)
    kind, seed = _kind(said), said.whole("seed", 2**63 - 1)
    values = said.words("value") if said.get("value") is not None else said.words("values")
    name = said.text("file")
    if name is not None:
        return _file_input(said, file(name, node.place))
    declared = said.type
    if declared is None:
        raise WrongError("shape and dtype are missing: shape: [2, 3], dtype: f32", node.place)
    if kind == "file" or (kind in ("splat", "values") and values is None):
        raise WrongError(f"a {kind} needs its `{'file' if kind == 'file' else 'value'}`", node.place)
    if kind in ("zeros", "random") or (kind is None and seed is not None):
        values, kind = None, kind or "random"
    given = len((values or "").split())
    if kind == "values" and given != declared.elements:
        raise WrongError(f"{declared} has {declared.elements} elements, {given} values are given", node.place)
    spelled = f"{declared}={signed_digits(values or '', declared)}" if values or declared.shape else f"{declared}=0"
    _check(spelled, node.place)
    return GivenInput(spelled, kind, seed)


def _kind(said: TensorFields) -> InputKind | None:
    text = said.text("kind")
    known = next((kind for kind in _KINDS if kind == text), None)
    if text is not None and known is None:
        raise WrongError(f"`{cut(text, 40)}` is no kind of input; known are {', '.join(_KINDS)}", said.node.pairs["kind"][0])
    return known


def _file_input(said: TensorFields, name: str) -> GivenInput:
    declared = said.type
    if name.endswith(_NPY):
        return GivenInput(f"@{name}", "file", type=declared)
    if declared is None:
        raise WrongError(f"`{name}` holds raw bytes: give its shape and dtype too", said.node.place)
    return GivenInput(f"{declared}=@{name}", "file", type=declared)


def signed_digits(values: str, kind: TensorType) -> str:
    """The values with a sign before two digits of a type below a byte, which would be read as a byte in hex without it."""
    if element_type(kind.dtype).bits >= 8:
        return values
    return " ".join(f"+{word}" if len(word) == 2 and word.isdecimal() else word for word in values.split())


def _spelled(node: Text, file: File) -> str:
    head, at, name = node.value.strip().partition("@")
    if at and "://" in name:
        return f"{head}@{file(name, node.place)}"
    _check(node.value, node.place)
    return node.value


def _check(spelled: str, place: Place) -> None:
    try:
        read_tensor(spelled)
    except UserError as error:
        raise WrongError(error.text, place) from error


def parameter_of(node: Node, file: File) -> str:
    """One parameter archive in the spelling of ``--parameters=``: ``model=x.irpa``, or scope and name.

    :raises WrongError: when it is neither.
    """
    if isinstance(node, Text):
        before, equals, path = node.value.rpartition("=")
        return f"{before}{equals}{file(path, node.place)}" if "://" not in before else file(node.value, node.place)
    said = tensor_fields(node, ("scope", "name", "url"), "model=weights.irpa")
    scope, name, url = said.text("scope") or "", said.text("name"), said.text("url")
    if name is None and url is None:
        raise WrongError("a parameter archive needs the `name` of its file", node.place)
    return f"{scope}={file(url, node.place, name) if url is not None else file(name or '', node.place)}"


def outcome_of(node: Node, file: File) -> GivenOutcome:
    """What the outputs are held against: a kind, a list of outputs, or both as fields.

    :raises WrongError: when it is none of these.
    """
    if isinstance(node, Text) and node.value in _OUTCOMES and _OUTCOMES[node.value] != "golden":
        return GivenOutcome(_OUTCOMES[node.value])
    if isinstance(node, Text):
        return _outputs((node,), file)
    if isinstance(node, Items):
        return _outputs(node.items, file, node.place)
    said = tensor_fields(node, ("kind", "files", "values"), "variants_agree")
    kind = said.text("kind")
    if kind is not None and kind not in _OUTCOMES:
        raise WrongError(f"`{cut(kind, 40)}` is nothing that outputs are held against; known are {', '.join(_OUTCOMES)}", said.node.pairs["kind"][0])
    outputs = [item for key in ("files", "values") for item in _listed(said.get(key))]
    if kind is not None and _OUTCOMES[kind] != "golden":
        if outputs:
            raise WrongError(f"`{kind}` takes no expected values: leave them out, or the kind", node.place)
        return GivenOutcome(_OUTCOMES[kind])
    return _outputs(tuple(outputs), file, node.place)


def _listed(node: Node | None) -> tuple[Node, ...]:
    return () if node is None else node.items if isinstance(node, Items) else (node,)


def _outputs(nodes: tuple[Node, ...], file: File, place: Place | None = None) -> GivenOutcome:
    given = GivenOutcome("golden")
    values: list[GoldenValues] = []
    taken: set[int] = set()
    for position, node in enumerate(nodes):
        index = position
        if isinstance(node, Text):
            given.spelled[index] = _spelled(node, file)
        else:
            said = tensor_fields(node, _OUTPUT, "4xf32=1 2 3 4")
            number, name = said.whole("index", 999), said.text("file")
            index = position if number is None else number
            if name is None:
                values.append(_golden(said, index))
            else:
                made = _file_input(said, file(name, node.place))
                given.spelled[index] = made.spelling
                if made.type is not None:
                    given.types[index] = made.type
        if index in taken:
            raise WrongError(f"output {index} is given twice", node.place)
        taken.add(index)
    if not nodes:
        raise WrongError("what should come out? Give outputs such as 4xf32=1 2 3 4 or @y.npy, each after a dash", place or Place(0, 0, 0))
    return GivenOutcome("golden", given.spelled, given.types, tuple(values))


def _golden(said: TensorFields, index: int) -> GoldenValues:
    kind, words = said.type, said.words("values")
    if kind is None or not words:
        raise WrongError("an expected output needs shape, dtype and values, or a file", said.node.place)
    try:
        items = read_values(signed_digits(words, kind), kind).items
    except ValueError as error:
        raise WrongError(str(error), said.node.place) from error
    if len(items) > kind.elements:
        raise WrongError(f"{kind} has {kind.elements} elements, {len(items)} values are given", said.node.place)
    digits = said.whole("digits", _MAX_DIGITS)
    return GoldenValues(index=index, shape=kind.shape, dtype=kind.dtype, values=items, digits=DIGITS if digits is None else digits)
