"""The corpus of reports: how well the intake reads the ways in which people write.

``python -m tests.intake.corpus [SLUG…]`` counts fields *right / wrong / asked* over ``corpus/*/`` and says what falls short.

A report is a folder: ``issue.md`` (or ``.txt``, or ``.json`` where comments or line ends matter), ``gold.toml`` with what a
careful maintainer would understand, and what its links give in ``files/`` and ``urls.json``. In ``gold.toml`` every key is
optional, and what is absent is not looked at:

- ``about``: what this way of writing is; ``status``, ``function``, ``labels``, ``expectation``, ``tolerance``, ``parameters`` as in the spec
- ``program``: name of the file; ``program_has``: a piece of the text of an inline one
- ``inputs``: all of them, in order, each with the keys that matter; ``input_count`` where they are many
- ``golden``: expected values, one table an output; ``golden_files``: names
- ``questions``, ``refusals``: all of their codes, and ``may_ask`` further ones that do no harm; ``asks_about``, ``warnings``, ``mentions``: pieces of
  a question, of a warning, of anything said. ``"a|b"`` is either
- ``[A]``, ``[B]``: the variants, all of them, with ``flags`` (all), ``has_flags``, ``not_flags``, ``run_flags`` (all), ``device``, ``function``,
  ``iree_version``, ``commit``, ``program``, ``program_has``

A field is *asked* where the intake says that it does not know and gives no other value, *wrong* where it gives one.
"""

import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from bot.intake import parse, read_issue
from runners.artifacts import LocalArtifacts
from runners.release import Release
from runners.settings import RunnerSettings
from runners.toolchain import Toolchains, bundled_release

CORPUS = Path(__file__).parent / "corpus"
REPORTS = sorted(path.parent for path in CORPUS.glob("*/gold.toml"))
VARIANTS = ("A", "B")

Outcome = Literal["right", "wrong", "asked"]


@dataclass(frozen=True)
class Field:
    """One field of the gold, and how it came out."""

    name: str
    outcome: Outcome
    want: Any = None
    got: Any = None

    def __str__(self) -> str:
        return f"{self.outcome}: {self.name} is {_short(self.got)}, want {_short(self.want)}"


def read(folder: Path) -> dict[str, Any]:
    """The intake of one report as JSON, with the flags of the bundled release only: the same on every machine."""
    toolchains = Toolchains(RunnerSettings())

    def known_flags(release: Release) -> frozenset[str] | None:
        return toolchains.known_flags(release) if release == bundled_release() else None

    issue = read_issue(next(folder.glob("issue.*")))
    intake = parse(issue, LocalArtifacts(folder), default_release=bundled_release(), known_flags=known_flags)
    found: dict[str, Any] = json.loads(intake.model_dump_json())
    return found


def judged(folder: Path) -> list[Field]:
    """Every field of the report's gold against what the intake gives."""
    gold = tomllib.loads((folder / "gold.toml").read_text(encoding="utf-8"))
    return list(_Judge(gold, read(folder)).fields())


