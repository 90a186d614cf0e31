"""Two tensors compared in one pass over memory: the figures, and the elements that are farthest apart."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.contract import Counts, Output, WorstElement
from runners.element_types import ElementType
from runners.numerics.chunks import CHUNK, flat_part, over_spans
from runners.numerics.measure import Meter, Scratch
from runners.numerics.pairing import Pairing
from runners.numerics.tally import Tally


@dataclass(frozen=True, slots=True)
class Figures:
    """What a comparison found.

    :ivar output: the figures, not judged yet.
    :ivar rms_b: root mean square of b over the elements where both sides are finite; None where there is none.
    :ivar nonfinite: mismatches where a NaN or an infinity stands on one side and something else on the other.
    """

    output: Output
    rms_b: float | None = None
    nonfinite: int = 0


def compare(
    a: npt.NDArray[Any],
    b: npt.NDArray[Any],
    *,
    kind_a: ElementType,
    kind_b: ElementType,
    digits: int | None = None,
    worst: int = 10,
    index: int = 0,
    name: str = "",
    chunk: int = CHUNK,
) -> Figures:
    """Compare a against b, each in the numpy type of its element type, in any memory layout.

    Tensors of as many elements but another shape are compared element by element in row-major order, with
    positions in a's shape. With different numbers of elements all of them count as mismatched and there are no figures.

    NaN equals NaN in the same place whatever its payload, +0 equals -0, integers and booleans are exact, complex
    numbers differ by the magnitude of their difference, an integer beside a float is taken as a float64.

    - ``max_abs``, ``max_ulp`` and ``rms_rel`` are over the elements where both sides are finite, ``max_rel`` over those
      of them where b is not 0. ``rms_rel`` is infinite where all of b is 0 and a is not. What has no element is None.
    - Differences and quotients are rounded to float32 where both types have at most 32 bits (a relative error of 1e-7),
      to float64 otherwise. For the norms see :func:`runners.numerics.norms.norm`.
    - ``max_ulp`` counts the values of the narrower float type between the two, after rounding the wider side to it;
      None for integers, booleans and complex numbers. +0 and -0 are one value.
    - ``worst`` lists mismatches only: first those where a side is not finite, then by falling |a-b|; of those equally
      far the first.

    :param digits: b was printed with so many significant digits and read back. An element is then a mismatch only if
        it lies farther from b than half a unit in the last digit, so if it would have been printed as another number.
        Integers and booleans are printed exactly.
    :param worst: how many of the worst elements are listed.
    :param chunk: elements that are worked on at a time. Memory is a small multiple of it, whatever the size of a and b.
    :raises ValueError: when an array is not of its element type.
    """
    for array, kind, side in ((a, kind_a, "a"), (b, kind_b, "b")):
        if array.dtype != kind.numpy:
            raise ValueError(f"{side} is an array of {array.dtype}, {kind.name} is held in {kind.numpy}")
    # Slices of a memory-mapped array are slow to make unless it is taken as a plain one.
    a, b = np.asarray(a), np.asarray(b)
    output = Output(
        index=index,
        name=name,
        shape=a.shape,
        shape_b=None if a.shape == b.shape else b.shape,
        dtype=kind_a.name,
        dtype_b=None if kind_a == kind_b else kind_b.name,
        elements=max(a.size, b.size),
    )
    if a.size != b.size:
        return Figures(output.model_copy(update={"mismatched": output.elements}))

    pairing = Pairing(kind_a, kind_b)
    tally = Tally(worst)
    idle: list[Scratch] = []

    def measure(starts: range) -> Tally:
        try:
            scratch = idle.pop()
        except IndexError:
            scratch = Scratch(chunk, pairing.work)
        meter = Meter(pairing, digits, tally.successor(), scratch)
        for start in starts:
            stop = min(start + chunk, a.size)
            meter.add(flat_part(a, start, stop), flat_part(b, start, stop), start)
        idle.append(scratch)
        return meter.finish()

    for later in over_spans(a.size, chunk, measure):
        tally.merge(later)
    return Figures(
        output.model_copy(update=_figures(tally, pairing.work.kind == "f") | _places(tally, a, b)),
        rms_b=tally.norm_b / math.sqrt(tally.finite) if tally.finite else None,
        nonfinite=tally.nonfinite,
    )


def _figures(tally: Tally, ulp: bool) -> dict[str, Any]:
    sides = {what: Counts(a=getattr(tally.a, what), b=getattr(tally.b, what)) for what in ("nan", "inf", "zero")}
    if not tally.finite:
        return {"mismatched": tally.mismatched, **sides}
    of_zero = math.inf if tally.norm else 0.0
    return {
        "mismatched": tally.mismatched,
        "max_abs": float(tally.max_abs),
        "max_rel": tally.max_rel,
        "max_ulp": tally.max_ulp if ulp else None,
        "rms_rel": tally.norm / tally.norm_b if tally.norm_b else of_zero,
        **sides,
    }


def _places(tally: Tally, a: npt.NDArray[Any], b: npt.NDArray[Any]) -> dict[str, Any]:
    positions = [*tally.nonfinite_at, *(position for _, position in tally.farthest)][: tally.keep]
    return {
        "first_mismatch": None if tally.first is None else _index(tally.first, a.shape),
        "worst": tuple(
            WorstElement(index=_index(position, a.shape), a=_scalar(a[_index(position, a.shape)]), b=_scalar(b[_index(position, b.shape)]))
            for position in positions
        ),
    }


def _index(position: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(position, shape)) if shape else ()


def _scalar(value: Any) -> float | int | bool | str:
    """The Python value of one element; a complex number as text."""
    match np.asarray(value).dtype.kind:
        case "b":
            return bool(value)
        case "i" | "u":
            return int(value)
        case "c":
            return str(complex(value))
    return float(value)
