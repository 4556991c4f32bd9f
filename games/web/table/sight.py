"""What one viewer may know of a game, read once, under the same rules as the API's answers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from functools import cached_property
from typing import Final

from django.utils.translation import gettext as _

import engine
from engine.boards import Board
from games import zones
from games.errors import NotFound
from games.lobby import visible
from games.logged_entries import LoggedEntry, PublicEntry
from games.models import Game, Player, Ruling, Seat, TalkLine, Turn
from games.presentation.replay import timeline
from games.table import store
from games.table.store import holders

RECENT: Final = 40
"""How many entries are searched for what has happened since the viewer's last move."""
MOST_LINES: Final = 12
"""How many of the talk's last lines the table shows; the others have a page."""


@dataclass(frozen=True)
class Sight:
    """A game as one viewer sees it. `seat` is the viewer's own; None for a spectator.

    `view` and `options` are the seat's results of `engine.view` and `engine.options`; `entries` are the newest log
    entries as the seat may read them, oldest first. Before the game has begun there is no view.
    """

    game: Game
    seats: Sequence[Seat]
    turns: Sequence[Turn]
    player: Player | None
    seat: int | None
    now: datetime
    rules: engine.Ruleset
    view: engine.View
    options: engine.Options
    entries: Sequence[LoggedEntry]
    scorings: Sequence[engine.SeatScoring]
    lines: Sequence[TalkLine] = ()
    """The talk's last lines, whether or not the viewer may read them; without those of players the viewer has muted."""
    awaiting: Sequence[store.Awaited] = ()
    """All games that wait for the player, including this one."""
    alone: bool = False
    """Whether the viewer came by a link, and so may know of this game only, not of the player's others."""

    @property
    def board(self) -> Board:
        """Return the map: its cities, routes and tickets."""
        return self.rules.board

    @property
    def you(self) -> engine.OwnView | None:
        """Return what only the viewer knows; None for a spectator."""
        return self.view["you"]

    @cached_property
    def prompt(self) -> engine.PromptView | None:
        """Return the viewer's open question, if any."""
        return next((prompt for prompt in self.view["prompts"] if prompt["seat"] == self.seat), None)

    @cached_property
    def taken_back(self) -> frozenset[int]:
        """Return the numbers of the newest entries that have been taken back."""
        return timeline.taken_back(self.entries, self.game.head)

    def is_taken_back(self, entry: LoggedEntry) -> bool:
        """Check whether an entry, one of the newest, has been taken back."""
        return entry["number"] in self.taken_back

    @property
    def awaited(self) -> Sequence[store.Awaited] | None:
        """Return all games that wait for the viewer; None if the viewer may know of no other game than this."""
        return None if self.player is None or self.alone else self.awaiting

    @cached_property
    def turn(self) -> Turn | None:
        """Return the viewer's open turn, if any."""
        return next((turn for turn in self.turns if turn.seat == self.seat), None)

    @cached_property
    def zone(self) -> tzinfo:
        """Return the viewer's time zone."""
        return zones.zone(self.player.time_zone if self.player else "UTC")

    @property
    def running(self) -> bool:
        return self.game.status == Game.Status.RUNNING

    def name(self, seat: int) -> str:
        """Return the name of the seat's player; for an empty seat or a former player, the seat's number."""
        return self.seats[seat].display_name

    def as_of(self, number: int) -> "Sight":
        """Return this game with those who sat there when entry `number` was made; none of it is about "you" before the
        viewer came to the seat.
        """
        changes, former = self._changes if self._is_recent(number) else self._all_changes
        if all(entry["number"] <= number for entry in changes):
            return self
        seats = holders.holders_at(number, self.seats, changes, former, self.seat)
        is_own = self.seat is None or seats[self.seat].player_id == self.seats[self.seat].player_id
        return replace(self, seats=seats, seat=self.seat if is_own else None)

    @property
    def has_changed_hands(self) -> bool:
        """Check whether a seat has got another holder since the game began."""
        return bool(self._all_changes[0])

    def name_before(self, change: PublicEntry) -> str:
        """Return the name of the person who had the seat before this entry; "" if nobody had it, or a stand-in."""
        _, former = self._changes if self._is_recent(change["number"]) else self._all_changes
        return holders.name_before(change, former)

    def _is_recent(self, number: int) -> bool:
        return not self.entries or self.entries[0]["number"] <= number

    @cached_property
    def _changes(self) -> tuple[Sequence[PublicEntry], dict[str, Player]]:
        """Return the newest entries by which a seat got another holder, and who had it before."""
        changes = holders.changes_among(self.entries)
        return changes, holders.former_holders(changes)

    @cached_property
    def _all_changes(self) -> tuple[Sequence[PublicEntry], dict[str, Player]]:
        """Return all entries by which a seat got another holder, and who had it before."""
        changes = holders.changes_after(self.game, 0)
        return changes, holders.former_holders(changes)

    @cached_property
    def ruling_texts(self) -> dict[int, str]:
        """Return what admins wrote to the players about their rulings, by entry. It is read when first needed."""
        carried_out = Ruling.objects.filter(game=self.game, entry__isnull=False).exclude(public_text="")
        return {ruling.entry: ruling.public_text for ruling in carried_out if ruling.entry is not None}

    def of_an_onlooker(self) -> "Sight":
        """Return this game as described to anyone, without "you".

        Only the names change; `view` still contains the viewer's secrets.
        """
        return replace(self, seat=None, player=None)

    def you_or_name(self, seat: int) -> str:
        """Return the name of a seat's player, or "you" for the viewer."""
        return _("you") if seat == self.seat else self.name(seat)


class NotBegun(NotFound):
    """The error that the game exists for this viewer, but has nothing to show yet."""


def load_sight(player: Player | None, game_id: str, now: datetime) -> Sight:
    """Load the game as this viewer sees it now.

    Raise NotFound; or NotBegun for a game that has not begun and that the viewer may know of.
    """
    whole_table = visible.table_seen_by(player, game_id, lines=MOST_LINES, entries=RECENT)
    game, own = whole_table.game, whole_table.own
    if not game.head:
        raise NotBegun("no_such_game")
    table = store.load(game, whole_table.seats, whole_table.turns)
    may_move = own is not None and game.status == Game.Status.RUNNING
    return Sight(
        game=game,
        seats=whole_table.seats,
        turns=whole_table.turns,
        player=player,
        seat=own,
        now=now,
        rules=table.state.rules,
        view=engine.view(table.state, own),
        options=engine.options(table.state, own if may_move and own is not None else -1).suggested,
        entries=whole_table.entries,
        scorings=engine.final_scoring(table.state) if table.state.over else (),
        lines=whole_table.lines,
        awaiting=whole_table.awaiting,
    )
