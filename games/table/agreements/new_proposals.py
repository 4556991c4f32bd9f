"""Proposing an order to the others at the table, and withdrawing the proposal."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q

from engine.codec import Json
from games.errors import Forbidden, NotFound, QuotaSpent, Refused
from games.ids import is_id
from games.lobby import visible
from games.models import Game, Player, Proposal, Seat, Vote
from games.people.suspension import present, refuse_guest
from games.table import rulings, store
from games.table.agreements import orders, presence, proposal_preview, settlement
from games.table.agreements.proposal_preview import TablePreview
from games.table.rulings import Order, Preview
from games.table.rulings.commands import written
from games.table.rulings.context import RulingContext
from games.table.rulings.handler import build_context

A_DAY: Final = timedelta(days=1)
SHORTEST_ANSWER: Final = A_DAY
LONGEST_ANSWER: Final = 7 * A_DAY
MOST: Final = 5
"""The maximum number of proposals by a player in one game and one day."""
CAME_TO_NOTHING: Final = (Proposal.State.DECLINED, Proposal.State.EXPIRED)


def propose(*, player: Player, game_id: str, asked: Json, now: datetime) -> Proposal:
    """Propose an order to the others and agree to it; proposing the same as an open proposal agrees to that one.

    Raises NotFound, Forbidden (not_in_this_game, account_suspended, address_needed), Refused (seat_not_active,
    nobody_to_agree, proposal_open, proposed_lately, too_many_proposals), Unprocessable, and anything that the ruling
    would raise now.
    """
    with transaction.atomic():
        player = present(player, now)
        context, seat = _load_seated(player, game_id, now)
        order, undoes = orders.asked_for(context, asked)
        new = _build_proposal(context, seat, player, order, undoes)
        while same := _find_same(new, order):
            if settlement.look(same, _hold(context), now).state == Proposal.State.OPEN:
                return _agree(same, context, seat)
            if same.state == Proposal.State.AGREED:
                return same
        _refuse_too_many(new, now)
        if others := _list_others(context, seat, order):
            refuse_guest(player)
        _preview(context, player, order, undoes)
        new.save(force_insert=True)
        settlement.counted(context.game)
        proposal = _agree(new, context, seat)
        settlement.tell(proposal, context.game, "asked", others, context.now)
    return proposal


def preview(*, player: Player, game_id: str, asked: Json, now: datetime) -> TablePreview:
    """Return what the order would change if all agreed to it now. Raises what `propose` raises for the same order."""
    with transaction.atomic():
        player = present(player, now)
        context, seat = _load_seated(player, game_id, now)
        order, undoes = orders.asked_for(context, asked)
        _list_others(context, seat, order)
        return proposal_preview.shown(_preview(context, player, order, undoes), undoes)


def withdraw(*, player: Player, proposal_id: str, now: datetime) -> Proposal:
    """Withdraw a proposal. Withdrawing it again changes nothing.

    Raises NotFound, Forbidden (not_your_proposal), Refused (proposal_closed).
    """
    with transaction.atomic():
        player = present(player, now)
        proposal, game, seats = lock_proposal(player, proposal_id)
        if proposal.by_id != player.pk:
            raise Forbidden("not_your_proposal")
        if proposal.state == Proposal.State.WITHDRAWN:
            return proposal
        refuse_closed(proposal)
        return settlement.close(proposal, game, Proposal.State.WITHDRAWN, seats, now)


def lock_proposal(player: Player, proposal_id: str) -> tuple[Proposal, Game, list[Seat]]:
    """Lock a proposal's game; return proposal, game and seats. Raises NotFound, Forbidden (not_in_this_game)."""
    about = Proposal.objects.filter(pk=proposal_id).values_list("game_id", flat=True).first()
    if about is None:
        raise NotFound("no_such_proposal")
    game, seats, _ = store.lock_whole(about)
    if player.pk not in {seat.player_id for seat in seats}:
        raise Forbidden("not_in_this_game") if visible.may_know(player, about) else NotFound("no_such_proposal")
    return Proposal.objects.select_related("by").get(pk=proposal_id), game, seats


