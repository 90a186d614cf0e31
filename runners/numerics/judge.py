"""From figures to a word: equal, within noise, or different, with the sentence that says why."""

import math
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from runners.contract import Output, Tolerance
from runners.element_types import ElementType, element_type
from runners.numerics.chunks import flat_part, over_spans
from runners.numerics.compare import Figures
from runners.numerics.elements import distance, is_finite, magnitude, print_error, same_bits
from runners.numerics.limits import limits
from runners.numerics.relations import blocks
from runners.numerics.scale import Scale, usual_scale
from runners.numerics.wide import widened, working_type

NOISE_FACTOR = 2.0
"""c in c · eps · sqrt(K). Rounding errors of K terms grow like a random walk, to λ · sqrt(K) · eps/2 with a small λ
(Higham and Mary, "A New Approach to Probabilistic Rounding Error Analysis", 2019); a and b err both, and λ is taken as 2."""

LARGEST_NOISE = 0.5
"""An error of half the value is not put down to rounding, however few bits the type and however many terms the sum has."""

_CHUNK = 1 << 17
"""Elements at a time, each of them 8 bytes."""


@dataclass(frozen=True, slots=True)
class Bound:
    """How far a may lie from b: ``atol + rtol * max(|b|, floor)``, and what the printing of b left open."""

    atol: float
    rtol: float
    floor: float = 0.0
    digits: int | None = None


@dataclass(frozen=True, slots=True)
class Excess:
    """Elements that lie farther away than a bound allows, and the largest distance as a multiple of what is allowed."""

    count: int
    ratio: float

    def __add__(self, other: "Excess") -> "Excess":
        return Excess(self.count + other.count, max(self.ratio, other.ratio))


def judge(
    figures: Figures,
    a: npt.NDArray[Any],
    b: npt.NDArray[Any],
    *,
    reduction: int,
    tolerance: Tolerance | None = None,
    digits: int | None = None,
) -> Output:
    """The output of ``figures`` with its judgement and the reason.

    Without a mismatch it is ``equal``. A mismatch is ``different`` in booleans, in integers unless the reporter asked for
    a tolerance (whose absolute part they follow), where a NaN or an infinity stands on one side only, and where the numbers of elements differ. Other
    mismatches are ``within_noise`` if every element is within the tolerance that the reporter asked for, or without one,
    within the table by type and reduction length: ``|a-b| <= 2 · eps · sqrt(K) · max(|b|, rms of b)``, with the eps of
    the coarser type. An error counts relative to the root mean square where b is smaller than that, since what cancels
    to almost zero keeps the error of its terms; what looks like a mask is left out of it, see
    :mod:`runners.numerics.scale`. What the digits that b was printed with leave open is never counted against a.

    Differences are float64 here. Rounded to float32, as in the figures, some would come to lie on a bound.

    :param figures: what :func:`runners.numerics.compare.compare` says of ``a`` and ``b``, with the same ``digits``.
    :param reduction: K, how many terms are summed up for one element; 1 where nothing is summed.
    """
    # Slices of a memory-mapped array are slow to make unless it is taken as a plain one.
    a, b = np.asarray(a), np.asarray(b)
    judgement, reason = _judged(figures, a, b, reduction=reduction, tolerance=tolerance, digits=digits)
    if figures.output.shape_b is not None:
        reason += f" The shapes are {_shape(figures.output.shape)} and {_shape(figures.output.shape_b)}."
    return figures.output.model_copy(update={"judgement": judgement, "reason": reason})


def _judged(
    figures: Figures, a: npt.NDArray[Any], b: npt.NDArray[Any], *, reduction: int, tolerance: Tolerance | None, digits: int | None
) -> tuple[Literal["equal", "within_noise", "different"], str]:
    output = figures.output
    kind_a, kind_b = element_type(output.dtype), element_type(output.dtype_b or output.dtype)
    if kind_b.kind not in ("float", "complex"):
        digits = None
    if a.size != b.size:
        return "different", f"One side has {a.size} elements, the other {b.size}."
    if output.mismatched == 0:
        printed = f" to the {digits} digits that were printed" if digits is not None and output.max_abs else ""
        return "equal", f"{_all(output)} equal{printed}."
    integers = working_type(kind_a, kind_b).kind not in "fc"
    if integers and (tolerance is None or kind_a.kind == kind_b.kind == "bool"):
        largest = "" if output.max_abs is None else f", by up to {int(output.max_abs)}"
        return "different", f"{_some(output.mismatched, output)} not equal{largest}. Integers and booleans are compared exactly."
    if figures.nonfinite or figures.rms_b is None:
        first = f", the first at {list(output.worst[0].index)}" if output.worst else ""
        return "different", f"{_some(figures.nonfinite, output)} NaN or infinite on one side and something else on the other{first}."
    if tolerance is not None:
        # A relative tolerance is meant for floats: a wrong index or token is no smaller an error for being a large number.
        bound = Bound(tolerance.atol, 0.0 if integers else tolerance.rtol, digits=digits)
        relative = "" if integers else f" + {tolerance.rtol:.3g}·|b|"
        rule = f"the tolerance asked for, |a-b| <= {tolerance.atol:.3g}{relative}{', which goes for integers too' if integers else ''}"
    else:
        scale = usual_scale(a, b, kind_a, kind_b, figures)
        bound, rule = _by_table((kind_a, kind_b), scale, reduction, digits)
    if digits is not None:
        rule += f" beyond what {digits} printed digits leave open"
    excess = exceeding(a, b, kind_a, kind_b, bound)
    largest = f"The largest |a-b| is {output.max_abs:.3g}."
    if excess.count:
        return "different", f"{_some(excess.count, output)} outside {rule}; the farthest is at {excess.ratio:.3g} times that. {largest}"
    return "within_noise", f"{_all(output)} within {rule}; the farthest is at {excess.ratio:.3g} times that. {largest}"


