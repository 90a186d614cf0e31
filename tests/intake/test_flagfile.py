"""Flag files that are attached: read with the rules of the command that names them."""

from pathlib import Path

import pytest

from bot.intake.flagfile import with_flag_files
from bot.intake.result import RefusalCode
from bot.intake.statements import Call
from tests.intake.reports import COMPILE, EXPECTED, PROGRAM, RELEASE, block, read, refused, report

FILES = {
    "in.txt": "# inputs\n\n--input=2xf32=1 2\n  --input=@x.npy  \n",
    "crlf.txt": "--device=local-task\r\n",
    "more.txt": "--flagfile=in.txt\n",
    "empty.txt": "",
}
RUN = "iree-run-module --module=add.vmfb --device=local-task --function=add --flagfile=in.txt"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("--flagfile=in.txt --a", ["--input=2xf32=1 2", "--input=@x.npy", "--a"]),
        ("--flagfile in.txt --a", ["--input=2xf32=1 2", "--input=@x.npy", "--a"]),
        ("-flagfile=crlf.txt", ["--device=local-task"]),
        ("--flagfile=empty.txt", []),
        ("--flagfile=more.txt", ["--flagfile=in.txt"]),
        ("--flagfile=/etc/passwd", ["--flagfile=/etc/passwd"]),
        ("--flagfile", ["--flagfile="]),
        ("--a", ["--a"]),
    ],
)
def test_the_words_of_a_flag_file(words: str, found: list[str]) -> None:
    call = Call(("iree-run-module", *words.split()), 0, 0)
    assert list(with_flag_files(call, FILES.get).argv[1:]) == found


def test_the_compiler_takes_none() -> None:
    call = Call(("iree-compile", "--flagfile=in.txt"), 0, 0)
    assert with_flag_files(call, FILES.get) is call


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("--input=4xf32=1 2 3 4\n--input=4xf32=5 6 7 8\n", "ready"),
        ("--input=4xf32=1 2 3 4\n--input=4xf32=5 6 7 8\n--executable_plugin=x.so\n", "refused"),
        ("--input=4xf32=1 2 3 4\n--input=4xf32=5 6 7 8\n--flagfile=other.txt\n", "refused"),
        ("no flags at all\n", "needs_info"),
    ],
)
def test_an_attached_flag_file(tmp_path: Path, text: str, status: str) -> None:
    (tmp_path / "in.txt").write_text(text, encoding="utf-8")
    intake = read(report(PROGRAM, block(COMPILE, RUN), EXPECTED, RELEASE), folder=tmp_path)
    assert intake.status == status
    assert refused(intake) <= {RefusalCode.FLAG_NOT_ALLOWED}
