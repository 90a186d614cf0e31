"""Issue text in, ReproSpec out, with provenance, questions and refusals."""

from bot.intake.issue import Comment, Issue, read_issue
from bot.intake.parse import KnownFlags, parse

__all__ = ["Comment", "Issue", "KnownFlags", "parse", "read_issue"]
