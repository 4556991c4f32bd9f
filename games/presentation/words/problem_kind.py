"""The class of kinds of problems; `games.presentation.words.problems` lists all kinds."""

from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """A kind of problem (RFC 9457).

    `code` never changes; `title` is the same for every occurrence; `detail` is a sentence about this one, with
    the problem's parameters in braces.
    """

    code: str
    status: int
    title: Promise
    detail: Promise | str = ""
