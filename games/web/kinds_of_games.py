"""What there is to play, in a few words each, for anyone who makes a table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from games import words

ABOUT: Final[Mapping[str, Promise]] = {
    "usa": gettext_lazy("Routes across a map, secret tickets, and the longest line."),
    "old_west": gettext_lazy("Markers in cities: routes into a city score for its owner, too."),
    "card_game": gettext_lazy("No map: rows of cards in rail yards, and tickets paid with them."),
    "lagoon": gettext_lazy("A small map with lanterns, for a short game."),
}
"""By the ruleset's name, without its version. A new one needs none."""


@dataclass(frozen=True)
class KindOfGame:
    """A ruleset: what it is called, what it is about, how many can play, what can be added to it."""

    ruleset: str
    title: str
    about: str
    fewest: int
    most: int
    options: tuple[tuple[str, str], ...]

    @property
    def players(self) -> str:
        return _("%(fewest)d to %(most)d players") % {"fewest": self.fewest, "most": self.most}


def kinds() -> Iterator[KindOfGame]:
    """All of them."""
    for name, rules in engine.RULESETS.items():
        options = tuple((option, words.title(option)) for option in rules.variants)
        about = str(ABOUT.get(name.partition("@")[0], ""))
        fewest, most = min(rules.seat_counts), max(rules.seat_counts)
        yield KindOfGame(name, words.title(name), about, fewest, most, options)
