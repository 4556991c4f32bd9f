"""Rulings about the players at the table (P1, P2)."""

from typing import Final

import engine
from engine.parts.turns import GONE
from games import instants
from games.errors import NotFound, Refused
from games.lobby import bots, eligibility
from games.logged_entries import PublicEntry, acting_seat
from games.models import Game, Player, Seat
from games.table.clocks import mapping, outages
from games.table.play import open_seats, stand_ins
from games.table.rulings.board import before
from games.table.rulings.clock import moved_facts
from games.table.rulings.commands import Order, Reinstate, Remove, Replace
from games.table.rulings.context import Change, Handler, RulingContext


def replace(context: RulingContext, order: Replace) -> Change:
    """Give a seat with all it holds to another player, with the full time for its open prompt.

    A player who has held another seat cannot take it.
    """
    context.running()
    seat = context.seat(order.seat)
    player = _stand_in(context.game, seat) if order.player is None else _newcomer(context, seat, order.player)
    open_turns = [turn for turn in context.turns if turn.seat == seat.number]
    renewed = {turn: mapping.renewed(context.game, seat, turn, player, context.now) for turn in open_turns}
    longer = {turn: due for turn, due in renewed.items() if due}
    facts = {
        "player": player.pk,
        "before": seat.player_id,
        "stand_in": open_seats.is_stand_in(player),
        **({"idle": True} if _is_idle(context, seat) else {}),
        **moved_facts(longer),
    }
    moved = {turn.prompt_id: due for turn, due in longer.items()}
    return Change(facts, seat=seat.number, holders={seat.number: player}, deadlines=moved)


def _is_idle(context: RulingContext, seat: Seat) -> bool:
    """Check whether the seat is taken from a player who has not moved in time, which stays on that player's record."""
    if seat.player is None or open_seats.is_stand_in(seat.player):
        return False
    overdue = any(turn.seat == seat.number and outages.due_at(turn) <= context.now for turn in context.turns)
    return overdue or seat.timeouts_in_a_row > 0 or seat.status == Seat.Status.ABSENT


def _stand_in(game: Game, seat: Seat) -> Player:
    if open_seats.is_stand_in(seat.player):
        raise Refused("nothing_changes")
    return stand_ins.free_for(game)


def _newcomer(context: RulingContext, seat: Seat, player_id: str) -> Player:
    player = Player.objects.filter(pk=player_id, is_active=True).exclude(kind=Player.Kind.HOUSE).first()
    if player is None:
        raise NotFound("no_such_player", names=[player_id])
    if player.suspended_until is not None and player.suspended_until > context.now:
        raise Refused("player_suspended", until=instants.rfc3339(player.suspended_until))
    if player.pk == seat.player_id:
        raise Refused("nothing_changes")
    bots.refuse_bot(context.game, player)
    eligibility.refuse_who_knows_another(context.course, seat.number, player)
    eligibility.refuse_who_has_looked(context.game, player)
    return player


def remove(context: RulingContext, order: Remove) -> Change:
    """Make the seat forfeit; if only one seat is left, the game is over (P3)."""
    context.running()
    seat = context.seat(order.seat).number
    if context.table.state.away.get(seat) in GONE:
        raise Refused("seat_has_left")
    return Change(seat=seat, move=engine.Forfeit())


def reinstate(context: RulingContext, order: Reinstate) -> Change:
    """Bring a seat back into the game, from its next turn on."""
    context.running()
    seat = context.seat(order.seat).number
    was = context.table.state.away.get(seat)
    if was is None:
        raise Refused("seat_not_away")
    return Change({"was": was}, seat=seat)


def _give_back(game: Game, ruled: PublicEntry) -> Order:
    player = Player.objects.filter(pk=ruled["before"]).first()
    if player is None or not player.is_active:
        raise Refused("player_gone")
    return Replace(acting_seat(ruled), None if player.kind == Player.Kind.HOUSE else player.pk)


def _bring_back(game: Game, ruled: PublicEntry) -> Order:
    """Return the order that brings the seat back or, if the game ended by its leaving, restores the position before."""
    return Reinstate(acting_seat(ruled)) if game.status == Game.Status.RUNNING else before(game, ruled)


def _put_out(game: Game, ruled: PublicEntry) -> Order:
    if ruled["was"] == "absent":
        raise Refused("nothing_to_undo")
    return Remove(acting_seat(ruled))


HANDLERS: Final = (
    Handler(Replace, replace, _give_back),
    Handler(Remove, remove, _bring_back),
    Handler(Reinstate, reinstate, _put_out),
)
