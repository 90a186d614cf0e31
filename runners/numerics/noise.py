"""How much of an error rounding explains: the noise floor of a dispatch, and two sides held against exact values and floor.

The floor is the error that a faithful evaluation makes: every operation rounded to its declared type, sums formed one term
after the other. One such evaluation may be lucky at an element, so some more are made that round up or down at random
(D. S. Parker, "Monte Carlo Arithmetic", 1997), and in which functions are off by what healthy implementations of them
are; one of these takes subnormal numbers for zero, as devices may. At each element the largest of their errors counts.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from runners.numerics.arbiter import WORK, Exact, evaluate
from runners.numerics.arithmetic import DECLARED, Arithmetic, rounded, unit_in_the_last_place
from runners.numerics.evaluation import Unsupported
from runners.numerics.lanes import REASONS, Reason, Status
from runners.numerics.program import Program, is_float

Array = npt.NDArray[Any]
Errors = npt.NDArray[np.float64]

FAR = 8.0
"""From this multiple of the noise floor on an error is far over it ..."""
FAR_SHARE, FAR_ULP = 0.01, 64.0
"""... if more than this share of the elements is, or one by more than so many units in the last place."""

CLOSER = 2.0
"""A side is closer to exact than the other if its largest error is smaller by this factor."""

_RANDOM_RUNS = 3


@dataclass(frozen=True, slots=True)
class Sample:
    """Elements that are held against exact values: first ``worst`` ones that someone chose, then some at random.

    :ivar indices: of shape [elements, rank].
    """

    indices: npt.NDArray[np.int64]
    worst: int


def sample(shape: tuple[int, ...], worst: Sequence[tuple[int, ...]], *, seed: int, count: int = 64) -> Sample:
    """The worst elements, and ``count`` more at random; all of the tensor where it has no more than that.

    :param worst: indices of elements, for example those of the worst elements of a comparison.
    """
    size = math.prod(shape)
    chosen = np.array(worst, np.int64).reshape(len(worst), len(shape))
    taken = np.ravel_multi_index(tuple(chosen.T), shape) if shape else np.zeros(len(worst), np.int64)
    random = np.random.default_rng(seed)
    drawn = np.arange(size) if size <= count + len(worst) else random.choice(size, count + len(worst), replace=False, shuffle=False)
    others = np.setdiff1d(drawn, taken)[:count]
    index = np.stack(np.unravel_index(others, shape), axis=1) if shape else np.zeros((len(others), 0), np.int64)
    return Sample(np.concatenate([chosen, index]), len(worst))


@dataclass(frozen=True, slots=True)
class Floor:
    """The noise floor at some elements.

    :ivar errors: the largest distance from the exact value that a faithful evaluation gave, element by element, and at
        least half a unit in the last place of the output's type; 0 for integers that no float decides.
    :ivar status: of each element in the declared types, as in :class:`runners.numerics.arbiter.Exact`; -1 where it was
        not evaluated because of something in ``unsupported``. The error is then 0.
    :ivar rms_rel: root mean square of the faithful evaluation's errors as a multiple of that of the exact values.
    """

    errors: Errors
    status: Status
    rms_rel: float
    unsupported: tuple[Unsupported, ...] = ()


def noise_floor(
    program: Program,
    inputs: Sequence[Array],
    output: int,
    indices: npt.NDArray[np.int64],
    exact: Exact,
    *,
    reference: Array | None = None,
    seed: int = 0,
    work: int = WORK,
) -> Floor:
    """The noise floor of an output at elements.

    :param exact: what :func:`runners.numerics.arbiter.exact` gives for the same elements.
    :param reference: their values by a code generation that is trusted; its errors count as well.
    :param work: operations on single values that each of the evaluations may take.
    :raises ValueError: as :func:`runners.numerics.arbiter.exact`.
    """
    generator = np.random.default_rng(seed)
    at_random = [Arithmetic(rounds=True, random=generator, flushes=run == 0) for run in range(_RANDOM_RUNS)]
    ways = [DECLARED, *at_random] if program.has_floats else [DECLARED]
    runs = [evaluate(program, inputs, output, indices, way, work=work) for way in ways]
    errors = [distance(run.values, exact) for run in runs]
    if reference is not None:
        errors.append(distance(reference, exact))
    status = np.zeros(exact.status.shape, np.int16)
    for run in runs:
        status = np.where(status != 0, status, np.maximum(run.status, -1))
    known = exact.known & (status == 0)
    floor = np.where(known, np.max([*errors, _half_a_unit(exact)], axis=0), 0.0)
    unsupported = tuple(dict.fromkeys(cause for run in runs for cause in run.unsupported))
    return Floor(floor, status, _rms(errors[0][known]) / (_rms(exact.values[known]) or 1.0), unsupported)


def _half_a_unit(exact: Exact) -> Errors:
    if not is_float(exact.element):
        return np.zeros(exact.values.shape)
    return np.where(np.isfinite(exact.values), unit_in_the_last_place(exact.values, exact.element) / 2, 0.0)


def _rms(values: Array) -> float:
    return math.sqrt(float(np.mean(np.square(values.astype(np.float64))))) if values.size else 0.0


def distance(values: Array, exact: Exact) -> Errors:
    """|value - exact| in float64; 0 for NaN in the place of NaN, and for the infinity that is all the type has for an exact value.

    :param values: of any real numpy type.
    """
    have, want = values.astype(np.float64), exact.values.astype(np.float64)
    with np.errstate(all="ignore"):
        apart = np.abs(have - want)
        limit = rounded(want, exact.element) if is_float(exact.element) else want
        same = (have == want) | (np.isnan(have) & np.isnan(want)) | (~np.isfinite(limit) & ((have == limit) | (np.isnan(have) & np.isnan(limit))))
    return np.where(same, 0.0, np.where(np.isnan(apart), math.inf, apart))


@dataclass(frozen=True, slots=True)
class Standing:
    """How far one side is from exact.

    :ivar error: its largest error, and ``ulp`` the largest in units in the last place of the output's type; None for integers.
    :ivar ratio: its largest error as a multiple of the noise floor of the element.
    :ivar far: of the elements that were chosen at random the share whose ratio is beyond :data:`FAR`; where none were, of all.
    :ivar lane: of the element with the largest ratio.
    """

    error: float
    ulp: float | None
    ratio: float
    far: float
    lane: int

    @property
    def within_noise(self) -> bool:
        """Whether rounding explains its errors: none is far over the floor, or few and all of these small."""
        return self.ratio <= FAR or (self.far <= FAR_SHARE and self.ulp is not None and self.ulp <= FAR_ULP)


@dataclass(frozen=True, slots=True)
class Judged:
    """Both sides held against exact values.

    :ivar elements: how many were; ``open`` are left open by the program, ``unknown`` were not evaluated: neither is judged.
    :ivar why: what leaves elements open or was not evaluated.
    :ivar closer: the side whose largest error is smaller by :data:`CLOSER` times or more, ``factor`` times.
    :ivar sentence: all that for people.
    """

    elements: int
    open: int
    unknown: int
    why: tuple[Reason | Unsupported, ...]
    a: Standing | None
    b: Standing | None
    closer: Literal["A", "B"] | None
    factor: float
    sentence: str


def judge_elements(a: Array, b: Array, exact: Exact, floor: Floor, *, worst: int = 0, names: tuple[str, str] = ("A", "B")) -> Judged:
    """Which of two sides is wrong at some elements, and by how much more than rounding explains.

    :param a: values of one side at the elements of ``exact`` and ``floor``, in any real numpy type; ``b``: of the other one.
    :param worst: how many of the first elements were chosen because the sides differ there.
    :param names: what the sentence calls the sides.
    """
    status = np.where(exact.status != 0, exact.status, floor.status)
    lanes = np.flatnonzero(status == 0)
    left_open, unknown = int(np.count_nonzero(status > 0)), int(np.count_nonzero(status < 0))
    why = _causes(exact, floor)
    rest = _said_of_the_rest(left_open, unknown, why)
    if lanes.size == 0:
        return Judged(0, left_open, unknown, why, None, None, None, 1.0, rest or "No element was held against exact values.")
    one, other = (_standing(side, exact, floor, lanes, worst) for side in (a, b))
    closer: Literal["A", "B"] | None = None
    factor = _quotient(max(one.error, other.error), min(one.error, other.error))
    if factor >= CLOSER:
        closer = "A" if one.error < other.error else "B"
    parts = [f"{_counted(lanes.size)} held against exact values.", *map(_said, names, (one, other))]
    if closer is not None:
        by = f", {_times(factor)}" if math.isfinite(factor) else ""
        parts.append(f"{names[closer == 'B']} is closer to exact than {names[closer == 'A']}{by}.")
    parts.append(rest)
    return Judged(lanes.size, left_open, unknown, why, one, other, closer, factor, " ".join(filter(None, parts)))


def _causes(exact: Exact, floor: Floor) -> tuple[Reason | Unsupported, ...]:
    """What leaves elements open or was not evaluated, each once."""
    found: list[Reason | Unsupported] = [cause for lane in range(len(exact.status)) if (cause := exact.why(lane)) is not None]
    in_types = floor.status[exact.known]
    found += [REASONS[code - 1] for code in in_types[in_types > 0]]
    if np.any(in_types < 0):
        found += floor.unsupported
    return tuple(dict.fromkeys(found))


def _quotient(above: float, below: float) -> float:
    if above == below:
        return 1.0
    return above / below if below else math.inf


def _standing(values: Array, exact: Exact, floor: Floor, lanes: npt.NDArray[np.intp], worst: int) -> Standing:
    errors = distance(values, exact)[lanes]
    ratios = np.array([_quotient(error, below) if error else 0.0 for error, below in zip(errors.tolist(), floor.errors[lanes].tolist(), strict=True)])
    units = 2 * _half_a_unit(exact)[lanes]
    random = ratios[lanes >= worst] if np.any(lanes >= worst) else ratios
    ulp = float(np.max(np.where(units > 0, errors / np.where(units > 0, units, 1.0), 0.0))) if is_float(exact.element) else None
    return Standing(float(errors.max()), ulp, float(ratios.max()), float(np.mean(random > FAR)), int(lanes[np.argmax(ratios)]))


def _said(name: str, side: Standing) -> str:
    if side.error == 0:
        return f"{name} is exact."
    says = f"{name} errs by up to {side.error:.3g}"
    if not side.within_noise:
        return f"{says}, over the noise floor by {_times(side.ratio)}." if math.isfinite(side.ratio) else f"{says}, where rounding explains no error."
    if side.ratio < 1 / CLOSER:
        return f"{says}, {_times(side.ratio)} the noise floor: it is closer to exact than a faithful evaluation in the declared types."
    return f"{says}, {_times(side.ratio)} the noise floor: rounding explains that."


def _counted(elements: int) -> str:
    return "1 element was" if elements == 1 else f"{elements} elements were"


def _times(factor: float) -> str:
    return f"{factor:.2g} times" if factor < 100 else f"{factor:.3g} times"


def _said_of_the_rest(left_open: int, unknown: int, why: Sequence[Reason | Unsupported]) -> str:
    parts = []
    if left_open:
        reasons = [str(reason) for reason in why if isinstance(reason, Reason)]
        are = "1 element is" if left_open == 1 else f"{left_open} elements are"
        parts.append(f"{are} left open by the program, so neither side is wrong there: {'; '.join(reasons)}.")
    if unknown:
        parts.append(f"{_counted(unknown)} not evaluated: {'; '.join(str(cause) for cause in why if isinstance(cause, Unsupported))}.")
    return " ".join(parts)
