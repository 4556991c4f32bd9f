"""Whether a notification is still true when its email is written: the turn may have been played meanwhile.

Each function here says of a notification whether it is still true, and still concerns its player.
"""

from typing import Final

from games.models import Dispute, Game, LeagueSeason, Proposal, Seat
from notifications.batch import Batch
from notifications.models import Notification

BY_AGREEMENT: Final = "agreement"
"""Why a game is paused, when all who play wanted it."""


def always(_notification: Notification, _batch: Batch) -> bool:
    return True


def turn_is_open(notification: Notification, batch: Batch) -> bool:
    turn = batch.turns.get((notification.of_game, notification.seat or 0))
    is_this = turn is not None and turn.prompt_opened == notification.prompt_opened
    return is_this and still_sits_there(notification, batch) and not plan_is_asked(notification, batch)


def plan_is_asked(notification: Notification, batch: Batch) -> bool:
    """Whether the reader has left the question to a plan meanwhile."""
    plan = batch.plans.get((notification.of_game, notification.player_id))
    return plan is not None and plan.comes_first


def deadline_stands(notification: Notification, batch: Batch) -> bool:
    if not turn_is_open(notification, batch):
        return False
    return batch.turns[notification.of_game, notification.seat or 0].deadline_at == notification.deadline_at


def somebody_is_late(notification: Notification, batch: Batch) -> bool:
    """Whether one of the turns that it is about is still open, and the reader still waits for it."""
    about = (notification.of_game, notification.prompt_opened, notification.deadline_at)
    late = any((turn.game_id, turn.prompt_opened, turn.deadline_at) == about for turn in batch.turns.values())
    return late and still_sits_there(notification, batch)


def has_no_seat(notification: Notification, batch: Batch) -> bool:
    return notification.player_id not in {seat.player_id for seat in batch.seats[notification.of_game].values()}


def has_lost_the_seat(notification: Notification, batch: Batch) -> bool:
    """In a league, a player who has lost the place is told of that, once, and not of every seat."""
    holders = batch.league_players.get(notification.of_game)
    lost_place = holders is not None and notification.player_id not in holders
    return has_no_seat(notification, batch) and not lost_place


def has_taken_the_seat(notification: Notification, batch: Batch) -> bool:
    """In a league, the player is told of the place, once, and not of every seat."""
    return game_runs(notification, batch) and notification.of_game not in batch.league_players


def still_sits_there(notification: Notification, batch: Batch) -> bool:
    seat = batch.seats[notification.of_game].get(notification.seat or 0)
    return seat is not None and seat.player_id == notification.player_id


def game_runs(notification: Notification, batch: Batch) -> bool:
    running = batch.game(notification.of_game).status == Game.Status.RUNNING
    return running and still_sits_there(notification, batch)


def plan_has_stopped(notification: Notification, batch: Batch) -> bool:
    """It may have been replaced by another meanwhile."""
    return game_runs(notification, batch) and not plan_is_asked(notification, batch)


def game_is_over(notification: Notification, batch: Batch) -> bool:
    """A ruling may have resumed it meanwhile."""
    running = batch.game(notification.of_game).status == Game.Status.RUNNING
    return not running and still_sits_there(notification, batch)


def series_is_over(notification: Notification, batch: Batch) -> bool:
    """A ruling may have resumed a game of it meanwhile."""
    place = batch.in_series.get(notification.of_game)
    return place is not None and place.series.ended_at is not None and still_sits_there(notification, batch)


def is_to_be_closed(notification: Notification, batch: Batch) -> bool:
    """Whether it still is, and then."""
    stands = batch.game(notification.of_game).closes_at == notification.deadline_at
    return stands and (notification.seat is None or still_sits_there(notification, batch))


def is_closed(notification: Notification, batch: Batch) -> bool:
    return batch.game(notification.of_game).status in (Game.Status.CLOSED, Game.Status.ABANDONED)


def pause_is_wished(notification: Notification, batch: Batch) -> bool:
    """Whether others still want one, and the reader has not answered."""
    if not game_runs(notification, batch) or BY_AGREEMENT in batch.game(notification.of_game).pauses:
        return False
    seats = batch.seats[notification.of_game]
    own = seats[notification.seat or 0]
    return (
        own.status == Seat.Status.PLAYING and not own.wants_pause and any(seat.wants_pause for seat in seats.values())
    )


def goes_on_unpaused(notification: Notification, batch: Batch) -> bool:
    """The reader may have asked again meanwhile."""
    own = batch.seats[notification.of_game].get(notification.seat or 0)
    paused = BY_AGREEMENT in batch.game(notification.of_game).pauses
    return game_runs(notification, batch) and not paused and own is not None and not own.wants_pause


def proposal_asks(notification: Notification, batch: Batch) -> bool:
    """Whether it still waits for the table, and the reader has not answered."""
    proposal = batch.proposals[notification.proposal_id or ""]
    answered = notification.player_id in {vote.player_id for vote in proposal.votes.all()}
    return proposal.state == Proposal.State.OPEN and not answered and still_sits_there(notification, batch)


def hears_of_rulings(notification: Notification, batch: Batch) -> bool:
    """The player who lost the seat by it, unless it was given back; or the one who sits there."""
    if notification.seat is not None:
        return still_sits_there(notification, batch)
    return has_no_seat(notification, batch)


def hears_of_disputes(notification: Notification, batch: Batch) -> bool:
    """Readers without a seat have opened it, or can settle it."""
    return notification.seat is None or still_sits_there(notification, batch)


def dispute_is_open(notification: Notification, batch: Batch) -> bool:
    dispute = batch.disputes[notification.dispute_id or ""]
    return dispute.state == Dispute.State.OPEN and hears_of_disputes(notification, batch)


def plays_in_season(notification: Notification, batch: Batch) -> bool:
    """Whether the season runs, and the reader has a place in it."""
    return _is(notification, batch, LeagueSeason.State.RUNNING) and _has_place(notification, batch)


def has_lost_the_place(notification: Notification, batch: Batch) -> bool:
    return _is(notification, batch, LeagueSeason.State.RUNNING) and not _has_place(notification, batch)


def season_is_over(notification: Notification, batch: Batch) -> bool:
    """Whether the reader had a place until then."""
    return _is(notification, batch, LeagueSeason.State.OVER) and _has_place(notification, batch)


def season_is_put_off(notification: Notification, batch: Batch) -> bool:
    return _is(notification, batch, LeagueSeason.State.PLANNED)


def _is(notification: Notification, batch: Batch, state: LeagueSeason.State) -> bool:
    """It may have been deleted, with its league closed."""
    season = batch.seasons.get(notification.season_id or 0)
    return season is not None and season.state == state


def _has_place(notification: Notification, batch: Batch) -> bool:
    return batch.place_in(notification.season_id or 0, notification.player_id) is not None


def may_still_answer(notification: Notification, batch: Batch) -> bool:
    return (notification.of_game, notification.player_id) in batch.invitations


def seat_is_offered(notification: Notification, batch: Batch) -> bool:
    return (notification.of_game, notification.player_id) in batch.offers
