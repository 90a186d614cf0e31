"""What an intake has found besides the spec: origins, questions, refusals and warnings, as they come up."""

from dataclasses import dataclass, field

from bot.intake.result import Lines, Origin, Question, QuestionCode, Refusal, RefusalCode, Warn
from runners.contract import UserError


@dataclass(slots=True)
class Findings:
    """Collects in the order of reading; the same thing said twice is kept once."""

    origins: list[Origin] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    warnings: list[Warn] = field(default_factory=list)
    _said: set[tuple[str, str]] = field(default_factory=set)

    def read(self, name: str, lines: Lines | None, recogniser: str, why: str = "") -> None:
        """The field ``name`` of the spec stands in these lines."""
        self.origins.append(Origin(field=name, how="read", lines=lines, recogniser=recogniser, why=why))

    def edited(self, name: str, lines: Lines | None, recogniser: str, why: str) -> None:
        """The field ``name`` is another variant's, changed by these lines."""
        self.origins.append(Origin(field=name, how="edited", lines=lines, recogniser=recogniser, why=why))

    def default(self, name: str, why: str) -> None:
        """The report does not say the field ``name``."""
        self.origins.append(Origin(field=name, how="default", why=why))

    def withdraw(self, prefix: str) -> None:
        """The spec has no fields with this beginning after all."""
        self.origins = [origin for origin in self.origins if not origin.field.startswith(prefix)]

    def ask(self, code: QuestionCode, text: str, lines: Lines | None = None, field: str = "") -> None:
        """Something is missing or ambiguous, so that what the spec has in ``field`` is only assumed."""
        if self._is_new(code, text):
            self.questions.append(Question(code=code, text=text, lines=lines, field=field))

    def refuse(self, code: RefusalCode, detail: str, lines: Lines | None = None) -> None:
        """Something is never run."""
        if self._is_new(code, detail):
            self.refusals.append(Refusal(code=code, detail=detail, lines=lines))

    def warn(self, text: str, lines: Lines | None = None) -> None:
        """Something is dropped, or read in a way that the reporter should know of."""
        if self._is_new("warning", text):
            self.warnings.append(Warn(text=text, lines=lines))

    def _is_new(self, code: str, text: str) -> bool:
        new = (code, text) not in self._said
        self._said.add((code, text))
        return new

    def object_to(self, error: UserError, text: str, otherwise: QuestionCode, lines: Lines | None) -> None:
        """Turn an error about something in the report into a refusal or question, by its code; ``otherwise`` for codes that are neither."""
        if error.code in set(RefusalCode):
            self.refuse(RefusalCode(error.code), text, lines)
        else:
            self.ask(QuestionCode(error.code) if error.code in set(QuestionCode) else otherwise, text, lines)
