"""The games that can be played, in a few words each, for anyone who creates a table."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine.boards import Board
from games import rulesets
from games.presentation import words
from games.presentation.words.lists import listed

FEWEST: Final = 2
MOST: Final = 6
"""The largest number of players that forms offer; not every game allows all numbers."""


@dataclass(frozen=True)
class KindOfGame:
    """A ruleset in words: its title, its subject, its numbers of players, its options, whether it has a map.

    `variants` are further games on its map, which forms offer below it.
    """

    ruleset: str
    title: str
    about: str
    fewest: int
    most: int
    options: tuple[tuple[str, str], ...]
    map: bool
    variants: tuple["KindOfGame", ...] = ()

    @property
    def players(self) -> str:
        sentence = ngettext("%(fewest)d to %(most)d player", "%(fewest)d to %(most)d players", self.most)
        return sentence % {"fewest": self.fewest, "most": self.most}

    @property
    def also(self) -> str:
        """Name the variants; "" if there are none."""
        titles = listed(variant.title for variant in self.variants)
        return _("Also with other tickets: %(titles)s.") % {"titles": titles} if titles else ""

    @property
    def impossible(self) -> str:
        """Return the numbers of players that the game does not allow; style sheets hide them while it is chosen."""
        return " ".join(str(n) for n in range(FEWEST, MOST + 1) if not self.fewest <= n <= self.most)


def group_by_map(offered: Iterable[KindOfGame]) -> list[KindOfGame]:
    """Return these games without those on the map of an earlier one, which has them as variants."""
    groups: dict[Board, list[KindOfGame]] = {}
    for kind in offered:
        groups.setdefault(engine.RULESETS[kind.ruleset].board.map, []).append(kind)
    return [replace(first, variants=tuple(others)) for first, *others in groups.values()]


def kinds() -> Iterator[KindOfGame]:
    """Yield all games that can be played."""
    for name, rules in rulesets.offered().items():
        options = tuple((option, words.title(option)) for option in rules.variants)
        fewest, most = min(rules.seat_counts), max(rules.seat_counts)
        yield KindOfGame(name, words.title(name), words.about(name), fewest, most, options, bool(rules.board.routes))
