"""A game as one viewer may see it after an entry of its log."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from django.utils.translation import gettext as _

import engine
from games.models import Player
from games.replay import past, timeline
from games.replay.timeline import Timeline
from games.web.table import news, sight
from games.web.table.news import LogLine
from games.web.table.sight import Sight

NOTHING: Final = engine.NO_OPTIONS
"""Nothing can be played in the past."""
FIRST: Final = 1


@dataclass(frozen=True)
class Lookback:
    """`sight` is the game as of the entry, with the whole log up to now; `hands` what each seat held, None while that
    is secret."""

    sight: Sight
    number: int
    hands: Sequence[Mapping[str, Any]] | None

    @cached_property
    def timeline(self) -> Timeline:
        """The log as steps."""
        return timeline.make(len(self.sight.seats), self.sight.entries)

    @cached_property
    def lines(self) -> Mapping[int, LogLine]:
        """The entries that tell anything, in sentences, by number."""
        every = (news.alone(self.sight, entry) for entry in self.sight.entries)
        told = {line.number: line for line in every if line.sentences}
        return told if FIRST in told else {FIRST: self._began(), **told}

    def _began(self) -> LogLine:
        """The first entry, which deals."""
        line = news.alone(self.sight, self.timeline.entry(FIRST))
        return replace(line, sentences=[_("The game began, and everyone was dealt cards and tickets.")])

    @property
    def opened(self) -> bool:
        """Whether everything is open to everyone."""
        return self.hands is not None


def look_back(player: Player | None, game_id: str, number: int, now: datetime) -> Lookback:
    """The game after an entry. Raises NotFound, NotBegun."""
    rows = sight.look(player, game_id)
    game, own = rows.game, rows.own
    if not game.head:
        raise sight.NotBegun("no_such_game")
    found = past.after(game, own, number, now)
    seen = Sight(
        game=game,
        seats=rows.seats,
        turns=(),
        player=player,
        seat=own,
        now=now,
        rules=engine.ruleset(game.ruleset, game.options),
        view=found.view,
        options=NOTHING,
        entries=rows.entries,
        standings=(),
    )
    return Lookback(seen, number, found.hands)
