"""Coverage-guided fuzzing of the intake. What it finds becomes a row of the tables in ``test_hostile.py``.

Atheris is not among the project's packages. To run it, make an environment that has it and sees ours:

    uv venv --python 3.11 /tmp/fuzz && uv pip install --python /tmp/fuzz/bin/python atheris==3.0.0
    PYTHONPATH=.:.venv/lib/python3.11/site-packages /tmp/fuzz/bin/python -m tests.intake.fuzz -max_total_time=600 /tmp/fuzz/inputs

The last word is a folder that keeps the inputs that reach new code; an empty one is filled with the reports of the corpus.
The words before are libFuzzer's own options.
"""

import sys
from importlib import import_module
from pathlib import Path

_CORPUS = Path(__file__).parent / "corpus"
_WORDS = (
    "iree-compile ", "iree-run-module ", "--iree-hal-target-backends=", "--input=", "4xf32=", "@x.npy", "```\n", "```yaml numerics-repro\n", "func.func @",
    "result[0]: hal.buffer_view\n", "<<EOF\n", "$(seq 1 3)", "{1..3}", "${A:-", "Expected ", "instead of", "works in 3.8.0", "np.random.", "// CHECK: ",
)  # fmt: skip


def main(argv: list[str]) -> None:
    """Fuzz until one of libFuzzer's limits is reached, or until something breaks."""
    atheris = import_module("atheris")
    with atheris.instrument_imports(include=["bot", "runners"]):
        from bot.intake import read_issue  # noqa: PLC0415 - under the instruments
        from tests.intake import any_text  # noqa: PLC0415

    folder = Path(argv[-1])
    folder.mkdir(parents=True, exist_ok=True)
    if not any(folder.iterdir()):
        for gold in _CORPUS.glob("*/gold.toml"):
            issue = read_issue(next(gold.parent.glob("issue.*")))
            texts = [issue.body, *(comment.body for comment in issue.comments[:1])]
            (folder / gold.parent.name).write_bytes(any_text.BETWEEN.join(texts).encode())
    words = folder.parent / "words"
    words.write_text("".join('"' + "".join(f"\\x{byte:02x}" for byte in word.encode()) + '"\n' for word in _WORDS))
    atheris.Setup([argv[0], f"-dict={words}", f"-max_len={any_text.LONGEST}", *argv[1:]], any_text.read)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv)
