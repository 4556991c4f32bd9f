"""What one viewer may know of a game, read once, by the same doors as the API's answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from functools import cached_property
from typing import Any, Final

from django.utils.translation import gettext as _

import engine
from engine.boards import Board
from games import store, zones
from games.errors import NotFound
from games.models import Game, Player, Seat, TalkLine, Turn
from games.replay import timeline
from games.seats import selectors

RECENT: Final = 40
"""How many entries are searched for what has happened since the viewer's last move."""
MOST_LINES: Final = 12
"""Lines of the talk; the others have a page."""

View = Mapping[str, Any]


@dataclass(frozen=True)
class Sight:
    """A game as one viewer sees it. `seat` is the viewer's own; None for a spectator.

    `view`, `options` and `entries` are what `engine.view`, `engine.options` and the log tell that seat; `entries` are
    the newest ones, oldest first. Before the game has begun there is no view.
    """

    game: Game
    seats: Sequence[Seat]
    turns: Sequence[Turn]
    player: Player | None
    seat: int | None
    now: datetime
    rules: engine.Ruleset
    view: View
    options: engine.Options
    entries: Sequence[View]
    standings: Sequence[engine.Standing]
    lines: Sequence[TalkLine] = ()
    """The last ones of its talk, whether or not the viewer may read them; none by anyone whom the viewer has muted."""
    awaiting: Sequence[store.Awaited] = ()
    """All games that wait for the player, this one among them."""
    alone: bool = False
    """Whether the viewer may know of this game alone, and of none of the player's others."""

    @property
    def board(self) -> Board:
        """Cities, routes and tickets."""
        return self.rules.board

    @property
    def you(self) -> View | None:
        """What only the viewer knows."""
        found: View | None = self.view["you"]
        return found

    @cached_property
    def prompt(self) -> View | None:
        """The question that is open to the viewer."""
        return next((one for one in self.view["prompts"] if one["seat"] == self.seat), None)

    @cached_property
    def taken_back(self) -> frozenset[int]:
        """The numbers of those of the newest entries that were taken back since."""
        return timeline.taken_back(self.entries, self.game.head)

    def is_taken_back(self, entry: View) -> bool:
        """Whether one of the newest entries was."""
        return entry["number"] in self.taken_back

    @property
    def awaited(self) -> Sequence[store.Awaited] | None:
        """All games that wait for the viewer; None who may know of no other than this."""
        return None if self.player is None or self.alone else self.awaiting

    @cached_property
    def turn(self) -> Turn | None:
        """The viewer's open turn."""
        return next((turn for turn in self.turns if turn.seat == self.seat), None)

    @cached_property
    def zone(self) -> tzinfo:
        """In which the viewer reads the clock."""
        return zones.zone(self.player.time_zone if self.player else "UTC")

    @property
    def running(self) -> bool:
        """Whether it is being played."""
        return self.game.status == Game.Status.RUNNING

    def name(self, seat: int) -> str:
        """The player who sits there."""
        found = self.seats[seat].player if seat < len(self.seats) else None
        if found is None:
            return _("Seat %(number)d") % {"number": seat + 1}
        if found.erased_at:
            return _("seat %(number)d (former player)") % {"number": seat + 1}
        return found.display_name

    def of_an_onlooker(self) -> "Sight":
        """The same to tell anyone of: nobody is "you". What the viewer alone knows of it stays what it is."""
        return replace(self, seat=None, player=None)

    def you_or_name(self, seat: int) -> str:
        """The same, the viewer as "you"."""
        return _("you") if seat == self.seat else self.name(seat)


def look(player: Player | None, game_id: str, *, entries: int = store.EVERY) -> store.WholeTable:
    """A game with so many of its newest entries. Raises NotFound if the viewer may not know of it."""
    reader = player.pk if player else None
    try:
        found = store.whole_table(game_id, reader, lines=MOST_LINES, entries=entries)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None
    if found.own is None and not found.game.public and not (player and selectors.may_know(player, game_id)):
        raise NotFound("no_such_game")
    return found


class NotBegun(NotFound):
    """There is such a game for this viewer, and nothing to see of it yet."""


def load_sight(player: Player | None, game_id: str, now: datetime) -> Sight:
    """The game as it is. Raises NotFound; NotBegun for a game of which the viewer may know."""
    found = look(player, game_id, entries=RECENT)
    game, own = found.game, found.own
    if not game.head:
        raise NotBegun("no_such_game")
    table = store.load(game, found.seats, found.turns)
    asked = own is not None and game.status == Game.Status.RUNNING
    return Sight(
        game=game,
        seats=found.seats,
        turns=found.turns,
        player=player,
        seat=own,
        now=now,
        rules=table.state.rules,
        view=engine.view(table.state, own),
        options=engine.options(table.state, own if asked and own is not None else -1),
        entries=found.entries,
        standings=engine.standings(table.state) if table.state.over else (),
        lines=found.lines,
        awaiting=found.awaiting,
    )
