"""IREE's element types: names, widths, and the bytes of tensors."""

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runners.element_types import ELEMENT_TYPES, ElementType, byte_length, decode, element_type, encode, of_numpy

KINDS = st.sampled_from(list(ELEMENT_TYPES.values()))
SHAPES = st.lists(st.integers(0, 5), max_size=4).map(tuple)


def test_a_type_is_found_by_its_name_and_signed_is_the_default() -> None:
    assert element_type("bf16").numpy == ml_dtypes.bfloat16
    assert element_type("si8") is element_type("i8")
    assert element_type("ui8").kind == "unsigned"
    assert element_type("i1").kind == "bool"


@pytest.mark.parametrize("name", ["f7", "sf32", "", "i3", "F32", "sui8"])
def test_an_unknown_name_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(ValueError, match="is not known; known are f64, f32"):
        element_type(name)


@pytest.mark.parametrize("kind", [kind for kind in ELEMENT_TYPES.values() if kind.bits >= 8], ids=lambda kind: kind.name)
def test_an_array_of_a_types_numpy_type_is_read_as_that_type(kind: ElementType) -> None:
    assert of_numpy(kind.numpy) is kind
    assert of_numpy(np.empty(0, kind.numpy).dtype) is kind


def test_other_spellings_of_numpys_types_are_read_alike() -> None:
    assert of_numpy(np.dtype(np.longlong)).name == "i64"
    assert of_numpy(np.dtype("=f4")).name == "f32"
    assert of_numpy(np.dtype("V2")).name == "bf16"


@pytest.mark.parametrize("dtype", [">f4", ">i8", "O", "S3", "U1", "V1", "V4", "m8[s]", "f4,f4", np.longdouble, ml_dtypes.int4])
def test_what_iree_does_not_take_is_refused(dtype: object) -> None:
    with pytest.raises(ValueError, match="is not one that IREE takes"):
        of_numpy(np.dtype(dtype))  # type: ignore[call-overload]  # any of these makes a dtype


@pytest.mark.parametrize(
    ("shape", "name", "size"),
    [((), "f32", 4), ((2, 3), "f16", 12), ((3,), "i4", 2), ((5,), "i2", 2), ((9,), "i1", 9), ((0, 7), "f64", 0), ((), "i4", 1), ((2,), "complex<f64>", 32)],
)
def test_bytes_of_a_dense_tensor(shape: tuple[int, ...], name: str, size: int) -> None:
    assert byte_length(shape, ELEMENT_TYPES[name]) == size


@pytest.mark.parametrize(
    ("name", "raw", "values"),
    [
        ("i4", [0x21, 0x08], [1, 2, -8]),
        ("ui4", [0x21, 0x08], [1, 2, 8]),
        ("i2", [0b11_10_01_00, 0b01], [0, 1, -2, -1, 1]),
        ("ui2", [0b11_10_01_00], [0, 1, 2, 3]),
        ("f4E2M1FN", [0x21, 0x7F], [0.5, 1.0, -6.0, 6.0]),
        ("i8", [0xFF, 0x80], [-1, -128]),
        ("ui16", [0x01, 0x02], [0x0201]),
        ("bf16", [0x80, 0x3F], [1.0]),
        ("i1", [0, 1], [False, True]),
    ],
)
def test_bytes_are_little_endian_and_their_low_bits_come_first(name: str, raw: list[int], values: list[float]) -> None:
    kind = ELEMENT_TYPES[name]
    array = decode(bytes(raw), (len(values),), kind)
    assert array.dtype == kind.numpy
    assert array.astype(np.float64).tolist() == values
    assert encode(array, kind) == bytes(raw)


def test_bits_behind_the_last_element_are_not_read() -> None:
    assert decode(b"\x21\xf8", (3,), ELEMENT_TYPES["i4"]).tolist() == [1, 2, -8]


@given(data=st.data(), kind=KINDS, shape=SHAPES)
def test_what_is_encoded_is_decoded_bit_for_bit(data: st.DataObject, kind: ElementType, shape: tuple[int, ...]) -> None:
    size = byte_length(shape, kind)
    raw = bytearray(data.draw(st.binary(min_size=size, max_size=size)))
    if kind.kind == "bool":
        raw = bytearray(byte & 1 for byte in raw)
    # Bits behind the last element are written as zeros.
    spare = 8 * size - kind.bits * int(np.prod(shape, dtype=np.int64))
    if spare:
        raw[-1] &= 0xFF >> spare
    array = decode(bytes(raw), shape, kind)
    assert (array.shape, array.dtype) == (shape, kind.numpy)
    assert encode(array, kind) == raw
    assert encode(np.asfortranarray(array), kind) == raw


@given(data=st.data(), kind=KINDS.filter(lambda kind: kind.kind in ("signed", "unsigned")))
def test_every_integer_of_a_type_survives(data: st.DataObject, kind: ElementType) -> None:
    low = -(1 << (kind.bits - 1)) if kind.kind == "signed" else 0
    values = data.draw(st.lists(st.integers(low, low + (1 << kind.bits) - 1), max_size=20))
    assert decode(encode(np.array(values, kind.numpy), kind), (len(values),), kind).tolist() == values


def test_whole_bytes_are_not_copied() -> None:
    raw = np.zeros(8, np.uint8)
    array = decode(raw, (2,), ELEMENT_TYPES["f32"])
    raw[:] = 255
    assert np.isnan(array).all()


@given(kind=KINDS, shape=SHAPES, off=st.sampled_from([-1, 1]))
def test_another_number_of_bytes_is_refused(kind: ElementType, shape: tuple[int, ...], off: int) -> None:
    size = byte_length(shape, kind) + off
    if size >= 0:
        with pytest.raises(ValueError, match=f"{size} bytes are given, .* of {kind.name} needs {size - off}"):
            decode(bytes(size), shape, kind)
