"""Checks whether a notification is still true, and still concerns its player, when its email is written.

A turn may have been played in the meantime, for example.
"""

from typing import Final

from games.competitions.cups import bracket
from games.competitions.cups.course import CupCourse
from games.models import ClubMember, Cup, Dispute, Game, LeagueSeason, Proposal
from notifications.batch import Batch
from notifications.models import Notification

BY_AGREEMENT: Final = "agreement"
"""The reason of a pause that all players wanted."""


def always(_notification: Notification, _batch: Batch) -> bool:
    return True


def never(_notification: Notification, _batch: Batch) -> bool:
    return False


def turn_is_open(notification: Notification, batch: Batch) -> bool:
    turn = batch.turns.get((notification.of_game, notification.seat or 0))
    is_this = turn is not None and turn.prompt_opened == notification.prompt_opened
    return is_this and still_sits_there(notification, batch) and not plan_is_asked(notification, batch)


def plan_is_asked(notification: Notification, batch: Batch) -> bool:
    """Check whether the reader has since left the question to a plan."""
    plan = batch.plans.get((notification.of_game, notification.player_id))
    return plan is not None and plan.comes_first


def deadline_stands(notification: Notification, batch: Batch) -> bool:
    if not turn_is_open(notification, batch):
        return False
    return batch.turns[notification.of_game, notification.seat or 0].deadline_at == notification.deadline_at


def somebody_is_late(notification: Notification, batch: Batch) -> bool:
    """Check whether a turn that the notification is about is still open, and the reader still waits for it."""
    about = (notification.of_game, notification.prompt_opened, notification.deadline_at)
    late = any((turn.game_id, turn.prompt_opened, turn.deadline_at) == about for turn in batch.turns.values())
    return late and still_sits_there(notification, batch)


def has_no_seat(notification: Notification, batch: Batch) -> bool:
    return notification.player_id not in {seat.player_id for seat in batch.seats[notification.of_game].values()}


def has_lost_the_seat(notification: Notification, batch: Batch) -> bool:
    """Check whether the player has lost the seat.

    A player who has lost the place in a league or cup is notified of that once, and not for every seat.
    """
    holders = batch.competitions.league_players.get(notification.of_game)
    lost_place = holders is not None and notification.player_id not in holders
    left_cup = (notification.of_game, notification.player_id) in batch.competitions.left_cups
    return has_no_seat(notification, batch) and not lost_place and not left_cup


def has_taken_the_seat(notification: Notification, batch: Batch) -> bool:
    """Check whether the player still has the seat that they took over.

    In a league, the player is notified of the place once, and not for every seat.
    """
    return game_runs(notification, batch) and notification.of_game not in batch.competitions.league_players


def still_sits_there(notification: Notification, batch: Batch) -> bool:
    seat = batch.seats[notification.of_game].get(notification.seat or 0)
    return seat is not None and seat.player_id == notification.player_id


def game_runs(notification: Notification, batch: Batch) -> bool:
    running = batch.game(notification.of_game).status == Game.Status.RUNNING
    return running and still_sits_there(notification, batch)


def waits_for_others(notification: Notification, batch: Batch) -> bool:
    """Check whether the game runs, and asks the reader nothing."""
    is_asked = (notification.of_game, notification.seat or 0) in batch.turns
    return not is_asked and game_runs(notification, batch)


def plan_has_stopped(notification: Notification, batch: Batch) -> bool:
    """Check whether the plan is still out of effect: another may have replaced it since."""
    return game_runs(notification, batch) and not plan_is_asked(notification, batch)


def game_is_over(notification: Notification, batch: Batch) -> bool:
    """Check whether the game is still over, since a ruling may have resumed it, and the reader played to the end."""
    if batch.game(notification.of_game).status == Game.Status.RUNNING:
        return False
    if notification.seat is None:
        return batch.stand_in_of(notification) is not None
    return still_sits_there(notification, batch)


