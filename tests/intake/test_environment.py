"""Variables in front of commands: never set; refused where they change what is loaded."""

import pytest

from bot.intake.result import RefusalCode
from tests.intake.reports import COMPILE, EXPECTED, PROGRAM, RELEASE, RUN, block, read, refused, report


def body(*lines: str) -> str:
    return report(PROGRAM, block(*lines), EXPECTED, RELEASE)


@pytest.mark.parametrize(
    "lines",
    [
        (f"LD_PRELOAD=/tmp/hook.so {COMPILE}", RUN),
        (COMPILE, f"env LD_AUDIT=x.so {RUN}"),
        (f"sudo LD_LIBRARY_PATH=/opt/x {COMPILE}", RUN),
        (COMPILE, f"VK_ICD_FILENAMES=/tmp/icd.json {RUN}"),
        (COMPILE, f"A=1 DYLD_INSERT_LIBRARIES=x.dylib {RUN}"),
        ("export LD_PRELOAD=/tmp/hook.so", COMPILE, RUN),
        ("LD_PRELOAD=/tmp/hook.so", COMPILE, RUN),
    ],
)
def test_a_variable_that_changes_what_is_loaded(lines: tuple[str, ...]) -> None:
    assert refused(read(body(*lines))) == {RefusalCode.SHELL_NOT_ALLOWED}


@pytest.mark.parametrize("line", [f"HIP_VISIBLE_DEVICES=0 {RUN}", f"env IREE_X=1 {RUN}"])
def test_another_variable_is_left_out_with_a_warning(line: str) -> None:
    intake = read(body(COMPILE, line))
    assert (intake.status, "is not set" in intake.warnings[0].text) == ("ready", True)


def test_a_search_path_that_is_set_earlier_is_only_left_out() -> None:
    assert read(body("export LD_LIBRARY_PATH=/opt/rocm/lib", COMPILE, RUN)).status == "ready"
