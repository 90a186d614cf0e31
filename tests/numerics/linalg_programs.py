"""Small linalg programs made at random, each with what it means computed point by point, in Python's numbers."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]
Number = float | int


def wrapped(value: int, bits: int) -> int:
    return (value + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))


@dataclass(frozen=True)
class Scalar:
    """A way to make one number of two: its operation in MLIR, and in Python."""

    lines: tuple[str, ...]
    compute: Callable[[Any, Any], Any]


FLOATS = (
    Scalar(("{r} = arith.addf {a}, {b} : {t}",), lambda a, b: a + b),
    Scalar(("{r} = arith.subf {a}, {b} : {t}",), lambda a, b: a - b),
    Scalar(("{r} = arith.mulf {a}, {b} : {t}",), lambda a, b: a * b),
    Scalar(("{r} = arith.maximumf {a}, {b} : {t}",), max),
    Scalar(("{r} = arith.minimumf {a}, {b} : {t}",), min),
    Scalar(("{r}s = arith.mulf {b}, {b} : {t}", "{r}o = arith.addf {r}s, %one : {t}", "{r} = arith.divf {a}, {r}o : {t}"), lambda a, b: a / (b * b + 1)),
    Scalar(("{r}h = math.tanh {b} : {t}", "{r}e = math.exp {r}h : {t}", "{r} = arith.addf {a}, {r}e : {t}"), lambda a, b: a + math.exp(math.tanh(b))),
    Scalar(("{r}a = math.absf {b} : {t}", "{r}q = math.sqrt {r}a : {t}", "{r} = arith.addf {a}, {r}q : {t}"), lambda a, b: a + math.sqrt(abs(b))),
    Scalar(("{r}c = arith.cmpf olt, {a}, {b} : {t}", "{r} = arith.select {r}c, {b}, {a} : {t}"), max),
)

INTEGERS = (
    Scalar(("{r} = arith.addi {a}, {b} : {t}",), lambda a, b: a + b),
    Scalar(("{r} = arith.subi {a}, {b} : {t}",), lambda a, b: a - b),
    Scalar(("{r} = arith.muli {a}, {b} : {t}",), lambda a, b: a * b),
    Scalar(("{r} = arith.andi {a}, {b} : {t}",), lambda a, b: a & b),
    Scalar(("{r} = arith.ori {a}, {b} : {t}",), lambda a, b: a | b),
    Scalar(("{r} = arith.xori {a}, {b} : {t}",), lambda a, b: a ^ b),
    Scalar(("{r} = arith.maxsi {a}, {b} : {t}",), max),
    Scalar(("{r} = arith.minsi {a}, {b} : {t}",), min),
    Scalar(("{r} = arith.maxui {a}, {b} : {t}",), lambda a, b: a if a % (1 << 64) >= b % (1 << 64) else b),
    Scalar(("{r} = arith.minui {a}, {b} : {t}",), lambda a, b: a if a % (1 << 64) < b % (1 << 64) else b),
    Scalar(("{r}s = arith.shrsi {b}, %one : {t}", "{r} = arith.addi {a}, {r}s : {t}"), lambda a, b: a + (b >> 1)),
    Scalar(("{r}s = arith.shli {b}, %one : {t}", "{r} = arith.xori {a}, {r}s : {t}"), lambda a, b: a ^ (b << 1)),
    Scalar(("{r}c = arith.cmpi ult, {a}, {b} : {t}", "{r} = arith.select {r}c, {b}, {a} : {t}"), lambda a, b: b if a % (1 << 64) < b % (1 << 64) else a),
)


@dataclass(frozen=True)
class Known:
    """A value of the program: its name, its element type, and what it is."""

    name: str
    element: str
    array: Array

    @property
    def type(self) -> str:
        return f"tensor<{''.join(f'{extent}x' for extent in self.array.shape)}{self.element}>"


def bits(element: str) -> int:
    return int(element[1:]) if element.startswith("i") else 0


def computed(element: str, value: Any) -> Number:
    return wrapped(int(value), bits(element)) if bits(element) else float(value)


@dataclass
class Writer:
    """One function that is being written: its arguments, its lines, its results."""

    random: np.random.Generator
    element: str
    arguments: list[Known] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    results: list[Known] = field(default_factory=list)
    count: int = 0

    def __post_init__(self) -> None:
        one, zero = ("1.0", "0.0") if not bits(self.element) else ("1", "0")
        self.lines += [f"%one = arith.constant {one} : {self.element}", f"%zero = arith.constant {zero} : {self.element}"]

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def argument(self, shape: Sequence[int]) -> Known:
        if bits(self.element):
            array = self.random.integers(-(1 << (bits(self.element) - 1)), 1 << (bits(self.element) - 1), tuple(shape))
        else:
            array = self.random.standard_normal(tuple(shape)).astype(np.float32).astype(np.float64)
        made = Known(f"%arg{len(self.arguments)}", self.element, np.asarray(array).astype(object))
        self.arguments.append(made)
        return made

    def indices(self, shape: Sequence[int], below: int) -> Known:
        made = Known(f"%arg{len(self.arguments)}", "i32", self.random.integers(0, below, tuple(shape)))
        self.arguments.append(made)
        return made

    def emit(self, text: str, array: Array, element: str | None = None) -> Known:
        made = Known(self.name(), element or self.element, np.asarray(array))
        self.lines.append(f"{made.name} = {text.replace('$T', made.type)}")
        return made

    def start(self, shape: Sequence[int], value: str, element: str | None = None) -> str:
        """A filled tensor."""
        kind = f"tensor<{''.join(f'{extent}x' for extent in shape)}{element or self.element}>"
        empty, filled = self.name(), self.name()
        self.lines.append(f"{empty} = tensor.empty() : {kind}")
        self.lines.append(f"{filled} = linalg.fill ins({value} : {element or self.element}) outs({empty} : {kind}) -> {kind}")
        return filled

    def pick(self, *choices: Any) -> Any:
        return choices[int(self.random.integers(len(choices)))]

    def text(self, name: str) -> str:
        arguments = ", ".join(f"{known.name}: {known.type}" for known in self.arguments)
        kinds = ", ".join(known.type for known in self.results)
        body = "\n  ".join(self.lines)
        return f"func.func @{name}({arguments}) -> ({kinds}) {{\n  {body}\n  return {', '.join(known.name for known in self.results)} : {kinds}\n}}\n"

    @property
    def inputs(self) -> list[Array]:
        """The arguments in their numpy types."""
        types = {"f32": "f4", "i8": "i1", "i16": "i2", "i32": "i4"}
        return [known.array.astype(types[known.element]) for known in self.arguments]


@dataclass(frozen=True)
class Read:
    """An operand of a structured operation: where it is read at a point, in Python and as the results of an affine map."""

    known: Known
    at: Callable[..., tuple[int, ...]]
    text: str


def generic(w: Writer, reads: Sequence[Read], extents: Sequence[int], reductions: Sequence[int], scalars: Sequence[Scalar], *, carry: bool) -> Known:
    """A ``linalg.generic`` that combines its inputs by ``scalars`` in turn, and with ``carry`` what is there with that."""
    rank = len(extents)
    parallel = [d for d in range(rank) if d not in reductions]
    shape = [extents[d] for d in parallel]
    out = w.start(shape, "%one" if carry else "%zero")
    array = np.full(shape, 1 if carry else 0, object)
    *between, last = scalars
    for point in np.ndindex(*extents):
        values = [computed(w.element, read.known.array[read.at(*point)]) for read in reads]
        value = values[0]
        for i, scalar in enumerate(between):
            value = computed(w.element, scalar.compute(value, values[(1 + i) % len(values)]))
        place = tuple(point[d] for d in parallel)
        array[place] = computed(w.element, last.compute(array[place] if carry else value, value))
    names = [f"%x{i}" for i in range(len(reads))]
    lines, now = [], names[0]
    for i, scalar in enumerate(between):
        lines += [line.format(r=f"%y{i}", a=now, b=names[(1 + i) % len(names)], t=w.element) for line in scalar.lines]
        now = f"%y{i}"
    lines += [line.format(r="%z", a="%out" if carry else now, b=now, t=w.element) for line in last.lines]
    dims = ", ".join(f"d{d}" for d in range(rank))
    maps = ", ".join(f"affine_map<({dims}) -> ({text})>" for text in (*(read.text for read in reads), ", ".join(f"d{d}" for d in parallel)))
    kinds = ", ".join('"reduction"' if d in reductions else '"parallel"' for d in range(rank))
    block = ", ".join(f"{name}: {w.element}" for name in (*names, "%out"))
    ins = f"ins({', '.join(read.known.name for read in reads)} : {', '.join(read.known.type for read in reads)}) "
    body = "\n    ".join([f"^bb0({block}):", *lines, f"linalg.yield %z : {w.element}"])
    return w.emit(f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} {ins}outs({out} : $T) {{\n    {body}\n  }} -> $T", array)


def scalars_of(w: Writer, count: int) -> list[Scalar]:
    return [w.pick(*(INTEGERS if bits(w.element) else FLOATS)) for _ in range(count)]


def elementwise(w: Writer, x: Known) -> Known:
    """Over the tensor in another order, beside one of fewer dimensions."""
    rank = x.array.ndim
    order = w.random.permutation(rank)
    extents = [0] * rank
    for position, d in enumerate(order):
        extents[d] = x.array.shape[position]
    some = [d for d in range(rank) if w.random.random() < 0.5]
    other = w.argument([extents[d] for d in some])
    reads = [
        Read(x, lambda *p: tuple(p[d] for d in order), ", ".join(f"d{d}" for d in order)),
        Read(other, lambda *p: tuple(p[d] for d in some), ", ".join(f"d{d}" for d in some)),
    ]
    return generic(w, reads, extents, (), scalars_of(w, int(w.random.integers(1, 4))), carry=False)


def reduced(w: Writer, x: Known) -> Known:
    """Some dimensions folded up, in the order of the iterations."""
    rank = x.array.ndim
    gone = [d for d in range(rank) if w.random.random() < 0.6] or [rank - 1]
    dims = ", ".join(f"d{d}" for d in range(rank))
    scalars = [*scalars_of(w, int(w.random.integers(0, 2))), w.pick(*(INTEGERS if bits(w.element) else FLOATS))]
    return generic(w, [Read(x, lambda *p: p, dims)], x.array.shape, gone, scalars, carry=True)


def windowed(w: Writer, x: Known) -> Known:
    """A window that slides over the last dimension, with a stride and a dilation."""
    rank, extent = x.array.ndim, x.array.shape[-1]
    stride, dilation = int(w.random.integers(1, 3)), int(w.random.integers(1, 3))
    size = int(w.random.integers(1, max(2, (extent - 1) // dilation + 1)))
    steps = (extent - 1 - (size - 1) * dilation) // stride + 1
    window = w.argument([size])
    extents = [*x.array.shape[:-1], steps, size]
    leading = [f"d{d}" for d in range(rank - 1)]
    at = f"d{rank - 1} * {stride} + d{rank} * {dilation}"
    reads = [
        Read(x, lambda *p: (*p[: rank - 1], p[rank - 1] * stride + p[rank] * dilation), ", ".join([*leading, at])),
        Read(window, lambda *p: (p[rank],), f"d{rank}"),
    ]
    return generic(w, reads, extents, [rank], [*scalars_of(w, 1), (INTEGERS if bits(w.element) else FLOATS)[0]], carry=True)


def crooked(w: Writer, x: Known) -> Known:
    """Read through a map with a quotient or a remainder in it."""
    rank, extent = x.array.ndim, x.array.shape[-1]
    leading = [f"d{d}" for d in range(rank - 1)]
    last = f"d{rank - 1}"
    by = int(w.random.integers(2, 4))
    choice = w.pick(
        (f"{last} floordiv {by}", lambda i: i // by, extent * by - 1),
        (f"{last} ceildiv {by}", lambda i: -(-i // by), (extent - 1) * by),
        (f"{last} mod {extent}", lambda i: i % extent, extent + by),
        (f"({last} * {by}) mod {extent}", lambda i: i * by % extent, extent),
    )
    text, at, steps = choice
    beside = w.argument([max(steps, 1)])
    extents = [*x.array.shape[:-1], max(steps, 1)]
    reads = [Read(x, lambda *p: (*p[:-1], at(p[-1])), ", ".join([*leading, text])), Read(beside, lambda *p: (p[-1],), last)]
    return generic(w, reads, extents, (), scalars_of(w, 2), carry=False)


def padded(w: Writer, x: Known) -> Known:
    low, high = ([int(n) for n in w.random.integers(0, 3, x.array.ndim)] for _ in range(2))
    array = np.pad(x.array, list(zip(low, high, strict=True)), constant_values=1)
    block = ", ".join(f"%i{d}: index" for d in range(x.array.ndim))
    return w.emit(f"tensor.pad {x.name} low{low} high{high} {{\n  ^bb0({block}):\n    tensor.yield %one : {w.element}\n  }} : {x.type} to $T", array)


def _slice(w: Writer, shape: Sequence[int]) -> tuple[list[int], list[int], list[int], tuple[slice, ...]]:
    offsets, sizes, strides = [], [], []
    for extent in shape:
        stride = int(w.random.integers(1, 3))
        offset = int(w.random.integers(0, extent))
        offsets.append(offset)
        sizes.append(int(w.random.integers(1, (extent - 1 - offset) // stride + 2)))
        strides.append(stride)
    cuts = tuple(slice(o, o + (n - 1) * s + 1, s) for o, n, s in zip(offsets, sizes, strides, strict=True))
    return offsets, sizes, strides, cuts


def sliced(w: Writer, x: Known) -> Known:
    offsets, sizes, strides, cuts = _slice(w, x.array.shape)
    array = x.array[cuts]
    if w.random.random() < 0.5:
        keep = [d for d, size in enumerate(sizes) if size > 1 or w.random.random() < 0.5]
        array = array.reshape([sizes[d] for d in keep])
    return w.emit(f"tensor.extract_slice {x.name}{offsets} {sizes} {strides} : {x.type} to $T", array)


def inserted(w: Writer, x: Known) -> Known:
    offsets, sizes, strides, cuts = _slice(w, x.array.shape)
    part = w.argument(sizes)
    array = x.array.copy()
    array[cuts] = part.array
    return w.emit(f"tensor.insert_slice {part.name} into {x.name}{offsets} {sizes} {strides} : {part.type} into $T", array)


def collapsed(w: Writer, x: Known) -> Known:
    if x.array.ndim < 2:
        return expanded(w, x)
    at = int(w.random.integers(0, x.array.ndim - 1))
    groups = [[d, d + 1] if d == at else [d] for d in range(x.array.ndim) if d != at + 1]
    shape = [int(np.prod([x.array.shape[d] for d in group])) for group in groups]
    return w.emit(f"tensor.collapse_shape {x.name} {groups} : {x.type} into $T", x.array.reshape(shape))


def expanded(w: Writer, x: Known) -> Known:
    at = int(w.random.integers(0, x.array.ndim)) if x.array.ndim else 0
    if not x.array.ndim:
        return joined(w, x)
    extent = x.array.shape[at]
    factor = w.pick(*(n for n in range(1, extent + 1) if extent % n == 0))
    shape = [*x.array.shape[:at], factor, extent // factor, *x.array.shape[at + 1 :]]
    groups = [[d] for d in range(at)] + [[at, at + 1]] + [[d + 1] for d in range(at + 1, x.array.ndim)]
    return w.emit(f"tensor.expand_shape {x.name} {groups} output_shape {shape} : {x.type} into $T", x.array.reshape(shape))


def joined(w: Writer, x: Known) -> Known:
    if not x.array.ndim:
        return elementwise(w, x)
    axis = int(w.random.integers(0, x.array.ndim))
    shape = list(x.array.shape)
    shape[axis] = int(w.random.integers(1, 4))
    other = w.argument(shape)
    parts = [x, other] if w.random.random() < 0.5 else [other, x]
    array = np.concatenate([part.array for part in parts], axis)
    kinds = ", ".join(part.type for part in parts)
    return w.emit(f"tensor.concat dim({axis}) {', '.join(part.name for part in parts)} : ({kinds}) -> $T", array)


def transposed(w: Writer, x: Known) -> Known:
    order = [int(d) for d in w.random.permutation(x.array.ndim)]
    array = x.array.transpose(order)
    out = w.start(array.shape, "%zero")
    return w.emit(f"linalg.transpose ins({x.name} : {x.type}) outs({out} : {Known('', w.element, array).type}) permutation = {order}", array)


def broadcast(w: Writer, x: Known) -> Known:
    at, extent = int(w.random.integers(0, x.array.ndim + 1)), int(w.random.integers(1, 4))
    array = np.repeat(np.expand_dims(x.array, at), extent, at)
    out = w.start(array.shape, "%zero")
    return w.emit(f"linalg.broadcast ins({x.name} : {x.type}) outs({out} : {Known('', w.element, array).type}) dimensions = [{at}]", array)


def gathered(w: Writer, x: Known) -> Known:
    if not x.array.ndim:
        return elementwise(w, x)
    count = int(w.random.integers(1, 6))
    places = w.indices([count], x.array.shape[0])
    array = x.array[places.array]
    rank = array.ndim
    dims = ", ".join(f"d{d}" for d in range(rank))
    out = w.start(array.shape, "%zero")
    lines = [f"%i{d} = linalg.index {d} : index" for d in range(1, rank)]
    at = ", ".join(["%at", *(f"%i{d}" for d in range(1, rank))])
    body = "\n    ".join(
        [f"^bb0(%p: i32, %o: {w.element}):", "%at = arith.index_cast %p : i32 to index", *lines, f"%e = tensor.extract {x.name}[{at}] : {x.type}"]
    )
    maps = f"[affine_map<({dims}) -> (d0)>, affine_map<({dims}) -> ({dims})>]"
    kinds = ", ".join(['"parallel"'] * rank)
    return w.emit(
        f"linalg.generic {{indexing_maps = {maps}, iterator_types = [{kinds}]}} ins({places.name} : {places.type}) outs({out} : $T) {{\n"
        f"    {body}\n    linalg.yield %e : {w.element}\n  }} -> $T",
        array,
    )


def product(w: Writer, x: Known) -> Known:
    """A named operation: the matrix product of the last two dimensions."""
    if x.array.ndim != 2:
        return elementwise(w, x)
    other = w.argument([x.array.shape[1], int(w.random.integers(1, 5))])
    array = np.zeros((x.array.shape[0], other.array.shape[1]), object)
    for i, j in np.ndindex(*array.shape):
        total: Number = 0
        for k in range(x.array.shape[1]):
            total = computed(w.element, total + computed(w.element, x.array[i, k] * other.array[k, j]))
        array[i, j] = computed(w.element, total)
    out = w.start(array.shape, "%zero")
    return w.emit(f"linalg.matmul ins({x.name}, {other.name} : {x.type}, {other.type}) outs({out} : $T) -> $T", array)


STEPS = (elementwise, reduced, windowed, padded, sliced, inserted, collapsed, expanded, joined, transposed, broadcast, gathered, product)
CROOKED = (*STEPS, crooked)
"""With maps that no backend has to take, though MLIR does."""


def function(seed: int, element: str, programs: int, steps: Sequence[Callable[[Writer, Known], Known]] = STEPS) -> Writer:
    """A function of many independent programs: from an argument of its own each takes a few steps to a result."""
    w = Writer(np.random.default_rng(seed), element)
    for _ in range(programs):
        x = w.argument([int(extent) for extent in w.random.integers(2, 6, w.random.integers(1, 4))])
        for _ in range(int(w.random.integers(1, 4))):
            if x.array.size > 300 or not x.array.ndim:
                break
            x = w.pick(*steps)(w, x)
        w.results.append(x)
    return w
