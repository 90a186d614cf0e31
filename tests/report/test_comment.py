"""The comment: what stands in it, in which order, what is cut first, and that it is sound Markdown whatever was in the issue."""

import re
import subprocess
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.intake.result import Intake, PartialSpec, Question, QuestionCode
from bot.report import escape
from bot.report.comment import LIMIT, MARKER, intake_comment, marker, triage_comment
from bot.report.document import sentence
from bot.report.escape import BREAK
from runners.contract import Compile, Dispatch, Divergence, Note, Output, Run, RunCall, TriageResult, Variant, Verdict
from tests.report import gfm, golden_file, hostile, requests, results
from tests.report.reports import INTAKES, TRIAGES
from tests.report.test_escape import ALIVE, strings

BARE = TriageResult(verdict=Verdict.NOT_REPRODUCED, sentence="Both variants agree.")
ALL = {**{name: triage_comment(*given) for name, given in TRIAGES.items()}, **{name: intake_comment(intake) for name, intake in INTAKES.items()}}
OURS = re.compile(r"<!-- numerics-bot spec=([0-9a-f]{64}|none) -->\n|<details>\n<summary>[A-Za-z ]+</summary>\n|</details>\n")
"""All the HTML that may be in a comment."""
ALLOWED = {
    *("paragraph", "inline", "text", "softbreak", "strong", "code_inline", "heading", "fence", "html_block"),
    *("bullet_list", "list_item", "table", "thead", "tbody", "tr", "th", "td"),
}
"""All the kinds of Markdown that a triage's comment is made of."""


@pytest.mark.parametrize("name", ALL)
def test_comments_are_as_agreed(name: str) -> None:
    golden_file.check(name, ALL[name])


@pytest.mark.parametrize("name", ALL)
class TestEveryComment:
    def test_has_the_marker_in_its_first_line_and_nowhere_else(self, name: str) -> None:
        assert ALL[name].startswith(f"{MARKER} spec=")
        assert ALL[name].count("<!--") == 1

    def test_fits(self, name: str) -> None:
        assert len(ALL[name]) <= LIMIT

    def test_has_no_html_but_ours(self, name: str) -> None:
        html = [token.content for token in gfm.tokens(ALL[name]) if token.type == "html_block"]
        assert html
        assert all(OURS.fullmatch(block) for block in html)
        assert "html_inline" not in gfm.types(ALL[name])

    def test_has_no_link_and_no_image(self, name: str) -> None:
        assert not gfm.types(ALL[name]) & {"link_open", "image"}

    def test_brings_nothing_to_life(self, name: str) -> None:
        assert not [token.content for token in gfm.inline_tokens(ALL[name]) if token.type == "text" and ALIVE.search(token.content)]

    def test_has_whole_tables(self, name: str) -> None:
        for grid in gfm.tables(ALL[name]):
            assert {len(row) for row in grid.rows} <= {len(grid.header)}

    def test_has_nothing_that_markdown_took_for_code_or_quotes(self, name: str) -> None:
        assert not gfm.types(ALL[name]) & {"code_block", "blockquote_open", "hr", "hardbreak", "s_open", "em_open"}

    def test_closes_each_fold(self, name: str) -> None:
        assert ALL[name].count("\n</details>\n") == len(gfm.folds(ALL[name]))


class TestOrder:
    """A maintainer reads from the top: what differs, by how much, where it begins; the rest is folded."""

    def test_of_a_full_result(self) -> None:
        comment = ALL["reproduced-culprit"]
        assert gfm.headings(comment) == [
            "A against B",
            "Worst elements of output 0",
            "Where it begins",
            "What the difference looks like",
            "Flags tried on this dispatch alone",
            "Standalone repro",
            "Commands to reproduce",
        ]
        assert gfm.folds(comment) == ["What was understood", "Environment and time"]
        assert comment.index("### Commands") < comment.index("<summary>What was understood")

    def test_verdict_and_sentence_come_first(self) -> None:
        second = ALL["within-noise"].splitlines()[1]
        assert second.startswith("**Within rounding noise.** Output 0 differs in 46 of 48 elements")

    @pytest.mark.parametrize("verdict", Verdict)
    def test_every_verdict_has_words(self, verdict: Verdict) -> None:
        words = triage_comment(BARE.model_copy(update={"verdict": verdict}), None, None).splitlines()[1]
        assert re.fullmatch(r"\*\*[A-Z][a-z ]+\.\*\* Both variants agree\.", words)

    def test_a_failed_run_stands_above_its_folded_log(self) -> None:
        comment = ALL["compile-failed"]
        assert gfm.headings(comment) == ["What failed", "Commands to reproduce"]
        assert gfm.folds(comment)[0] == "Last lines of the logs"


