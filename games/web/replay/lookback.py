"""A game as one viewer may see it after an entry of its log."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _

import engine
from engine.parts.tickets import HeldTicketView
from games.lobby import visible
from games.models import Game, Player
from games.presentation.replay import past, timeline
from games.presentation.replay.timeline import Timeline
from games.presentation.words.sentences import Plain
from games.table import store
from games.web.table import news, sight
from games.web.table.news import LogLine
from games.web.table.sight import Sight

NOTHING: Final = engine.NO_OPTIONS
"""The options of a view in the past, where nothing can be played."""
FIRST: Final = 1


@dataclass(frozen=True)
class Lookback:
    """A game as of an entry.

    `sight` has the whole log up to now; `hands` is what each seat held, None while that is secret. `tickets` are those
    of each seat in the end, which the scoring turns over; None in a game without one.
    """

    sight: Sight
    number: int
    hands: Sequence[engine.OwnView] | None
    tickets: Sequence[Sequence[HeldTicketView]] | None

    @cached_property
    def timeline(self) -> Timeline:
        """Return the log as steps."""
        return timeline.make(len(self.sight.seats), self.sight.entries)

    @cached_property
    def lines(self) -> Mapping[int, LogLine]:
        """Return the log lines that have sentences, by number."""
        every = (news.alone(self.sight, entry) for entry in self.sight.entries)
        by_number = {line.number: line for line in every if line.sentences}
        return by_number if FIRST in by_number else {FIRST: self._tell_beginning(), **by_number}

    def _tell_beginning(self) -> LogLine:
        """Return the line of the first entry, the deal."""
        line = news.alone(self.sight, self.timeline.entry(FIRST))
        return replace(line, told=[Plain(_("The game began, and everyone was dealt cards and tickets."))])

    @property
    def opened(self) -> bool:
        """Check whether the secrets are open to everyone."""
        return self.hands is not None


def look_back(player: Player | None, game_id: str, number: int, now: datetime) -> Lookback:
    """Return the game as of an entry. Raise NotFound, or NotBegun."""
    rows = visible.table_seen_by(player, game_id, lines=sight.MOST_LINES)
    game, own = rows.game, rows.own
    if not game.head:
        raise sight.NotBegun("no_such_game")
    past_position = past.after(game, own, number, now)
    seat_view = Sight(
        game=game,
        seats=rows.seats,
        turns=(),
        player=player,
        seat=own,
        now=now,
        rules=engine.ruleset(game.ruleset, game.options),
        view=past_position.view,
        options=NOTHING,
        entries=rows.entries,
        scorings=(),
    )
    return Lookback(seat_view, number, past_position.hands, _tickets_turned_over(game))


def _tickets_turned_over(game: Game) -> Sequence[Sequence[HeldTicketView]] | None:
    """Return each seat's tickets as the final scoring shows them, by number, which tells nothing of when they came."""
    if game.ended_at is None:
        return None
    seats = store.view_for(game, None)["seats"]
    return [seat["tickets_shown"] for seat in seats] if all("tickets_shown" in seat for seat in seats) else None
