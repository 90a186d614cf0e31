"""All that the recognisers find in the texts of an issue, before anything is made of it."""

from dataclasses import dataclass

from bot.intake.commits import Commit, read_commits
from bot.intake.edits import Edit, read_edits
from bot.intake.golden import Printed, read_prints
from bot.intake.issue import Issue
from bot.intake.links import Link, read_links
from bot.intake.made import MadeFile, read_made
from bot.intake.markdown import BLOCK, Document, Passage, read_markdown
from bot.intake.program import Listing, read_listings
from bot.intake.stated import Stated, read_stated
from bot.intake.transcript import CommandLine, Unreadable, read_commands
from bot.intake.versions import Mention, read_title, read_versions


@dataclass(frozen=True, slots=True)
class Facts:
    """What stands in the body and in the comments that count, in reading order."""

    documents: list[Document]
    commands: list[CommandLine | Unreadable]
    listings: list[Listing]
    prints: list[Printed]
    links: list[Link]
    edits: list[Edit]
    versions: list[Mention]
    commits: list[Commit]
    stated: list[Stated]
    made: list[MadeFile]
    title: str = ""
    blocks: tuple[Passage, ...] = ()

    @property
    def prose(self) -> str:
        """The title and all text that is no code."""
        texts = (passage.text for document in self.documents for passage in document.passages if not passage.is_code)
        return "\n".join([self.title, *texts])


def documents_of(issue: Issue) -> list[Document]:
    """The body and the comments by the reporter and by maintainers; of a comment not what it only quotes from above."""
    documents = [read_markdown(issue.body)]
    said = _lines(documents[0].passages)
    for number, comment in enumerate(issue.comments, start=1):
        if issue.speaks_for_the_report(comment):
            document = read_markdown(comment.body, number=number, comment_id=comment.id)
            documents.append(_without_quotes(document, said))
            said |= _lines(document.passages)
    return documents


def _lines(passages: tuple[Passage, ...]) -> set[str]:
    return {line.strip() for passage in passages for line in passage.text.split("\n")}


def _without_quotes(document: Document, said: set[str]) -> Document:
    return _only(document, [passage for passage in document.passages if not (passage.quoted and _lines((passage,)) <= said)])


def _only(document: Document, kept: list[Passage]) -> Document:
    renumbered = (
        Passage(one.kind, one.text, one.first, one.document, index, one.comment_id, one.tag, one.quoted, one.section) for index, one in enumerate(kept)
    )
    return Document(document.number, document.comment_id, tuple(renumbered))


def gather(documents: list[Document], title: str = "") -> Facts:
    """Let every recogniser read every document, and those for words the title too."""
    # What an explicit block says is for its own reader alone.
    blocks = tuple(passage for document in documents for passage in document.passages if passage.tag == BLOCK)
    documents = [_only(document, [passage for passage in document.passages if passage.tag != BLOCK]) for document in documents]
    facts = Facts(documents, [], [], [], [], [], [], [], [], [], title, tuple(passage for passage in blocks if not passage.quoted))
    if not _repeats(documents, title):
        facts.versions.extend(read_title(title))
    for document in documents:
        commands = read_commands(document)
        calls = [command for command in commands if isinstance(command, CommandLine)]
        facts.commands.extend(commands)
        facts.listings.extend(read_listings(document, calls))
        facts.prints.extend(read_prints(document, calls))
        facts.made.extend(read_made(document))
        facts.stated.extend(read_stated(document, calls))
        facts.links.extend(read_links(document))
        facts.edits.extend(read_edits(document))
        facts.versions.extend(read_versions(document))
        facts.commits.extend(read_commits(document))
    return facts


def _repeats(documents: list[Document], title: str) -> bool:
    """Whether the body begins with the title, as a Markdown file does."""
    return bool(documents) and any(passage.text.strip() == title.strip() for passage in documents[0].passages[:1])
