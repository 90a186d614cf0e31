"""Pairs of tensors with a known difference, one for every pattern and what it depends on."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from runners.element_types import ELEMENT_TYPES, ElementType

Array = npt.NDArray[Any]
Rng = np.random.Generator


def values(kind: ElementType, shape: tuple[int, ...], rng: Rng) -> Array:
    """Floats around 1 in size, of both signs; integers of up to 8 bits."""
    match kind.kind:
        case "float":
            return rng.standard_normal(shape).astype(np.float64 if kind.bits == 64 else np.float32).astype(kind.numpy)
        case "complex":
            return (rng.standard_normal(shape) + 1j * rng.standard_normal(shape)).astype(kind.numpy)
        case "bool":
            return rng.random(shape) < 0.5
    bits = min(kind.bits, 8)
    low = -(1 << (bits - 1)) if kind.kind == "signed" else 0
    return rng.integers(low, low + (1 << bits), shape).astype(kind.numpy)


@dataclass(frozen=True)
class Plant:
    """``make`` gives a, the broken side, of b, the right one; ``pattern`` and ``parameters`` must then be told."""

    name: str
    make: Callable[[Array, Rng], Array]
    pattern: str
    parameters: dict[str, Any]
    shape: tuple[int, ...] = (96, 160)
    kind: str = "f32"
    kind_b: str | None = None
    source: Callable[[ElementType, tuple[int, ...], Rng], Array] = field(default=values)
    beside: tuple[str, ...] = ()
    """Other patterns that are then true as well."""

    @property
    def kinds(self) -> tuple[ElementType, ElementType]:
        return ELEMENT_TYPES[self.kind], ELEMENT_TYPES[self.kind_b or self.kind]

    def pair(self, noise: float = 0.0) -> tuple[Array, Array]:
        """a and b. To a is added what has nothing to do with either, as many times ``noise`` as there are mismatches."""
        rng = np.random.default_rng(0)
        kind_a, kind_b = self.kinds
        b = self.source(kind_b, self.shape, rng)
        a = np.ascontiguousarray(self.make(b, rng).astype(kind_a.numpy)).reshape(self.shape)
        if noise:
            with np.errstate(invalid="ignore"):
                count = round(noise * np.count_nonzero(a.astype(np.complex128) != b.astype(np.complex128)))
            at, other = (rng.choice(a.size, count, replace=False) for _ in range(2))
            a.reshape(-1)[at] = values(kind_a, (count,), rng) if kind_a.kind == "float" else a.reshape(-1)[other]
        return a, b


def mirrored(parameters: dict[str, Any]) -> dict[str, Any]:
    """What is told of a pair with the sides exchanged."""
    mirror: dict[str, Callable[[Any], Any]] = {
        "side": lambda side: "b" if side == "a" else "a",
        "unsigned": lambda side: "b" if side == "a" else "a",
        "shift": lambda shift: -shift,
        "factor": lambda factor: 1 / factor,
        "value": lambda value: -value,
        "direction": lambda way: {"up": "down", "down": "up"}.get(way, way),
    }
    if "fill" in parameters:
        del mirror["value"]
    return {key: mirror.get(key, lambda same: same)(value) for key, value in parameters.items()}


def _every(group: int) -> Callable[[Array, Rng], Array]:
    def make(b: Array, _: Rng) -> Array:
        a = b.copy()
        whole = b.shape[-1] - b.shape[-1] % group
        a[..., :whole] = b[..., :whole].reshape(*b.shape[:-1], -1, group)[..., ::-1].reshape(*b.shape[:-1], whole)
        return a

    return make


def _within(start: tuple[int, ...], stop: tuple[int, ...], fill: Callable[[Rng, tuple[int, ...]], Any]) -> Callable[[Array, Rng], Array]:
    def make(b: Array, rng: Rng) -> Array:
        a = b.copy()
        at = tuple(slice(low, high) for low, high in zip(start, stop, strict=True))
        a[at] = np.asarray(fill(rng, a[at].shape)).astype(a.dtype)
        return a

    return make


def _in_memory(first: int, count: int, fill: float) -> Callable[[Array, Rng], Array]:
    def make(b: Array, _: Rng) -> Array:
        a = b.copy()
        a.reshape(-1)[first : first + count] = fill
        return a

    return make


def _in_tiles(block: tuple[int, int], fill: Callable[[Rng, tuple[int, ...]], Any]) -> Callable[[Array, Rng], Array]:
    def make(b: Array, rng: Rng) -> Array:
        tiles = np.add.outer(np.arange(b.shape[0]) // block[0] * 2, np.arange(b.shape[1]) // block[1]) % 3 == 0
        return np.where(tiles, np.asarray(fill(rng, b.shape)).astype(b.dtype), b)

    return make


def _in_blocks(block: int) -> Callable[[Array, Rng], Array]:
    return lambda b, rng: np.where(np.arange(b.size) // block % 3 == 1, _noise(rng, b.shape), b)


def _tiled(start: tuple[int, int], size: tuple[int, int]) -> Callable[[Array, Rng], Array]:
    def make(b: Array, _: Rng) -> Array:
        tile = b[start[0] : start[0] + size[0], start[1] : start[1] + size[1]]
        counts = [-(-extent // step) for extent, step in zip(b.shape, size, strict=True)]
        return np.tile(tile, counts)[: b.shape[0], : b.shape[1]]

    return make


def _index(axis: int, index: int) -> Callable[[Array, Rng], Array]:
    return lambda b, _: np.broadcast_to(np.take(b, [index], axis), b.shape)


def _some(share: float, change: Callable[[Array], Array]) -> Callable[[Array, Rng], Array]:
    return lambda b, rng: np.where(rng.random(b.shape) < share, change(b), b)


def _bits(change: Callable[[Array], Array]) -> Callable[[Array], Array]:
    return lambda b: change(b.view(f"u{b.itemsize}")).view(b.dtype)


def _one_up_or_down(b: Array, rng: Rng) -> Array:
    stored = b.view(f"u{b.itemsize}")
    return np.where(rng.random(b.shape) < 0.5, stored + 1, stored - 1).astype(stored.dtype).view(b.dtype)


def _of_size(low: float, high: float) -> Callable[[ElementType, tuple[int, ...], Rng], Array]:
    return lambda kind, shape, rng: (rng.choice([-1, 1], shape) * rng.uniform(low, high, shape)).astype(np.float32).astype(kind.numpy)


def _sizes(low: float, high: float) -> Callable[[ElementType, tuple[int, ...], Rng], Array]:
    return lambda kind, shape, rng: rng.uniform(low, high, shape).astype(np.float32).astype(kind.numpy)


def _integers(low: int, high: int) -> Callable[[ElementType, tuple[int, ...], Rng], Array]:
    return lambda kind, shape, rng: rng.integers(low, high, shape).astype(kind.numpy)


def _some_small(smallest: float) -> Callable[[ElementType, tuple[int, ...], Rng], Array]:
    """Every third one below a size, the others around 1."""

    def source(kind: ElementType, shape: tuple[int, ...], rng: Rng) -> Array:
        small = rng.uniform(0.2, 0.9, shape) * smallest
        return np.where(rng.random(shape) < 0.3, small, rng.uniform(1, 2, shape)).astype(np.float32).astype(kind.numpy)

    return source


def _flushed(smallest: float) -> Callable[[Array, Rng], Array]:
    return lambda b, _: np.where(b.astype(np.float64) < smallest, np.zeros((), b.dtype), b)


def _clipped(bound: float) -> Callable[[Array, Rng], Array]:
    return lambda b, _: np.clip(b.astype(np.float64), -bound, bound)


def _noise(rng: Rng, shape: tuple[int, ...]) -> Array:
    return rng.standard_normal(shape)


def _random_bits(rng: Rng, shape: tuple[int, ...]) -> Array:
    with np.errstate(invalid="ignore"):
        return rng.integers(0, 1 << 32, shape, dtype=np.uint32).view(np.float32).astype(np.float64)


def _zeros(_: Rng, shape: tuple[int, ...]) -> Array:
    return np.zeros(shape)


def _nans(_: Rng, shape: tuple[int, ...]) -> Array:
    return np.full(shape, np.nan)


def reversed_plants() -> Iterator[Plant]:
    """Neighbours in reverse order."""
    for group in (2, 4, 8, 16, 32):
        yield Plant(f"reversed {group}", _every(group), "reversed_groups", {"group": group, "axis": 1})
    for kind in ("f16", "bf16", "f8E4M3FN", "i8", "i4", "ui2", "i32", "complex<f32>"):
        yield Plant(f"reversed {kind}", _every(8), "reversed_groups", {"group": 8, "axis": 2}, (4, 6, 64), kind)
    yield Plant("reversed, a rest", _every(8), "reversed_groups", {"group": 8, "axis": 1}, (40, 8 * 12 + 3))
    yield Plant(
        "reversed across rows",
        lambda b, _: b.reshape(-1, 8)[:, ::-1].reshape(b.shape),
        "reversed_groups",
        {"group": 8, "axis": "flat"},
        (40, 33),
        "i4",
    )
    yield Plant("reversed, one row of 24", _every(8), "reversed_groups", {"group": 8, "axis": 0}, (24,))


def moved_plants() -> Iterator[Plant]:
    """Bytes, axes and places exchanged."""
    for kind in ("f64", "f32", "f16", "bf16", "i32", "i16", "ui16", "i64", "complex<f64>"):
        # Values of one byte are as well multiplied by 256.
        yield Plant(f"byte swapped {kind}", lambda b, _: _swapped(b), "byte_swapped", {}, kind=kind, beside=("scaled",) if kind == "ui16" else ())

    yield Plant("transposed, square", lambda b, _: b.T, "transposed", {"axes": [0, 1]}, (48, 48))
    for kind in ("f32", "bf16", "i8"):
        yield Plant(f"transposed {kind}", lambda b, _: b.T.reshape(b.shape), "transposed", {"axes": [0, 1], "side": "a"}, (24, 56), kind)
    yield Plant("outer axes transposed", lambda b, _: b.swapaxes(0, 1), "transposed", {"axes": [0, 1]}, (12, 12, 20))
    yield Plant("NHWC", lambda b, _: b.transpose(0, 3, 1, 2).reshape(b.shape), "transposed", {"order": [0, 3, 1, 2], "side": "a"}, (2, 6, 10, 8))

    for kind in ("f32", "f16", "i8", "i4", "complex<f32>"):
        yield Plant(f"rotated {kind}", lambda b, _: np.roll(b, 5, 1), "rotated", {"axis": 1, "shift": 5}, kind=kind)
    yield Plant("rotated rows", lambda b, _: np.roll(b, -3, 0), "rotated", {"axis": 0, "shift": -3})
    yield Plant("rotated, middle axis", lambda b, _: np.roll(b, 2, 1), "rotated", {"axis": 1, "shift": 2}, (8, 9, 40))
    yield Plant("rotated in memory", lambda b, _: np.roll(b.reshape(-1), 19).reshape(b.shape), "rotated", {"axis": "flat", "shift": 19})
    yield Plant("rotated little in memory", lambda b, _: np.roll(b.reshape(-1), -5).reshape(b.shape), "rotated", {"axis": "flat", "shift": -5})
    yield Plant("rotated far", lambda b, _: np.roll(b.reshape(-1), 1000).reshape(b.shape), "rotated", {"axis": "flat", "shift": 1000})
    yield Plant("rotated, one axis", lambda b, _: np.roll(b, -7), "rotated", {"axis": 0, "shift": -7}, (3000,), "bf16")

    for kind in ("f32", "f16", "bf16", "i8", "i64", "f8E5M2", "complex<f32>"):
        yield Plant(f"permuted {kind}", lambda b, rng: rng.permutation(b.reshape(-1)).reshape(b.shape), "permuted", {}, kind=kind)


def computed_plants() -> Iterator[Plant]:
    """Signs misread, factors and offsets."""
    yield Plant(
        "sign of 4 bits", lambda b, _: np.where(b < 0, b + 16, b), "sign_reinterpreted", {"bits": 4, "unsigned": "a"}, kind="i8", source=_integers(-8, 8)
    )
    yield Plant("sign of 8 bits", lambda b, _: b.view(np.uint8), "sign_reinterpreted", {"bits": 8, "unsigned": "a"}, kind="ui8", kind_b="i8")
    yield Plant("sign in i32", lambda b, _: np.where(b < 0, b + 256, b), "sign_reinterpreted", {"bits": 8, "unsigned": "a"}, kind="i32")
    yield Plant(
        "sign of 64 bits", lambda b, _: b.view(np.uint64), "sign_reinterpreted", {"bits": 64, "unsigned": "a"}, kind="ui64", kind_b="i64", shape=(20, 30)
    )
    yield Plant("sign in f32", lambda b, _: np.where(b < 0, b + 65536, b), "sign_reinterpreted", {"bits": 16, "unsigned": "a"}, source=_integers(-30000, 30000))

    for kind, factor in (("f32", 0.1), ("f32", -3.0), ("f32", 1.001), ("f16", 2.0), ("bf16", 0.5), ("f64", 1e-3), ("f8E4M3FN", 4.0)):
        yield Plant(f"scaled {kind} {factor}", _times(factor), "scaled", {"factor": factor}, kind=kind)
    yield Plant("scaled i32", lambda b, _: b * 3, "scaled", {"factor": 3.0}, kind="i32")

    for kind, value in (("f32", 0.7), ("f32", -1000.0), ("f16", 4.0), ("bf16", 8.0), ("f64", 1e-3)):
        yield Plant(f"offset {kind} {value}", _plus(value), "offset", {"value": value}, kind=kind)
    yield Plant("offset i16", lambda b, _: b + 1, "offset", {"value": 1}, kind="i16")


def limit_plants() -> Iterator[Plant]:
    """Limits of types."""
    yield Plant("saturated f16", _clipped(65504), "saturated", {"side": "a"}, kind="f16", kind_b="f32", source=_of_size(3e4, 1e5))
    yield Plant("saturated i8", _clipped(127), "saturated", {"side": "a"}, kind="i8", kind_b="i32", source=_integers(-120, 400))
    yield Plant(
        "saturated f8", _some(0.3, lambda b: np.copysign(448, b.astype(np.float32))), "saturated", {"side": "a"}, kind="f8E4M3FN", source=_of_size(250, 400)
    )
    # The one value that the box is filled with is the limit.
    at_limit = _within((32, 64), (64, 128), lambda _, shape: np.full(shape, 448.0))
    yield Plant("saturated in a box", at_limit, "saturated", {"side": "a", "block": [32, 64]}, kind="f8E4M3FN", source=_sizes(250, 400))
    for kind in ("f32", "f16", "bf16", "f8E5M2"):
        yield Plant(f"overflow {kind}", _some(0.1, lambda b: np.copysign(np.inf, b.astype(np.float64))), "overflow", {"side": "a"}, kind=kind)
    yield Plant("overflow of f16", lambda b, _: _quietly(b, np.float16), "overflow", {"side": "a"}, kind="f16", kind_b="f32", source=_of_size(3e4, 1e5))
    yield Plant("all underflow", _flushed(1.0), "underflow_to_zero", {"side": "a"}, source=_sizes(1e-40, 1e-39))
    for kind, smallest in (("f32", 2.0**-126), ("f16", 2.0**-14), ("bf16", 2.0**-126), ("f8E5M2", 2.0**-14)):
        yield Plant(f"underflow {kind}", _flushed(smallest), "underflow_to_zero", {"side": "a"}, kind=kind, source=_some_small(smallest))


def region_plants() -> Iterator[Plant]:
    """Regions that nothing was written to."""
    box: dict[str, Any] = {"side": "a", "region": "box", "start": [32, 64], "stop": [64, 128]}
    for kind in ("f32", "f16", "i8", "i1", "complex<f32>"):
        # Where b is zero too there is no mismatch, and half of an i1 is: blocks are not full then.
        block = {} if kind == "i1" else {"block": [32, 64]}
        yield Plant(f"zeros in a box {kind}", _within((32, 64), (64, 128), _zeros), "unwritten", {**box, "fill": "zeros", **block}, kind=kind)
    yield Plant("NaN in a box", _within((32, 64), (64, 128), _nans), "unwritten", {**box, "fill": "nan", "block": [32, 64]}, kind="bf16", beside=("nan_only",))
    yield Plant("garbage in a box", _within((32, 64), (64, 128), _random_bits), "unwritten", {**box, "fill": "garbage", "block": [32, 64]})
    yield Plant(
        "poison in a box",
        _within((32, 64), (64, 128), lambda _, shape: np.full(shape, -17)),
        "unwritten",
        {**box, "fill": "constant", "value": -17, "block": [32, 64]},
        kind="i8",
    )
    yield Plant("zeros in rows of a box", _within((1, 3), (3, 50), _zeros), "unwritten", {**box, "start": [1, 3], "stop": [3, 50], "fill": "zeros"})
    yield Plant("zeros in memory", _in_memory(1000, 2000, 0), "unwritten", {"side": "a", "fill": "zeros", "region": "range", "first": 1000, "count": 2000})
    yield Plant("zeros, one axis", _in_memory(100, 60, 0), "unwritten", {"side": "a", "fill": "zeros", "region": "range", "first": 100, "count": 60}, (999,))
    yield Plant("zeros in tiles", _in_tiles((16, 8), _zeros), "unwritten", {"side": "a", "fill": "zeros", "region": "blocks", "block": [16, 8]})
    yield Plant("garbage in tiles", _in_tiles((16, 8), _random_bits), "unwritten", {"side": "a", "fill": "garbage", "region": "blocks", "block": [16, 8]})
    for kind in ("f32", "i8", "i1", "i4"):
        yield Plant(f"all zeros {kind}", lambda b, _: np.zeros_like(b), "unwritten", {"side": "a", "fill": "zeros", "region": "all"}, kind=kind)
    yield Plant("all poison", lambda b, _: np.full_like(b, -4.3e8), "unwritten", {"side": "a", "fill": "constant", "value": -4.3e8, "region": "all"})


def place_plants() -> Iterator[Plant]:
    """Mismatches that are together, and NaN."""
    yield Plant("tail", _within((0, 128), (96, 150), _noise), "tail", {"axis": 1, "start": 128, "extent": 22}, (96, 150))
    yield Plant(
        "tail, first axis", _within((96, 0), (101, 30), _zeros), "tail", {"axis": 0, "start": 96, "extent": 5}, (101, 30), "bf16", beside=("unwritten",)
    )
    yield Plant("tail, one axis", _within((1024,), (1034,), _noise), "tail", {"axis": 0, "start": 1024, "extent": 10}, (1034,))
    yield Plant("tail, small", _within((0, 32), (8, 33), _noise), "tail", {"axis": 1, "start": 32, "extent": 1}, (8, 33), "i8")


def repeated_plants() -> Iterator[Plant]:
    """Copies."""
    for kind in ("f32", "f16", "i8"):
        yield Plant(f"one row {kind}", _index(0, 7), "repeated", {"side": "a", "tile": [1, 160], "source": [7, 0]}, kind=kind)
    yield Plant("one column", _index(1, 5), "repeated", {"side": "a", "tile": [96, 1], "source": [0, 5]})
    yield Plant("one tile", _tiled((16, 32), (16, 32)), "repeated", {"side": "a", "tile": [16, 32], "source": [16, 32]})
    yield Plant("first tile", _tiled((0, 0), (32, 16)), "repeated", {"side": "a", "tile": [32, 16], "source": [0, 0]}, (100, 150), "bf16")
    yield Plant(
        "one tile over a few",
        lambda b, _: np.concatenate([b[:, :64], b[:, :16], b[:, :16], b[:, 96:]], axis=1),
        "repeated",
        {"side": "a", "tile": [96, 16], "source": [0, 0]},
    )


def rounding_plants() -> Iterator[Plant]:
    """The last place."""
    for kind in ("f64", "f32", "f16", "bf16", "f8E4M3FN"):
        yield Plant(f"one step {kind}", _one_up_or_down, "one_ulp", {"direction": "both"}, kind=kind)
    yield Plant("one step i8", _some(0.2, lambda b: b + np.where(b % 2, 1, -1)), "one_ulp", {"direction": "both"}, kind="i8", source=_integers(-100, 100))
    yield Plant("rounded up", lambda b, _: np.nextafter(b, np.float32(np.inf)), "one_ulp", {"direction": "up"})
    for kind in ("f32", "f16", "bf16"):
        yield Plant(
            f"truncated {kind}",
            _some(0.5, _bits(lambda stored: stored - np.ones((), stored.dtype))),
            "truncated",
            {"side": "a"},
            kind=kind,
            source=_of_size(0.3, 3),
        )
    yield Plant("truncated i8", _some(0.5, lambda b: b - np.sign(b)), "truncated", {"side": "a"}, kind="i8")
    yield Plant("as bf16", lambda b, _: b.astype(ELEMENT_TYPES["bf16"].numpy), "truncated", {"side": "a", "mantissa_bits": 7, "rounding": "nearest"})
    yield Plant("as f16", lambda b, _: b.astype(np.float16), "truncated", {"side": "a", "mantissa_bits": 10, "rounding": "nearest"}, source=_of_size(0.3, 3))
    yield Plant(
        "cut to bf16", lambda b, _: _bits(lambda stored: stored >> 16 << 16)(b), "truncated", {"side": "a", "mantissa_bits": 7, "rounding": "toward_zero"}
    )


def wrong_plants() -> Iterator[Plant]:
    """NaN, and what is wrong and nothing else."""
    for kind in ("f32", "f16", "bf16", "f8E4M3FN", "complex<f32>"):
        yield Plant(f"NaN {kind}", _some(0.05, lambda b: np.full_like(b, np.nan)), "nan_only", {"side": "a"}, kind=kind)

    confined: dict[str, Any] = {"region": "box", "start": [32, 64], "stop": [64, 128], "block": [32, 64]}
    yield Plant("wrong in a box", _within((32, 64), (64, 128), _noise), "confined", confined)
    yield Plant("wrong in a box i8", _within((32, 64), (64, 128), lambda rng, shape: rng.integers(-128, 128, shape)), "confined", confined, kind="i8")
    yield Plant("wrong in blocks, one axis", _in_blocks(1024), "confined", {"region": "blocks", "block": [1024]}, (16384,))
    yield Plant("wrong in tiles", _in_tiles((16, 8), _noise), "confined", {"region": "blocks", "block": [16, 8]})


def _swapped(b: Array) -> Array:
    size = b.itemsize // (2 if b.dtype.kind == "c" else 1)
    return b.view(f"u{size}").byteswap().view(b.dtype)


def _times(factor: float) -> Callable[[Array, Rng], Array]:
    return lambda b, _: (b.astype(np.float64) * factor).astype(np.float32 if b.itemsize < 8 else np.float64)


def _plus(value: float) -> Callable[[Array, Rng], Array]:
    return lambda b, _: (b.astype(np.float64) + value).astype(np.float32 if b.itemsize < 8 else np.float64)


def _quietly(b: Array, dtype: Any) -> Array:
    with np.errstate(over="ignore"):
        return b.astype(dtype)


PLANTS = (
    *reversed_plants(),
    *moved_plants(),
    *computed_plants(),
    *limit_plants(),
    *region_plants(),
    *place_plants(),
    *repeated_plants(),
    *rounding_plants(),
    *wrong_plants(),
)
