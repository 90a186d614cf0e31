"""The nodes of a numerics-repro block as texts, numbers, types and lists of values."""

from dataclasses import dataclass

from bot.intake.values import TensorType, tensor_type
from bot.intake.wording import cut
from bot.intake.yaml_tree import Items, Mapping, Node, Text, WrongError


def plain_text(node: Node) -> str:
    """The text of a scalar.

    :raises WrongError: when the node is a list or has fields.
    """
    if not isinstance(node, Text) or node.is_null:
        raise WrongError("one value is expected here", node.place)
    return node.value


@dataclass(frozen=True, slots=True)
class TensorFields:
    """The fields of one tensor."""

    node: Mapping

    def get(self, key: str) -> Node | None:
        """The value; None where it is empty or not there."""
        value = self.node.pairs.get(key, (None, None))[1]
        return None if isinstance(value, Text) and value.is_null else value

    def text(self, key: str) -> str | None:
        """The value as text."""
        value = self.get(key)
        return plain_text(value) if value is not None else None

    def whole(self, key: str, most: int) -> int | None:
        """The value as a number from 0 to ``most``."""
        value = self.get(key)
        if value is None:
            return None
        text = plain_text(value)
        if not (text.isascii() and text.isdecimal() and len(text) < 20 and int(text) <= most):
            raise WrongError(f"`{key}` is a whole number from 0 to {most}", value.place)
        return int(text)

    def words(self, key: str) -> str | None:
        """The values in a list, lists within it flattened, or in one text."""
        value = self.get(key)
        return None if value is None else " ".join(_words(value))

    @property
    def type(self) -> TensorType | None:
        """The type that shape and dtype give; None where neither is given."""
        shape, dtype = self.get("shape"), self.text("dtype")
        if shape is None and dtype is None:
            return None
        if shape is None or dtype is None:
            raise WrongError("shape and dtype belong together: shape: [2, 3], dtype: f32", self.node.place)
        extents = [plain_text(one) for one in shape.items] if isinstance(shape, Items) else plain_text(shape).split("x")
        kind = tensor_type("".join(f"{extent}x" for extent in extents if extent) + dtype)
        if kind is None:
            raise WrongError(f"`{cut('x'.join(extents), 40)}` and `{cut(dtype, 40)}` are no shape and element type: shape: [2, 3], dtype: f32", shape.place)
        return kind


def _words(node: Node) -> list[str]:
    return [word for item in node.items for word in _words(item)] if isinstance(node, Items) else [plain_text(node)]


def tensor_fields(node: Node, known: tuple[str, ...], example: str) -> TensorFields:
    """The fields of a node that has no others than those known.

    :raises WrongError: naming them, and ``example`` as the short form.
    """
    if not isinstance(node, Mapping):
        raise WrongError(f"either `{example}` is expected here, or the fields {', '.join(known)}", node.place)
    unknown = next(((key, place) for key, (place, _) in node.pairs.items() if key not in known), None)
    if unknown is not None:
        raise WrongError(f"there is no field `{cut(unknown[0], 40)}` here; known are {', '.join(f'`{key}`' for key in known)}", unknown[1])
    return TensorFields(node)
