"""The trace that releases without a debug sink print: read back to the bit.

Such a runtime prints each traced tensor as text, with six digits for floats. The flow probe therefore traces floats, and
what is smaller than a byte, as integers of their bits, and the graph says which types they had.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

import numpy as np

from runners.divergence.graph import DispatchNode, Graph
from runners.element_types import ElementType, byte_length, element_type
from runners.stages.invocation import Tensor, TraceEvent

_HEAD = re.compile(r"=== ([0-9]{1,9}) (in|workload|out) ===")
_TENSOR = re.compile(r"((?:[0-9]{1,18}x)*)([a-z]+[0-9]{1,2})=([-0-9a-fA-F \[\]]*)")
_IR_TYPE = re.compile(r"tensor<((?:(?:[0-9]+|\?)x)*)([^,<>]+(?:<[^<>]*>)?)[,>]")


class UnreadableTraceError(Exception):
    """A printed trace is not what the graph says was traced."""


def read_printed(printed: Path, graph: Graph, folder: Path, *, most: int) -> tuple[list[TraceEvent], bool]:
    """Every event of a printed trace; its tensors are written into ``folder``, one file for each distinct content.

    :param printed: what the run printed as messages.
    :param most: bytes of tensors that may be kept.
    :return: the events, and whether it had to stop because of ``most``.
    :raises UnreadableTraceError: when a line is not what the graph lets expect.
    """
    files: dict[str, Path] = {}
    events: list[TraceEvent] = []
    left = most
    for ordinal, side, lines in _blocks(printed):
        if ordinal >= len(graph.dispatches):
            raise UnreadableTraceError(f"the trace has an event of dispatch {ordinal}, the module has {len(graph.dispatches)} dispatches")
        types = _types(graph.dispatches[ordinal], side)
        if types is not None and len(types) != len(lines):
            raise UnreadableTraceError(f"dispatch {ordinal} has {len(types)} tensors on the side '{side}', {len(lines)} were printed")
        tensors = []
        unshown = graph.dispatches[ordinal].untraced.get(side, ())
        for position, line in enumerate(lines):
            if position in unshown and types is not None:
                tensors.append(hole(types[position], f"{ordinal} {side} {position}"))
                continue
            kind, shape, raw = _tensor(line, types[position] if types is not None else "index")
            left -= len(raw)
            if left < 0:
                return events, True
            digest = hashlib.sha256(raw).hexdigest()
            if digest not in files:
                files[digest] = folder / f"tensor{len(files)}.bin"
                files[digest].write_bytes(raw)
            tensors.append(Tensor(kind, shape, files[digest], digest))
        events.append(TraceEvent(ordinal, side, tuple(tensors)))
    return events, False


_holes = count()
"""Two holes are never taken for one value, also not those of one dispatch in two runs."""


def hole(declared: str, where: str) -> Tensor:
    """What stands for a tensor that the release cannot show. No other is equal to it."""
    ir_type = _IR_TYPE.match(declared)
    extents = [int(extent) if extent != "?" else 0 for extent in (ir_type[1] if ir_type else "").split("x") if extent]
    return Tensor(element_type(ir_type[2] if ir_type else "i64"), tuple(extents), None, f"untraced {where} {next(_holes)}", untraced=True)


def _blocks(printed: Path) -> Iterator[tuple[int, str, list[str]]]:
    """Ordinal, side and lines of each event; an event ends at an empty line."""
    head: re.Match[str] | None = None
    lines: list[str] = []
    with printed.open(encoding="utf-8", errors="replace") as text:
        for line in text:
            found = _HEAD.fullmatch(line.strip())
            if found is None and head is not None and line.strip():
                lines.append(line.strip())
                continue
            if head is not None:
                yield int(head[1]), head[2], lines
            head, lines = found, []
    if head is not None:
        yield int(head[1]), head[2], lines


def _types(node: DispatchNode, side: str) -> Sequence[str] | None:
    """The types in the IR of what was traced; None for a workload, which is made of indices."""
    match side:
        case "in":
            return [operand.type for operand in node.operands]
        case "out":
            return node.results
    return None


def _tensor(line: str, declared: str) -> tuple[ElementType, tuple[int, ...], bytes]:
    match = _TENSOR.fullmatch(line)
    if match is None:
        raise UnreadableTraceError(f"a traced tensor cannot be read: {line[:80]!r}")
    shape = tuple(int(extent) for extent in match[1].split("x") if extent)
    ir_type = _IR_TYPE.match(declared)
    extents = [extent for extent in (ir_type[1] if ir_type else "").split("x") if extent]
    name = ir_type[2] if ir_type else {"index": "i64"}.get(declared, declared)
    try:
        kind = element_type(name)
        raw = _raw(match[2], match[3])
    except ValueError as error:
        raise UnreadableTraceError(f"a traced {declared} cannot be read: {error}") from error
    if kind.bits < 8:  # its bytes were printed
        if "?" in extents:
            raise UnreadableTraceError(f"a traced {declared} cannot be read: how many elements its bytes hold is not known")
        shape = tuple(map(int, extents))
    if len(shape) != len(extents) or any(wanted not in ("?", str(got)) for got, wanted in zip(shape, extents, strict=False)):
        raise UnreadableTraceError(f"a traced {declared} was printed with the shape {list(shape)}")
    if len(raw) != byte_length(shape, kind):
        raise UnreadableTraceError(f"a traced {declared} has {len(raw)} bytes where {byte_length(shape, kind)} are expected")
    return kind, shape, raw


def _raw(printed_as: str, text: str) -> bytes:
    """The bytes of printed elements: decimal integers; booleans are two hexadecimal digits each."""
    words = text.replace("[", " ").replace("]", " ").split()
    if printed_as == "i1":
        return bytes(int(word, 16) for word in words)
    if not re.fullmatch(r"[su]?i(8|16|32|64)", printed_as):
        raise ValueError(f"it was printed as {printed_as}")
    width = int(re.sub(r"\D", "", printed_as)) // 8
    numbers = [int(word) for word in words]
    # Releases print the same bits as signed or as unsigned numbers; an array of Python's integers would not hold both.
    if any(not -(1 << 8 * width - 1) <= number < 1 << 8 * width for number in numbers):
        raise ValueError(f"a number does not fit into {printed_as}")
    return np.array([number & ((1 << 8 * width) - 1) for number in numbers], f"<u{width}").tobytes()
