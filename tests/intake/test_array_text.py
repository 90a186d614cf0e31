"""Arrays as Python prints them, and how finely a print can be compared."""

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from bot.intake.array_text import digits, read_array


@pytest.mark.parametrize(
    ("text", "shape", "numbers", "dtype"),
    [
        ("array([1. , 2. , 2.5], dtype=float32)", (3,), "1. 2. 2.5", "f32"),
        ("[[1.   4.   9.  ]\n [1.   4.   0.25]]", (2, 3), "1. 4. 9. 1. 4. 0.25", None),
        ("tensor([[0.1235, 12.3457]], device='cuda:0', dtype=torch.float16, grad_fn=<AddBackward0>)", (1, 2), "0.1235 12.3457", "f16"),
        ("tensor(3.5)", (), "3.5", None),
        ("np.array([1, 2])", (2,), "1 2", None),
        ("Array([1, 2], dtype=int32)", (2,), "1 2", "i32"),
        ("array([True, False])", (2,), "True False", None),
        ("[nan inf -inf]", (3,), "nan inf -inf", None),
        ("[1, 2, ..., 9]", None, "1 2", None),
        ("array([[1, 2, ..., 3],\n  ...,\n [4, 5, ..., 6]], dtype=uint8)", None, "1 2", "ui8"),
    ],
)
def test_an_array(text: str, shape: tuple[int, ...] | None, numbers: str, dtype: str | None) -> None:
    array = read_array(text)
    assert array is not None
    assert (array.shape, " ".join(array.numbers), array.dtype, array.end) == (shape, numbers, dtype, len(text))


@pytest.mark.parametrize("text", ["[[1, 2], [3]]", "[1, [2]]", "[1 2", "[a]", "array([1]", "[" * 40, "3.5", "x", "", "[1]]"[:2]])
def test_what_is_no_array(text: str) -> None:
    assert read_array(text) is None


@pytest.mark.parametrize(
    ("numbers", "by_hand", "carried"),
    [
        ("1. 0.25 3", False, 6),
        ("0.1 0.7", False, 6),
        ("0.1235 12.3457", False, 4),
        ("0.0012 1.", False, 2),
        ("1.2346e-05", False, 5),
        ("0.33333334", False, 8),
        ("3.14", True, 3),
        ("0.5", True, 6),
        ("-64", True, 6),
        ("0.1", True, 1),
    ],
)
def test_digits(numbers: str, by_hand: bool, carried: int) -> None:
    assert digits(numbers.split(), by_hand=by_hand) == carried


@given(arrays.arrays(np.float32, arrays.array_shapes(max_dims=3, max_side=4), elements=st.floats(-1e6, 1e6, width=32)))
def test_what_numpy_prints_is_read_to_the_digits_that_are_claimed(array: npt.NDArray[np.float32]) -> None:
    for text in (repr(array), str(array)):
        read = read_array(text)
        assert read is not None
        assert read.shape == array.shape
        for number, value in zip(read.numbers, array.ravel(), strict=True):
            assert abs(float(number) - float(value)) <= 10.0 ** (1 - read.digits) * abs(float(value)) + 1e-8
