"""The report as a document: which sections there are, in their order, and what may be left out first."""

from collections.abc import Iterator

from bot.intake.block_text import block_of
from bot.intake.markdown import BLOCK
from bot.intake.result import Intake, Lines
from bot.report.commands import commands
from bot.report.document import Caps, Document, Inline, Items, Listing, Paragraph, Piece, Section, code, plain, sentence, strong
from bot.report.evidence import along_section, audits_section, bisect_section, bundle_section, divergence_section, knobs_section, patterns_section
from bot.report.machine import environment_section, failures_section, logs_section
from bot.report.outputs import compared_section, elements_table, worst_first
from bot.report.sides import sides
from bot.report.understood import understood_section
from bot.report.words import VERDICTS
from runners.contract import Comparison, ReproSpec, TriageResult, Verdict

_ORDER_OF_CUTS = (
    "understood", "answer", "environment", "logs", "commands", "along", "elements", "also", "knobs", "patterns", "bundle", "bisect", "notes",
    "arguments", "failures", "audits", "divergence", "outputs", "asked",
)  # fmt: skip
"""Where there is no room for all, sections go in this order."""
_WEIGHT = {name: weight for weight, name in enumerate(_ORDER_OF_CUTS)}
_STATUS = {"needs_info": Verdict.NEEDS_INFO, "refused": Verdict.REFUSED}


def triage_document(result: TriageResult, intake: Intake | None, spec: ReproSpec | None, caps: Caps) -> Document:
    """The whole report of a triage. Without ``spec`` it is taken from the intake, where that has one."""
    spec = spec or _whole_spec(intake)
    verdict, tone = VERDICTS[result.verdict]
    return Document(
        verdict=verdict,
        tone=tone,
        sentence=sentence(result.sentence),
        lead=(sides(spec, result.runs),) if spec else (),
        sections=tuple(section for section in _sections(result, intake, spec, caps) if section),
        digest=spec.digest if spec else result.spec_digest,
    )


def intake_document(intake: Intake) -> Document:
    """What is asked and refused, numbered, then what was understood."""
    asked = [
        *((strong(question.code.replace("_", " ")), question.text, question.lines) for question in intake.questions),
        *((strong(refusal.code.replace("_", " ")), refusal.detail, refusal.lines) for refusal in intake.refusals),
    ]
    sections = [
        Section(_asked_title(intake), (Items(tuple(_item(*entry) for entry in asked), numbered=True),), _WEIGHT["asked"]) if asked else None,
        _answer(intake) if intake.status == "needs_info" else None,
        _notes(None, intake),
        understood_section(intake.spec, intake.provenance, _WEIGHT["understood"], folded=False),
    ]
    verdict, tone = VERDICTS[_STATUS[intake.status]] if intake.status in _STATUS else ("Understood", "good")
    spec = _whole_spec(intake)
    return Document(verdict, tone, plain(_intake_sentence(intake)), (), tuple(s for s in sections if s), spec.digest if spec else None)


def _answer(intake: Intake) -> Section:
    """The block to answer with, in a fence of its own around, so that copying it takes its inner fence along."""
    words = "Paste this into a comment and fill in what is missing. What is commented out is an example, or only assumed."
    block = f"```yaml {BLOCK}\n{block_of(intake.spec, intake.questions)}```"
    return Section("Answer", (Paragraph(plain(words)), Listing(block, "markdown")), _WEIGHT["answer"])


def _sections(result: TriageResult, intake: Intake | None, spec: ReproSpec | None, caps: Caps) -> Iterator[Section | None]:
    a, b = result.compared or ("A", "B")
    yield from _outputs(result, a, b, caps)
    if result.divergence:
        yield divergence_section(result.divergence, a, b, _WEIGHT["divergence"], caps)
        yield along_section(result.divergence.along, _WEIGHT["along"], caps)
    if result.audits:
        yield audits_section(result.audits, _WEIGHT["audits"], caps)
    yield patterns_section(result.outputs, _WEIGHT["patterns"], caps)
    if result.knobs:
        yield knobs_section(result.knobs, _WEIGHT["knobs"], caps)
    if result.bisect:
        yield bisect_section(result.bisect, _WEIGHT["bisect"], caps)
    yield failures_section(result.runs, _WEIGHT["failures"])
    yield logs_section(result.runs, _WEIGHT["logs"], caps)
    for other in result.also:
        if other.outputs:
            yield compared_section(f"Also compared: {other.a} against {other.b}", "output", other, _WEIGHT["also"], caps)
    yield _notes(result, intake)
    if result.bundle:
        yield bundle_section(result.bundle, _WEIGHT["bundle"])
    if spec:
        yield Section("Commands to reproduce", (Listing(commands(spec), "sh"),), _WEIGHT["commands"])
        yield understood_section(spec, intake.provenance if intake else None, _WEIGHT["understood"], folded=True)
    yield environment_section(result, _WEIGHT["environment"])


def _outputs(result: TriageResult, a: str, b: str, caps: Caps) -> Iterator[Section]:
    results = tuple(o for o in result.outputs if o.kind == "result")
    arguments = tuple(o for o in result.outputs if o.kind == "argument")
    if results:
        yield compared_section(f"{a} against {b}", "output", Comparison(a=a, b=b, outputs=results), _WEIGHT["outputs"], caps)
    if arguments:
        changed = Comparison(a=a, b=b, outputs=arguments)
        yield compared_section("Arguments that the program changed", "argument", changed, _WEIGHT["arguments"], caps)
    worst = next((o for o in worst_first(result.outputs) if o.worst), None)
    if worst:
        noun = "output" if worst.kind == "result" else "argument"
        yield Section(f"Worst elements of {noun} {worst.index}", (elements_table(worst, a, b, caps),), _WEIGHT["elements"])


def _notes(result: TriageResult | None, intake: Intake | None) -> Section | None:
    said = [(*sentence(note.text), Piece(" ("), *code(note.code), Piece(")")) for note in (result.notes if result else ())]
    read = [(*sentence(warning.text), *_where(warning.lines)) for warning in (intake.warnings if intake else ())]
    return Section("Notes", (Items((*said, *read)),), _WEIGHT["notes"]) if said or read else None


def _whole_spec(intake: Intake | None) -> ReproSpec | None:
    return intake.spec if intake and isinstance(intake.spec, ReproSpec) else None


def _item(title: Inline, words: str, lines: Lines | None) -> Inline:
    return (*title, *_where(lines), Piece(": "), *sentence(words))


def _where(lines: Lines | None) -> Inline:
    return plain(f" ({lines})") if lines else ()


def _asked_title(intake: Intake) -> str:
    return "Refused" if intake.status == "refused" else "Questions"


def _intake_sentence(intake: Intake) -> str:
    if intake.status == "ready":
        return "Everything that a run needs is there."
    if intake.status == "refused":
        return "Nothing of this is run. What is refused, and what would be accepted instead, stands below."
    questions = "one question needs" if len(intake.questions) == 1 else f"{len(intake.questions)} questions need"
    return f"Before this can be run {questions} an answer: edit the issue or reply in a comment."
