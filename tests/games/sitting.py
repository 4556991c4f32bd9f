"""Helpers for tests in which seats are left and taken over."""

from datetime import timedelta
from typing import Any

from django.db import transaction

from games.lobby import departures, offers, takeovers
from games.models import Game, Player, Seat, SeatOffer
from games.table.play import seat_changes, stand_ins
from tests.games.courts import agree
from tests.games.stories import NOON

LATER = NOON + timedelta(hours=20)


def seat(game: Game, number: int) -> Seat:
    return Seat.objects.select_related("player").get(game=game, number=number)


def resigned(game: Game, number: int = 0) -> Player:
    """Have the seat's player resign, and return the player."""
    player = seat(game, number).player
    assert player is not None
    departures.resign(player=player, game_id=game.id, now=NOON)
    return player


def handed_over(game: Game, number: int = 0) -> Player:
    """Have the seat's player ask for a stand-in, and return the player."""
    player = seat(game, number).player
    assert player is not None
    departures.hand_to_stand_in(player=player, game_id=game.id, now=NOON)
    return player


def absent(game: Game, number: int = 0) -> Player:
    """Mark the seat's player absent, and return the player."""
    player = seat(game, number).player
    assert player is not None
    with transaction.atomic():
        table = takeovers.running(game.id)
        seat_changes.mark_absent(table, table.seats[number], NOON)
    return player


def stood_in(game: Game, number: int = 0) -> Player:
    """Have a stand-in replace a player who did not move, and return the player."""
    player = seat(game, number).player
    assert player is not None
    with transaction.atomic():
        table = takeovers.running(game.id)
        seat_changes.hand_over(table, table.seats[number], stand_ins.free_for(game), NOON)
    return player


def take(game: Game, player: Player, number: int = 0, *, now: Any = NOON) -> None:
    """Take a seat over, and check that log and rows agree afterwards."""
    takeovers.take_over(player=player, game_id=game.id, seat=number, now=now)
    agree(game)


def come_back(game: Game, player: Player, *, now: Any = NOON) -> None:
    departures.come_back(player=player, game_id=game.id, now=now)
    agree(game)


def offer(game: Game, player: Player, number: int = 0, *, now: Any = NOON) -> SeatOffer:
    return offers.offer(host=game.host, game_id=game.id, seat=number, name=player.name, now=now)


def is_open(game: Game, number: int = 0) -> bool:
    return seat(game, number).open_since is not None
