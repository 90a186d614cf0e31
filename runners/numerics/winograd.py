"""The transforms of IREE's Winograd convolution F(6x6, 3x3): a matrix from the left and its transpose from the right, tile by tile.

Source of the matrices: A. Lavin and S. Gray, "Fast Algorithms for Convolutional Neural Networks", 2015, with the points
0, ±1, ±2, ±1/2 and infinity, scaled as in ``WinogradConstants.h`` of IREE's LinalgExt dialect.
"""

import numpy as np

from runners.numerics.lanes import Lanes
from runners.numerics.maker import Maker
from runners.numerics.program import MalformedError, Operation, Shape, is_float
from runners.numerics.scope import Scope
from runners.numerics.tensors import Array, Index, Moved, Part, Pieced, Tensor

_TILE, _KERNEL, _POINTS = 6, 3, 8

_FILTER = np.array(
    [
        [1, 0, 0],
        [-2 / 9, -2 / 9, -2 / 9],
        [-2 / 9, 2 / 9, -2 / 9],
        [1 / 90, 1 / 45, 2 / 45],
        [1 / 90, -1 / 45, 2 / 45],
        [32 / 45, 16 / 45, 8 / 45],
        [32 / 45, -16 / 45, 8 / 45],
        [0, 0, 1],
    ]
)
_INPUT = np.array(
    [
        [1, 0, -5.25, 0, 5.25, 0, -1, 0],
        [0, 1, 1, -4.25, -4.25, 1, 1, 0],
        [0, -1, 1, 4.25, -4.25, -1, 1, 0],
        [0, 0.5, 0.25, -2.5, -1.25, 2, 1, 0],
        [0, -0.5, 0.25, 2.5, -1.25, -2, 1, 0],
        [0, 2, 4, -2.5, -5, 0.5, 1, 0],
        [0, -2, 4, 2.5, -5, -0.5, 1, 0],
        [0, -1, 0, 5.25, 0, -5.25, 0, 1],
    ]
)
_OUTPUT = np.array(
    [
        [1, 1, 1, 1, 1, 1, 1, 0],
        [0, 1, -1, 2, -2, 0.5, -0.5, 0],
        [0, 1, 1, 4, 4, 0.25, 0.25, 0],
        [0, 1, -1, 8, -8, 0.125, -0.125, 0],
        [0, 1, 1, 16, 16, 0.0625, 0.0625, 0],
        [0, 1, -1, 32, -32, 0.03125, -0.03125, 1],
    ]
)


def _operands(scope: Scope, operation: Operation, dims: str) -> tuple[Tensor, Tensor, tuple[int, ...]]:
    """Source, output, and the two dimensions that are transformed."""
    source, output = scope.tensor(operation.operand(0)), scope.tensor(operation.operand(1))
    if (operation.integer("output_tile_size"), operation.integer("kernel_size")) != (_TILE, _KERNEL):
        raise MalformedError("it is not F(6x6, 3x3)")
    image = operation.integers(dims)
    if image not in ((0, 1), (1, 2), (2, 3)) or not is_float(source.element) or source.element != output.element:
        raise MalformedError("its dimensions or types are others than a transform's")
    return source, output, image


def _sandwich(scope: Scope, operation: Operation, tiles: Tensor, matrix: Array) -> Tensor:
    """matrix · tile · matrixᵀ for the first two dimensions of ``tiles``."""
    maker = Maker(scope, operation)
    rest = tuple(range(4, 2 + len(tiles.shape)))
    columns, rows = matrix.shape[1], matrix.shape[0]
    if tiles.shape[:2] != (columns, columns):
        raise MalformedError("its tiles have another size")

    def product(shape: Shape, source: int, read: tuple[int, int], by: tuple[int, int], written: tuple[int, int]) -> int:
        return maker.compute(
            [(source, (*read, *rest)), (maker.table(matrix, tiles.element), by)],
            (maker.everywhere(0.0, (*shape, *tiles.shape[2:]), tiles.element), (*written, *rest)),
            lambda block, x, factor, so_far: block.add("arith.addf", (block.add("arith.mulf", (factor, x), tiles.element), so_far), tiles.element),
        )

    # Dimensions 0 and 1 are those of the result, 2 and 3 those of the tile.
    left = product((rows, columns), maker.tensor(tiles), (2, 3), (0, 2), (0, 3))
    return scope.tensor(product((rows, rows), left, (0, 3), (1, 3), (0, 1)))


def filter_transform(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    """The transform of a filter; its result has the two dimensions of the tile first, then channels and features.

    :raises MalformedError: when the operation is none.
    """
    source, output, image = _operands(scope, operation, "kernel_dimensions")
    # Where the kernel's dimensions come last, features come before channels.
    others = (2, 3) if image == (0, 1) else (1, 0)
    order = (*image, *others)
    shape = tuple(source.shape[dimension] for dimension in order)
    tiles = Moved(source, shape, lambda index: tuple(index[order.index(dimension)] for dimension in range(4)))
    return (_shaped(_sandwich(scope, operation, tiles, _FILTER), output),)


def input_transform(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    """The transform of an image, cut into tiles that overlap; beyond its end are zeros.

    The result has the two dimensions of the tile first, then batch, the two positions of the tile, and channels.

    :raises MalformedError: when the operation is none.
    """
    source, output, image = _operands(scope, operation, "image_dimensions")
    if len(output.shape) != 6 or len(source.shape) != 4 or image == (0, 1):
        raise MalformedError("its result has another rank than a transform's")
    channels = ({1, 2, 3} - set(image)).pop()

    def place(index: Index) -> Index:
        i, j, batch, down, across, channel = index
        found = {0: batch, image[0]: down * _TILE + i, image[1]: across * _TILE + j, channels: channel}
        return tuple(found[dimension] for dimension in range(4))

    def parts(index: Index) -> list[Part]:
        places = place(index)
        inside = (places[image[0]] < source.shape[image[0]]) & (places[image[1]] < source.shape[image[1]])
        return [(inside, lambda i: source.at(place(i))), (~inside, lambda _: Lanes(np.zeros(())))]

    tiles = Pieced((_POINTS, _POINTS, *output.shape[2:]), source.element, parts)
    return (_shaped(_sandwich(scope, operation, tiles, _INPUT), output),)


def output_transform(scope: Scope, operation: Operation) -> tuple[Tensor, ...]:
    """The transform back, with the tiles put side by side again.

    :raises MalformedError: when the operation is none.
    """
    source, output, image = _operands(scope, operation, "image_dimensions")
    if len(source.shape) != 6 or len(output.shape) != 4 or image == (0, 1):
        raise MalformedError("its source has another rank than a transform's")
    channels = ({1, 2, 3} - set(image)).pop()
    tiles = _sandwich(scope, operation, source, _OUTPUT)

    def place(index: Index) -> Index:
        down, across = index[image[0]], index[image[1]]
        return (down % _TILE, across % _TILE, index[0], down // _TILE, across // _TILE, index[channels])

    _, _, batch, down, across, depth = tiles.shape
    extents = {0: batch, image[0]: down * _TILE, image[1]: across * _TILE, channels: depth}
    return (_shaped(Moved(tiles, tuple(extents[dimension] for dimension in range(4)), place), output),)


def _shaped(result: Tensor, output: Tensor) -> Tensor:
    if result.shape != output.shape:
        raise MalformedError("its result has another shape than a transform's")
    return result


WINOGRAD = {
    "iree_linalg_ext.winograd.filter_transform": filter_transform,
    "iree_linalg_ext.winograd.input_transform": input_transform,
    "iree_linalg_ext.winograd.output_transform": output_transform,
}