class TestNothingIsInvented:
    """No section without something to say."""

    def test_a_bare_result_is_its_sentence(self) -> None:
        assert triage_comment(BARE, None, None) == f"{marker(None)}\n**Not reproduced.** Both variants agree.\n"

    def test_what_is_undetermined_is_said_to_be(self) -> None:
        comment = triage_comment(BARE.model_copy(update={"divergence": Divergence()}), None, None)
        assert gfm.tables(comment)[0].rows == tuple((what, "undetermined") for what in ("Dispatch", "At fault", "Stage", "Role"))

    def test_a_spec_without_an_intake_has_no_lines(self) -> None:
        assert ("Field", "Value") in [grid.header for grid in gfm.tables(ALL["within-noise"])]

    def test_a_field_that_nobody_wrote_is_a_default(self) -> None:
        (understood,) = [grid for grid in gfm.tables(ALL["reproduced-flag"]) if grid.header == ("Field", "Value", "From")]
        fields = {row[0]: row[2] for row in understood.rows}
        assert fields["runner"] == "default"
        assert fields["compile flags of B"] == "body, line 30"

    def test_a_failed_run_without_a_log_has_no_fold(self) -> None:
        failed = BARE.model_copy(update={"runs": (Run(variant="A", exit=1, failed="run"),)})
        assert gfm.folds(triage_comment(failed, None, None)) == ["Environment and time"]


class TestTheDiffTable:
    def test_shows_ten_outputs_worst_first_and_counts_the_rest(self) -> None:
        grid = gfm.tables(ALL["huge"])[0]
        assert [row[0] for row in grid.rows] == [f"{n} logits_{n}" for n in range(59, 49, -1)]
        assert "\nand 90 more in the report, 50 of them different\n" in ALL["huge"]

    def test_shows_nan_only_where_there_is_one(self) -> None:
        assert "NaN A / expected" in gfm.tables(ALL["reproduced-golden-nan"])[0].header
        assert not [title for title in gfm.tables(ALL["reproduced-flag"])[0].header if "NaN" in title]

    def test_shows_both_types_where_they_differ(self) -> None:
        assert gfm.tables(ALL["reproduced-other-shape"])[0].rows[0][1] == "2x8xf32 against 2x7xf16"

    def test_arguments_have_a_table_of_their_own(self) -> None:
        results_table, arguments_table = gfm.tables(ALL["reproduced-changed-argument"])[:2]
        assert [row[0] for row in results_table.rows] == ["0"]
        assert arguments_table.header[0] == "Argument"
        assert [row[0] for row in arguments_table.rows] == ["2"]

    def test_a_reason_of_several_outputs_stands_once(self) -> None:
        assert ALL["huge"].count("More than the noise floor") == 1
        assert "- Outputs 50, 51, 52, 53, 54, 55, 56, 57, 58, 59: More than" in ALL["huge"]

    def test_the_worst_elements_are_those_of_the_worst_output(self) -> None:
        assert "Worst elements of output 59" in gfm.headings(ALL["huge"])


class TestWhatIsCut:
    """A comment has a limit; whole sections go, the least useful first, and the reader is told."""

    CUTS = (
        "What was understood",
        "Environment and time",
        "Last lines of the logs",
        "Commands to reproduce",
        "Worst elements of output 0",
        "Flags tried on this dispatch alone",
        "What the difference looks like",
        "Standalone repro",
        "Notes",
    )

    @staticmethod
    def crowded(notes: int) -> str:
        """A comment with all of these sections and so many notes of some 1,000 characters."""
        noted = tuple(Note(code="long", text=f"{n} {'word ' * 190}") for n in range(notes))
        result = results.LAYER_NORM_ERROR.model_copy(update={"notes": noted, "runs": results.COMPILE_FAILED.runs})
        return triage_comment(result, requests.LAYER_NORM_INTAKE, None)

    def test_nothing_while_there_is_room(self) -> None:
        assert "Left out" not in self.crowded(1)

    def test_the_least_important_first_and_ever_more_of_them(self) -> None:
        before = 0
        for notes in range(54, 80):
            comment = self.crowded(notes)
            left_out = re.search(r"\nLeft out here for length, and kept in the report: (.*)\.\n$", comment)
            gone = left_out[1].split(", ") if left_out else []
            assert len(comment) <= LIMIT
            assert gone == list(self.CUTS[: len(gone)])
            assert sorted([*gfm.headings(comment), *gfm.folds(comment)]) == sorted([*self.CUTS[len(gone) :], "A against B", "Where it begins", "What failed"])
            assert len(gone) >= before
            before = len(gone)
        assert before == len(self.CUTS)

    def test_a_huge_result_keeps_what_matters(self) -> None:
        assert gfm.headings(ALL["huge"])[:3] == ["A against B", "Worst elements of output 59", "Where it begins"]
        assert ALL["huge"].endswith("kept in the report: What was understood, Environment and time, Last lines of the logs, Commands to reproduce.\n")


@pytest.mark.parametrize("name", sorted(TRIAGES.keys() - {"hostile"}))
def test_a_result_that_was_kept_as_json_reads_the_same(name: str) -> None:
    result, intake, spec = TRIAGES[name]
    assert triage_comment(TriageResult.model_validate_json(result.model_dump_json()), intake, spec) == ALL[name]


