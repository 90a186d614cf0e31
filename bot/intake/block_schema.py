"""The fields of a numerics-repro block: which there are, how each is read, and what is said where one is wrong."""

import re
import shlex
from collections.abc import Iterator
from functools import partial
from typing import Any

from bot.intake.block_fields import BlockFields, GivenInput, GivenProgram, Told, VariantFields
from bot.intake.block_nodes import plain_text
from bot.intake.block_reader import Problem, Read, Reader, Table
from bot.intake.block_tensors import input_of, outcome_of, parameter_of
from bot.intake.cards import LABEL
from bot.intake.links import bare_name
from bot.intake.tools import READ_RUN_FLAGS
from bot.intake.wording import cut
from bot.intake.yaml_tree import Items, Mapping, Node, Place, Text, WrongError
from runners.contract import Tolerance, UserError
from runners.flags import Flag
from runners.release import Release

_VARIANT_NAME = re.compile(r"[A-Z][A-Za-z0-9_-]{0,15}")
_SHA = re.compile(r"[0-9a-f]{7,40}")
_MAX_VARIANTS = 2
_FIELD_OF_FLAG = {"input": "inputs", "expected_output": "expectation", "parameters": "parameters", "function": "run.function", "device": "run.device"}


def _items(node: Node, what: str) -> tuple[Node, ...]:
    if not isinstance(node, Items):
        raise WrongError(f"a list of {what} is expected here, each after a dash", node.place)
    return node.items


def _each(reader: Reader, nodes: tuple[Node, ...], read: Read) -> Iterator[Told[Any]]:
    for node in nodes:
        if (told := reader.told(read, node)) is not None:
            yield told


def _word(_: Reader, node: Node) -> str:
    return plain_text(node)


def _release(_: Reader, node: Node) -> Release:
    try:
        return Release.parse(plain_text(node))
    except UserError as error:
        raise WrongError(error.text, node.place) from error


def _commit(_: Reader, node: Node) -> str:
    text = plain_text(node).lower()
    if not _SHA.fullmatch(text):
        raise WrongError(f"`{cut(text, 40)}` is no commit: give 7 to 40 hex digits, as git log shows them", node.place)
    return text


def _flags(reader: Reader, node: Node, *, of_run: bool) -> tuple[Flag, ...]:
    if isinstance(node, Text):
        try:
            words = shlex.split(node.value)
        except ValueError as error:
            raise WrongError("a quote is opened here and not closed: give the flags as a list, each after a dash", node.place) from error
        return tuple(_flag(word, node.place, of_run=of_run) for word in words)
    read: Read = lambda _, item: _flag(plain_text(item), item.place, of_run=of_run)  # noqa: E731 - a reader like those in the tables
    return tuple(told.value for told in _each(reader, _items(node, "flags"), read))


def _flag(text: str, place: Place, *, of_run: bool) -> Flag:
    try:
        flag = Flag.parse(text)
    except ValueError as error:
        raise WrongError(f"`{cut(text)}` is not a flag: write --name or --name=value, in quotes where it has a comma or a colon", place) from error
    name = flag.name.replace("-", "_") if of_run else flag.name
    if name in READ_RUN_FLAGS and of_run:
        home = _FIELD_OF_FLAG.get(name)
        raise WrongError(f"`--{name}` is not given as a flag here: {f'it is the field `{home}`' if home else 'leave it out'}", place)
    if name == "o" and not of_run:
        raise WrongError("`-o` is not given here: where the module is written is the bot's own choice, leave it out", place)
    return Flag(name, flag.value)


def _program(reader: Reader, node: Node) -> GivenProgram:
    if isinstance(node, Text):
        if "\n" in node.value.strip():
            return GivenProgram("", _ended(node.value))
        return GivenProgram(_file(reader, node.value, node.place))
    said = reader.fields(node, _PROGRAM)
    text = said.get("text")
    name = _name(said["name"].value, node.place) if "name" in said else None
    url = said.get("url")
    if url is not None:
        name = _file(reader, url.value, node.place, name)
    if name is None and text is None:
        raise WrongError("which program? Give `name:` of the file or listing, its `url:`, or its `text: |`", node.place)
    return GivenProgram(name or "", _ended(text.value) if text is not None else None)


def _ended(text: str) -> str:
    return text.rstrip() + "\n"


def _file(reader: Reader, text: str, place: Place, name: str | None = None) -> str:
    """The name of a file that is given by its name or by its address."""
    found = name or _name(text, place)
    if "://" in text:
        reader.link(found, text, place)
    return found


def _name(text: str, place: Place) -> str:
    name = bare_name(text)
    if name is None:
        raise WrongError(f"`{cut(text)}` names no file: give a plain name such as model.mlir or x.npy", place)
    return name


