"""The result types of a function, from the text of its program."""

import re
from dataclasses import dataclass

from bot.intake.mlir import after_arguments
from bot.intake.values import TensorType, tensor_type

MAX_RESULTS = 64

_ARROW = re.compile(r"\s*->\s*")
_OPEN = re.compile(r"[(\[{<]")
_MARK = re.compile(r"->|[()\[\]{}<>,]")
_END = re.compile(r"\s*(?:attributes\b|\{)")
_TENSOR = re.compile(r"(?:builtin\.)?tensor<\s*((?:(?:\d{1,18}|\?)x)*)([\w<>]+?)\s*(?:,[^<>]*(?:<[^<>]*>[^<>]*)?)?>")
_TORCH = re.compile(r"!torch\.v?tensor<\s*\[([\d,?\s]*)\]\s*,\s*([\w<>]+?)\s*>")
_SCALAR = re.compile(r"[su]?i\d{1,2}|f\d{2}|bf16")
_SIGNS = re.compile(r"^si(?=\d)")
_WINDOW = 20_000


@dataclass(frozen=True, slots=True)
class ResultType:
    """The type of one result; an extent is None where it is only known when the program runs."""

    extents: tuple[int | None, ...]
    dtype: str

    @property
    def type(self) -> TensorType | None:
        """The type, when all of the shape is known."""
        shape = tuple(extent for extent in self.extents if extent is not None)
        return TensorType(shape, self.dtype) if len(shape) == len(self.extents) else None

    def takes(self, shape: tuple[int, ...]) -> bool:
        """Whether a tensor of this shape may be the result."""
        return len(shape) == len(self.extents) and all(extent in (None, have) for extent, have in zip(self.extents, shape, strict=True))


def result_types(text: str, function: str) -> tuple[ResultType, ...] | None:
    """The types of a public function's results; None when the text does not show all of them plainly."""
    at = after_arguments(text, function)
    arrow = _ARROW.match(text, at) if at is not None else None
    if arrow is None:
        return None
    text = text[arrow.end() : arrow.end() + _WINDOW]
    parts = _within_brackets(text[1:]) if text.startswith("(") else _up_to_the_body(text)
    types = [_result_type(part) for part in parts[:MAX_RESULTS]] if parts is not None and len(parts) <= MAX_RESULTS else [None]
    found = tuple(one for one in types if one is not None)
    return found if len(found) == len(types) else None


def _within_brackets(text: str) -> list[str] | None:
    depth = start = 0
    parts: list[str] = []
    for mark in _MARK.finditer(text):
        depth += 1 if mark[0] in "([{<" else -1 if mark[0] in ")]}>" else 0
        if depth < 0 or (mark[0] == "," and depth == 0):
            parts.append(text[start : mark.start()])
            start = mark.end()
        if depth < 0:
            return parts if any(map(str.strip, parts)) else []
    return None


def _up_to_the_body(text: str) -> list[str] | None:
    """One type without brackets around it: up to the first bracket that is closed and followed by the body."""
    if (scalar := re.match(r"[\w!.]+(?=\s)", text)) is not None and not _OPEN.match(text, scalar.end()):
        return [scalar[0]]
    depth = 0
    for mark in _MARK.finditer(text):
        depth += 1 if mark[0] in "([{<" else -1 if mark[0] in ")]}>" else 0
        if depth == 0 and mark[0] == ">":
            return [text[: mark.end()]] if _END.match(text, mark.end()) else None
        if depth < 0:
            break
    return None


def _result_type(text: str) -> ResultType | None:
    # Attributes of a result stand behind its type.
    text = text.partition("{")[0].strip()
    if (tensor := _TENSOR.fullmatch(text)) is not None:
        return _made(tensor[1].split("x")[:-1], tensor[2])
    if (torch := _TORCH.fullmatch(text)) is not None:
        return _made(list(filter(None, map(str.strip, torch[1].split(",")))), torch[2])
    return _made([], text) if _SCALAR.fullmatch(text) else None


def _made(extents: list[str], dtype: str) -> ResultType | None:
    dtype = _SIGNS.sub("i", dtype)
    if tensor_type(dtype) is None:
        return None
    return ResultType(tuple(None if extent == "?" else int(extent) for extent in extents), dtype)