def not_yet() -> dict[str, str]:
    """Reports that the intake does not read yet, with the reason."""
    lines = [line for line in (CORPUS / "not_yet.txt").read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return {slug.strip(): reason.strip() for slug, _, reason in (line.partition(":") for line in lines)}


@dataclass(frozen=True)
class _Judge:
    gold: dict[str, Any]
    got: dict[str, Any]

    def fields(self) -> Iterator[Field]:
        yield from self._said()
        yield from self._shared()
        yield from self._inputs()
        yield from self._expected()
        named = [name for name in VARIANTS if name in self.gold]
        if named:
            have = [v["name"] for v in self._spec("variants", [])]
            yield self._field("variants", named, have, have == named, absent=len(have) < len(named))
            for name in named:
                yield from self._variant(name, self.gold[name])

    @property
    def _asks(self) -> bool:
        return bool(self.got["status"] == "needs_info")

    def _spec(self, key: str, default: Any = None) -> Any:
        value = self.got["spec"].get(key)
        return default if value is None else value

    def _field(self, name: str, want: Any, got: Any, held: bool, *, absent: bool) -> Field:
        return Field(name, "right" if held else "asked" if absent and self._asks else "wrong", want, got)

    def _equal(self, name: str, want: Any, got: Any, nothing: Any = None) -> Field:
        return self._field(name, want, got, same(want, got), absent=got is None or got == nothing)

    def _said(self) -> Iterator[Field]:
        """The status, the questions and refusals, and the words in them."""
        status = self.got["status"]
        if "status" in self.gold:
            yield self._field("status", self.gold["status"], status, status == self.gold["status"], absent=self.gold["status"] == "ready")
        for key in ("questions", "refusals"):
            have = {said["code"] for said in self.got[key]}
            for codes in self.gold.get(key, []):
                yield self._field(key, codes, sorted(have), bool(have & set(codes.split("|"))), absent=True)
            if key in self.gold or self.gold.get("status") == "ready":
                harmless = self.gold.get("may_ask", []) if key == "questions" else []
                allowed = {code for codes in [*self.gold.get(key, []), *harmless] for code in codes.split("|")}
                yield from (self._field(key, "no more", code, held=False, absent=key == "questions") for code in sorted(have - allowed))
        asked, warned = [q["text"] for q in self.got["questions"]], [w["text"] for w in self.got["warnings"]]
        anything = [*asked, *warned, *(r["detail"] for r in self.got["refusals"]), *(o["why"] for o in self.got["provenance"])]
        texts = {"asks_about": asked, "warnings": warned, "mentions": anything}
        for key, said in texts.items():
            for wanted in self.gold.get(key, []):
                held = any(word.lower() in text.lower() for word in wanted.split("|") for text in said)
                yield self._field(key, wanted, "not said", held, absent=True)

    def _shared(self) -> Iterator[Field]:
        if "labels" in self.gold:
            have = (self._spec("runner") or {}).get("labels", [])
            yield self._field("labels", self.gold["labels"], have, set(self.gold["labels"]) <= set(have), absent=have in ([], ["cpu"]))
        if "function" in self.gold:
            for variant in self._spec("variants", []):
                yield self._equal(f"{variant['name']}.function", self.gold["function"], variant["run"]["function"])
        if "parameters" in self.gold:
            yield self._equal("parameters", self.gold["parameters"], [p["name"] for p in self._spec("parameters", [])], [])
        if "tolerance" in self.gold:
            yield self._equal("tolerance", self.gold["tolerance"], self._spec("tolerance"))
        yield from self._program("", self.gold, self._spec("program"))

    def _program(self, where: str, gold: dict[str, Any], got: dict[str, Any] | None) -> Iterator[Field]:
        if "program" in gold:
            yield self._equal(f"{where}program", gold["program"], got and got["name"])
        if "program_has" in gold:
            text = (got or {}).get("text")
            yield self._field(f"{where}program_has", gold["program_has"], text, gold["program_has"] in (text or ""), absent=text is None)

    def _inputs(self) -> Iterator[Field]:
        have = self._spec("inputs", [])
        want = self.gold.get("inputs", [])
        count = self.gold.get("input_count", len(want) if "inputs" in self.gold else None)
        if count is not None:
            yield self._field("inputs", count, len(have), len(have) == count, absent=len(have) < count)
        for index, one in enumerate(want):
            for key, value in one.items():
                yield self._equal(f"inputs.{index}.{key}", value, have[index][key] if index < len(have) else None)

    def _expected(self) -> Iterator[Field]:
        have = self._spec("expectation") or {}
        if "expectation" in self.gold:
            yield self._equal("expectation", self.gold["expectation"], have.get("kind"))
        if "golden_files" in self.gold:
            yield self._equal("golden_files", self.gold["golden_files"], [f["file"] for f in have.get("files", [])], [])
        if "golden" in self.gold:
            values = have.get("values", [])
            yield self._field("golden", len(self.gold["golden"]), len(values), len(values) == len(self.gold["golden"]), absent=not values)
            for number, (want, got) in enumerate(zip(self.gold["golden"], values, strict=False)):
                for key, value in want.items():
                    yield self._equal(f"golden.{number}.{key}", value, got[key])

    def _variant(self, name: str, gold: dict[str, Any]) -> Iterator[Field]:
        got = next((v for v in self._spec("variants", []) if v["name"] == name), None)
        read_there = {o["field"] for o in self.got["provenance"] if o["how"] != "default"}
        have: dict[str, Any] = {"iree_version": got["iree_version"], "device": got["run"]["device"], "function": got["run"]["function"]} if got else {}
        if got:
            have["commit"] = got["commit"]
        for key in ("iree_version", "commit", "device", "function"):
            if key in gold:
                assumed = f"variants.{name}.{key}" not in read_there and f"variants.{name}.run.{key}" not in read_there
                value = have.get(key)
                yield self._field(f"{name}.{key}", gold[key], value, same(gold[key], value), absent=value is None or assumed)
        for key, flags in (("flags", got["compile"]["flags"] if got else []), ("run_flags", got["run"]["flags"] if got else [])):
            if key in gold:
                yield self._field(f"{name}.{key}", sorted(gold[key]), sorted(flags), set(gold[key]) == set(flags), absent=set(flags) < set(gold[key]))
        flags = got["compile"]["flags"] if got else []
        for flag in gold.get("has_flags", []):
            yield self._field(f"{name}.flags", flag, sorted(flags), flag in flags, absent=True)
        for flag in gold.get("not_flags", []):
            yield self._field(f"{name}.flags", f"not {flag}", sorted(flags), flag not in flags, absent=False)
        if got and ("program" in gold or "program_has" in gold):
            yield from self._program(f"{name}.", gold, got["program"] or self._spec("program"))


def same(want: Any, got: Any) -> bool:
    """Whether two values mean the same: 1 is 1.0, and one value is a list that holds only that value.

    >>> same(float("nan"), "nan"), same([1, 2], [1.0, 2.0]), same(3, [3.0]), same([1], [1, 1]), same(1, None)
    (True, True, True, False, False)
    """
    if isinstance(want, dict) and isinstance(got, dict):
        return all(same(value, got.get(key)) for key, value in want.items())
    if isinstance(want, list):
        return isinstance(got, list) and len(want) == len(got) and all(map(same, want, got))
    if isinstance(got, list):
        return bool(got) and all(same(want, one) for one in got)
    if isinstance(want, int | float) and not isinstance(want, bool):
        return got == want or got in (str(want), str(float(want)))
    return bool(want == got)


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 300 else f"{text[:300]}…"


def main(slugs: list[str]) -> int:
    """Print the figures; 1 when a field comes out wrong."""
    counts: Counter[Outcome] = Counter()
    reports = [report for report in REPORTS if not slugs or report.name in slugs]
    whole = 0
    for folder in reports:
        fields = judged(folder)
        counts.update(field.outcome for field in fields)
        short = [str(field) for field in fields if field.outcome != "right"]
        whole += not short
        if short:
            sys.stdout.write("\n    ".join([folder.name, *short]) + "\n")
    figures = ", ".join(f"{counts[outcome]} {outcome}" for outcome in get_args(Outcome))
    sys.stdout.write(f"{len(reports)} reports, {whole} read whole; fields: {figures}\n")
    return 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
