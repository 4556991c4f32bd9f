"""What there is to play, in a few words each, for anyone who makes a table."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games import rulesets, words

FEWEST: Final = 2
MOST: Final = 6
"""As many players as forms offer; not every game is for all of these numbers."""


@dataclass(frozen=True)
class KindOfGame:
    """A ruleset: what it is called, what it is about, how many can play, what can be added; whether it has a map."""

    ruleset: str
    title: str
    about: str
    fewest: int
    most: int
    options: tuple[tuple[str, str], ...]
    map: bool

    @property
    def players(self) -> str:
        return _("%(fewest)d to %(most)d players") % {"fewest": self.fewest, "most": self.most}

    @property
    def impossible(self) -> str:
        """The numbers of players that it is not for: style sheets leave them out of a form while it is chosen."""
        return " ".join(str(n) for n in range(FEWEST, MOST + 1) if not self.fewest <= n <= self.most)


def kinds() -> Iterator[KindOfGame]:
    """All of them."""
    for name, rules in rulesets.offered().items():
        options = tuple((option, words.title(option)) for option in rules.variants)
        fewest, most = min(rules.seat_counts), max(rules.seat_counts)
        yield KindOfGame(name, words.title(name), words.about(name), fewest, most, options, bool(rules.board.routes))
