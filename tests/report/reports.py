"""Every report that is held in a golden file, by its name."""

from bot.intake.result import Intake
from runners.contract import ReproSpec, TriageResult, Verdict
from tests.report import hostile, requests, results

Triage = tuple[TriageResult, Intake | None, ReproSpec | None]

TRIAGES: dict[str, Triage] = {
    "reproduced-flag": (results.GATHER_ROWS, requests.GATHER_INTAKE, requests.GATHER),
    "reproduced-culprit": (results.LAYER_NORM_ERROR, requests.LAYER_NORM_INTAKE, None),
    "reproduced-golden-nan": (results.POWF_NAN, requests.INVERSE_FREQUENCIES_INTAKE, None),
    "reproduced-golden-alias": (results.ALIASED_RESULT, requests.RETURNED_ARGUMENT_INTAKE, None),
    "reproduced-changed-argument": (results.CHANGED_ARGUMENT, requests.RETURNED_ARGUMENT_INTAKE, None),
    "reproduced-pattern-bisect": (results.INT4_NIBBLES, None, requests.INT4),
    "reproduced-other-shape": (results.OTHER_SHAPES, None, requests.PARAMETERS),
    "within-noise": (results.ROUNDING, None, requests.ROW_MEAN),
    "not-reproduced": (results.EQUAL, None, None),
    "nondeterministic": (results.FLICKER, None, requests.RESIZE),
    "compile-failed": (results.COMPILE_FAILED, requests.LAYER_NORM_INTAKE, None),
    "run-failed": (results.RUN_FAILED, None, None),
    "needs-info-result": (results.UNTOLD[Verdict.NEEDS_INFO], None, None),
    "refused-result": (results.UNTOLD[Verdict.REFUSED], None, None),
    "hostile": (hostile.RESULT, hostile.INTAKE, None),
    "huge": (hostile.HUGE, None, hostile.HUGE_SPEC),
}
INTAKES: dict[str, Intake] = {
    "intake-needs-info": requests.ELIDED,
    "intake-refused": requests.HOSTILE_FLAGS,
    "intake-ready": requests.GATHER_INTAKE,
    "intake-hostile": hostile.QUESTIONS,
}