def in_game(proposal_id: str, game_id: str) -> str:
    """Return this id if it belongs to a proposal in this game. Raises NotFound."""
    if not is_id(proposal_id) or not Proposal.objects.filter(pk=proposal_id, game=game_id).exists():
        raise NotFound("no_such_proposal")
    return proposal_id


def refuse_closed(proposal: Proposal) -> None:
    """Raise Refused unless the proposal is still open."""
    if proposal.state != Proposal.State.OPEN:
        raise Refused("proposal_closed", state=proposal.state)


def _load_seated(player: Player, game_id: str, now: datetime) -> tuple[RulingContext, Seat]:
    """Lock and load the game; return its context and the player's active seat."""
    try:
        game, seats, turns = store.lock_whole(game_id)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None
    seat = next((seat for seat in seats if seat.player_id == player.pk), None)
    if seat is None:
        raise Forbidden("not_in_this_game") if visible.may_know(player, game_id) else NotFound("no_such_game")
    if seat.status != Seat.Status.PLAYING:
        raise Refused("seat_not_active")
    return build_context(game, seats, turns, now), seat


def _list_others(context: RulingContext, seat: Seat, order: Order) -> list[Seat]:
    """Return the other seats that are asked. Raises Refused if there are none but another has to agree."""
    here = presence.present(context.game, context.table.seats, context.turns, context.now)
    others = [participant.seat for participant in here if participant.seat.number != seat.number]
    if not others and settlement.fewest(order, context.table.seats) > 1:
        raise Refused("nobody_to_agree")
    return others


def _agree(proposal: Proposal, context: RulingContext, seat: Seat) -> Proposal:
    """Record that the seat's player agrees; once all who are present do, carry out the proposal."""
    facts = {"seat": seat.number, "agrees": True, "cast_at": context.now}
    Vote.objects.update_or_create(proposal=proposal, player=seat.player, defaults=facts)
    return settlement.look(proposal, _hold(context), context.now)


def _hold(context: RulingContext) -> store.HeldGame:
    return store.HeldGame(context.game, context.table.seats, context.turns)


def _preview(context: RulingContext, player: Player, order: Order, undoes: int | None) -> Preview:
    return rulings.preview_for_the_table(by=player, game=context.game, order=order, now=context.now, undoes=undoes)


def _build_proposal(context: RulingContext, seat: Seat, player: Player, order: Order, undoes: int | None) -> Proposal:
    closes_at = context.now + min(max(context.game.time_per_move, SHORTEST_ANSWER), LONGEST_ANSWER)
    return Proposal(
        game=context.game,
        seat=seat.number,
        by=player,
        kind=order.kind,
        asked=written(order),
        undoes=undoes,
        table=orders.last_change(context.log),
        created_at=context.now,
        closes_at=closes_at,
        look_at=closes_at,
    )


def _find_same(new: Proposal, order: Order) -> Proposal | None:
    """Return the same open proposal, if anybody has made it. Raises Refused if the player has a different one open."""
    same = Q(asked=new.asked, undoes=new.undoes)
    if orders.is_about_the_position(order):
        same &= Q(table=new.table)
    open_proposals = settlement.open_ones(new.game)
    if repeated := open_proposals.filter(same).first():
        return repeated
    if own := open_proposals.filter(by=new.by).first():
        raise Refused("proposal_open", proposal=own.pk)
    return None


def _refuse_too_many(new: Proposal, now: datetime) -> None:
    lately = Proposal.objects.filter(game=new.game, by=new.by, created_at__gt=now - A_DAY).order_by("created_at")
    refused = lately.filter(asked=new.asked, undoes=new.undoes, state__in=CAME_TO_NOTHING).last()
    if refused is not None:
        raise QuotaSpent("proposed_lately").after(refused.created_at + A_DAY - now)
    if len(lately) >= MOST:
        raise QuotaSpent("too_many_proposals", most=MOST).after(lately[len(lately) - MOST].created_at + A_DAY - now)