def _by_table(kinds: tuple[ElementType, ElementType], scale: Scale, reduction: int, digits: int | None) -> tuple[Bound, str]:
    kind = max((kind for kind in kinds if kind.kind in ("float", "complex")), key=lambda kind: limits(kind.numpy).eps)
    eps = limits(kind.numpy).eps
    terms = max(reduction, 1)
    table = NOISE_FACTOR * eps * math.sqrt(terms)
    # One step of a coarse type is rounding even where it is more than that.
    noise = max(eps, min(table, LARGEST_NOISE))
    limited = "" if noise == table else f", limited to {noise:.3g}"
    masked = f" without {scale.masked} values of up to {scale.mask:.3g}, taken for a mask" if scale.masked else ""
    rule = (
        f"the table by type and reduction length, |a-b| <= {noise:.3g}·max(|b|, rms of b{masked} = {scale.rms:.3g})"
        f" (from {NOISE_FACTOR:g}·eps·sqrt(K) = {table:.3g}{limited} with eps = {eps:.3g} of {kind.name} and K = {terms})"
    )
    # A mean that float64 cannot hold must not excuse everything.
    floor = scale.rms if math.isfinite(scale.rms) else 0.0
    return Bound(0.0, noise, max(floor, 2.0 ** limits(kind.numpy).lowest_exponent), digits), rule


def _shape(shape: tuple[int, ...] | None) -> str:
    return str(list(shape or ()))


def _all(output: Output) -> str:
    return "The only element is" if output.elements == 1 else f"All {output.elements} elements are"


def _some(count: int, output: Output) -> str:
    return f"{count} of {output.elements} elements {'is' if count == 1 else 'are'}"


def exceeding(a: npt.NDArray[Any], b: npt.NDArray[Any], kind_a: ElementType, kind_b: ElementType, bound: Bound) -> Excess:
    """The elements, both sides of which are finite, that lie farther apart than ``bound`` allows; in float64, or exact for integers.

    :param a: in any layout, in the numpy type of its element type; ``b`` too, with as many elements.
    """
    work = working_type(kind_a, kind_b)
    if work.kind == "f":
        work = np.dtype(np.float64)

    def measure(starts: range) -> Excess:
        found = Excess(0, 0.0)
        memory = [np.empty(_CHUNK) for _ in range(2)] if work.kind == "f" and bound.digits is None else None
        for start in starts:
            stop = min(start + _CHUNK, a.size)
            part_a, part_b = flat_part(a, start, stop), flat_part(b, start, stop)
            if kind_a == kind_b and same_bits(part_a, part_b):
                continue
            excess = None if memory is None else _excess_of_finite(part_a, part_b, bound, memory)
            if excess is None:
                for block in blocks(part_a.size):
                    found += _excess_of_any(widened(part_a[block], work), widened(part_b[block], work), kind_b, bound)
            else:
                found += excess
        return found

    return sum(over_spans(a.size, _CHUNK, measure), Excess(0, 0.0))


def _excess_of_finite(a: npt.NDArray[Any], b: npt.NDArray[Any], bound: Bound, memory: list[npt.NDArray[np.float64]]) -> Excess | None:
    """Real elements that were not printed; None where some are not finite."""
    x, y = (widened(side, of.dtype, of[: side.size]) for side, of in zip((a, b), memory, strict=True))
    if np.shares_memory(y, b):
        y = memory[1][: b.size]
        np.copyto(y, b)
    apart = np.abs(np.subtract(x, y, out=memory[0][: a.size]), out=memory[0][: a.size])
    if not math.isfinite(np.maximum.reduce(apart)):
        return None
    allowed = np.maximum(np.abs(y, out=y), bound.floor, out=y)
    np.add(np.multiply(allowed, bound.rtol, out=allowed), bound.atol, out=allowed)
    count = int(np.count_nonzero(apart > allowed))
    # Nothing apart and nothing allowed makes NaN, which fmax passes over.
    return Excess(count, float(np.fmax.reduce(np.divide(apart, allowed, out=apart), initial=0.0)))


def _excess_of_any(x: npt.NDArray[Any], y: npt.NDArray[Any], kind_b: ElementType, bound: Bound) -> Excess:
    finite = is_finite(x) & is_finite(y)
    x, y = np.where(finite, x, 0), np.where(finite, y, 0)
    apart = distance(x, y).astype(np.float64)
    allowed = bound.atol + bound.rtol * np.maximum(magnitude(y), bound.floor)
    if bound.digits is not None:
        apart = np.maximum(apart - print_error(x, y, bound.digits, kind_b).sum(axis=1), 0)
    differ = apart > 0
    return Excess(int(np.count_nonzero(apart > allowed)), float((apart[differ] / allowed[differ]).max(initial=0)))
