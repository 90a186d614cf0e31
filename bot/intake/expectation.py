"""What the outputs are held against: golden files, printed values, the other variant, or repetition."""

from dataclasses import dataclass

from bot.intake.arguments import file_type
from bot.intake.array_text import DIGITS
from bot.intake.builds import Build, RunStep
from bot.intake.files import Files
from bot.intake.findings import Findings
from bot.intake.generators import NotMadeError
from bot.intake.golden import Printed
from bot.intake.inputs import read_tensor
from bot.intake.links import Link
from bot.intake.made import MadeFile
from bot.intake.markdown import Document
from bot.intake.outcomes import ResultType
from bot.intake.result import Lines, QuestionCode
from bot.intake.settled import MAX_SPLAT, settled
from bot.intake.stated import Stated
from bot.intake.values import TensorType
from bot.intake.wording import Standing, cut, phrases
from runners.contract import Expectation, GoldenFile, GoldenValues, UserError

_DATA = (".npy", ".bin")
EXACT_DIGITS = 17
"""Digits that tell every f64 from every other."""
_IGNORED = "(ignored)"
_CHANGES = phrases(
    r"(?:chang|differ|var)\w* (?:\w+ ){0,3}(?:from|between|with|on|in|at) (?:run to run|runs|(?:every|each) (?:run|time|invocation))",
    "from run to run",
    r"(?:differ\w*|another|other) (?:\w+ ){0,2}(?:every|each) (?:time|run)",
    r"non-?determini\w+",
    "flaky",
    r"(?:every|each) (?:run|time) (?:\w+ ){0,3}(?:differ\w*|chang\w*|other)",
)


@dataclass(frozen=True, slots=True)
class Told:
    """What the texts tell of the outputs. ``results`` are the types of the function's results, None when they are not known."""

    prints: list[Printed]
    stated: list[Stated]
    links: list[Link]
    results: tuple[ResultType, ...] | None


def golden(builds: list[Build], told: Told, files: Files, findings: Findings) -> Expectation | None:
    """The expected values that the report gives, by certainty: in a command, printed, stated, linked; None where it gives none."""
    commands = {build.run.call.expected: build.run for build in builds if build.run is not None and set(build.run.call.expected) - {_IGNORED}}
    if commands:
        if len(commands) > 1:
            run = list(commands.values())[-1]
            asked = "The commands name different expected outputs for the same inputs: which are right? Leave the others out"
            findings.ask(QuestionCode.MISSING_EXPECTED, asked, run.lines)
        return in_command(next(iter(commands.values())), files, findings)
    return _printed(told.prints, findings) or settled(told.stated, told.results, findings) or _linked(builds, told.links, files, findings)


def in_command(run: RunStep, files: Files, findings: Findings) -> Expectation:
    """The expected outputs that a command names."""
    golden_files: list[GoldenFile] = []
    values: list[GoldenValues] = []
    for index, text in enumerate(run.call.expected):
        if text.strip() == _IGNORED:
            continue
        try:
            tensor = read_tensor(text)
        except UserError as error:
            findings.ask(QuestionCode.MISSING_EXPECTED, f"Expected output {index}: {error.text}", run.lines)
            continue
        if tensor.file is not None and (made := files.made(tensor.file, run.document)) is not None:
            values += _made(index, made, tensor.type, findings, run.lines)
        elif tensor.file is not None:
            file = files.get(tensor.file, f"file of expected output {index}", run.lines, run.document)
            kind = file_type(file, tensor.type, QuestionCode.MISSING_EXPECTED, findings, run.lines) if file is not None else None
            if file is not None:
                golden_files.append(GoldenFile(index=index, file=file.artifact.name, shape=kind and kind.shape, dtype=kind and kind.dtype))
        elif tensor.type is None or not tensor.values or tensor.type.elements > max(MAX_SPLAT, len(tensor.values)):
            asked = f"Expected output {index}, `{cut(text)}`, gives no values to compare with: give all of them, or an .npy file"
            findings.ask(QuestionCode.MISSING_EXPECTED, asked, run.lines)
        else:
            flat = tensor.values if len(tensor.values) != 1 else tensor.values * tensor.type.elements
            values.append(GoldenValues(index=index, shape=tensor.type.shape, dtype=tensor.type.dtype, values=flat, digits=DIGITS))
    findings.read("expectation", run.lines, "expected_output")
    return Expectation(kind="golden_values" if values and not golden_files else "golden_file", files=tuple(golden_files), values=tuple(values))


