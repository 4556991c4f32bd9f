"""Nudging: a reminder to the players for whom the game waits, sent by the others at the table.

The answer does not reveal whether or when the nudge is delivered, which is the nudged player's own affair. Refusals
depend only on what everyone at the table can see.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games import signals
from games.errors import Forbidden, NotFound, QuotaSpent, Refused
from games.lobby import selectors
from games.models import Game, Player, Seat, Turn
from games.models.game import NUDGED_FOR
from games.models.turn import FRESH
from games.people.suspension import awake
from games.table import store
from games.table.play.open_seats import is_stand_in


def nudge(*, player: Player, game_id: str, now: datetime) -> None:
    """Nudge everyone for whom the game waits, except the player; once a day for each game, whoever asks.

    Only its players and its host may nudge. Raises NotFound, Forbidden (not_in_this_game, account_suspended,
    address_needed), Refused (game_not_running, game_paused, nobody_waited_for, you_are_waited_for, stand_in_waited_for,
    nudge_too_soon, already_nudged).
    """
    with transaction.atomic():
        player = awake(player, now)
        game, seats, turns = _lock_game(game_id)
        own = next((seat.number for seat in seats if seat.player_id == player.pk), None)
        if own is None and game.host_id != player.pk:
            raise Forbidden("not_in_this_game") if selectors.may_know(player, game_id) else NotFound("no_such_game")
        if refusal := why_not(game, seats, turns, own, now):
            raise refusal
        game.nudged_at = now
        game.save(update_fields=["nudged_at"])
        for turn in _not_fresh(_waited_for(seats, turns, own), now):
            signals.player_nudged.send(sender=Game, game=game, turn=turn, seat=seats[turn.seat], now=now)


def why_not(game: Game, seats: Sequence[Seat], turns: Sequence[Turn], own: int | None, now: datetime) -> Refused | None:
    """Return why this seat (None: the host without a seat) can nudge nobody now; None if it can."""
    if game.status != Game.Status.RUNNING:
        return Refused("game_not_running", game_status=game.status)
    if game.paused_at is not None:
        return Refused("game_paused")
    if not turns:
        return Refused("nobody_waited_for")
    waited_for = _waited_for(seats, turns, own)
    if not waited_for:
        return Refused("you_are_waited_for" if any(turn.seat == own for turn in turns) else "stand_in_waited_for")
    if game.nudged_at is not None and game.nudged_at > now - NUDGED_FOR:
        return QuotaSpent("already_nudged").after(game.nudged_at + NUDGED_FOR - now)
    if not _not_fresh(waited_for, now):
        return QuotaSpent("nudge_too_soon").after(min(map(_fresh_until, waited_for)) - now)
    return None


def _lock_game(game_id: str) -> tuple[Game, list[Seat], list[Turn]]:
    try:
        return store.lock_whole(game_id)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None


def _waited_for(seats: Sequence[Seat], turns: Sequence[Turn], own: int | None) -> list[Turn]:
    """Return the open turns of people other than the player."""
    people = {seat.number for seat in seats if seat.player is not None and not is_stand_in(seat.player)}
    return [turn for turn in turns if turn.seat in people and turn.seat != own]


def _not_fresh(turns: Sequence[Turn], now: datetime) -> list[Turn]:
    return [turn for turn in turns if _fresh_until(turn) <= now]


def _fresh_until(turn: Turn) -> datetime:
    return turn.opened_at + (turn.deadline_at - turn.opened_at) * FRESH
