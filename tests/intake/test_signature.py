"""Inputs against the arguments that the function takes."""

import pytest

from bot.intake.result import QuestionCode
from bot.intake.signature import misfit
from tests.intake.reports import COMPILE, EXPECTED, PROGRAM, RELEASE, RUN, asked, block, read, reasons, report


@pytest.mark.parametrize(
    ("shape", "dtype", "argument"),
    [
        ((4,), "f32", "tensor<4xf32>"),
        ((4,), "f32", "tensor<?xf32>"),
        ((4, 1), "f32", "tensor<?x1xf32>"),
        ((4,), "f32", "tensor<4xf32, #encoding<a, b>>"),
        ((), "f32", "tensor<f32>"),
        ((), "i32", "i32"),
        ((), "i64", "index"),
        ((3,), "si32", "tensor<3xi32>"),
        ((3,), "ui8", "tensor<3xi8>"),
        ((3,), "i8", "tensor<3xi1>"),
        ((3,), "bf16", "tensor<3xbf16>"),
        ((2, 3), "f16", "!torch.vtensor<[2,3],f16>"),
        ((2, 3), "f16", "!torch.vtensor<[?,3],f16>"),
        ((1,), "si64", "!torch.vtensor<[1],si64>"),
        ((4,), "f32", "!hal.buffer_view"),
        ((4,), "f32", "tensor<*xf32>"),
        ((4,), "f32", ""),
        (None, None, "tensor<4xf32>"),
        ((3,), "f8E4M3FN", "tensor<3xf8E4M3FN>"),
    ],
)
def test_what_fits_or_cannot_be_told(shape: tuple[int, ...] | None, dtype: str | None, argument: str) -> None:
    assert not misfit(shape, dtype, argument)


@pytest.mark.parametrize(
    ("shape", "dtype", "argument"),
    [
        ((4,), "f32", "tensor<5xf32>"),
        ((4, 1), "f32", "tensor<4xf32>"),
        ((), "f32", "tensor<1xf32>"),
        ((1,), "f32", "f32"),
        ((4,), "f16", "tensor<4xbf16>"),
        ((4,), "i32", "tensor<4xf32>"),
        ((4,), "i32", "tensor<4xi64>"),
        ((4, 2), "f32", "tensor<?x3xf32>"),
        ((2, 3), "f32", "!torch.vtensor<[3,2],f32>"),
    ],
)
def test_what_does_not_fit(shape: tuple[int, ...], dtype: str, argument: str) -> None:
    assert misfit(shape, dtype, argument)


def test_a_misfit_is_asked_about_with_the_signature() -> None:
    intake = read(report(PROGRAM, block(COMPILE, RUN.replace("4xf32=1 2 3 4", "2xf32=1 2")), EXPECTED, RELEASE))
    assert asked(intake) == {QuestionCode.MISSING_INPUTS}
    assert reasons(intake) == ["Input 0 is 2xf32, but the function takes (tensor<4xf32>, tensor<4xf32>): which of them is meant?"]
