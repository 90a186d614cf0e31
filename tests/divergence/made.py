"""Graphs and traces of small made-up programs, for the parts that need no compiler."""

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.divergence.events import Traced
from runners.divergence.graph import DispatchNode, Graph, Operand, Origin, Result
from runners.element_types import ELEMENT_TYPES, encode, of_numpy
from runners.stages.invocation import Tensor, TraceEvent

Values = npt.NDArray[Any]


def argument(index: int) -> Origin:
    return Origin(kind="argument", index=index)


def made_by(ordinal: int, result: int = 0) -> Origin:
    return Origin(kind="dispatch", ordinal=ordinal, result=result)


def node(ordinal: int, reads: Iterable[Origin] = (), *, results: int = 1, depends: Iterable[Result] | None = None, **fields: Any) -> DispatchNode:
    """A dispatch that reads these sources; ``depends`` where it is made of more than they say."""
    sources = tuple(reads)
    direct = [[(source.ordinal, source.result or 0)] if source.kind == "dispatch" and source.ordinal is not None else [] for source in sources]
    if depends is not None:
        sources, direct = (*sources, Origin(kind="block")), [*direct, list(depends)]
    return DispatchNode(
        ordinal=ordinal,
        symbol=f"d{ordinal}",
        executable=f"e{ordinal}",
        operations=fields.pop("operations", ("linalg.generic",)),
        body=fields.pop("body", f"body{ordinal}"),
        location=f"p.mlir:{ordinal}:1",
        operands=tuple(Operand(type="tensor<4xf32>", source=source, depends=tuple(of)) for source, of in zip(sources, direct, strict=True)),
        results=("tensor<4xf32>",) * results,
        **fields,
    )


def graph(*nodes: DispatchNode, **functions: Sequence[Operand]) -> Graph:
    return Graph(dispatches=nodes, functions={name: tuple(returned) for name, returned in functions.items()})


class Store:
    """Writes tensors, each distinct content once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def tensor(self, values: Values | Sequence[float], kind: str | None = None) -> Tensor:
        array = np.asarray(values) if kind is None else np.asarray(values, ELEMENT_TYPES[kind].numpy)
        element = of_numpy(array.dtype) if kind is None else ELEMENT_TYPES[kind]
        raw = encode(array, element)
        digest = hashlib.sha256(raw).hexdigest()
        path = self._folder / digest
        path.write_bytes(raw)
        return Tensor(element, array.shape, path, digest)

    def traced(
        self, made: Graph, runs: Iterable[tuple[int, Sequence[Tensor], Sequence[Tensor]]], results: Sequence[Tensor] = (), function: str = "f"
    ) -> Traced:
        """A trace of these runs: ordinal, what it read, what it made."""
        events = [event for ordinal, read, wrote in runs for event in (TraceEvent(ordinal, "in", tuple(read)), TraceEvent(ordinal, "out", tuple(wrote)))]
        return Traced(made, tuple(events), tuple(results), function)
