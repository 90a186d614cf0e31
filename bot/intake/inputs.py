"""What ``iree-run-module --input=`` and ``--expected_output=`` take, as data."""

from dataclasses import dataclass

from bot.intake.values import TensorType, read_values, tensor_type
from bot.intake.wording import cut
from runners.contract import Scalar, UserError


@dataclass(frozen=True, slots=True)
class Tensor:
    """One argument or result as spelled: a type, and either values (one for a splat), a file, or neither (zeros).

    ``type`` is None for a file that says its own type, and for a bare number, whose type is that of the argument.
    """

    type: TensorType | None
    values: tuple[Scalar, ...] = ()
    file: str | None = None
    number: str | None = None

    @property
    def is_splat(self) -> bool:
        """Whether one value stands for more than one element."""
        return self.type is not None and len(self.values) == 1 and self.type.elements != 1


def read_tensor(text: str) -> Tensor:
    """Read the value of one ``--input=`` or ``--expected_output=``.

    :raises UserError: when the tool would not take it, or would read something else than it says; the text tells what.
    """
    text = text.strip()
    if text.startswith("@"):
        return Tensor(None, file=_file(text, text[1:]))
    head, equals, tail = (part.strip() for part in text.partition("="))
    kind = tensor_type(head)
    if kind is None:
        return _bare_number(text, equals)
    if tail.startswith("@"):
        return Tensor(kind, file=_file(text, tail[1:]))
    try:
        values = read_values(tail, kind)
    except ValueError as error:
        raise _unreadable(text, str(error)) from error
    given = len(values.items)
    if values.cut:
        raise _unreadable(text, "the values are cut short with dots: all of them are needed, for example in an .npy file")
    if given not in (0, 1, kind.elements):
        raise _unreadable(text, f"{kind} has {kind.elements} elements, {given} values are given")
    if not kind.shape and not given:
        raise _unreadable(text, "a scalar needs its value")
    return Tensor(kind, values.items)


def _file(text: str, path: str) -> str:
    if not path.strip():
        raise _unreadable(text, "no file is named after the @")
    return path.strip()


def _bare_number(text: str, equals: str) -> Tensor:
    """A scalar argument is written without a type: ``--input=5``."""
    if equals or len(text.split()) != 1:
        raise _unreadable(text, "it is neither one number nor of the form 2x3xf32=1 2 3 4 5 6")
    try:
        read_values(text, TensorType((), "f64"))
    except ValueError as error:
        raise _unreadable(text, str(error)) from error
    return Tensor(None, number=text)


def _unreadable(text: str, why: str) -> UserError:
    return UserError(f"`{cut(text)}` cannot be read as a tensor: {why}", code="missing_inputs")
