"""Pasted NumPy: what is made is what NumPy makes, bit for bit; all else is not made, and says why."""

import numpy as np
import numpy.typing as npt
import pytest

from bot.intake.made import read_made
from bot.intake.numpy_code import MadeArray, Reader
from tests.intake.reports import COMPILE, PROGRAM, RELEASE, RUN, asked, block, document, read, reasons, report

GOLDEN = "Expected:\n\n```\nresult[0]: hal.buffer_view\n4xf32=6 8 10 12\n```\n"


def saved(text: str) -> MadeArray:
    reader = Reader()
    assert reader.read(text)
    return reader.saved["x.npy"]


@pytest.mark.parametrize(
    "line",
    [
        "np.zeros((2, 3))",
        "np.ones((2, 3), dtype=np.float32)",
        "np.ones(4, np.int8)",
        "np.full((2, 2), -0.5, dtype='float16')",
        "np.full(3, 7)",
        "np.arange(6, dtype=np.float32).reshape(2, 3)",
        "np.arange(2, 11, 3)",
        "np.arange(0, 1, 0.1)",
        "np.linspace(0, 1, 7, dtype=np.float32)",
        "np.linspace(-1, 1, num=5, endpoint=False)",
        "np.eye(3, k=1)",
        "np.identity(2, dtype=np.int32)",
        "np.array([[1, 2], [3, 4]], dtype=np.uint8)",
        "np.array([True, False])",
        "np.float32(0.1)",
        "np.random.rand(2, 3)",
        "np.random.rand(4).astype(np.float16)",
        "np.random.randn(3, 2).astype('float32')",
        "np.random.random((5,))",
        "np.random.random_sample(3)",
        "np.random.randint(0, 10, (2, 3))",
        "np.random.randint(5, size=4, dtype=np.int32)",
        "np.random.randint(-128, 127, size=(3,), dtype=np.int8)",
        "np.random.uniform(-1, 1, (4,)).astype(np.float32)",
        "np.random.uniform(size=3)",
        "np.random.normal(0, 0.02, size=(2, 2))",
        "np.random.standard_normal((2,))",
        "(2 * np.random.rand(4) - 1).astype(np.float32)",
        "np.random.RandomState(5).randn(3)",
        "np.random.default_rng(0).random((2, 2))",
        "np.random.default_rng(seed=7).standard_normal(4, dtype=np.float32)",
        "np.random.default_rng(1).integers(0, 5, size=3, dtype=np.uint8)",
        "np.random.default_rng(1).integers(10, size=3, endpoint=True)",
        "np.random.default_rng(2).uniform(-1, 1, 5)",
        "np.random.default_rng(3).normal(1.0, 2.0, (2, 2))",
        "np.arange(6).reshape(2, -1).T",
        "np.arange(6).reshape((3, 2)).flatten()",
        "-np.arange(4, dtype=np.float32) / 3",
        "np.ones((2, 2)) * 3 + 0.5",
        "np.arange(10) % 3",
    ],
)
def test_the_same_bits_as_numpy(line: str) -> None:
    np.random.seed(42)
    want: npt.NDArray[np.generic] = np.asarray(eval(line, {"np": np}))  # noqa: S307  the text is ours, right above
    got = saved(f"import numpy as np\nnp.random.seed(42)\nnp.save('x.npy', {line})").array
    assert got is not None
    assert (got.dtype, got.shape, got.tobytes()) == (want.dtype, want.shape, want.tobytes())


def test_several_draws_go_on_from_each_other() -> None:
    rng = np.random.default_rng(9)
    first, second = rng.random(3), rng.standard_normal(2)
    text = "from numpy.random import default_rng\nimport numpy as n\nrng = default_rng(9)\na = rng.random(3)\nb = rng.standard_normal(2)\n"
    got = saved(f"{text}n.save('x', b)\nn.save('y', a)").array
    assert got is not None
    assert got.tobytes() == second.tobytes()
    assert first.tobytes() != second.tobytes()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("np.save('x.npy', np.random.rand(3))", "no np.random.seed"),
        ("np.random.seed()\nnp.save('x.npy', np.random.rand(3))", "no np.random.seed"),
        ("np.save('x.npy', np.random.default_rng().random(3))", "without a seed"),
        ("np.random.seed(0)\nnp.random.shuffle(a)\nnp.save('x.npy', np.random.rand(3))", "no np.random.seed"),
        ("np.random.seed(0)\nm = model()\nnp.save('x.npy', np.random.rand(3))", "no np.random.seed"),
        ("rng = np.random.default_rng(0)\nrng.choice(3)\nnp.save('x.npy', rng.random(3))", "choice"),
        ("x = np.arange(4)\ny = x\ny[0] = 9\nnp.save('x.npy', x)", "not read"),
        ("x = np.arange(4)\nx += 1\nnp.save('x.npy', x)", "not read"),
        ("x = np.arange(4)\nx.sort()\nnp.save('x.npy', x)", "sort"),
        ("for i in range(3):\n    np.save('x.npy', np.zeros(3))", "not read"),
        ("np.save('x.npy', np.zeros(3))\nnp.save('x.npy', np.ones(3))", "written twice"),
        ("np.save('x.npy', np.random)", "not read"),
        ("np.save('x.npy', np.sin(np.arange(3)))", "sin"),
        ("import jax.numpy as np\nnp.save('x.npy', np.zeros(3))", ""),
        ("np.save('x.npy', np.arange(10**9))", "at most 16384"),
        ("np.save('x.npy', np.ones((4096, 4096)) + np.arange(4096))", "at most 16384"),
        ("np.save('x.npy', np.array([np.ones((4096, 4096, 4096))]))", "plain numbers"),
        ("np.save('x.npy', np.eye(1000))", "16384"),
        ("np.save('x.npy', 10**9**9)", "power"),
        ("np.save('x.npy', np.zeros(10**30))", "large|plain|power"),
        ("np.save('x.npy', __import__('os').system('true'))", "not read"),
        ("np.save('x.npy', np.load('/etc/passwd', allow_pickle=True))", "load"),
        ("np.save('x.npy', np.zeros(3).ctypes)", "not read"),
    ],
)
def test_what_is_not_made_says_why(text: str, why: str) -> None:
    reader = Reader()
    reader.read(text)
    made = reader.saved.get("x.npy") or MadeArray(None, raw=False)
    assert made.array is None
    assert any(word in made.problem for word in why.split("|")), made.problem