def series_is_over(notification: Notification, batch: Batch) -> bool:
    """Check whether the series is still over: a ruling may have resumed a game of it meanwhile."""
    place = batch.competitions.in_series.get(notification.of_game)
    return place is not None and place.series.ended_at is not None and still_sits_there(notification, batch)


def is_to_be_closed(notification: Notification, batch: Batch) -> bool:
    """Check whether the game is still going to close at that time."""
    stands = batch.game(notification.of_game).closes_at == notification.deadline_at
    return stands and (notification.seat is None or still_sits_there(notification, batch))


def table_waits_for_players(notification: Notification, batch: Batch) -> bool:
    """Check whether the table has not begun, and is still the reader's."""
    game = batch.game(notification.of_game)
    return game.status == Game.Status.OPEN and game.host_id == notification.player_id


def is_closed(notification: Notification, batch: Batch) -> bool:
    return batch.game(notification.of_game).status in (Game.Status.CLOSED, Game.Status.ABANDONED)


def is_watched_by_invitation(notification: Notification, batch: Batch) -> bool:
    """Check whether the reader's table is not over, and anyone can still watch it though not join."""
    game = batch.game(notification.of_game)
    is_meant = game.public and game.access == Game.Access.INVITATION and game.host_id == notification.player_id
    return is_meant and game.status in (Game.Status.OPEN, Game.Status.RUNNING)


def proposal_asks(notification: Notification, batch: Batch) -> bool:
    """Check whether the proposal still waits for the table, and the reader has not answered."""
    proposal = batch.decisions.proposals[notification.proposal_id or ""]
    answered = notification.player_id in {vote.player_id for vote in proposal.votes.all()}
    return proposal.state == Proposal.State.OPEN and not answered and still_sits_there(notification, batch)


def hears_of_rulings(notification: Notification, batch: Batch) -> bool:
    """Check whether the reader still has the seat, or, after losing it through the ruling, still has none."""
    if notification.seat is not None:
        return still_sits_there(notification, batch)
    return has_no_seat(notification, batch)


def hears_of_disputes(notification: Notification, batch: Batch) -> bool:
    """Check whether the reader still has the seat; readers without one opened the dispute, or can settle it.

    Of one that accuses somebody only these hear, and its opener, whatever was noted when it was not private yet.
    """
    dispute = batch.decisions.disputes[notification.dispute_id or ""]
    may_hear = dispute.is_announced or dispute.opened_by_id == notification.player_id
    return notification.seat is None or (may_hear and still_sits_there(notification, batch))


def dispute_is_open(notification: Notification, batch: Batch) -> bool:
    dispute = batch.decisions.disputes[notification.dispute_id or ""]
    return dispute.state == Dispute.State.OPEN and hears_of_disputes(notification, batch)


def plays_in_season(notification: Notification, batch: Batch) -> bool:
    """Check whether the season is running, and the reader has a place in it."""
    return _season_is(notification, batch, LeagueSeason.State.RUNNING) and _has_place(notification, batch)


def has_lost_the_place(notification: Notification, batch: Batch) -> bool:
    return _season_is(notification, batch, LeagueSeason.State.RUNNING) and not _has_place(notification, batch)


def season_is_over(notification: Notification, batch: Batch) -> bool:
    """Check whether the season is over, and the reader had a place at its end."""
    return _season_is(notification, batch, LeagueSeason.State.OVER) and _has_place(notification, batch)


def season_is_put_off(notification: Notification, batch: Batch) -> bool:
    return _season_is(notification, batch, LeagueSeason.State.PLANNED)


def _season_is(notification: Notification, batch: Batch, state: LeagueSeason.State) -> bool:
    """Check whether a season is in this state. It may have been deleted, with its league closed."""
    season = batch.competitions.seasons.get(notification.season_id or 0)
    return season is not None and season.state == state


def _has_place(notification: Notification, batch: Batch) -> bool:
    return batch.competitions.place_in(notification.season_id or 0, notification.player_id) is not None


