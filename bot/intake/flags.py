"""The flags of a report's commands as flags of a spec: translated, dropped, questioned or refused, each with its reason."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.intake.findings import Findings
from bot.intake.result import Lines, QuestionCode, RefusalCode
from bot.intake.wording import cut
from runners.flags import Decision, Flag, Ruling, Tool, nearest, ruling, translated, unknown_values, value_problem
from runners.flags.values import taken
from runners.release import Release

_REMARKS: dict[str, str] = {
    "iree-util-zero-fill-elided-attrs": "fills constants that were left out with zeros, which explains results that are all zero",
    "iree-input-demote-i64-to-i32": "narrows i64 values to i32, which changes results by itself where they do not fit",
}
"""What a reader should know of flags that are kept, worded to follow the flag."""


@dataclass(frozen=True, slots=True)
class Toolchain:
    """The release that will take the flags, and the names its ``--help`` lists (None: not known on this machine)."""

    release: Release
    known: frozenset[str] | None


@dataclass(frozen=True, slots=True)
class SpecFlags:
    """Flags as the spec has them, and what was renamed, in words."""

    kept: tuple[Flag, ...]
    renamed: str = ""

    @property
    def argv(self) -> tuple[str, ...]:
        """The flags as argv items."""
        return tuple(map(str, self.kept))


def spec_flags(tool: Tool, flags: Iterable[Flag], toolchain: Toolchain, findings: Findings, lines: Lines | None) -> SpecFlags:
    """The flags that the spec keeps, in order; what is not kept is among the findings with its reason."""
    bench = _Bench(tool, toolchain, findings, lines)
    kept: list[Flag] = []
    renamed: list[str] = []
    for flag in flags:
        new = translated(flag, toolchain.release, toolchain.known) if tool == "iree-compile" else flag
        if bench.keeps(flag, new):
            kept.append(new)
            if new != flag:
                renamed.append(f"`{cut(str(flag))}` is `{cut(str(new))}` in {toolchain.release.name}")
    return SpecFlags(tuple(kept), "; ".join(renamed))


@dataclass(frozen=True, slots=True)
class _Bench:
    """Where the flags of one call are judged."""

    tool: Tool
    toolchain: Toolchain
    findings: Findings
    lines: Lines | None

    @property
    def known(self) -> frozenset[str] | None:
        """The names that the tool has, as far as they are known."""
        return self.toolchain.known if self.tool == "iree-compile" else None

    def keeps(self, flag: Flag, new: Flag) -> bool:
        """Whether the flag, called ``new`` in this release, is kept."""
        rule = self._strictest(flag, new)
        match rule.decision:
            case Decision.REFUSE:
                self._refuse(RefusalCode.FLAG_NOT_ALLOWED, f"`--{cut(flag.name)}` {rule.reason}, which no report may do: leave it out")
            case Decision.DROP:
                self.findings.warn(f"`{cut(str(flag))}` {rule.reason}; it is left out", self.lines)
            case Decision.HINT:
                self.findings.warn(f"`{cut(str(flag))}` {rule.reason}: it is kept as a hint, the program is compiled whole", self.lines)
            case Decision.UNDECIDED:
                self._undecided(flag, rule)
            case Decision.ALLOW:
                return self._is_usable(flag, new)
        return False

    def _strictest(self, old: Flag, new: Flag) -> Ruling:
        """The ruling of the name as written and as translated; a refusal of either is one."""
        rules = [ruling(self.tool, old.name), ruling(self.tool, new.name)]
        for decision in (Decision.REFUSE, Decision.DROP, Decision.HINT, Decision.ALLOW):
            for rule in rules:
                if rule.decision is decision:
                    return rule
        return rules[0]

    def _undecided(self, flag: Flag, rule: Ruling) -> None:
        if self.known is not None and flag.name not in self.known:
            self.findings.ask(QuestionCode.UNKNOWN_FLAG, _unknown(flag, self.toolchain.release, self.known), self.lines)
        else:
            self._refuse(RefusalCode.FLAG_NOT_ALLOWED, f"`--{cut(flag.name)}` of {self.tool} {rule.reason}: leave it out, or ask for it to be looked at")

    def _is_usable(self, flag: Flag, new: Flag) -> bool:
        """Whether an allowed flag can be kept: its value names no place, and the release has it."""
        problem = value_problem(new.value) if new.value is not None else None
        if problem is not None:
            code = RefusalCode.PATH_NOT_ALLOWED if "path" in problem else RefusalCode.FLAG_NOT_ALLOWED
            self._refuse(code, f"`--{cut(flag.name)}` {problem}: leave it out")
            return False
        if self.known is not None and new.name not in self.known:
            self.findings.ask(QuestionCode.UNKNOWN_FLAG, _unknown(new, self.toolchain.release, self.known), self.lines)
            return False
        if values := unknown_values(new, self.toolchain.release):
            self.findings.ask(QuestionCode.UNKNOWN_FLAG, _unknown_value(new, values[0], self.toolchain.release), self.lines)
            return False
        if remark := _REMARKS.get(new.name):
            self.findings.warn(f"`--{new.name}` {remark}", self.lines)
        return True

    def _refuse(self, code: RefusalCode, detail: str) -> None:
        self.findings.refuse(code, detail, self.lines)


def _unknown(flag: Flag, release: Release, known: frozenset[str]) -> str:
    near = nearest(flag.name, known)
    hint = f"; the nearest are {', '.join(f'`--{name}`' for name in near)}" if near else ""
    return f"iree-compile {release.name} has no flag `--{cut(flag.name)}`{hint}. Which release and flag are meant?"


def _unknown_value(flag: Flag, value: str, release: Release) -> str:
    return f"iree-compile {release.name} does not take `{cut(value)}` for `--{flag.name}`; it takes {', '.join(taken(flag.name, release))}. Which is meant?"
