"""Writes the programs of the seeded-fault suite: ``programs/*.mlir`` and ``programs/programs.json``.

The files that are committed were made by JAX 0.6.2. JAX is no dependency of this project; run it beside it:

    uv run --no-project --with jax==0.6.2 python tests/faults/export.py

Every program is one function ``main`` in StableHLO. Weights are arguments, so that the files stay small;
``programs.json`` says how each argument is made (shape, type, how the values are drawn), and its seed.
Nothing here was tuned to the suite: these are the ordinary ways of writing such models in JAX.
"""

# mypy: disable-error-code="import-not-found"
# ruff: noqa: PLR0917 - a model takes its weights one by one

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
from jax import export
from jax._src.interpreters import mlir
from jax._src.lib.mlir import ir

OUT = Path(__file__).parent / "programs"


@dataclass(frozen=True)
class Arg:
    """One argument: normal values times ``scale`` plus ``offset``; for integers uniform from ``low`` up to ``high``.

    A ``None`` extent is exported as dynamic and run with ``dynamic``.
    """

    shape: tuple[int | None, ...]
    dtype: str = "f32"
    scale: float = 1.0
    offset: float = 0.0
    low: int = -127
    high: int = 128
    dynamic: int = 6


def weight(*shape: int, dtype: str = "f32") -> Arg:
    """A weight matrix that keeps the variance of what it is applied to."""
    return Arg(shape, dtype, scale=round(shape[-2] ** -0.5, 4))


def gain(size: int, dtype: str = "f32") -> Arg:
    """The factors of a normalisation, about 1."""
    return Arg((size,), dtype, scale=0.1, offset=1.0)


def bias(size: int, dtype: str = "f32") -> Arg:
    return Arg((size,), dtype, scale=0.2)


