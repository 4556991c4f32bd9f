"""The seats that can be taken over (P2).

A seat of a running game is open while its player has left (resigned, was forfeited or removed, P1), or while a stand-in
holds it. That depends on who sits there, so `consequences` computes it from every entry; the public list is ordered by
the time since when a seat is open.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from games.models import Game, Player, Seat, SeatOffer
from games.table import store

GONE: Final = Seat.GONE


def is_open(game: Game, seat: Seat) -> bool:
    """Check whether the seat can be taken over."""
    return game.status == Game.Status.RUNNING and seat.is_vacant


def is_stand_in(player: Player | None) -> bool:
    """Check whether a player is a house player."""
    return player is not None and player.kind == Player.Kind.HOUSE


def write(table: store.LoadedGame, vacancies: Mapping[int, datetime | None], now: datetime) -> None:
    """Save since when these seats can be taken over; end the offers of those that no longer can (None)."""
    changed = [seat for seat in table.seats if seat.number in vacancies]
    for seat in changed:
        seat.open_since = vacancies[seat.number]
    store.save(changed, "open_since", game=table.game.pk)
    shut = [number for number, since in vacancies.items() if since is None]
    SeatOffer.objects.filter(game=table.game, seat__in=shut, closed_at=None).update(closed_at=now)
