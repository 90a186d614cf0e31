"""Files that a report's own NumPy lines make, as values."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from bot.intake.generators import MAX_ELEMENTS, NotMadeError, is_uniform
from bot.intake.heredoc import read_here_documents
from bot.intake.inline import code_spans
from bot.intake.links import bare_name
from bot.intake.markdown import Document, Passage
from bot.intake.numpy_code import MadeArray, Reader
from bot.intake.result import Lines
from bot.intake.values import TensorType
from bot.intake.wording import cut
from runners.contract import Input, Scalar
from runners.element_types import of_numpy

SUPPORTED = (
    "NumPy's zeros, ones, full, arange, linspace, eye and array, np.random with a seed (rand, randn, randint, random, uniform, normal) and "
    "default_rng(n) (random, standard_normal, integers, uniform, normal), with reshape, astype, + - * / and np.save"
)
"""What is made from a report's Python, for people."""
MAX_SNIPPETS = 60

_PYTHON = frozenset(("python", "py", "python3", "pycon", "ipython", "ipython3", "jupyter", ""))
_NUMPY = re.compile(r"\b(?:np|numpy)\b")
_PROMPT = re.compile(r"[ \t]*(?:>>>|\.\.\.(?=\s|$)|In \[\d{1,4}\]:)[ ]?")
_COMMAND = re.compile(r"\bpython3?(?:\.\d+)?\s+-c\s+(?:'([^']{1,4000})'|\"([^\"\\$`]{1,4000})\")")
_SAVED = re.compile(r"\b(?:np|numpy)\.save\(\s{0,20}[rf]?['\"]([\w./+-]{1,200})['\"]|\.tofile\(\s{0,20}[rf]?['\"]([\w./+-]{1,200})['\"]")
_BARE = re.compile(r"[ \t]*(?:\w+[ \t]*=|(?:np|numpy)\.(?:save|random)|(?:import|from)[ \t]+numpy)")


@dataclass(frozen=True, slots=True)
class MadeFile:
    """A file by the name that commands use for it, and what is in it."""

    name: str
    made: MadeArray
    document: int
    lines: Lines

    def as_input(self, index: int, declared: TensorType | None) -> Input:
        """The file as an argument.

        :param declared: the type that a command gives for raw bytes.
        :raises NotMadeError: when it is not made, or is not what the command takes it for.
        """
        array = self.made.array
        if array is None:
            raise NotMadeError(self.made.problem)
        kind = _type_of(array)
        if self.made.raw != (declared is not None):
            raise NotMadeError("has a header and is read as raw bytes" if declared else "has no header: its shape and type are needed before the @")
        if declared is not None and (declared.dtype.removeprefix("s"), declared.elements) != (kind.dtype, kind.elements):
            raise NotMadeError(f"holds {kind}, and is read as {declared}")
        return _input(index, array, declared or kind)

    def question(self, what: str, why: str) -> str:
        """What to ask when it cannot be used; ``why`` is worded to follow "it"."""
        return f"`{self.name}` ({what}) is made by Python, which is never run, and cannot be made here: it {cut(why)}. Attach the file, or use {SUPPORTED}"


def _type_of(array: npt.NDArray[Any]) -> TensorType:
    try:
        return TensorType(tuple(array.shape), of_numpy(array.dtype).name)
    except ValueError as error:
        raise NotMadeError(f"holds {array.dtype}, which no IREE program takes") from error


def read_made(document: Document) -> list[MadeFile]:
    """The files that the Python lines of a document write, each once; also those that are not made, with the reason."""
    reader = Reader()
    found: dict[str, MadeFile] = {}
    count = 0
    for passage in document.passages:
        if not _NUMPY.search(passage.text):
            continue
        for snippet, own_names in _snippets(passage):
            count += 1
            if count > MAX_SNIPPETS:
                return list(found.values())
            reader = Reader(saved=reader.saved) if own_names else reader
            if not reader.read(snippet):
                for match in _SAVED.finditer(snippet):
                    reader.saved.setdefault(match[1] or match[2], MadeArray(None, raw=bool(match[2]), problem="stands in Python that cannot be read"))
            for saved, made in reader.saved.items():
                name = bare_name(saved)
                before = found.get(name) if name else None
                if name and (before is None or before.made is not made):
                    found[name] = MadeFile(name, made, document.number, passage.lines())
    return list(found.values())


def _snippets(passage: Passage) -> Iterator[tuple[str, bool]]:
    """The Python in a passage, and whether it knows nothing of what was set before."""
    text = passage.text
    if passage.is_code:
        yield from ((here.text, True) for here in read_here_documents(text) if here.name is not None and here.name.endswith(".py"))
        yield from ((one[1] or one[2], True) for one in _COMMAND.finditer(text))
        if passage.tag in _PYTHON:
            yield _without_prompts(text), False
        return
    spans = [span.text for span in code_spans(text) if _NUMPY.search(span.text) or re.match(r"\w+ *=", span.text)]
    yield "\n".join(spans), False
    yield "\n".join(row.strip() for row in text.split("\n") if "`" not in row and _BARE.match(row)), False


def _without_prompts(text: str) -> str:
    """The lines behind ``>>>`` where there are such, without what was printed."""
    rows = text.split("\n")
    prompted = [row[prompt.end() :] for row in rows if (prompt := _PROMPT.match(row))]
    return "\n".join(prompted) if ">>>" in text or "In [" in text else text


def _input(index: int, array: npt.NDArray[Any], kind: TensorType) -> Input:
    if is_uniform(array):
        value = _scalar(array.flat[0].item())
        zeros = value == 0 and not str(value).startswith("-")
        return Input(index=index, kind="zeros" if zeros else "splat", shape=kind.shape, dtype=kind.dtype, value=None if zeros else value)
    if array.size > MAX_ELEMENTS:
        raise NotMadeError(f"has {array.size} elements, at most {MAX_ELEMENTS} are made here")
    return Input(index=index, kind="values", shape=kind.shape, dtype=kind.dtype, value=tuple(map(_scalar, array.ravel().tolist())))


def _scalar(value: float) -> Scalar:
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return int(value) if isinstance(value, bool) else value