def _variants(reader: Reader, node: Node) -> dict[str, Told[VariantFields]]:
    found: dict[str, Told[VariantFields]] = {}
    items = _items(node, "variants")
    for item in items[: _MAX_VARIANTS + 1]:
        said = reader.told(partial(Reader.fields, table=_VARIANT_ITEM), item)
        if said is None:
            continue
        name = said.value.pop("name", None)
        if name is None and isinstance(item, Mapping) and "name" in item.pairs:
            continue
        if name is None:
            reader.problems.append(Problem("a variant needs its `name`: A or B", item.place))
        elif name.value in found:
            reader.problems.append(Problem(f"two variants are called {name.value}: give each its own name", item.place))
        else:
            found[name.value] = Told(VariantFields(**said.value), said.lines)
    if len(items) > _MAX_VARIANTS:
        raise WrongError("two variants are compared, not more: keep the two that show the difference", items[_MAX_VARIANTS].place)
    return found


def _variant_name(_: Reader, node: Node) -> str:
    name = plain_text(node)
    if not _VARIANT_NAME.fullmatch(name):
        raise WrongError(f"`{cut(name, 40)}` is no name of a variant: A and B are, or a word that begins with a capital letter", node.place)
    return name


def _inputs(reader: Reader, node: Node) -> tuple[Told[Any], ...]:
    read = enumerate(_items(node, "inputs"))
    return tuple(told for position, item in read if (told := reader.told(partial(_input, position=position), item)) is not None)


def _input(reader: Reader, node: Node, *, position: int) -> GivenInput:
    return input_of(node, partial(_file, reader), position)


def _parameters(reader: Reader, node: Node) -> tuple[str, ...]:
    items = (node,) if isinstance(node, Text) else _items(node, "parameter archives")
    return tuple(told.value for told in _each(reader, items, lambda reader, item: parameter_of(item, partial(_file, reader))))


def _artifacts(reader: Reader, node: Node) -> tuple[str, ...]:
    return tuple(told.value for told in _each(reader, _items(node, "files"), _artifact))


def _artifact(reader: Reader, node: Node) -> str:
    if isinstance(node, Text):
        return _file(reader, node.value, node.place)
    said = reader.fields(node, _ARTIFACT)
    if not said:
        raise WrongError("a file needs its `name` and, unless it is attached, its `url`", node.place)
    name = _name(said["name"].value, node.place) if "name" in said else None
    return _file(reader, said["url"].value, node.place, name) if "url" in said else str(name)


def _tolerance(reader: Reader, node: Node) -> Tolerance:
    return Tolerance(**{name: told.value for name, told in reader.fields(node, _TOLERANCE).items()})


def _bound(_: Reader, node: Node) -> float:
    text = plain_text(node)
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise WrongError(f"`{cut(text, 40)}` is no tolerance: give a number such as 1e-5", node.place)
    return value


def _runner(reader: Reader, node: Node) -> tuple[str, ...]:
    if not isinstance(node, Mapping):
        return _labels(reader, node)
    said = reader.fields(node, {"labels": ("labels", _labels)}).get("labels")
    return said.value if said is not None else ()


def _labels(reader: Reader, node: Node) -> tuple[str, ...]:
    items = (node,) if isinstance(node, Text) else _items(node, "labels")
    return tuple(told.value for told in _each(reader, items, _label))


def _label(_: Reader, node: Node) -> str:
    text = plain_text(node)
    if not LABEL.fullmatch(text):
        raise WrongError(f"`{cut(text, 40)}` is no label of a runner: cpu, gfx942, rdna3 and the like are", node.place)
    return text


def _outcome(reader: Reader, node: Node) -> Any:
    return outcome_of(node, partial(_file, reader))


_PROGRAM: Table = {"name": ("name", _word), "url": ("url", _word), "text": ("text", _word), "kind": ("kind", _word)}
_ARTIFACT: Table = {"name": ("name", _word), "url": ("url", _word)}
_TOLERANCE: Table = {"atol": ("atol", _bound), "rtol": ("rtol", _bound)}
_SHARED: Table = {
    "iree_version": ("iree_version", _release),
    "commit": ("commit", _commit),
    "function": ("function", _word),
    "device": ("device", _word),
    "program": ("program", _program),
    "compile": {"flags": ("flags", partial(_flags, of_run=False))},
    "run": {"function": ("function", _word), "device": ("device", _word), "flags": ("run_flags", partial(_flags, of_run=True))},
}
_VARIANT_ITEM: Table = {"name": ("name", _variant_name), **_SHARED}
_BLOCK: Table = {
    **_SHARED,
    "variants": ("variants", _variants),
    "inputs": ("inputs", _inputs),
    "parameters": ("parameters", _parameters),
    "artifacts": ("artifacts", _artifacts),
    "expectation": ("outcome", _outcome),
    "tolerance": ("tolerance", _tolerance),
    "runner": ("labels", _runner),
}


def block_fields(reader: Reader, tree: Node) -> BlockFields:
    """What the tree of a block says; ``reader`` holds what is wrong with it."""
    said = reader.told(partial(Reader.fields, table=_BLOCK), tree)
    found: dict[str, Told[Any]] = dict(said.value) if said is not None else {}
    found.pop("artifacts", None)
    variants = found.pop("variants", None)
    shared = VariantFields(**{name: found.pop(name) for name in VariantFields.__dataclass_fields__ if name in found})
    return BlockFields(shared=shared, variants=variants.value if variants is not None else {}, links=reader.links, **found)
