"""The writer of an email to the site, and the answer to their orders."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from games.models import Player
from notifications.letters.site_questions import SiteQuestion


class CannotDo(Exception):
    """An order that cannot be carried out as written; its text explains why in the active language."""


@dataclass(slots=True)
class Writer:
    """The writer of an email: a proved address, and the player with that address, if there is one.

    `listed` is what the numbers stand for in the email that they reply to, and `question` the invitation that it asked
    about, if only one. `has_just_arrived`: they have signed up in this very email.
    """

    address: str
    player: Player | None
    listed: Sequence[str]
    now: datetime
    question: SiteQuestion | None = None
    has_just_arrived: bool = False

    @property
    def registered_player(self) -> Player:
        """Return the writer's player, for orders that only players may give."""
        assert self.player is not None
        return self.player

    @property
    def network(self) -> str:
        """The network for limits that count by network: the domain of the writer's address."""
        return f"mail from {self.address.rpartition('@')[2]}"


@dataclass(slots=True)
class SiteAnswer:
    """The answer to a writer, part by part (`notifications.letters.site`), and whether anything was done.

    `listed` is what the numbers in it stand for, `question` the only invitation that it asks about, and `hints` what
    the writer could send next.
    """

    parts: list[list[object]] = field(default_factory=list)
    listed: list[str] = field(default_factory=list)
    question: SiteQuestion | None = None
    hints: list[str] = field(default_factory=list)
    did_anything: bool = False

    def say(self, words: str) -> None:
        """Add a paragraph of these words to the answer."""
        self.parts.append(["paragraph", words])

    def head(self, words: str) -> None:
        """Add a heading for the parts that follow."""
        self.parts.append(["heading", words])

    def items(self, lines: Sequence[str]) -> None:
        """Add a list of these lines."""
        self.parts.append(["items", list(lines)])

    def typed(self, lines: Sequence[str]) -> None:
        """Add lines as examples to type."""
        self.parts.append(["typed", list(lines)])

    def link(self, words: str, url: str) -> None:
        """Add a link with this text."""
        self.parts.append(["link", words, url])

    def number(self, key: str) -> int:
        """Return the number by which the writer can name a game, or another invitation."""
        if key not in self.listed:
            self.listed.append(key)
        return self.listed.index(key) + 1

    def hint(self, *lines: str) -> None:
        """Add lines that the writer could send next, without repeating any."""
        self.hints += [line for line in lines if line not in self.hints]
