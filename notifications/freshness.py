"""Whether a notification is still worth telling when its mail is written. The turn may have been played meanwhile."""

from collections.abc import Callable
from typing import Final

from games.models import Game
from notifications.desk import Desk
from notifications.kinds import Kind
from notifications.models import Notification


def is_fresh(notification: Notification, desk: Desk) -> bool:
    """Whether it is still true, and still concerns its player."""
    return _STILL_TRUE[Kind(notification.kind)](notification, desk)


def _turn_is_open(notification: Notification, desk: Desk) -> bool:
    turn = desk.turns.get((notification.game_id, notification.seat or 0))
    is_this = turn is not None and turn.prompt_opened == notification.prompt_opened
    return is_this and _still_sits_there(notification, desk)


def _deadline_stands(notification: Notification, desk: Desk) -> bool:
    if not _turn_is_open(notification, desk):
        return False
    return desk.turns[notification.game_id, notification.seat or 0].deadline_at == notification.deadline_at


def _still_sits_there(notification: Notification, desk: Desk) -> bool:
    seat = desk.seats[notification.game_id].get(notification.seat or 0)
    return seat is not None and seat.player_id == notification.player_id


def _game_runs(notification: Notification, desk: Desk) -> bool:
    running = desk.game(notification.game_id).status == Game.Status.RUNNING
    return running and _still_sits_there(notification, desk)


def _game_is_over(notification: Notification, desk: Desk) -> bool:
    """A ruling may have resumed it meanwhile."""
    running = desk.game(notification.game_id).status == Game.Status.RUNNING
    return not running and _still_sits_there(notification, desk)


def _may_still_answer(notification: Notification, desk: Desk) -> bool:
    return (notification.game_id, notification.player_id) in desk.invitations


_STILL_TRUE: Final[dict[Kind, Callable[[Notification, Desk], bool]]] = {
    Kind.GAME_OVER: _game_is_over,
    Kind.PLAYED_FOR_YOU: _still_sits_there,
    Kind.GAME_STARTED: _game_runs,
    Kind.YOUR_TURN: _turn_is_open,
    Kind.REMINDER: _deadline_stands,
    Kind.INVITATION: _may_still_answer,
    Kind.TIME_RAN_OUT: _game_runs,
}
