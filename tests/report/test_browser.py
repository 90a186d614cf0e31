"""The HTML report in a real browser: it stands alone, and it fits a phone."""

import re
import subprocess
from pathlib import Path

import pytest

from bot.report.html import html_report
from tests.report.reports import TRIAGES

RESULT, INTAKE, SPEC = TRIAGES["reproduced-flag"]

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--enable-logging=stderr", "--virtual-time-budget=2000",
]  # fmt: skip

pytestmark = pytest.mark.needs("chromium")


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "report.html"
    path.write_text(html_report(RESULT, INTAKE, SPEC), encoding="utf-8")
    return path


def browsed(page: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    command = ["chromium", *FLAGS, f"--user-data-dir={page.parent / 'profile'}", *flags, page.as_uri()]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)


def test_the_page_shows_the_sentence_and_logs_no_error(page: Path) -> None:
    done = browsed(page, "--dump-dom")
    assert RESULT.sentence.split(".")[0] in re.sub(r"<[^>]+>", "", done.stdout)
    assert "CONSOLE" not in done.stderr


def test_nothing_is_wider_than_a_phone(page: Path) -> None:
    probe = "<script>document.title = document.documentElement.scrollWidth + '/' + window.innerWidth</script></body>"
    # The report's own policy lets no script run, so the measuring copy goes without it.
    copy = re.sub(r"<meta http-equiv=[^>]*>", "", page.read_text(encoding="utf-8")).replace("</body>", probe)
    page.write_text(copy, encoding="utf-8")
    title = re.search(r"<title>(\d+)/(\d+)</title>", browsed(page, "--dump-dom", "--window-size=500,900").stdout)
    assert title is not None
    assert int(title[1]) <= int(title[2])
