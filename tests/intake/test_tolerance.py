"""The tolerance that a report asks for."""

import pytest

from runners.contract import Tolerance
from tests.intake.reports import COMPILE, EXPECTED, PROGRAM, RELEASE, RUN, block, read, report


def tolerance(run: str = RUN, *more: str) -> Tolerance | None:
    intake = read(report(PROGRAM, block(COMPILE, run), EXPECTED, *more, RELEASE))
    assert intake.status == "ready"
    return intake.spec.tolerance


@pytest.mark.parametrize(
    ("flags", "atol", "rtol"),
    [
        ("--expected_f32_threshold=0.01", 0.01, 0),
        ("--expected_f32_threshold=0.01 --expected_f16_threshold=0.5", 0.01, 0),
        ("--expected_f16_threshold=0.5", 0.5, 0),
        ("--expected_f32_threshold=1e-3 --expected_rtol=1e-2", 1e-3, 1e-2),
        ("--expected_rtol=0.1", 0, 0.1),
        ("--expected_f32_threshold=0.01 --equality_mode=relative", 0, 0.01),
        ("--equality_mode=exact", 0, 0),
    ],
)
def test_a_tolerance_in_a_command(flags: str, atol: float, rtol: float) -> None:
    assert tolerance(f"{RUN} {flags}") == Tolerance(atol=atol, rtol=rtol)


@pytest.mark.parametrize(
    ("text", "atol", "rtol"),
    [
        (block("np.testing.assert_allclose(got, want, rtol=1e-3, atol=1e-2)", tag="python"), 1e-2, 1e-3),
        (block("assert_allclose(f(a), (b), rtol=1e-3)"), 0, 1e-3),
        ("I use `np.allclose(a, b, atol=1e-4)`.", 1e-4, 1e-5),
        (block("torch.testing.assert_close(a, b,", "    atol=1e-4, rtol=1e-5)", tag="py"), 1e-4, 1e-5),
        (block("AssertionError:", "Not equal to tolerance rtol=0.001, atol=0.01", "Mismatched elements: 1 / 4 (25%)"), 0.01, 0.001),
    ],
)
def test_a_tolerance_in_python(text: str, atol: float, rtol: float) -> None:
    assert tolerance(RUN, text) == Tolerance(atol=atol, rtol=rtol)


@pytest.mark.parametrize(
    "text",
    [
        "",
        block("np.testing.assert_allclose(a, b)"),
        block("np.allclose(a, b, rtol=tol)"),
        block("torch.testing.assert_close(a, b, rtol=1e-3)"),
        block("np.allclose(a, b, rtol=1e-3"),
        block("Not equal to tolerance rtol=1e-07, atol=0"),
        block("f(a, rtol=1e-3)"),
    ],
)
def test_no_tolerance(text: str) -> None:
    assert tolerance(RUN, text) is None


def test_tolerances_that_differ_are_not_used() -> None:
    two = block("np.allclose(a, b, rtol=1e-3)", "np.allclose(a, b, rtol=1e-2)")
    intake = read(report(PROGRAM, block(COMPILE, RUN), EXPECTED, two, RELEASE))
    assert (intake.spec.tolerance, "Several tolerances" in intake.warnings[0].text) == (None, True)


def test_a_threshold_that_is_no_number_is_not_used() -> None:
    assert tolerance(f"{RUN} --expected_f32_threshold=loose") is None
