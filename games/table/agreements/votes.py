"""Answering a proposal, which everyone who has not left may do, whether or not they are waited for."""

from datetime import datetime

from django.db import transaction

from games.errors import Refused
from games.models import Game, Player, Proposal, Seat, Vote
from games.people.suspension import present
from games.table import store
from games.table.agreements import new_proposals, settlement


def answer(*, player: Player, proposal_id: str, agrees: bool, now: datetime) -> Proposal:
    """Agree to or decline a proposal; once all who are present have agreed, it is carried out at once.

    Players can change their answer while the proposal is open. Repeating an answer changes nothing. Raises NotFound,
    Forbidden (not_in_this_game, account_suspended), Refused (proposal_closed, seat_not_active, your_proposal).
    """
    with transaction.atomic():
        player = present(player, now)
        proposal, game, seats = new_proposals.lock_proposal(player, proposal_id)
        seat = next(seat for seat in seats if seat.player_id == player.pk)
        if _has_answered(proposal, player, agrees) and (agrees or proposal.state != Proposal.State.OPEN):
            return proposal
        new_proposals.refuse_closed(_close_if_late(proposal, game, now))
        if proposal.by_id == player.pk:
            raise Refused("your_proposal")
        if seat.status in Seat.GONE:
            raise Refused("seat_not_active")
        facts = {"seat": seat.number, "agrees": agrees, "cast_at": now}
        Vote.objects.update_or_create(proposal=proposal, player=player, defaults=facts)
        _, seats, turns = store.lock_whole(game.pk)
        return settlement.look(proposal, store.HeldGame(game, seats, turns), now)


def _close_if_late(proposal: Proposal, game: Game, now: datetime) -> Proposal:
    """Return the proposal, closed if it is too late for an answer but the sweep has not closed it yet."""
    if proposal.closes_at > now:
        return proposal
    _, seats, turns = store.lock_whole(game.pk)
    return settlement.look(proposal, store.HeldGame(game, seats, turns), now)


def _has_answered(proposal: Proposal, player: Player, agrees: bool) -> bool:
    """Check whether the player has already given this answer."""
    return Vote.objects.filter(proposal=proposal, player=player, agrees=agrees).exists()
