"""Stated values as expected outputs: their types are those of the function's results."""

from bot.intake.findings import Findings
from bot.intake.outcomes import ResultType
from bot.intake.result import QuestionCode
from bot.intake.stated import Form, Stated
from bot.intake.values import TensorType, read_values
from runners.contract import Expectation, GoldenValues

MAX_SPLAT = 100_000
"""Elements of an output that one number may be given for."""
MIN_DIGITS = 3
"""Fewer significant digits say too little to call a difference by."""

_ORDER = (Form.ARRAY, Form.LIST, Form.EVERYWHERE)


class UnfitError(Exception):
    """Stated values cannot be the function's results; the text says why, worded to follow "they"."""


def settled(stated: list[Stated], results: tuple[ResultType, ...] | None, findings: Findings) -> Expectation | None:
    """The expected outputs that the newest statements give; None where there are none, or none that fit.

    Arrays that do not fit are asked about; a number in a sentence that does not fit is about something else.
    """
    newest = max((one.document for one in stated), default=0)
    for form in _ORDER:
        group = [one for one in stated if one.form is form and one.document == newest]
        if not group:
            continue
        try:
            values = _outputs(group, results)
        except UnfitError as error:
            if form is Form.ARRAY:
                findings.ask(QuestionCode.MISSING_EXPECTED, f"These values are called expected, but they {error}", group[-1].lines)
                return Expectation(kind="golden_values")
            continue
        findings.read("expectation", group[-1].lines, form.value, "the type is that of the function's result" if results else "")
        return Expectation(kind="golden_values", values=values)
    return None


def _outputs(group: list[Stated], results: tuple[ResultType, ...] | None) -> tuple[GoldenValues, ...]:
    """One output each.

    :raises UnfitError: when the values do not fit the results, or when it cannot be told which belong to which.
    """
    if results is not None and len(results) > 1 and len(group) == len(results):
        return tuple(_output(index, one, result) for index, (one, result) in enumerate(zip(group, results, strict=True)))
    if results is not None and len(results) != 1:
        raise UnfitError(f"cannot be told apart: the function has {len(results)} results")
    distinct = {_output(0, one, results[0] if results else None) for one in group}
    if len(distinct) != 1:
        raise UnfitError("are not the same everywhere: which are right?")
    return tuple(distinct)


def _output(index: int, stated: Stated, result: ResultType | None) -> GoldenValues:
    kind = _type(stated, result)
    numbers = stated.numbers * kind.elements if stated.form is Form.EVERYWHERE else stated.numbers
    if len(numbers) > kind.elements or (len(numbers) < kind.elements and not stated.cut) or not numbers:
        raise UnfitError(f"are {len(numbers)}, and the result is {kind}")
    if stated.digits < MIN_DIGITS:
        raise UnfitError(f"have only {stated.digits} significant digit{'s' if stated.digits > 1 else ''}: print more, or give them in an .npy file")
    try:
        items = read_values(" ".join(numbers), kind).items
    except ValueError as error:
        raise UnfitError(f"are not values of {kind.dtype}: {error}") from error
    return GoldenValues(index=index, shape=kind.shape, dtype=kind.dtype, values=items, digits=stated.digits)


def _type(stated: Stated, result: ResultType | None) -> TensorType:
    if result is None:
        if stated.shape is None or stated.dtype is None:
            raise UnfitError("have no type, and the function's result type is not known: write them as 2x3xf32=1 2 3 4 5 6")
        return TensorType(stated.shape, stated.dtype)
    whole = result.type
    if whole is None and stated.shape is not None and result.takes(stated.shape):
        return TensorType(stated.shape, result.dtype)
    if whole is None:
        raise UnfitError("do not say the shape of the result: write them as 2x3xf32=1 2 3 4 5 6")
    if stated.form is Form.EVERYWHERE and whole.elements > MAX_SPLAT:
        raise UnfitError(f"stand for {whole.elements} elements, at most {MAX_SPLAT} are written out: give an .npy file")
    # A list of one axis is how people write the elements of any shape.
    if stated.shape is not None and len(stated.shape) > 1 and stated.shape != whole.shape:
        raise UnfitError(f"have the shape {'x'.join(map(str, stated.shape))}, and the result is {whole}")
    return whole
