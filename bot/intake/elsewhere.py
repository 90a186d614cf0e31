"""Reports whose program is made somewhere else: by a Python script, or in a test that only has a name."""

import re
from dataclasses import dataclass

from bot.intake.markdown import Document, Passage
from bot.intake.result import Lines
from bot.intake.wording import cut

_LIBRARIES = r"torch|torch_mlir|jax|flax|tensorflow|tf_keras|keras|onnx|onnxruntime|iree|shark|shark_turbine|turbine|transformers|tank|diffusers"
_SCRIPT = (
    "`{0}`: a Python script makes the program, and no Python is run. Give the MLIR that it makes (of torch: "
    "`iree.turbine.aot.export(…).save_mlir(…)`, of ONNX: `iree-import-onnx model.onnx -o model.mlir`, of JAX: `jax.jit(f).lower(…).as_text()`) "
    "and the iree-compile and iree-run-module lines"
)
_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(r"(?:\bctest|\bllvm-lit|\blit|\bpytest|\bbazel(?:isk)?\s+test)\s+[-/:.\w]\S*"),
        "`{0}` names a test of a build tree, which the bot does not have: give the test's MLIR, and its iree-compile and iree-run-module lines from the log",
    ),
    (
        re.compile(rf"^\s*(?:>>>\s*)?(?:import|from)\s+(?:{_LIBRARIES})\b.*", re.MULTILINE),
        _SCRIPT,
    ),
    (
        re.compile(r"(?:^|[\s`$])python3?\s+(?:-m\s+)?[\w./-]{1,100}"),
        "`{0}` is a Python program, and no Python is run: give the MLIR that it compiles and the iree-compile and iree-run-module lines",
    ),
)
"""What is looked for, and what is asked where it stands; ``{0}`` is the text that was found."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Where the program is, as a question with what would be taken instead."""

    question: str
    lines: Lines


def read_elsewhere(documents: list[Document]) -> Elsewhere | None:
    """The first sign of a program that is made elsewhere; tests before scripts, since a test's name is often run by one."""
    passages: list[Passage] = [passage for document in documents for passage in document.passages]
    for pattern, question in _RULES:
        for passage in passages:
            if (found := pattern.search(passage.text)) is not None:
                text = cut(found[0].strip(" \n\t`$"))
                return Elsewhere(question.format(text), passage.lines(found.start(), found.end()))
    return None
