"""The owner's table of hardware words: what ``numerics-bot parse`` makes of it, and what is said where it is wrong."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.intake.hardware_file import MAX_BYTES, read_hardware, shipped_hardware
from runners.contract import MachineError
from tests.intake.reports import WHOLE

BOT = Path(sys.executable).parent / "numerics-bot"
ON_A_CARD = WHOLE.replace("llvm-cpu", "rocm").replace("--device=local-task", "--device=hip") + "\nIt is a Radeon AI Box 9.\n"

FARM = """\
[[card]]
names = ["[Radeon] AI Box 9"]  # the machine under the stairs
hip = "box-9"

[labels]
cpu = ["self-hosted", "linux"]
"""


def parsed(folder: Path, report: str, table: str | None) -> subprocess.CompletedProcess[str]:
    (folder / "issue.md").write_text(report)
    environment = dict(os.environ)
    if table is not None:
        (folder / "farm.toml").write_text(table)
        environment["NUMERICS_BOT_HARDWARE_FILE"] = str(folder / "farm.toml")
    return subprocess.run([BOT, "parse", folder / "issue.md", "--json", "-"], env=environment, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    ("report", "table", "labels"),
    [
        (ON_A_CARD, None, ["hip"]),
        (ON_A_CARD, FARM, ["box-9"]),
        (ON_A_CARD.replace("AI Box 9", "RX 7900 XTX"), FARM, ["gfx1100"]),
        (WHOLE, None, ["cpu"]),
        (WHOLE, FARM, ["self-hosted", "linux"]),
        (WHOLE + "\n```yaml numerics-repro\nrunner: {labels: [cpu]}\n```\n", FARM, ["cpu"]),
    ],
)
def test_parse_gives_the_labels_of_the_farm(tmp_path: Path, report: str, table: str | None, labels: list[str]) -> None:
    done = parsed(tmp_path, report, table)
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["spec"]["runner"]["labels"] == labels


MISTAKES = [
    (FARM.replace('hip = "box-9"', 'hipp = "box-9"'), "line 3, card 1, hipp: there is no such field here: a [[card]] has names"),
    (FARM.replace('"box-9"', '"Box 9"'), "line 3, card 1, hip: 'Box 9' is no label: write small letters, digits"),
    (FARM.replace('hip = "box-9"', ""), "line 1, card 1: a card needs a label for one API at least: cpu, hip"),
    (FARM.replace('["[Radeon] AI Box 9"]', '["AI Box 9", "AI.*9"]'), "line 2, card 1, names 2: 'AI.*9' is no name: write words of letters and digits"),
    (FARM.replace('["[Radeon] AI Box 9"]', '["[Radeon]"]'), "line 2, card 1, names 1: '[Radeon]' is no name"),
    (FARM.replace('["[Radeon] AI Box 9"]', "[]"), "line 2, card 1, names: Tuple should have at least 1 item"),
    (FARM.replace('["self-hosted", "linux"]', '["self hosted"]'), "line 6, labels, cpu 1: 'self hosted' is no label"),
    (FARM.replace('["self-hosted", "linux"]', "3"), "line 6, labels, cpu: Input should be a valid tuple"),
    (FARM.replace("[labels]", "[label]"), "line 5, label: there is no such field here"),
    ("labels = 3\n" + FARM.partition("[labels]")[0], "line 1, labels: Input should be a valid dictionary"),
    (FARM + FARM.partition("[labels]")[0].replace("box-9", "Box 9"), "line 9, card 2, hip: 'Box 9' is no label"),
    (FARM.replace('"box-9"', "box-9"), "is not TOML: Invalid value (at line 3, column 7)"),
]


@pytest.mark.parametrize(("table", "says"), MISTAKES, ids=range(len(MISTAKES)))
def test_what_is_wrong_is_said_with_the_line_and_what_would_be_right(tmp_path: Path, table: str, says: str) -> None:
    path = tmp_path / "farm.toml"
    path.write_text(table)
    with pytest.raises(MachineError) as caught:
        read_hardware(path)
    assert caught.value.text.startswith(str(path))
    assert says in caught.value.text


def test_a_wrong_table_ends_the_command_as_a_fault_of_the_machine(tmp_path: Path) -> None:
    done = parsed(tmp_path, WHOLE, "[[card]]\nnames = []\n")
    assert done.returncode == 4
    assert "farm.toml is no table of hardware words: line 2, card 1, names" in done.stderr


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(MachineError, match=r"none\.toml cannot be read \(No such file or directory\): NUMERICS_BOT_HARDWARE_FILE names"):
        read_hardware(tmp_path / "none.toml")
    (tmp_path / "large.toml").write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(MachineError, match="more than 1 MiB"):
        read_hardware(tmp_path / "large.toml")
    (tmp_path / "bytes.toml").write_bytes(b"# \xff")
    with pytest.raises(MachineError, match="not UTF-8: invalid start byte at byte 2"):
        read_hardware(tmp_path / "bytes.toml")


def test_without_a_file_there_is_the_table_that_is_shipped() -> None:
    assert read_hardware(None) == shipped_hardware()
    assert all(card.names for card in shipped_hardware().card)
