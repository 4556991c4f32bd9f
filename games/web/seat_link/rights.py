"""The scope of the link: one seat of one game. All such links are signed in one place (`games.signed_links`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.core.signing import BadSignature

from games import signed_links
from games.kinds import EntryKind
from games.models import Entry, Game, Player, Seat
from games.signed_links import LinkKind, Opened, new_kind
from games.web import choices

HALF_A_YEAR: Final = timedelta(days=180)
GOOD_AFTER_THE_END: Final = timedelta(days=60)
"""How long after a game's end its links remain valid."""
TABLE: Final = LinkKind(
    "table-by-link",
    frozenset({"play", "plan"}),
    HALF_A_YEAR,
    new_kind,
)
"""The right to see the table from the seat, to play and to plan. Anyone who has the email can do so. Whatever speaks
for the player to others, or is private, requires signing in: notes, talk, proposals, pausing, leaving.
"""
SECOND: Final = timedelta(seconds=1)
"""The precision of the time in a token."""


@dataclass(frozen=True, slots=True)
class SeatRight:
    """A right to a seat, read from a token."""

    opened: Opened
    game: Game
    seat: int

    @property
    def player(self) -> Player:
        """Return the seat's player."""
        return self.opened.player

    def may(self, act: str) -> bool:
        """Check whether the link allows this act."""
        return self.opened.may(act)

    def is_same_seat(self, other: "SeatRight") -> bool:
        """Check whether both open the same seat to the same player."""
        return (self.player.pk, self.opened.subject) == (other.player.pk, other.opened.subject)

    def end(self, now: datetime) -> None:
        """End all links to this seat that have been sent, and the cookies for which they were exchanged."""
        signed_links.end(self.opened, now)


def url(player: Player, game_id: str, seat: int, now: datetime) -> str:
    """Return the public address that opens this player's seat, valid for half a year."""
    return signed_links.address_of(signed_links.sign(TABLE, player, f"{game_id}-{seat}", now), TABLE)


def with_choice(address: str, chosen: Mapping[str, str]) -> str:
    """Return the address with a choice added, such as a route or cards to take (`games.web.choices`).

    It leads to the table, where the choice is already made.
    """
    return address + choices.query(chosen)


def read(token: str, now: datetime) -> SeatRight:
    """Return the right that the token grants. Raise BadSignature if it is invalid."""
    opened = signed_links.read(TABLE, token, now)
    game_id, _, number = opened.subject.partition("-")
    seats = Seat.objects.select_related("game").filter(game=game_id, player=opened.player)
    seat = next((seat for seat in seats if str(seat.number) == number), None)
    if seat is None or _is_long_over(seat.game, now) or _has_changed_hands(seat, opened.since):
        raise BadSignature("gone")
    return SeatRight(opened, seat.game, seat.number)


def _is_long_over(game: Game, now: datetime) -> bool:
    return game.ended_at is not None and now - game.ended_at > GOOD_AFTER_THE_END


def _has_changed_hands(seat: Seat, since: datetime | None) -> bool:
    """Check whether the seat has been taken over since.

    That includes the same player: anyone who returns gets new links.
    """
    if since is None:
        return True
    takeovers = Entry.objects.filter(game=seat.game_id, seat=seat.number, kind=EntryKind.TAKEN_OVER)
    return takeovers.filter(at__gte=since + SECOND).exists()