class TestIntake:
    def test_questions_are_numbered_and_have_their_lines(self) -> None:
        items = re.findall(r"^(\d)\. \*\*(.+?)\*\* \((.+?)\): ", ALL["intake-needs-info"], re.MULTILINE)
        assert items == [("1", "elided constants", "body, line 17"), ("2", "elided constants", "body, line 18")]

    def test_what_was_understood_is_not_folded_when_something_is_asked(self) -> None:
        assert gfm.headings(ALL["intake-needs-info"]) == ["Questions", "Answer", "Notes", "What was understood"]
        assert gfm.folds(ALL["intake-needs-info"]) == []

    def test_refusals_say_what_and_what_instead(self) -> None:
        assert "1. **flag not allowed** (body, line 9): `--iree-llvmcpu-system-linker-path` starts a program" in ALL["intake-refused"]

    @given(strings)
    @example("```\n~~~\n````")
    @example("null")
    def test_the_block_to_answer_with_is_one_fence_whatever_is_in_it(self, words: str) -> None:
        variant = Variant(name="A", iree_version=words, compile=Compile(flags=(words,)), run=RunCall(function=words, device=words, flags=(words,)))
        question = Question(code=QuestionCode.MISSING_EXPECTED, text=f"What of {words}?")
        comment = intake_comment(Intake(status="needs_info", spec=PartialSpec(variants=(variant,)), questions=(question,)))
        assert gfm.headings(comment) == ["Questions", "Answer", "What was understood"]
        (block,) = [token for token in gfm.tokens(comment) if token.type == "fence"]
        assert block.content.startswith("```yaml numerics-repro\n# program:")
        assert block.content.endswith("\n```\n")
        assert len([line for line in block.content.splitlines() if line.startswith("```")]) == 2
        assert comment.count("<!--") == 1

    def test_only_what_needs_an_answer_has_a_block_to_answer_with(self) -> None:
        assert [name for name in ALL if "numerics-repro\n" in ALL[name]] == ["intake-needs-info"]


class TestMarker:
    def test_holds_the_digest_of_the_spec(self) -> None:
        assert ALL["reproduced-flag"].startswith(f"<!-- numerics-bot spec={requests.GATHER.digest} -->\n")

    @pytest.mark.parametrize("digest", [None, "", "x", '"-->', "A" * 64, "0" * 65, "0" * 64 + "\n"])
    def test_holds_nothing_that_is_no_digest(self, digest: str | None) -> None:
        assert marker(digest) == "<!-- numerics-bot spec=none -->"


@given(strings, st.sampled_from(["different", "equal"]))
def test_words_from_outside_never_change_the_shape_of_a_comment(words: str, judgement: str) -> None:
    output = Output(index=0, name=words, dtype=words, elements=1, judgement=judgement, reason=f"because {words}")
    divergence = Divergence(dispatch=Dispatch(symbol=words, ordinal=0, count=1, loc=words), sentence=f"it {words}")
    result = TriageResult(
        verdict=Verdict.REPRODUCED,
        sentence=f"so {words}",
        compared=("A", "B"),
        outputs=(output,),
        divergence=divergence,
        notes=(Note(code=words, text=words),),
        runs=(Run(variant=words, exit=1, failed="run", log_tail=f"log {words}"),),
    )
    comment = triage_comment(result, None, None)
    assert gfm.headings(comment) == ["A against B", "Where it begins", "What failed", "Notes"]
    assert gfm.folds(comment) == ["Last lines of the logs", "Environment and time"]
    assert [len(grid.header) for grid in gfm.tables(comment)] == [4, 2, 6]
    assert {kind.removesuffix("_open").removesuffix("_close") for kind in gfm.types(comment)} <= ALLOWED
    assert not [token for token in gfm.inline_tokens(comment) if token.type == "text" and ALIVE.search(token.content)]


@given(strings)
@example("`a``b` and --c`d`--e")
@example("``a` b")
def test_the_words_of_a_sentence_are_all_there_its_code_as_code(words: str) -> None:
    comment = triage_comment(BARE.model_copy(update={"sentence": words}), None, None)
    seen = [(token.type == "code_inline", token.content.replace(BREAK, "").strip(" ")) for token in gfm.inline_tokens(comment) if token.content.strip(" ")]
    pieces = [(p.style == "code", (escape.visible if p.style == "code" else escape.prose)(p.text).strip(" ")) for p in sentence(words)]
    assert seen[1:] == [piece for piece in pieces if piece[1]]


def test_importing_it_brings_no_renderers_along() -> None:
    heavy = "{'jinja2', 'rich', 'matplotlib'}"
    code = f"import sys, bot.report.comment; print(sorted({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_hostile_words_are_in_the_hostile_report() -> None:
    """So that the tests above test something."""
    seen = "".join(token.content.replace(BREAK, "") for token in gfm.inline_tokens(ALL["hostile"]))
    assert seen.count("@someone @org/team #123 iree-org/iree#1") > 20
    assert "@someone" in hostile.WORDS