def _made(index: int, made: MadeFile, declared: TensorType | None, findings: Findings, lines: Lines) -> list[GoldenValues]:
    """The expected output that the report's own NumPy lines write to a file, all of its digits."""
    try:
        one = made.as_input(index, declared)
        kind = TensorType(one.shape or (), one.dtype or "")
        flat = one.value if isinstance(one.value, tuple) else (one.value or 0,) * min(kind.elements, MAX_SPLAT + 1)
        if len(flat) > MAX_SPLAT:
            findings.ask(QuestionCode.MISSING_EXPECTED, f"Expected output {index} has {kind.elements} elements, at most {MAX_SPLAT} are written out", lines)
            return []
        return [GoldenValues(index=index, shape=kind.shape, dtype=kind.dtype, values=flat, digits=EXACT_DIGITS)]
    except NotMadeError as error:
        findings.ask(QuestionCode.UNSUPPORTED_SOURCE, made.question(f"expected output {index}", str(error)), lines)
        return []


def _printed(prints: list[Printed], findings: Findings) -> Expectation | None:
    expected = [block for block in prints if block.standing is Standing.EXPECTED]
    if not expected:
        return None
    newest = max(block.passage.document for block in expected)
    expected = [block for block in expected if block.passage.document == newest]
    block = expected[-1]
    if any(other.results != block.results for other in expected):
        asked = "Several printed results are called expected, and they differ: which is right? Leave the others out"
        findings.ask(QuestionCode.MISSING_EXPECTED, asked, block.lines)
    for result in block.results:
        if result.problem:
            asked = f"The expected result[{result.index}] cannot be read: {result.problem}; attach it as an .npy file"
            findings.ask(QuestionCode.MISSING_EXPECTED, asked, block.lines)
    values = [
        GoldenValues(index=result.index, shape=result.type.shape, dtype=result.type.dtype, values=result.values.items, digits=DIGITS)
        for result in block.results
        if not result.problem
    ]
    findings.read("expectation", block.lines, "printed")
    return Expectation(kind="golden_values", values=tuple(values))


def _linked(builds: list[Build], links: list[Link], files: Files, findings: Findings) -> Expectation | None:
    taken = {file.artifact.name for file in files.used}
    outputs = {_output_name(text) for build in builds if build.run is not None for text in build.run.call.outputs}
    found = {
        link.names[0]: link
        for link in links
        if link.names and link.standing is Standing.EXPECTED and link.names[0].endswith(_DATA) and link.names[0] not in taken | outputs
    }
    if not found:
        return None
    name, link = next(iter(found.items()))
    if len(found) > 1:
        text = f"Several files are called expected ({', '.join(f'`{one}`' for one in found)}): name them in order with --expected_output="
        findings.ask(QuestionCode.MISSING_EXPECTED, text, link.lines)
    file = files.use_link(link, name, "file of expected output 0")
    if file is None:
        return None
    kind = file_type(file, None, QuestionCode.MISSING_EXPECTED, findings, link.lines)
    findings.read("expectation", link.lines, "link", "the words around the link call it expected")
    return Expectation(kind="golden_file", files=(GoldenFile(index=0, file=name, shape=kind and kind.shape, dtype=kind and kind.dtype),))


def _output_name(text: str) -> str:
    return text.lstrip("@+").rpartition("/")[2]


def says_it_changes(documents: list[Document]) -> Lines | None:
    """Where a report says that the results change from run to run, or None."""
    for document in documents:
        for passage in document.passages:
            if not passage.is_code and (match := _CHANGES.search(passage.text)):
                return passage.lines(match.start(), match.end())
    return None
