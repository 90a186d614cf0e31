"""Reading and rewriting the body of one dispatch, with the bindings of a toolchain's own Python."""

from collections.abc import Callable, Iterator
from typing import Any

from iree.compiler import ir, passmanager

from runners.stages.flow_calls import walk

LOAD = "iree_tensor_ext.dispatch.tensor.load"
STORE = "iree_tensor_ext.dispatch.tensor.store"


def generics(executable: Any) -> list[Any]:
    """All ``linalg.generic`` of a body, in order."""
    return [op for op in walk(executable) if op.name == "linalg.generic"]


def generalise(executable: Any) -> None:
    """Write the body's named operations out as ``linalg.generic``, whose maps and region can be changed."""
    for op in walk(executable):
        if op.name == "builtin.module":
            passmanager.PassManager.parse("builtin.module(func.func(linalg-generalize-named-ops))").run(op)
            return


def is_encoded(value: Any) -> bool:
    """Whether a tensor's layout is left to a later phase; element by element rewriting does not apply to it."""
    return "encoding" in str(value.type)


def extents(value: Any) -> list[int | None]:
    """The extents of a tensor; None where one is dynamic."""
    kind = ir.RankedTensorType(value.type)
    return [None if kind.is_dynamic_dim(i) else kind.get_dim_size(i) for i in range(kind.rank)]


class Generic:
    """One ``linalg.generic``, its parts told apart."""

    def __init__(self, operation: Any) -> None:
        self.operation = operation
        self.inputs, self.inits = (list(group) for group in _dealt(operation))
        self.block = operation.regions[0].blocks[0]
        self.accumulators = list(self.block.arguments)[len(self.inputs) :]
        self.inner = [view.operation for view in self.block.operations]
        self.reductions = [i for i, kind in enumerate(ir.ArrayAttr(operation.attributes["iterator_types"])) if "reduction" in str(kind)]

    @property
    def maps(self) -> list[Any]:
        """The affine map of every operand."""
        return [attribute.value for attribute in map(ir.AffineMapAttr, ir.ArrayAttr(self.operation.attributes["indexing_maps"]))]

    def set_maps(self, maps: list[Any]) -> None:
        """Replace the maps."""
        self.operation.attributes["indexing_maps"] = ir.ArrayAttr.get([ir.AffineMapAttr.get(m) for m in maps])

    @property
    def encoded(self) -> bool:
        """Whether an operand has an encoding."""
        return any(is_encoded(v) for v in (*self.inputs, *self.inits) if str(v.type).startswith("tensor"))

    @property
    def loop_extents(self) -> dict[int, int]:
        """The extent of each loop that some operand gives statically."""
        found: dict[int, int] = {}
        for value, affine in zip((*self.inputs, *self.inits), self.maps, strict=True):
            if str(value.type).startswith("tensor"):
                for size, result in zip(extents(value), affine.results, strict=True):
                    if size is not None and isinstance(result, ir.AffineDimExpr):
                        found[result.position] = size
        return found

    def accumulates(self, operation: Any) -> bool:
        """Whether an operation of the region takes the running value of a reduction."""
        return bool(self.reductions) and any(operand == a for operand in operation.operands for a in self.accumulators)


def _dealt(operation: Any) -> tuple[list[Any], list[Any]]:
    count = next(iter(ir.DenseI32ArrayAttr(operation.attributes["operandSegmentSizes"])))
    operands = list(operation.operands)
    return operands[:count], operands[count:]


def make(name: str, kind: Any, operands: list[Any], **attributes: Any) -> Any:
    """One operation with one result, made where the insertion point stands."""
    return ir.Operation.create(name, results=[kind], operands=operands, attributes=attributes).results[0]


def index_constant(value: int) -> Any:
    """An ``index`` constant."""
    kind = ir.IndexType.get()
    return make("arith.constant", kind, [], value=ir.IntegerAttr.get(kind, value))


def loop_index(dim: int) -> Any:
    """``linalg.index``."""
    return make("linalg.index", ir.IndexType.get(), [], dim=ir.IntegerAttr.get(ir.IntegerType.get_signless(64), dim))


def replace(operation: Any, value: Any) -> None:
    """Use ``value`` in place of an operation's only result, and remove the operation."""
    operation.results[0].replace_all_uses_with(value)
    operation.erase()


def reread(load: Any, position: Callable[[Any], Any]) -> None:
    """Read a loaded tensor at another place of its innermost axis, whatever uses it.

    :param load: the operation whose only result, a tensor of static shape, is read.
    :param position: makes the index that is read out of the index that was meant.
    """
    source = load.results[0]
    users = [(use.owner, number) for use in source.uses for number in [use.operand_number]]
    rank = len(extents(source))
    element = ir.RankedTensorType(source.type).element_type
    identity = ir.ArrayAttr.get([ir.AffineMapAttr.get(ir.AffineMap.get_identity(rank))])
    parallel = ir.ArrayAttr.get([ir.Attribute.parse("#linalg.iterator_type<parallel>")] * rank)
    with load.location, ir.InsertionPoint.after(load):
        empty = make("tensor.empty", source.type, [])
        generic = ir.Operation.create(
            "linalg.generic",
            results=[source.type],
            operands=[empty],
            attributes={"indexing_maps": identity, "iterator_types": parallel, "operandSegmentSizes": ir.DenseI32ArrayAttr.get([0, 1])},
            regions=1,
        )
        block = generic.regions[0].blocks.append(element)
        with ir.InsertionPoint(block):
            at = [loop_index(i) for i in range(rank)]
            value = make("tensor.extract", element, [source, *at[:-1], position(at[-1])])
            ir.Operation.create("linalg.yield", results=[], operands=[value])
    for owner, number in users:
        owner.operands[number] = generic.results[0]


def loads(executable: Any) -> Iterator[Any]:
    """Loads of row-major tensors of static shape with more than one element on the innermost axis."""
    for op in walk(executable):
        if op.name == LOAD and not is_encoded(op.results[0]):
            shape = extents(op.results[0])
            if shape and None not in shape and shape[-1] is not None and shape[-1] > 1:
                yield op
