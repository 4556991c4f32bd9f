"""Which seats can be taken over (P2).

A seat of a running game is open while whoever held it has left (resigned, was forfeited or removed, P1), and while a
stand-in of the house holds it. That follows from who sits there, so it is kept up wherever an entry is recorded; since
when it is so is what the public list goes by.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from games.models import Game, Player, Seat, SeatOffer

GONE: Final = (Seat.Status.RESIGNED, Seat.Status.FORFEITED)


def is_open(game: Game, seat: Seat) -> bool:
    """Whether the seat can be taken over."""
    return game.status == Game.Status.RUNNING and (seat.status in GONE or is_stand_in(seat.player))


def is_stand_in(player: Player | None) -> bool:
    """Whether a player is one of the house."""
    return player is not None and player.kind == Player.Kind.HOUSE


def keep(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Write down which seats are open from now on, and which no longer are: offers of those are over."""
    changed = [seat for seat in seats if is_open(game, seat) != (seat.open_since is not None)]
    if not changed:
        return
    for seat in changed:
        seat.open_since = now if seat.open_since is None else None
    Seat.objects.bulk_update(changed, ["open_since"])
    shut = [seat.number for seat in changed if seat.open_since is None]
    SeatOffer.objects.filter(game=game, seat__in=shut, closed_at=None).update(closed_at=now)