def layer_norm(x: Any, g: Any, b: Any) -> Any:
    mean = jnp.mean(x, -1, keepdims=True)
    spread = jnp.mean(jnp.square(x - mean), -1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(spread + 1e-5) * g + b


def attention_block(x: Any, wqkv: Any, wo: Any, g1: Any, b1: Any, w1: Any, c1: Any, w2: Any, g2: Any, b2: Any, *, heads: int) -> Any:
    """Pre-norm attention and a two-layer perceptron, each with its residual."""
    time, width = x.shape
    q, k, v = jnp.split(layer_norm(x, g1, b1) @ wqkv, 3, axis=-1)
    q, k, v = (t.reshape(time, heads, width // heads).transpose(1, 0, 2) for t in (q, k, v))
    scores = jnp.einsum("htd,hsd->hts", q, k) * jnp.asarray((width // heads) ** -0.5, x.dtype)
    mask = jnp.tril(jnp.ones((time, time), bool))
    scores = jnp.where(mask, scores, jnp.asarray(-1e4, x.dtype))
    mixed = jnp.einsum("hts,hsd->htd", jax.nn.softmax(scores, -1), v).transpose(1, 0, 2).reshape(time, width)
    x = x + mixed @ wo
    return x + jax.nn.gelu(layer_norm(x, g2, b2) @ w1 + c1) @ w2


PER_BLOCK = 9


def attention(x: Any, *weights: Any, heads: int) -> Any:
    for i in range(0, len(weights), PER_BLOCK):
        x = attention_block(x, *weights[i : i + PER_BLOCK], heads=heads)
    return x


def attention_args(layers: int, time: int, width: int, dtype: str) -> list[Arg]:
    block = [
        weight(width, 3 * width, dtype=dtype), weight(width, width, dtype=dtype), gain(width, dtype), bias(width, dtype),
        weight(width, 2 * width, dtype=dtype), bias(2 * width, dtype), weight(2 * width, width, dtype=dtype), gain(width, dtype), bias(width, dtype),
    ]  # fmt: skip
    return [Arg((time, width), dtype), *block * layers]


def convnet(x: Any, k1: Any, c1: Any, k2: Any, c2: Any, k3: Any, w: Any, b: Any) -> Any:
    """Three convolutions (one strided, one depthwise), pooling, a dense layer with log-softmax."""
    conv = partial(jax.lax.conv_general_dilated, dimension_numbers=("NHWC", "HWIO", "NHWC"))
    x = jax.nn.relu(conv(x, k1, (1, 1), "SAME") + c1)
    x = jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    x = jnp.tanh(conv(x, k2, (2, 2), "SAME") + c2)
    x = jax.nn.relu(conv(x, k3, (1, 1), "SAME", feature_group_count=x.shape[-1])) + x
    return jax.nn.log_softmax(jnp.mean(x, (1, 2)) @ w + b, -1)


def lstm(xs: Any, h: Any, c: Any, wx: Any, wh: Any, b: Any, wo: Any) -> Any:
    def step(state: Any, x: Any) -> Any:
        h, c = state
        i, f, g, o = jnp.split(x @ wx + h @ wh + b, 4, axis=-1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    (h, c), hs = jax.lax.scan(step, (h, c), xs)
    return hs @ wo, c


def mlp_int8(x: Any, w1: Any, s1: Any, b1: Any, w2: Any, s2: Any, w3: Any, s3: Any) -> Any:
    """Dynamic quantisation: each activation is scaled to int8 by its largest magnitude, products accumulate in int32."""

    def dense(x: Any, w: Any, scale: Any) -> Any:
        step = jnp.max(jnp.abs(x), -1, keepdims=True) / 127.0
        q = jnp.clip(jnp.round(x / step), -127, 127).astype(jnp.int8)
        sums = jax.lax.dot_general(q, w, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32)
        return sums.astype(jnp.float32) * step * scale

    x = jax.nn.relu(dense(x, w1, s1) + b1)
    x = jax.nn.relu(dense(x, w2, s2)) + x
    return dense(x, w3, s3)


def norms(x: Any, g: Any, b: Any, w: Any, g2: Any, w2: Any, c2: Any) -> Any:
    """Layer norm, RMS norm and group norm with what usually stands between them."""
    x = layer_norm(x, g, b)
    x = x + jax.nn.silu(x @ w)
    x = x * jax.lax.rsqrt(jnp.mean(jnp.square(x), -1, keepdims=True) + 1e-6) * g2
    groups = x.reshape(x.shape[0], 4, -1)
    mean, spread = jnp.mean(groups, -1, keepdims=True), jnp.std(groups, -1, keepdims=True)
    x = ((groups - mean) / (spread + 1e-5)).reshape(x.shape)
    return x @ w2 + c2


def fft(re: Any, im: Any, window: Any, bins: Any, back: Any) -> Any:
    """A radix-2 transform by gathers and butterflies, power by bins (scatter), and a look-up of them."""
    size = re.shape[-1]
    order = [int(f"{i:0{size.bit_length() - 1}b}"[::-1], 2) for i in range(size)]
    index = jnp.array(order)
    re, im = (re * window)[:, index], (im * window)[:, index]
    half = 1
    while half < size:
        angle = -jnp.pi * jnp.arange(half) / half
        cos, sin = jnp.cos(angle), jnp.sin(angle)
        re, im = re.reshape(-1, size // (2 * half), 2, half), im.reshape(-1, size // (2 * half), 2, half)
        odd_re = re[:, :, 1] * cos - im[:, :, 1] * sin
        odd_im = re[:, :, 1] * sin + im[:, :, 1] * cos
        re, im = (jnp.stack([t[:, :, 0] + o, t[:, :, 0] - o], 2).reshape(-1, size) for t, o in ((re, odd_re), (im, odd_im)))
        half *= 2
    power = jnp.sqrt(re * re + im * im)
    binned = jnp.zeros((re.shape[0], 8), power.dtype).at[:, bins].add(power)
    return jnp.roll(re, 3, -1), jnp.log1p(binned)[:, back]


def mlp_bf16(x: Any, w1: Any, b1: Any, w2: Any, b2: Any, w3: Any) -> Any:
    x = jnp.maximum(x @ w1 + b1, 0)
    x = jnp.maximum(x @ w2 + b2, 0) + x
    return (x @ w3).astype(jnp.float32)


def mlp_dynamic(x: Any, w1: Any, b1: Any, w2: Any, g: Any, b: Any, w3: Any) -> Any:
    """A perceptron over a batch whose size is not known when it is compiled."""
    h = jnp.tanh(x @ w1 + b1)
    h = layer_norm(h @ w2 + h, g, b)
    return jax.nn.sigmoid(h @ w3)


@dataclass(frozen=True)
class Model:
    """One program: the function and its arguments."""

    function: Callable[..., Any]
    args: Sequence[Arg]


MODELS: dict[str, Model] = {
    "attention_f32": Model(partial(attention, heads=2), attention_args(2, 12, 32, "f32")),
    "attention_f16": Model(partial(attention, heads=2), attention_args(3, 12, 32, "f16")),
    "attention_deep": Model(partial(attention, heads=2), attention_args(16, 8, 16, "f32")),
    "convnet": Model(
        convnet,
        [
            Arg((2, 16, 16, 3)),
            Arg((3, 3, 3, 8), scale=0.2),
            bias(8),
            Arg((3, 3, 8, 16), scale=0.12),
            bias(16),
            Arg((3, 3, 1, 16), scale=0.3),
            weight(16, 10),
            bias(10),
        ],
    ),
    "lstm": Model(lstm, [Arg((6, 4, 12)), Arg((4, 16), scale=0.3), Arg((4, 16), scale=0.3), weight(12, 64), weight(16, 64), bias(64), weight(16, 5)]),
    "mlp_int8": Model(
        mlp_int8,
        [
            Arg((6, 32)),
            Arg((32, 48), "i8"),
            Arg((48,), scale=1e-4, offset=3e-3),
            bias(48),
            Arg((48, 48), "i8"),
            Arg((48,), scale=1e-4, offset=2e-3),
            Arg((48, 10), "i8"),
            Arg((10,), scale=1e-4, offset=2e-3),
        ],
    ),
    "norms": Model(norms, [Arg((10, 32), offset=0.5), gain(32), bias(32), weight(32, 32), gain(32), weight(32, 24), bias(24)]),
    "fft": Model(fft, [Arg((4, 32)), Arg((4, 32)), Arg((32,), scale=0.1, offset=1.0), Arg((32,), "i32", low=0, high=8), Arg((12,), "i32", low=0, high=8)]),
    "mlp_bf16": Model(
        mlp_bf16,
        [Arg((8, 32), "bf16"), weight(32, 48, dtype="bf16"), bias(48, "bf16"), weight(48, 48, dtype="bf16"), bias(48, "bf16"), weight(48, 16, dtype="bf16")],
    ),
    "mlp_dynamic": Model(mlp_dynamic, [Arg((None, 16)), weight(16, 32), bias(32), weight(32, 32), gain(32), bias(32), weight(32, 8)]),
}

DTYPES = {"f32": jnp.float32, "f16": jnp.float16, "bf16": jnp.bfloat16, "i8": jnp.int8, "i32": jnp.int32}


def exported(model: Model) -> str:
    """The program as StableHLO text, without locations."""
    scope = export.SymbolicScope()
    shapes = [
        jax.ShapeDtypeStruct(export.symbolic_shape(", ".join("n" if d is None else str(d) for d in a.shape), scope=scope), DTYPES[a.dtype]) for a in model.args
    ]
    done = export.export(jax.jit(model.function), platforms=["cpu"])(*shapes)
    with mlir.make_ir_context(), ir.Location.unknown():
        module = ir.Module.parse(done.mlir_module())
        module.operation.walk(said_to_keep_extents)
        return str(module.operation.get_asm(enable_debug_info=False, large_elements_limit=None)) + "\n"


def said_to_keep_extents(operation: Any) -> Any:
    """JAX broadcasts a dynamic extent to itself only, but does not say so; the importer wants it said."""
    if operation.name == "stablehlo.dynamic_broadcast_in_dim":
        given = ir.RankedTensorType(operation.operands[0].type)
        keeps = [i for i in range(given.rank) if given.is_dynamic_dim(i) or given.get_dim_size(i) != 1]
        operation.attributes["known_nonexpanding_dimensions"] = ir.DenseI64ArrayAttr.get(keeps)
        operation.attributes["known_expanding_dimensions"] = ir.DenseI64ArrayAttr.get([i for i in range(given.rank) if i not in keeps])
    return ir.WalkResult.ADVANCE


def described(arg: Arg, seed: int) -> dict[str, Any]:
    """What the suite needs to make the argument."""
    data: dict[str, Any] = {"shape": [arg.dynamic if d is None else d for d in arg.shape], "dtype": arg.dtype, "seed": seed}
    return data | ({"low": arg.low, "high": arg.high} if arg.dtype.startswith("i") else {"scale": arg.scale, "offset": arg.offset})


def main() -> None:
    """Write all programs and the table of their arguments."""
    OUT.mkdir(exist_ok=True)
    table = {}
    for number, (name, model) in enumerate(MODELS.items()):
        (OUT / f"{name}.mlir").write_text(exported(model), encoding="utf-8")
        table[name] = [described(arg, 1000 * number + i) for i, arg in enumerate(model.args)]
    rows = ",\n".join(f'  "{name}": [\n' + ",\n".join(f"    {json.dumps(a)}" for a in args) + "\n  ]" for name, args in table.items())
    (OUT / "programs.json").write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