def test_one_value_everywhere_takes_no_memory() -> None:
    array = saved("np.save('x.npy', (np.ones((4096, 4096, 4096)) * 2).astype('float32').reshape(-1))").array
    assert array is not None
    assert (array.shape, array.dtype, array.strides) == ((1 << 36,), np.dtype("float32"), (0,))


@pytest.mark.parametrize("text", ["-" * 6000 + "1", "(" * 300, "x" + ".a" * 3000, "np.save('x', " + "+".join("1" * 2000) + ")", "a b c", "\0"])
def test_no_python_is_too_strange(text: str) -> None:
    Reader().read(text)


INPUT = RUN.replace("4xf32=1 2 3 4", "@x.npy")
MAKE = "np.save('x.npy', np.arange(4, dtype=np.float32))"


@pytest.mark.parametrize(
    "text",
    [
        block("import numpy as np", MAKE, tag="python"),
        block(">>> import numpy as np", f">>> {MAKE}", tag="pycon"),
        f"The input is made by `{MAKE}`.",
        f"The input:\n\n{MAKE}\n",
        block(f'python3 -c "import numpy as np; {MAKE}"', tag="bash"),
        block("cat > gen.py <<'EOF'", "import numpy as np", MAKE, "EOF", "python gen.py", tag="bash"),
        block("np.arange(4, dtype=np.float32).tofile('x.bin')", tag="python"),
    ],
)
def test_where_the_lines_stand(text: str) -> None:
    command = INPUT.replace("@x.npy", "4xf32=@x.bin") if ".bin" in text else INPUT
    intake = read(report(PROGRAM, block(COMPILE, command), text, GOLDEN, RELEASE))
    assert intake.status == "ready", reasons(intake)
    one = intake.spec.inputs[0]
    assert (one.kind, one.shape, one.dtype, one.value) == ("values", (4,), "f32", (0, 1, 2, 3))


@pytest.mark.parametrize(
    ("line", "kind", "value"),
    [("np.zeros(4, np.float32)", "zeros", None), ("np.ones(4, np.float32)", "splat", 1), ("np.full(4, 0.1, np.float32)", "splat", float(np.float32(0.1)))],
)
def test_one_value_is_a_splat(line: str, kind: str, value: float | None) -> None:
    intake = read(report(PROGRAM, block(COMPILE, INPUT), block(f"np.save('x.npy', {line})"), GOLDEN, RELEASE))
    assert (intake.spec.inputs[0].kind, intake.spec.inputs[0].value) == (kind, value)


def test_python_that_is_not_read_is_an_unsupported_source() -> None:
    intake = read(report(PROGRAM, block(COMPILE, INPUT), block("np.save('x.npy', model.weight.numpy())", tag="python"), GOLDEN, RELEASE))
    assert {code.value for code in asked(intake)} == {"unsupported_source"}
    assert any("default_rng" in text for text in reasons(intake))


def test_names_last_and_draws_do_not_from_one_snippet_to_the_next() -> None:
    text = block("np.random.seed(0)", "a = np.arange(3)") + "\nthen\n\n" + block("np.save('a.npy', a)", "np.save('r.npy', np.random.rand(2))")
    made = {one.name: one.made for one in read_made(document(text))}
    assert made["a.npy"].array is not None
    assert made["r.npy"].array is None


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("np.array([6, 8, 10, 12], np.float32)", (6, 8, 10, 12)),
        ("np.full(4, 0.1, np.float32)", (float(np.float32(0.1)),) * 4),
        ("np.zeros(4, np.float32)", (0,) * 4),
    ],
)
def test_expected_outputs_are_made_too(line: str, values: tuple[float, ...]) -> None:
    intake = read(report(PROGRAM, block(COMPILE, f"{RUN} --expected_output=@y.npy"), block(f"np.save('y.npy', {line})", tag="python"), RELEASE))
    assert intake.status == "ready", reasons(intake)
    assert intake.spec.expectation is not None
    assert [(one.shape, one.dtype, one.values, one.digits) for one in intake.spec.expectation.values] == [((4,), "f32", values, 17)]
