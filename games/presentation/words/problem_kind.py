"""The class of kinds of problems; `games.presentation.words.problems` lists all kinds."""

from dataclasses import dataclass

from django.utils.functional import Promise

from games.presentation.words.chosen_text import Text
from games.presentation.words.sentences import finish


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """A kind of problem (RFC 9457).

    `code` never changes; `title` is the same for every occurrence; `detail` is a sentence about this one, with
    the problem's parameters in braces.
    """

    code: str
    status: int
    title: Promise
    detail: Text = ""

    @property
    def title_as_sentence(self) -> str:
        """The title with its full stop, as it stands before other sentences."""
        return finish(str(self.title))


class AskingProblemKind(ProblemKind):
    """A kind of problem whose title is a question."""

    @property
    def title_as_sentence(self) -> str:
        """The title, which has its question mark."""
        return str(self.title)
