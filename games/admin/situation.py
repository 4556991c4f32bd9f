"""The data that the admin pages need about a game before they offer rulings, read once per page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Self

from games.admin import desk_words
from games.admin.page import Names
from games.kinds import EntryKind, RulingKind
from games.logged_entries import PublicEntry
from games.models import Entry, Game, Player, Seat, Turn
from games.people import rights
from games.table import store
from games.table.play.participation import course
from games.table.store import holders

MOVES: Final = frozenset({EntryKind.MOVE, EntryKind.PLANNED, EntryKind.TIMEOUT})
LOOKED_BACK: Final = 200
"""How many entries are searched for the last move."""


@dataclass
class Situation:
    """The game, its seats by number, the open turns with the most urgent first, and the admin."""

    game: Game
    seats: list[Seat]
    turns: list[Turn]
    admin: Player
    is_readable: bool = True
    """Whether the log can be folded; otherwise only what takes no position is offered."""

    @classmethod
    def load(cls, game: Game, admin: Player) -> Self:
        """Read the game's present state."""
        turns = Turn.objects.filter(game=game, closed_at=None).order_by("deadline_at", "seat")
        return cls(game, list(game.seats.select_related("player").order_by("number")), list(turns), admin)

    @cached_property
    def names(self) -> Names:
        """Return a function from a seat's number to the name of its holder."""
        return desk_words.names(self.seats)

    @cached_property
    def _holders(self) -> tuple[Sequence[PublicEntry], Mapping[str, Player]]:
        """The entries by which seats got another holder, and who had them before."""
        changes = holders.changes_after(self.game, 0)
        return changes, holders.former_holders(changes)

    def seats_at(self, number: int) -> list[Seat]:
        """Return the seats with those who held them when an entry was made."""
        changes, former = self._holders
        return holders.holders_at(number, self.seats, changes, former) if changes else self.seats

    @cached_property
    def plays(self) -> bool:
        """Whether the admin plays or has played in the game."""
        return rights.plays(self.admin, self.game)

    def may(self, right: str) -> bool:
        """Check whether the admin has this right in this game."""
        return rights.has(self.admin, right) and not self.plays

    @cached_property
    def counts(self) -> frozenset[int]:
        """The numbers of the entries that the position depends on, without those that were taken back."""
        return frozenset(course(store.public_log(self.game)).line(self.game.head))

    @property
    def silent_seats(self) -> list[int]:
        """The seats that hold the game up: first those that are absent, then those whose turn it is."""
        absent = [seat.number for seat in self.seats if seat.status == Seat.Status.ABSENT]
        return list(dict.fromkeys([*absent, *(turn.seat for turn in self.turns)]))

    @property
    def is_over(self) -> bool:
        """Whether the game has begun and ended."""
        return self.game.started_at is not None and self.game.ended_at is not None

    @cached_property
    def last_move(self) -> int | None:
        """The number of the last move that counts; None if everything was taken back up to the start.

        Taking it back also takes back what stand-ins have played since, who would play the same again.
        """
        entries = Entry.objects.filter(game=self.game, number__gt=self.game.head - LOOKED_BACK)
        log = {entry.number: entry.public for entry in entries.only("number", "at", "public", "packed")}
        number = self.game.head
        while number in log:
            if _is_move(log[number]):
                return number
            number = _previous_entry(log[number], number)
        return None


def _is_move(public: Mapping[str, object]) -> bool:
    return public["kind"] in MOVES or public.get("ruling") == RulingKind.MOVED_FOR


def _previous_entry(public: PublicEntry, number: int) -> int:
    """Return the number of the entry before this one; if it restored a position, of that position's entry."""
    restored = [event["as_of"] for event in public.get("events", ()) if event["type"] == "position_restored"]
    return int(restored[0]) if restored else number - 1
