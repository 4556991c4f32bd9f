"""What the API shows of seats that can be taken over, and of offers of them."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from engine.codec import Json
from games.api.shapes import game_row, instant, player_row
from games.models import Game, Seat, SeatOffer
from games.services.open_seats import is_stand_in

STAND_IN: Final = "stand_in"
SHOWN: Final = ("entry", "turn", "turns_left", "round", "seats")
"""What is told of a position; all of it is everybody's to know."""


def open_seat_rows(
    found: Sequence[Seat], games: Mapping[str, Game], views: Mapping[str, Json], sitting: Iterable[Seat]
) -> list[Json]:
    """Open seats with their games, how those stand to an onlooker (`views`), and who sits there."""
    tables: dict[str, list[Json]] = {}
    for seat in sitting:
        row = {"seat": seat.number, "player": player_row(seat.player), "status": seat.status}
        tables.setdefault(seat.game_id, []).append(row)
    return [_row(seat, games[seat.game_id], views.get(seat.game_id), tables[seat.game_id]) for seat in found]


def _row(seat: Seat, game: Game, view: Json | None, players: list[Json]) -> Json:
    reserved: datetime | None = seat.reserved_until  # type: ignore[attr-defined]
    return {
        "game": game_row(game),
        "seat": seat.number,
        "left": STAND_IN if is_stand_in(seat.player) else seat.status,
        "open_since": instant(seat.open_since),
        "offered": reserved is not None,
        "reserved_until": instant(reserved),
        "players": players,
        "table": None if view is None else {name: view[name] for name in SHOWN if name in view},
    }


def offer_row(offer: SeatOffer) -> Json:
    """An open seat that is offered to a player."""
    return {
        "seat": offer.seat,
        "player": player_row(offer.player),
        "created_at": instant(offer.created_at),
        "reserved_until": instant(offer.reserved_until),
    }
