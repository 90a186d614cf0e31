"""Inputs of a spec made into the bytes that the runtime takes."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from runners.contract import Input, UserError
from runners.stages.arguments import make_argument


def made(folder: Path, found: Path | None = None, **fields: Any) -> Any:
    return make_argument(Input(index=0, **fields), found, folder)


@pytest.mark.parametrize(
    ("fields", "want"),
    [
        ({"kind": "splat", "shape": (2, 2), "dtype": "f32", "value": 1.5}, np.full((2, 2), 1.5, "f4")),
        ({"kind": "zeros", "shape": (3,), "dtype": "i64"}, np.zeros(3, "i8")),
        ({"kind": "values", "shape": (3,), "dtype": "i64", "value": (5, -4, 2**62)}, np.array([5, -4, 2**62])),
        ({"kind": "values", "shape": (3,), "dtype": "f16", "value": ("nan", "-inf", 70000)}, np.array([np.nan, -np.inf, np.inf], "f2")),
        ({"kind": "values", "shape": (2,), "dtype": "i8", "value": (129, -1)}, np.array([-127, -1], "i1")),
        ({"kind": "values", "shape": (2,), "dtype": "ui8", "value": (129, 255)}, np.array([129, 255], "u1")),
        ({"kind": "values", "shape": (4,), "dtype": "i4", "value": (0, 7, -8, 15)}, np.array([0, 7, -8, -1], "i1")),
        ({"kind": "values", "shape": (2,), "dtype": "i1", "value": (1, 0)}, np.array([True, False])),
        ({"kind": "splat", "shape": (), "dtype": "f32", "value": 2}, np.array(2, "f4")),
    ],
)
def test_values_as_the_report_gives_them(tmp_path: Path, fields: dict[str, Any], want: Any) -> None:
    argument = made(tmp_path, **fields)
    np.testing.assert_array_equal(argument.load(), want)
    assert argument.load().dtype == want.dtype


def test_random_inputs_come_from_their_seed(tmp_path: Path) -> None:
    one, again, other = (made(tmp_path, kind="random", shape=(100,), dtype="f32", seed=s).load().copy() for s in (1, 1, 2))
    np.testing.assert_array_equal(one, again)
    assert not np.array_equal(one, other)
    assert len(np.unique(one)) == 100


def test_an_npy_gives_shape_and_type_itself(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.arange(6, dtype="f2").reshape(2, 3))
    argument = made(tmp_path, tmp_path / "x.npy", kind="file", file="x.npy")
    assert (argument.shape, argument.type_name) == ((2, 3), "f16")
    np.testing.assert_array_equal(argument.load(), np.arange(6).reshape(2, 3))


def test_raw_bytes_take_shape_and_type_from_the_report(tmp_path: Path) -> None:
    (tmp_path / "x.bin").write_bytes(np.arange(6, dtype="f4").tobytes())
    argument = made(tmp_path, tmp_path / "x.bin", kind="file", file="x.bin", shape=(3, 2), dtype="f32")
    np.testing.assert_array_equal(argument.load(), np.arange(6).reshape(3, 2))


def test_files_that_do_not_fit_are_told_with_both_sizes(tmp_path: Path) -> None:
    np.save(tmp_path / "x.npy", np.zeros((2, 3), "f4"))
    with pytest.raises(UserError, match=r"x\.npy holds 2x3xf32, the report says 3x3xf32"):
        made(tmp_path, tmp_path / "x.npy", kind="file", file="x.npy", shape=(3, 3), dtype="f32")
    (tmp_path / "x.bin").write_bytes(bytes(7))
    with pytest.raises(UserError, match=r"x\.bin has 7 bytes, 2xf32 needs 8"):
        made(tmp_path, tmp_path / "x.bin", kind="file", file="x.bin", shape=(2,), dtype="f32")


def test_a_value_that_the_type_cannot_hold_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="300 does not fit into i8"):
        made(tmp_path, kind="splat", shape=(1,), dtype="i8", value=300)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"x\.npy is not on this machine") as caught:
        made(tmp_path, kind="file", file="x.npy")
    assert caught.value.code == "unreachable_path"
