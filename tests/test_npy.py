"""Headers and data of .npy files from strangers: read without unpickling, or refused with a sentence."""

import io
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runners.contract import UserError
from runners.element_types import ELEMENT_TYPES, ElementType
from runners.npy import Header, load, read_header

WHOLE = [kind for kind in ELEMENT_TYPES.values() if kind.bits >= 8 and not kind.name.startswith("f8")]
"""Types that a .npy file can name: those of ml_dtypes become untyped bytes, two of which are read as bf16."""


def saved(array: Any, *, version: tuple[int, int] | None = None) -> bytes:
    file = io.BytesIO()
    np.lib.format.write_array(file, array, version)
    return file.getvalue()


def raw(header: str | bytes, data: bytes = bytes(64), *, version: int = 1) -> bytes:
    text = header.encode("latin1") if isinstance(header, str) else header
    return b"\x93NUMPY" + bytes([version, 0]) + len(text).to_bytes(2 if version == 1 else 4, "little") + text + data


def written(folder: Path, content: bytes) -> Path:
    path = folder / "x.npy"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("version", [(1, 0), (2, 0)])
@pytest.mark.parametrize("kind", WHOLE, ids=lambda kind: kind.name)
def test_what_numpy_saves_is_read(kind: ElementType, version: tuple[int, int], tmp_path: Path) -> None:
    array = np.arange(6).reshape(2, 3).astype(kind.numpy)
    read, of = load(written(tmp_path, saved(array, version=version)))
    assert of is kind
    assert read.dtype == kind.numpy
    assert (read == array).all()


@given(shape=st.lists(st.integers(0, 4), max_size=4).map(tuple), fortran=st.booleans())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_shape_is_read_in_either_order(shape: tuple[int, ...], fortran: bool, tmp_path: Path) -> None:
    array = np.arange(math.prod(shape), dtype=np.float32).reshape(shape, order="F" if fortran else "C")
    path = written(tmp_path, saved(array))
    header = read_header(path)
    assert (header.shape, header.element_type) == (shape, ELEMENT_TYPES["f32"])
    read, _ = load(path)
    assert read.shape == shape
    assert (read == array).all()


def test_the_header_says_where_the_data_begin(tmp_path: Path) -> None:
    content = saved(np.asfortranarray(np.ones((2, 3), np.float64)))
    assert read_header(written(tmp_path, content)) == Header((2, 3), ELEMENT_TYPES["f64"], True, len(content) - 48)


def test_data_are_mapped_and_cannot_be_written(tmp_path: Path) -> None:
    read, _ = load(written(tmp_path, saved(np.ones(3))))
    assert isinstance(read, np.memmap)
    assert not read.flags.writeable


def test_pickled_objects_are_refused_unread(tmp_path: Path) -> None:
    class Trap:
        def __reduce__(self) -> tuple[Any, ...]:
            return pytest.fail, ("it was unpickled",)

    with pytest.raises(UserError, match=r"x\.npy cannot be read as \.npy: it holds pickled Python objects") as refused:
        load(written(tmp_path, saved(np.array([Trap()], object))))
    assert refused.value.code == "unreadable_artifact"


def test_missing_data_are_noticed_without_reading_them(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"x\.npy is cut short: its header promises 800 bytes of data, 792 are there"):
        load(written(tmp_path, saved(np.ones(100))[:-8]))


@pytest.mark.parametrize("length", [0, 4, 6, 7, 8, 9, 10, 40])
def test_a_file_that_ends_in_its_header_is_refused(length: int, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"cannot be read as \.npy"):
        load(written(tmp_path, saved(np.ones(3))[:length]))


def _header(descr: str = "'<f4'", shape: str = "(2,)", order: str = "False") -> str:
    return f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}\n"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"PK\x03\x04 an archive", "magic string"),
        (raw(_header(), version=3), "version 3.0 of the format"),
        (saved(np.array([(1.0, 2)], [("x", "<f4"), ("\u03b1", "<i4")]), version=(3, 0)), "version 3.0 of the format"),
        (saved(np.ones(2, ">f4")), "numpy type '>f4' is not one that IREE takes"),
        (saved(np.array(["x"])), "numpy type '<U1' is not one that IREE takes"),
        (saved(np.ones(2, [("x", "<f4")])), "is not one that IREE takes"),
        (raw(_header(descr="'<f16'")), "is not one that IREE takes"),
        (raw(_header(descr="'<f3'")), "'<f3'"),
        (raw(_header(descr="'f4,f4'")), "is not one that IREE takes"),
        (raw(_header(descr="'V1'")), "is not one that IREE takes"),
        (raw(_header(shape="(-1,)")), "has an extent that is no natural number"),
        (raw(_header(shape="(-2, -2)")), "has an extent that is no natural number"),
        (raw(_header(shape="(True,)")), "has an extent that is no natural number"),
        (raw(_header(shape="(0, 36893488147419103232)")), "larger than any memory"),
        (raw(_header(shape="(" + "1, " * 65 + ")")), "larger than any memory"),
        (raw(_header(shape="[2]")), "does not give descr, fortran_order and shape"),
        (raw(_header(order="1")), "does not give descr, fortran_order and shape"),
        (raw("{'descr': '<f4', 'shape': (2,)}"), "does not give descr, fortran_order and shape"),
        (raw("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'more': 1}"), "and nothing else"),
        (raw(_header(shape="(2L,)")), "is not a Python literal"),
        (raw("("), "is not a Python literal"),
        (raw("-" * 4000 + "1"), "is not a Python literal"),
        (raw("__import__('os').abort()"), "is not a Python literal"),
        (raw(b"\0\0\0"), "is not a Python literal"),
        (raw(_header() + " " * 5000), "at most 4096 are read"),
    ],
)
def test_what_is_not_understood_is_refused_with_the_reason(content: bytes, says: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"x\.npy cannot be read as \.npy: ") as refused:
        load(written(tmp_path, content))
    assert says in refused.value.text
    assert "\n" not in refused.value.text


@given(edits=st.lists(st.tuples(st.integers(0, 70), st.integers(0, 1), st.binary(max_size=2)), min_size=1, max_size=4))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
def test_a_damaged_file_is_read_or_refused(edits: list[tuple[int, int, bytes]], tmp_path: Path) -> None:
    content = bytearray(raw(_header()))
    for at, removed, added in edits:
        content[at : at + removed] = added
    try:
        array, kind = load(written(tmp_path, bytes(content)))
    except UserError:
        return
    assert array.dtype == kind.numpy
