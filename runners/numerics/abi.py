"""A public function as the runtime calls it, made into one of plain tensors: buffer views and fences fall away."""

from dataclasses import replace

from runners.numerics.program import Argument, Operation, Program

_VIEW, _FENCE = "!hal.buffer_view", "!hal.fence"
_SAME_VALUES = {"hal.tensor.barrier", "hal.tensor.export"}


def of_tensors(program: Program) -> Program:
    """The same program with each imported tensor as an argument, in the order of the function's own arguments.

    A function that takes and returns tensors is given back as it is. An argument that is never imported stays a buffer
    view, which no evaluation reads.
    """
    if all(_VIEW not in argument.value.type.element for argument in program.arguments):
        return program
    imports = {op.operands[0]: op for op in program.operations if op.name == "hal.tensor.import"}
    same = {result.id: source for op in program.operations if op.name in _SAME_VALUES for result, source in zip(op.results, op.operands, strict=False)}
    arguments = [_argument(argument, imports.get(argument.value.id)) for argument in program.arguments if argument.value.type.element != _FENCE]
    operations = tuple(op for op in program.operations if not op.name.startswith("hal."))
    return replace(program, arguments=tuple(arguments), operations=operations, results=tuple(_followed(number, same) for number in program.results))


def _argument(argument: Argument, imported: Operation | None) -> Argument:
    return argument if imported is None else Argument(imported.results[0], "value")


def _followed(number: int, same: dict[int, int]) -> int:
    for _ in range(len(same)):
        if number not in same:
            break
        number = same[number]
    return number