def plays_in_round(notification: Notification, batch: Batch) -> bool:
    """Check whether the round is the cup's newest and goes on, and the reader takes part."""
    cup = batch.competitions.cups.get(notification.cup_id or "")
    if cup is None or cup.last is None or cup.last.round.number != notification.round:
        return False
    return cup.last.round.closed_at is None and _entrant(notification, cup) in bracket.still_in(cup)


def round_is_over(notification: Notification, batch: Batch) -> bool:
    """Check whether nothing newer is to be told of the cup, and the reader has not left it."""
    cup = batch.competitions.cups.get(notification.cup_id or "")
    if cup is None or cup.last is None or cup.cup.state != Cup.State.RUNNING:
        return False
    seed, closed = _entrant(notification, cup), cup.rounds[(notification.round or 1) - 1].round.closed_at
    if seed is None or closed is None or cup.has_left(seed):
        return False
    return cup.last.round.number == notification.round or seed not in bracket.still_in(cup)


def cup_is_over(notification: Notification, batch: Batch) -> bool:
    return _cup_is(notification, batch, Cup.State.OVER)


def cup_is_called_off(notification: Notification, batch: Batch) -> bool:
    return _cup_is(notification, batch, Cup.State.CALLED_OFF)


def cup_is_put_off(notification: Notification, batch: Batch) -> bool:
    """Check whether the cup is to begin at the time that the notification names."""
    cup = batch.competitions.cups.get(notification.cup_id or "")
    soon = cup is not None and cup.cup.entry_closes_at == notification.deadline_at
    return soon and _cup_is(notification, batch, Cup.State.OPEN)


def has_left_the_cup(notification: Notification, batch: Batch) -> bool:
    cup = batch.competitions.cups.get(notification.cup_id or "")
    seed = None if cup is None else _entrant(notification, cup)
    return cup is not None and seed is not None and cup.has_left(seed)


def _cup_is(notification: Notification, batch: Batch, state: Cup.State) -> bool:
    cup = batch.competitions.cups.get(notification.cup_id or "")
    return cup is not None and cup.cup.state == state


def _entrant(notification: Notification, cup: CupCourse) -> int | None:
    """Return the reader's seed in the cup; None if the reader has not entered it."""
    return next((seed for seed, entrant in cup.players.items() if entrant.player_id == notification.player_id), None)


def may_still_answer(notification: Notification, batch: Batch) -> bool:
    return (notification.of_game, notification.player_id) in batch.free_seats.invitations


def may_join_after_all(notification: Notification, batch: Batch) -> bool:
    """Check whether the player has declined an invitation to a table that is still open."""
    return (notification.of_game, notification.player_id) in batch.free_seats.declined


def has_missed_the_start(notification: Notification, batch: Batch) -> bool:
    """Check whether a game has begun while the player's invitation to it was unanswered."""
    return (notification.of_game, notification.player_id) in batch.free_seats.missed


def seat_is_offered(notification: Notification, batch: Batch) -> bool:
    return (notification.of_game, notification.player_id) in batch.free_seats.offers


def is_in_the_club(notification: Notification, batch: Batch) -> bool:
    row = batch.clubs.membership(notification)
    return row is not None and row.state == ClubMember.State.MEMBER


def is_announced_to(notification: Notification, batch: Batch) -> bool:
    """Check whether the announcement still stands, and the reader is still a member who reads its author."""
    return is_in_the_club(notification, batch) and batch.clubs.announcement(notification) is not None


def hosts_the_club(notification: Notification, batch: Batch) -> bool:
    row = batch.clubs.membership(notification)
    return row is not None and row.is_host


def is_invited_to_club(notification: Notification, batch: Batch) -> bool:
    row = batch.clubs.membership(notification)
    return row is not None and row.state == ClubMember.State.INVITED


def club_is_asked(notification: Notification, batch: Batch) -> bool:
    """Check whether somebody still asks to join, and the reader is still a host."""
    return hosts_the_club(notification, batch) and bool(batch.clubs.waiting(notification.club_id or ""))
