"""A smaller repro that a report speaks of behind its commands: offered, since it is often the better one."""

from bot.intake.facts import Facts
from bot.intake.findings import Findings
from bot.intake.markdown import Passage
from bot.intake.transcript import CommandLine, Unreadable
from bot.intake.wording import phrases

_SPOKEN_OF = phrases(
    r"(?:min|minimal|minimum|minimi[sz]ed|small(?:er|est)?|reduced|short(?:er)?|simpler|standalone|self-contained) (?:\w+ )?(?:repro\w*|test ?case|example)",
    r"(?:reduced|minimi[sz]ed|shrunk|narrowed|boiled|cut) (?:\w+ ){0,2}(?:repro\w*|test ?case|example|model|it) (?:\w+ ){0,3}(?:down|more|further|to)",
)
_ABOVE = phrases("above", "(?:this|that|it) is", "before", "earlier", "already")
_NEAR = 8
"""Passages behind the words in which the link to it is looked for."""


def offer_smaller_repro(facts: Facts, used: list[CommandLine | Unreadable], findings: Findings) -> None:
    """Warn of a smaller repro that is described after the last command in use, and so is not what is run."""
    last = max(((item.passage.document, item.passage.index) for item in used), default=(0, -1))
    for document in facts.documents:
        for passage in document.passages:
            found = _SPOKEN_OF.search(passage.text) if (document.number, passage.index) > last and not passage.is_code else None
            if found is not None and not _ABOVE.search(passage.text, 0, found.start()):
                where = _link_near(passage, facts)
                text = (
                    f"A smaller repro is spoken of here{where}, but not with commands that can be read: to have it run, give its program, inputs and commands"
                )
                findings.warn(text, passage.lines(found.start(), found.end()))
                return


def _link_near(passage: Passage, facts: Facts) -> str:
    """The first link of a file at or behind the passage, in words."""
    here = facts.documents[[document.number for document in facts.documents].index(passage.document)]
    following = here.passages[passage.index : passage.index + _NEAR]
    first, last = passage.first, following[-1].lines().last
    near = (link for link in facts.links if link.document == passage.document and first <= link.lines.first <= last)
    chosen = next((link for link in near if link.is_gist_page or any("." in name for name in link.names)), None)
    return f" ({chosen.url})" if chosen is not None else ""
