"""Whether a notification is still worth telling when its mail is about to go.

The turn may have been played meanwhile.
"""

from collections.abc import Callable
from typing import Any, Final

from django.db.models import Exists, QuerySet

from games.models import Game, Invitation, Seat, Turn
from notifications.kinds import Kind
from notifications.models import Notification


def is_fresh(notification: Notification) -> bool:
    """Whether it is still true, as of now, and still concerns its player."""
    return _STILL_TRUE[Kind(notification.kind)](notification)


def _turn_is_open(notification: Notification) -> bool:
    return _open_turn(notification).exists()


def _deadline_stands(notification: Notification) -> bool:
    return _open_turn(notification, deadline_at=notification.deadline_at).exists()


def _open_turn(notification: Notification, **more: Any) -> QuerySet[Turn]:
    about = {name: getattr(notification, name) for name in ("game_id", "seat", "prompt_opened")}
    return Turn.objects.filter(Exists(_seat(notification)), closed_at=None, **about, **more)


def _still_sits_there(notification: Notification) -> bool:
    return _seat(notification).exists()


def _seat(notification: Notification) -> QuerySet[Seat]:
    about: dict[str, Any] = {"game": notification.game_id, "number": notification.seat}
    return Seat.objects.filter(player=notification.player_id, **about)


def _game_runs(notification: Notification) -> bool:
    return notification.game.status == Game.Status.RUNNING and _still_sits_there(notification)


def _may_still_answer(notification: Notification) -> bool:
    return Invitation.objects.filter(
        game=notification.game_id,
        game__status=Game.Status.OPEN,
        player=notification.player_id,
        answered_at=None,
    ).exists()


_STILL_TRUE: Final[dict[Kind, Callable[[Notification], bool]]] = {
    Kind.GAME_OVER: _still_sits_there,
    Kind.PLAYED_FOR_YOU: _still_sits_there,
    Kind.GAME_STARTED: _game_runs,
    Kind.YOUR_TURN: _turn_is_open,
    Kind.REMINDER: _deadline_stands,
    Kind.INVITATION: _may_still_answer,
    Kind.TIME_RAN_OUT: _game_runs,
}
