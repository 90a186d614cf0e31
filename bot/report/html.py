"""The whole report as one HTML file: no network, no scripts, light and dark, on a phone and on paper."""

import functools
import importlib.resources

import jinja2

from bot.intake.result import Intake
from bot.report import escape
from bot.report.document import ALL, Block
from bot.report.view import triage_document
from runners.contract import ReproSpec, TriageResult

_LINE = 4_000


def html_report(result: TriageResult, intake: Intake | None, spec: ReproSpec | None) -> str:
    """A self-contained page with all that the comment says and the rows that the comment had no room for.

    :param spec: what was run; where it is None, the intake's.
    """
    return _template().render(document=triage_document(result, intake, spec, ALL))


@functools.cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined)
    environment.filters |= {"kind": _kind, "shown": _shown, "words": _words, "lines": escape.block}
    return environment.from_string(importlib.resources.files("bot.report").joinpath("report.html.jinja").read_text("utf-8"))


def _kind(block: Block) -> str:
    return type(block).__name__


def _shown(words: str) -> str:
    return escape.visible(words, _LINE)


def _words(words: str) -> str:
    return escape.prose(words, _LINE)
