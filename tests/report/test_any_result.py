"""Whatever a runner sends (its artifact is not to be trusted), there is a report, and it is sound."""

import io

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.console import Console

from bot.report.comment import LIMIT, triage_comment
from bot.report.html import html_report
from bot.report.terminal import print_result
from runners.contract import TriageResult
from tests.report import gfm
from tests.report.test_html import Page

results = st.builds(TriageResult, schema_version=st.just("1.0"))


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(results)
def test_there_is_a_report(result: TriageResult) -> None:
    comment = triage_comment(result, None, None)
    assert len(comment) <= LIMIT
    assert all(len(row) == len(grid.header) for grid in gfm.tables(comment) for row in grid.rows)
    assert not gfm.types(comment) & {"link_open", "image", "html_inline"}
    assert all(len(set(rows)) == 1 for rows in Page(html_report(result, None, None)).tables)
    print_result(Console(file=io.StringIO(), width=100), result, None, None)
