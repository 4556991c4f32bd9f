"""Whether a notification is still worth telling when its mail is written. The turn may have been played meanwhile."""

from collections.abc import Callable
from typing import Final

from games.models import Dispute, Game, Seat
from notifications.desk import Desk
from notifications.kinds import Kind
from notifications.models import Notification
from notifications.recipients import BY_AGREEMENT


def is_fresh(notification: Notification, desk: Desk) -> bool:
    """Whether it is still true, and still concerns its player."""
    return _STILL_TRUE[Kind(notification.kind)](notification, desk)


def _turn_is_open(notification: Notification, desk: Desk) -> bool:
    turn = desk.turns.get((notification.game_id, notification.seat or 0))
    is_this = turn is not None and turn.prompt_opened == notification.prompt_opened
    return is_this and _still_sits_there(notification, desk) and not _plan_is_asked(notification, desk)


def _plan_is_asked(notification: Notification, desk: Desk) -> bool:
    """Whether the reader has left the question to a plan meanwhile."""
    plan = desk.plans.get((notification.game_id, notification.player_id))
    return plan is not None and plan.comes_first


def _deadline_stands(notification: Notification, desk: Desk) -> bool:
    if not _turn_is_open(notification, desk):
        return False
    return desk.turns[notification.game_id, notification.seat or 0].deadline_at == notification.deadline_at


def _somebody_is_late(notification: Notification, desk: Desk) -> bool:
    """Whether one of the turns that it is about is still open, and the reader still waits for it."""
    about = (notification.game_id, notification.prompt_opened, notification.deadline_at)
    late = any((turn.game_id, turn.prompt_opened, turn.deadline_at) == about for turn in desk.turns.values())
    return late and _still_sits_there(notification, desk)


def _has_no_seat(notification: Notification, desk: Desk) -> bool:
    return notification.player_id not in {seat.player_id for seat in desk.seats[notification.game_id].values()}


def _still_sits_there(notification: Notification, desk: Desk) -> bool:
    seat = desk.seats[notification.game_id].get(notification.seat or 0)
    return seat is not None and seat.player_id == notification.player_id


def _game_runs(notification: Notification, desk: Desk) -> bool:
    running = desk.game(notification.game_id).status == Game.Status.RUNNING
    return running and _still_sits_there(notification, desk)


def _plan_has_stopped(notification: Notification, desk: Desk) -> bool:
    """It may have been replaced by another meanwhile."""
    return _game_runs(notification, desk) and not _plan_is_asked(notification, desk)


def _game_is_over(notification: Notification, desk: Desk) -> bool:
    """A ruling may have resumed it meanwhile."""
    running = desk.game(notification.game_id).status == Game.Status.RUNNING
    return not running and _still_sits_there(notification, desk)


def _is_to_be_closed(notification: Notification, desk: Desk) -> bool:
    """Whether it still is, and then."""
    stands = desk.game(notification.game_id).closes_at == notification.deadline_at
    return stands and (notification.seat is None or _still_sits_there(notification, desk))


def _is_closed(notification: Notification, desk: Desk) -> bool:
    return desk.game(notification.game_id).status in (Game.Status.CLOSED, Game.Status.ABANDONED)


def _pause_is_wished(notification: Notification, desk: Desk) -> bool:
    """Whether others still want one, and the reader has not said so."""
    if not _game_runs(notification, desk) or BY_AGREEMENT in desk.game(notification.game_id).pauses:
        return False
    seats = desk.seats[notification.game_id]
    own = seats[notification.seat or 0]
    return (
        own.status == Seat.Status.PLAYING and not own.wants_pause and any(seat.wants_pause for seat in seats.values())
    )


def _goes_on_unpaused(notification: Notification, desk: Desk) -> bool:
    """The reader may have asked anew meanwhile."""
    own = desk.seats[notification.game_id].get(notification.seat or 0)
    paused = BY_AGREEMENT in desk.game(notification.game_id).pauses
    return _game_runs(notification, desk) and not paused and own is not None and not own.wants_pause


def _is_told_of_rulings(notification: Notification, desk: Desk) -> bool:
    """Who lost the seat by it, unless it was given back; or who sits there."""
    if notification.seat is not None:
        return _still_sits_there(notification, desk)
    return _has_no_seat(notification, desk)


def _hears_of_disputes(notification: Notification, desk: Desk) -> bool:
    """Whoever has no seat opened it, or can settle it."""
    return notification.seat is None or _still_sits_there(notification, desk)


def _dispute_is_open(notification: Notification, desk: Desk) -> bool:
    dispute = desk.disputes[notification.dispute_id or ""]
    return dispute.state == Dispute.State.OPEN and _hears_of_disputes(notification, desk)


def _may_still_answer(notification: Notification, desk: Desk) -> bool:
    return (notification.game_id, notification.player_id) in desk.invitations


def _seat_is_offered(notification: Notification, desk: Desk) -> bool:
    return (notification.game_id, notification.player_id) in desk.offers


_STILL_TRUE: Final[dict[Kind, Callable[[Notification, Desk], bool]]] = {
    Kind.GAME_OVER: _game_is_over,
    Kind.GAME_CLOSED: _is_closed,
    Kind.CLOSING_SOON: _is_to_be_closed,
    Kind.PAUSE: _game_runs,
    Kind.PAUSE_WISHED: _pause_is_wished,
    Kind.PAUSE_REFUSED: _goes_on_unpaused,
    Kind.SEAT_TAKEN: _has_no_seat,
    Kind.SEAT_PASSED_ON: _has_no_seat,
    Kind.SEAT_IS_YOURS: _game_runs,
    Kind.FORFEITED: _still_sits_there,
    Kind.PLAYED_FOR_YOU: _still_sits_there,
    Kind.GAME_STARTED: _game_runs,
    Kind.YOUR_TURN: _turn_is_open,
    Kind.REMINDER: _deadline_stands,
    Kind.PLAN_STOPPED: _plan_has_stopped,
    Kind.PLAN_WAITS: _turn_is_open,
    Kind.TIME_IS_OVER: _deadline_stands,
    Kind.SOMEBODY_IS_LATE: _somebody_is_late,
    Kind.INVITATION: _may_still_answer,
    Kind.SEAT_OFFERED: _seat_is_offered,
    Kind.RULING: _is_told_of_rulings,
    Kind.DISPUTE_CLOSED: _hears_of_disputes,
    Kind.DISPUTE_OPENED: _dispute_is_open,
    Kind.DISPUTE_COMMENT: _dispute_is_open,
    Kind.SECRETS_OPENED: _game_is_over,
    Kind.TIME_RAN_OUT: _game_runs,
}
