"""Every spelling of a tensor; what we read is what the tool reads."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from bot.intake.inputs import Tensor, read_tensor
from bot.intake.values import TensorType, read_values, tensor_type
from runners.contract import Scalar, UserError

NAN, INF = "nan", "inf"
BIN = Path(sys.executable).parent


@pytest.mark.parametrize(
    ("text", "shape", "dtype", "values"),
    [
        ("2x3xf32=[1 2 3][4 5 6]", (2, 3), "f32", (1, 2, 3, 4, 5, 6)),
        ("2x3xf32=[[1,2,3],[4,5,6]]", (2, 3), "f32", (1, 2, 3, 4, 5, 6)),
        ("2x3xf32=1, 2, 3, 4, 5, 6", (2, 3), "f32", (1, 2, 3, 4, 5, 6)),
        ("2x3xf32 = 1 2 3 4 5 6", (2, 3), "f32", (1, 2, 3, 4, 5, 6)),
        ("2x3xf32=[1 2 3][4 5 6", (2, 3), "f32", (1, 2, 3, 4, 5, 6)),
        ("2x3xf32=1 2 3\n4 5 6", (2, 3), "f32", (1, 2, 3, 4, 5, 6)),
        ("4xf32=1", (4,), "f32", (1,)),
        ("4xf32=-.5e-1", (4,), "f32", (-0.05,)),
        ("2xf32=1. 1e10", (2,), "f32", (1, 1e10)),
        ("2xf32=0x3F 1.5f", (2,), "f32", (63, 1.5)),
        ("6xf32=nan -NAN NaN inf -INF infinity", (6,), "f32", (NAN, NAN, NAN, INF, "-inf", INF)),
        ("1xf64=1e400", (1,), "f64", (INF,)),
        ("f32=0.5", (), "f32", (0.5,)),
        ("i64=-1", (), "i64", (-1,)),
        ("1xsi32=1", (1,), "si32", (1,)),
        ("2xui8=129 0", (2,), "ui8", (129, 0)),
        ("2xi8=255 -128", (2,), "i8", (-1, -128)),
        ("2xi32=0x10 010", (2,), "i32", (16, 8)),
        ("2xi64=3.0 2.", (2,), "i64", (3, 2)),
        ("1x1xi64", (1, 1), "i64", ()),
        ("2x3xbf16=", (2, 3), "bf16", ()),
        ("0x4xf32", (0, 4), "f32", ()),
        ("4xi1=true false 1 0", (4,), "i1", (1, 0, 1, 0)),
        ("4xi1=01 00 01 00", (4,), "i1", (1, 0, 1, 0)),
        ("4xi1=[01 00][01 00]", (4,), "i1", (1, 0, 1, 0)),
        ("4xi4=21 f3", (4,), "i4", (1, 2, 3, -1)),
        ("4xi4=1 -2 7 -8", (4,), "i4", (1, -2, 7, -8)),
        ("2xf8E4M3FNUZ=0.5 1", (2,), "f8E4M3FNUZ", (0.5, 1)),
    ],
)
def test_spellings(text: str, shape: tuple[int, ...], dtype: str, values: tuple[Scalar, ...]) -> None:
    assert read_tensor(text) == Tensor(TensorType(shape, dtype), values)


@pytest.mark.parametrize(("text", "kind", "file"), [("@x.npy", None, "x.npy"), ("2x3xf32=@a/x.bin", "2x3xf32", "a/x.bin"), ("@~/d/x.npy", None, "~/d/x.npy")])
def test_files(text: str, kind: str | None, file: str) -> None:
    tensor = read_tensor(text)
    assert (tensor.type and str(tensor.type), tensor.file) == (kind, file)


@pytest.mark.parametrize("text", ["5", "-0.5", "1e3"])
def test_a_bare_number_waits_for_the_type_of_its_argument(text: str) -> None:
    assert read_tensor(text) == Tensor(None, number=text)


@pytest.mark.parametrize(("text", "splat"), [("4xf32=1", True), ("1xf32=1", False), ("f32=1", False), ("2xf32=1 1", False), ("4xf32", False)])
def test_one_value_for_a_larger_shape_is_a_splat(text: str, splat: bool) -> None:
    assert read_tensor(text).is_splat is splat


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("4xf32=1 2", "4xf32 has 4 elements, 2 values are given"),
        ("4xf32=1 2 3 4 5", "4xf32 has 4 elements, 5 values are given"),
        ("4xf32=1 2 ...", "cut short with dots"),
        ("4xf32=1 two 3 4", "`two` is not a number"),
        ("2xi8=300 1", "300 does not fit into i8"),
        ("2xui8=-1 1", "-1 does not fit into ui8"),
        ("2xi32=1e3 1", "`1e3` is not a whole number"),
        ("2xi32=1.5 1", "`1.5` is not a whole number"),
        ("2xi1=2 0", "2 does not fit into i1"),
        ("2xcomplex<f32>=1 2", "put them into an .npy file"),
        ("4xfloat=1", "nor of the form"),
        ("?x4xf32=1", "nor of the form"),
        ("4XF32=1", "nor of the form"),
        ("f32", "a scalar needs its value"),
        ("f32=", "a scalar needs its value"),
        ("", "neither one number"),
        ("1 2", "neither one number"),
        ("@", "no file is named"),
        ("(null)", "is not a number"),
        ("x" * 5000, "…` cannot be read"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, says: str) -> None:
    with pytest.raises(UserError) as error:
        read_tensor(text)
    assert says in error.value.text
    assert error.value.code == "missing_inputs"


def test_a_shape_is_only_a_claim() -> None:
    tensor = read_tensor("999999999999x999999999999xf32=1")
    assert tensor.is_splat


@cache
def identity(kind: str, folder: Path) -> Path:
    module = folder / "identity.vmfb"
    program = f"func.func @id(%x: tensor<{kind}>) -> tensor<{kind}> {{ return %x : tensor<{kind}> }}"
    subprocess.run(
        [BIN / "iree-compile", "-", "--iree-hal-target-backends=llvm-cpu", "-o", module], input=program.encode(), check=True, capture_output=True, timeout=120
    )
    return module


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        ("2x3xf32", ["=[1 2 3][4 5 6]", "=1", "=-.5", "=1e10", "", "=nan", "=-INF", "=[[1,2,3],[4,5,6]]", "=1, 2, 3, 4, 5, 6", "=0x3F", "=[1 2 3][4 5 6"]),
        ("4xi8", ["=255", "=-1", "=0x1F", "=010", "=1 2 3 4", "=1.0", ""]),
        ("4xi1", ["=00 01 00 01", ""]),
    ],
)
def test_the_tool_reads_the_same_values(tmp_path: Path, kind: str, texts: list[str]) -> None:
    module = identity(kind, tmp_path)
    wanted = tensor_type(kind)
    assert wanted is not None
    for text in texts:
        argv = [str(BIN / "iree-run-module"), f"--module={module}", "--device=local-task", "--function=id", f"--input={kind}{text}"]
        printed = subprocess.run(argv, check=True, capture_output=True, text=True, timeout=60).stdout.split("\n")[2]
        ours = read_tensor(kind + text).values or (0,)
        assert read_values(printed.partition("=")[2], wanted).items == (ours if len(ours) == wanted.elements else ours * wanted.elements)


@pytest.mark.parametrize("text", ["2x3xf32=true", "2x3xf32=1 2 3", "2x3xf32=(1 2 3 4 5 6)", "2x3xF32=1", "2x3xf32=1 2 3 4 5 6 7"])
def test_the_tool_refuses_what_we_refuse(tmp_path: Path, text: str) -> None:
    argv = [str(BIN / "iree-run-module"), f"--module={identity('2x3xf32', tmp_path)}", "--device=local-task", "--function=id", f"--input={text}"]
    assert subprocess.run(argv, check=False, capture_output=True, timeout=60).returncode
    with pytest.raises(UserError):
        read_tensor(text)
