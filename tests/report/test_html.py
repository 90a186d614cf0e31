"""The HTML report: one file that needs nothing, holds everything, and lets nothing of a stranger's through."""

import re
from html.parser import HTMLParser

import pytest

from bot.report.html import html_report
from tests.report.reports import TRIAGES

PAGES = {name: html_report(*given) for name, given in TRIAGES.items()}
VOID = {"meta"}


class Page(HTMLParser):
    """The elements with their attributes, the words, and the number of cells in each row; tags must be closed in order."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.tables: list[list[int]] = []
        self._open: list[str] = []
        self.feed(source)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)
        if tag == "table":
            self.tables.append([])
        if tag == "tr":
            self.tables[-1].append(0)
        if tag in {"td", "th"}:
            self.tables[-1][-1] += 1

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self._open:
            self.words.append(data)

    @property
    def tags(self) -> set[str]:
        return {tag for tag, _ in self.elements}


@pytest.mark.parametrize("name", PAGES)
class TestEveryPage:
    def test_is_whole_and_has_only_our_elements(self, name: str) -> None:
        ours = "html head meta title style body main header h1 p ul ol li code strong section h2 div table thead tbody tr th td pre footer"
        assert Page(PAGES[name]).tags <= set(ours.split())

    def test_loads_nothing_and_runs_nothing(self, name: str) -> None:
        attributes = {key for _, given in Page(PAGES[name]).elements for key in given}
        assert attributes <= {"lang", "charset", "name", "content", "http-equiv", "style", "class", "scope", "tabindex", "role", "aria-label"}
        style = PAGES[name].partition("<style>")[2].partition("</style>")[0]
        assert not re.search(r"url\(|@import|@font-face", style)
        assert "default-src 'none'" in PAGES[name]

    def test_has_tables_with_headers_and_whole_rows(self, name: str) -> None:
        page = Page(PAGES[name])
        assert all(len(set(rows)) == 1 for rows in page.tables)
        assert all(given.get("scope") == "col" for tag, given in page.elements if tag == "th")

    def test_hides_no_control_character(self, name: str) -> None:
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\ud800-\udfff]", PAGES[name])


def test_it_says_what_the_comment_says() -> None:
    words = "".join(Page(PAGES["reproduced-culprit"]).words)
    for said in (
        "Reproduced",
        "All of output 0 differs",
        "A against B",
        "32768 of 32768",
        "Where it begins",
        "27.2 times the noise floor",
        "Commands to reproduce",
    ):
        assert said in words
    assert words.index("What was understood") < words.index("Environment and time")


def test_it_has_the_rows_that_the_comment_had_no_room_for() -> None:
    page = Page(PAGES["huge"])
    words = "".join(page.words)
    assert all(f"logits_{i}" in words for i in range(100))
    assert words.count("a line of a log") == 4000
    assert "more in the report" not in words


def test_it_is_light_and_dark_and_made_for_paper() -> None:
    for query in ("(prefers-color-scheme: dark)", "print", "(max-width"):
        assert f"@media {query}" in PAGES["within-noise"]


def test_the_words_of_a_stranger_are_words() -> None:
    words = "".join(Page(PAGES["hostile"]).words)
    assert words.count("<img src=x onerror=alert(1)>") > 20
    assert "⟨U+202E⟩ltr⟨U+202C⟩" in words
