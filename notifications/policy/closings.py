"""Which players hear about games that close because nobody plays them: before they close, and when they have."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from games.models import Departure, Game, Player, Seat
from notifications.models import Notification
from notifications.policy import kinds


def of_closing(game: Game, seats: Sequence[Seat], now: datetime) -> list[Notification]:
    """Note for everyone who could still change it: players waiting for it to begin, absent players, replaced ones."""
    facts = {"kind": kinds.CLOSING_SOON.name, "deadline_at": game.closes_at}
    if game.status == Game.Status.OPEN:
        return [_build_notification(game, seat.player, now, **facts) for seat in _find_seated(seats)]
    absent = [seat for seat in _find_seated(seats) if seat.status == Seat.Status.ABSENT]
    return [
        *(_build_notification(game, seat.player, now, seat=seat.number, **facts) for seat in absent),
        *(_build_notification(game, player, now, **facts) for player in _find_replaced(game)),
    ]


def of_closed(game: Game, seats: Sequence[Seat], now: datetime) -> list[Notification]:
    """Note for everyone who waited for the game to begin, except the host who called it off."""
    players = [seat.player for seat in _find_seated(seats) if game.never_started or seat.player_id != game.host_id]
    return [_build_notification(game, player, now, kind=kinds.GAME_CLOSED.name) for player in players]


def of_abandoned(game: Game, now: datetime) -> list[Notification]:
    """Note for replaced players. Players with a seat hear that the game is over."""
    return [_build_notification(game, player, now, kind=kinds.GAME_CLOSED.name) for player in _find_replaced(game)]


def _build_notification(game: Game, player: Player | None, now: datetime, **facts: Any) -> Notification:
    return Notification(player=player, game=game, created_at=now, **facts)


def _find_seated(seats: Iterable[Seat]) -> Iterator[Seat]:
    return (seat for seat in seats if seat.player is not None)


def _find_replaced(game: Game) -> list[Player]:
    """Return players whose seats others have now."""
    gone = Player.objects.filter(departures__game=game, departures__how=Departure.How.TAKEN_OVER)
    return list(gone.exclude(seats__game=game).order_by("pk"))
