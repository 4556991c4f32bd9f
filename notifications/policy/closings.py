"""Recipients of emails about games that close because nobody plays them, beforehand and afterwards."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from games.models import Departure, Entry, Game, Player, Seat
from games.people import blocks
from notifications.models import Mail, Notification
from notifications.policy import kinds


def of_closing(game: Game, seats: Sequence[Seat], now: datetime) -> list[Notification]:
    """Return notices for all who could prevent it: players waiting for the start, absent players, replaced players."""
    if game.status == Game.Status.OPEN:
        return [_build_closing_soon(game, seat.player, now) for seat in _find_seated(seats)]
    absent = [seat for seat in _find_seated(seats) if seat.status == Seat.Status.ABSENT or _lets_time_run_out(seat)]
    return [
        *(_build_closing_soon(game, seat.player, now, seat.number) for seat in absent),
        *(_build_closing_soon(game, player, now) for player in _find_replaced(game)),
    ]


def _lets_time_run_out(seat: Seat) -> bool:
    """Check whether a person still has the seat, who is the last and has not moved for so long that the game waits."""
    return seat.status == Seat.Status.PLAYING and not seat.of_house


def of_deserted(game: Game, entry: Entry, seats: Sequence[Seat]) -> list[Notification]:
    """Return notices that a game waits since this entry, for all who could come back but whoever has just left."""
    notices = [notice for notice in of_closing(game, seats, entry.at) if notice.player_id != entry.public.get("before")]
    for notice in notices:
        notice.entry = entry.number  # so that the announcement of the closing is another one
    return [notice for notice in notices if notice.seat != entry.seat]


def of_closed(game: Game, seats: Sequence[Seat], now: datetime) -> list[Notification]:
    """Return notices for everyone who waited for the game to start. If the host has called it off, the host gets none,
    and those do who could still have answered an invitation.
    """
    seated = [seat.player for seat in _find_seated(seats) if game.never_started or seat.player_id != game.host_id]
    invited = [] if game.never_started else [player for player in _find_invited(game) if player not in seated]
    return [_build_closed(game, player, now) for player in (*seated, *invited)]


def of_abandoned(game: Game, now: datetime) -> list[Notification]:
    """Return notices for replaced players only; players with a seat learn that the game is over."""
    return [_build_closed(game, player, now) for player in _find_replaced(game)]


def _build_closing_soon(game: Game, player: Player | None, now: datetime, seat: int | None = None) -> Notification:
    kind = kinds.CLOSING_SOON.name
    return Notification(player=player, game=game, seat=seat, kind=kind, deadline_at=game.closes_at, created_at=now)


def _build_closed(game: Game, player: Player | None, now: datetime) -> Notification:
    return Notification(player=player, game=game, kind=kinds.GAME_CLOSED.name, created_at=now)


def _find_seated(seats: Iterable[Seat]) -> Iterator[Seat]:
    return (seat for seat in seats if seat.player is not None)


def _find_invited(game: Game) -> list[Player]:
    """Return the players who have not answered invitations that were emailed, without those who do not hear of them."""
    emailed = Notification.objects.filter(game=game, kind=kinds.INVITATION.name, mail__state=Mail.State.SENT)
    unanswered = game.invitations.filter(answered_at=None, player__in=emailed.values("player"))
    unanswered = unanswered.exclude(player=game.host_id).select_related("player")
    players = [invitation.player for invitation in unanswered.order_by("pk")]
    return [player for player in players if not blocks.stand_between(game.host, player)]


def _find_replaced(game: Game) -> list[Player]:
    """Return players whose seats others now have."""
    gone = Player.objects.filter(departures__game=game, departures__how=Departure.How.TAKEN_OVER)
    return list(gone.exclude(seats__game=game).order_by("pk"))
