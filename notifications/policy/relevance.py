"""Whether a notification is still worth telling when its mail is written. The turn may have been played meanwhile."""

from collections.abc import Callable
from typing import Final

from games.models import Dispute, Game, Seat
from notifications.batch import Batch
from notifications.kinds import Kind
from notifications.models import Notification
from notifications.policy.recipients import BY_AGREEMENT


def is_relevant(notification: Notification, batch: Batch) -> bool:
    """Whether it is still true, and still concerns its player."""
    return _STILL_TRUE[Kind(notification.kind)](notification, batch)


def _turn_is_open(notification: Notification, batch: Batch) -> bool:
    turn = batch.turns.get((notification.game_id, notification.seat or 0))
    is_this = turn is not None and turn.prompt_opened == notification.prompt_opened
    return is_this and _still_sits_there(notification, batch) and not _plan_is_asked(notification, batch)


def _plan_is_asked(notification: Notification, batch: Batch) -> bool:
    """Whether the reader has left the question to a plan meanwhile."""
    plan = batch.plans.get((notification.game_id, notification.player_id))
    return plan is not None and plan.comes_first


def _deadline_stands(notification: Notification, batch: Batch) -> bool:
    if not _turn_is_open(notification, batch):
        return False
    return batch.turns[notification.game_id, notification.seat or 0].deadline_at == notification.deadline_at


def _somebody_is_late(notification: Notification, batch: Batch) -> bool:
    """Whether one of the turns that it is about is still open, and the reader still waits for it."""
    about = (notification.game_id, notification.prompt_opened, notification.deadline_at)
    late = any((turn.game_id, turn.prompt_opened, turn.deadline_at) == about for turn in batch.turns.values())
    return late and _still_sits_there(notification, batch)


def _has_no_seat(notification: Notification, batch: Batch) -> bool:
    return notification.player_id not in {seat.player_id for seat in batch.seats[notification.game_id].values()}


def _still_sits_there(notification: Notification, batch: Batch) -> bool:
    seat = batch.seats[notification.game_id].get(notification.seat or 0)
    return seat is not None and seat.player_id == notification.player_id


def _game_runs(notification: Notification, batch: Batch) -> bool:
    running = batch.game(notification.game_id).status == Game.Status.RUNNING
    return running and _still_sits_there(notification, batch)


def _plan_has_stopped(notification: Notification, batch: Batch) -> bool:
    """It may have been replaced by another meanwhile."""
    return _game_runs(notification, batch) and not _plan_is_asked(notification, batch)


def _game_is_over(notification: Notification, batch: Batch) -> bool:
    """A ruling may have resumed it meanwhile."""
    running = batch.game(notification.game_id).status == Game.Status.RUNNING
    return not running and _still_sits_there(notification, batch)


def _is_to_be_closed(notification: Notification, batch: Batch) -> bool:
    """Whether it still is, and then."""
    stands = batch.game(notification.game_id).closes_at == notification.deadline_at
    return stands and (notification.seat is None or _still_sits_there(notification, batch))


def _is_closed(notification: Notification, batch: Batch) -> bool:
    return batch.game(notification.game_id).status in (Game.Status.CLOSED, Game.Status.ABANDONED)


def _pause_is_wished(notification: Notification, batch: Batch) -> bool:
    """Whether others still want one, and the reader has not said so."""
    if not _game_runs(notification, batch) or BY_AGREEMENT in batch.game(notification.game_id).pauses:
        return False
    seats = batch.seats[notification.game_id]
    own = seats[notification.seat or 0]
    return (
        own.status == Seat.Status.PLAYING and not own.wants_pause and any(seat.wants_pause for seat in seats.values())
    )


def _goes_on_unpaused(notification: Notification, batch: Batch) -> bool:
    """The reader may have asked anew meanwhile."""
    own = batch.seats[notification.game_id].get(notification.seat or 0)
    paused = BY_AGREEMENT in batch.game(notification.game_id).pauses
    return _game_runs(notification, batch) and not paused and own is not None and not own.wants_pause


def _is_told_of_rulings(notification: Notification, batch: Batch) -> bool:
    """Who lost the seat by it, unless it was given back; or who sits there."""
    if notification.seat is not None:
        return _still_sits_there(notification, batch)
    return _has_no_seat(notification, batch)


def _hears_of_disputes(notification: Notification, batch: Batch) -> bool:
    """Whoever has no seat opened it, or can settle it."""
    return notification.seat is None or _still_sits_there(notification, batch)


def _dispute_is_open(notification: Notification, batch: Batch) -> bool:
    dispute = batch.disputes[notification.dispute_id or ""]
    return dispute.state == Dispute.State.OPEN and _hears_of_disputes(notification, batch)


def _may_still_answer(notification: Notification, batch: Batch) -> bool:
    return (notification.game_id, notification.player_id) in batch.invitations


def _seat_is_offered(notification: Notification, batch: Batch) -> bool:
    return (notification.game_id, notification.player_id) in batch.offers


_STILL_TRUE: Final[dict[Kind, Callable[[Notification, Batch], bool]]] = {
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
