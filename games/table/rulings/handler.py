"""The steps from an order to an entry of the log.

1. Lock the game's row, so that nobody else can write.
2. The admin must have the right that the order requires, and must not be involved in the game (`games.people.rights`).
   An order that all at the table have agreed on, as `games.table.agreements` checks, takes no admin (`by_the_table`).
3. The order's handler (`HANDLERS`) checks whether the order is possible and returns its change (`Change`): public
   facts, and changes of seats, deadlines and pauses. It writes nothing, so that previews follow the same steps up to
   here.
4. An order that takes two admins is kept as a proposal, and repeats these steps when another admin confirms it.
5. The engine decides, as for a move; rows are changed; the entry is recorded like any other, so that the signal, the
   turns and the result follow automatically; the ruling's text and the audit's line are written too. If it undoes
   another ruling, the disputes that the other one settled are reopened.

Nothing is ever changed or removed in the log. The opposite of a ruling is another ruling (`reversal`).
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction

import engine
from engine.codec import Json
from engine.record import Cause
from games import signals
from games.errors import Forbidden, NotFound, Refused, Unprocessable
from games.kinds import EntryKind
from games.models import Dispute, Entry, Game, Player, Rule, Ruling, Seat, Turn
from games.people import audit, reliability, rights
from games.table import store
from games.table.clocks import mapping
from games.table.play import log_entries, participation, seat_changes
from games.table.rulings import board, clock, commands, rows, seats, talk, unreadable
from games.table.rulings.commands import Order
from games.table.rulings.context import Change, Handler, RulingContext

HANDLERS: Final[Mapping[str, Handler]] = {
    handler.order.kind: handler for handler in (*clock.HANDLERS, *board.HANDLERS, *seats.HANDLERS, *talk.HANDLERS)
}
"""The handlers of orders, by the ruling's name in the log."""


def rule(
    *,
    admin: Player,
    game_id: str,
    order: Order,
    now: datetime,
    text: str = "",
    note: str = "",
    undoes: int | None = None,
    dispute: Dispute | None = None,
) -> Ruling:
    """Carry out the order, or only propose it if it takes two admins (see the ruling's `state`).

    `text` is for the players, `note` for admins, `dispute` is the reason for the ruling. Raises NotFound, Forbidden,
    Refused, Unprocessable or engine.MalformedMove; then nothing has changed.
    """
    ruling = Ruling(by=admin, asked=commands.written(order), public_text=text, staff_note=note, undoes=undoes)
    ruling.kind, ruling.created_at, ruling.dispute = order.kind, now, dispute
    with tries_noted(admin, game_id, now):
        return _decide(ruling, game_id, order, order.right, now)


def rule_in_bulk(context: RulingContext, *, admin: Player, order: Order, now: datetime, text: str, note: str) -> Ruling:
    """Carry out a bulk order (extend, pause or resume) for one of its games, which is locked and loaded.

    The caller has checked rights. Raises what `rule` raises, before it changes anything.
    """
    refuse_single(order)
    ruling = Ruling(by=admin, kind=order.kind, asked=commands.written(order), public_text=text, staff_note=note)
    ruling.created_at, ruling.game = now, context.game
    _carry_out(context, comes_down_to(context, order, None), ruling, admin)
    return ruling


def refuse_single(order: Order) -> None:
    """Raise Unprocessable for an order that cannot be given in bulk."""
    if not order.in_bulk:
        raise Unprocessable("not_in_bulk", known=[each.kind.value for each in commands.IN_BULK])


def of_itself(*, game_id: str, order: Order, by: Player, now: datetime) -> Entry:
    """Pause or resume without an admin, because a player (`by`) opened a dispute or all players agreed.

    The caller has checked rights. No `Ruling` is created. Raises what `rule` raises.
    """
    with transaction.atomic():
        return of_itself_at(_lock_context(game_id, now), order, by)


def of_itself_at(context: RulingContext, order: Order, by: Player) -> Entry:
    """Pause or resume a game that is locked and loaded without an admin, as `of_itself` does."""
    if not isinstance(order, commands.Pause | commands.Resume):
        raise TypeError(f"{order.kind} takes an admin")
    change = HANDLERS[order.kind].prepare(context, order)
    facts = public_facts(change, Ruling(kind=order.kind, by=by), context.now)
    return _record(context, change, facts, _ask_engine(context, change, facts))


def by_the_table(
    *,
    by: Player,
    agreed: Sequence[int],
    game_id: str,
    order: Order,
    now: datetime,
    undoes: int | None = None,
    again: int | None = None,
) -> Ruling:
    """Carry out what these seats have agreed on; `by` has proposed it.

    `again`: the entry of a player's own move that the player takes back alone; its prompt is asked again with the
    earlier deadline. The caller has checked rights. Raises NotFound, Refused or Unprocessable; then nothing has
    changed.
    """
    ruling = Ruling(by=by, agreed=sorted(agreed), asked=commands.written(order), undoes=undoes)
    ruling.kind, ruling.created_at = order.kind, now
    with transaction.atomic():
        context = _lock_context(game_id, now)
        change = comes_down_to(context, order, undoes)
        if again is not None:
            clock.taken_back_alone(context, change, again)
        change.facts |= facts_of_proposer(context, by)
        ruling.game, ruling.asked = context.game, ruling.asked | change.kept
        _write(context, change, ruling, by)
    return ruling


def by_rule(*, rule: Rule, by: Player, game_id: str, order: Order, now: datetime) -> Ruling:
    """Carry out what an announced rule of a competition orders; `by` is its host.

    The caller has checked rights. Raises NotFound, Refused or Unprocessable; then nothing has changed.
    """
    ruling = Ruling(by=by, rule=rule, kind=order.kind, asked=commands.written(order), created_at=now)
    with transaction.atomic():
        context = _lock_context(game_id, now)
        change = comes_down_to(context, order, None)
        ruling.game, ruling.asked = context.game, ruling.asked | change.kept
        _write(context, change, ruling, by)
    return ruling


def confirm(*, admin: Player, ruling_id: int, now: datetime) -> Ruling:
    """Confirm another admin's proposal, which is then carried out on the game as it is now.

    Raises NotFound("no_such_ruling"), Forbidden("same_admin"), and anything that `rule` raises.
    """
    with transaction.atomic():
        ruling = _proposal(ruling_id)
        if ruling.by_id == admin.pk:
            raise Forbidden("same_admin")
        order = commands.read(ruling.asked)
        context = _lock_context(ruling.game_id, now)
        change = prepared(context, admin, order, order.right, ruling.undoes)
        ruling.confirmed_by = admin
        _carry_out(context, change, ruling, admin)
    return ruling


def withdraw(*, admin: Player, ruling_id: int, now: datetime) -> Ruling:
    """Withdraw a proposal, so that it is not carried out. Raises NotFound("no_such_ruling") or Forbidden."""
    with transaction.atomic():
        ruling = _proposal(ruling_id)
        rights.check(admin, commands.read(ruling.asked).right, ruling.game)
        ruling.state = Ruling.State.WITHDRAWN
        ruling.save(update_fields=["state"])
        audit.note(admin, "withdrawn", now, game=ruling.game, detail={"ruling": ruling.pk, "kind": ruling.kind})
    return ruling


def needs_two(order: Order) -> bool:
    """Check whether a second admin has to confirm an order on this site."""
    return order.is_weighty and bool(settings.TWO_PERSON_RULINGS)


def _proposal(ruling_id: int) -> Ruling:
    proposed = Ruling.objects.select_for_update(no_key=True, of=("self",)).select_related("by", "game")
    ruling = proposed.filter(pk=ruling_id, state=Ruling.State.PROPOSED).first()
    if ruling is None:
        raise NotFound("no_such_ruling")
    return ruling


def _decide(ruling: Ruling, game_id: str, order: Order, right: str, now: datetime) -> Ruling:
    with transaction.atomic():
        context = _lock_context(game_id, now)
        change = prepared(context, ruling.by, order, right, ruling.undoes)
        ruling.game, ruling.asked = context.game, ruling.asked | change.kept
        if needs_two(order):
            return _find_same_proposal(ruling) or _propose(ruling, now)
        _carry_out(context, change, ruling, ruling.by)
    return ruling


def prepared(context: RulingContext, admin: Player, order: Order, right: str, undoes: int | None = None) -> Change:
    """Return the order's change, if the admin may give it and the ruling it undoes is still in force."""
    rights.check(admin, right, context.game)
    if isinstance(order, commands.Replace) and order.player == admin.pk:
        raise Forbidden("not_yourself")
    return comes_down_to(context, order, undoes)


def comes_down_to(context: RulingContext, order: Order, undoes: int | None) -> Change:
    """Return the order's change, whoever gives it; the ruling it undoes must still be in force."""
    if undoes is not None:
        with unreadable.guard(context.game):
            context.ruled(undoes)
        context.undoes = undoes
    if order.needs_position and not context.table.is_readable:
        raise Refused(unreadable.CODE)
    with unreadable.guard(context.game):
        change = HANDLERS[order.kind].prepare(context, order)
        if undoes is not None:
            clock.as_before(context, change, undoes)
    return change


def _lock_context(game_id: str, now: datetime) -> RulingContext:
    """Lock and load a game; return its context. Raises NotFound, or Refused if it has not begun."""
    try:
        game, seat_rows, turns = store.lock_whole(game_id)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None
    return build_context(game, seat_rows, turns, now)


def build_context(game: Game, seat_rows: list[Seat] | None, turns: list[Turn] | None, now: datetime) -> RulingContext:
    """Load a game and return its context. Raises Refused if it has not begun, or its ruleset is unknown.

    If its log cannot be folded, only orders are possible that need no position.
    """
    _refuse_unbegun(game)
    with unreadable.guard(game):
        table = unreadable.load(game, seat_rows, turns)
    return _build_context_at(table, now)


def build_context_of_held(held_game: store.HeldGame, now: datetime) -> RulingContext:
    """Return the context of a game that is held in a batch. Raises Refused if it has not begun."""
    _refuse_unbegun(held_game.game)
    return _build_context_at(held_game.table, now)


def _refuse_unbegun(game: Game) -> None:
    if not game.head:
        raise Refused("game_not_running", game_status=game.status)


def _build_context_at(table: store.LoadedGame, now: datetime) -> RulingContext:
    return RulingContext(table, log_entries.not_before(table, now))


def _find_same_proposal(ruling: Ruling) -> Ruling | None:
    """Return the admin's same earlier proposal if it still waits, else None."""
    waiting = Ruling.objects.filter(game=ruling.game, by=ruling.by, state=Ruling.State.PROPOSED)
    return waiting.filter(asked=ruling.asked, undoes=ruling.undoes).first()


def _propose(ruling: Ruling, now: datetime) -> Ruling:
    ruling.state = Ruling.State.PROPOSED
    ruling.save()
    audit.note(ruling.by, "proposed", now, game=ruling.game, detail=ruling.asked, reason=ruling.staff_note)
    return ruling


def _carry_out(context: RulingContext, change: Change, ruling: Ruling, admin: Player) -> None:
    """Carry out a change (step 5), and write the audit's line."""
    _write(context, change, ruling, admin)
    rows.note(ruling, admin, context.now)


def _write(context: RulingContext, change: Change, ruling: Ruling, admin: Player) -> None:
    """Carry out a change (step 5), and record who did it and why.

    The ruling's row exists when the signal is sent; in bulk it is written with the others of the batch.
    """
    facts = public_facts(change, ruling, context.now)
    decided = _ask_engine(context, change, facts)
    ruling.state, ruling.entry = Ruling.State.DONE, context.game.head + 1
    rows.save(ruling)
    _record(context, change, facts, decided)
    if ruling.undoes and (undone := Ruling.objects.filter(game=context.game, entry=ruling.undoes).first()):
        signals.ruling_undone.send(sender=Ruling, ruling=ruling, undone=undone, by=admin, now=context.now)


def _ask_engine(context: RulingContext, change: Change, facts: Json) -> tuple[engine.Decision, engine.Chance]:
    """Return the engine's decision on a change, and the chance it used. Raises what the engine raises."""
    with unreadable.guard(context.game):
        chance = context.table.chance()
        return change.decided(context, facts, chance), chance


def _record(
    context: RulingContext, change: Change, facts: Json, decided: tuple[engine.Decision, engine.Chance]
) -> Entry:
    """Update the rows and append the entry."""
    decision, chance = decided
    asked_anew = _apply(context, change, restores=participation.begins_anew(facts), away=decision.state.away)
    if "as_of" in facts:
        reliability.forgive(context.game, facts["as_of"])
    cause = Cause(facts, change.move)
    entry = log_entries.record(
        context.table, cause, decision, chance, context.now, asked_anew=asked_anew, earlier=change.earlier
    )
    # As the entry has left them, since it may have changed them again.
    store.save([context.table.seats[number] for number in change.accounts], "bank", "stopped", game=entry.game_id)
    return entry


def facts_of_proposer(context: RulingContext, by: Player) -> Json:
    """Return the public fact of whose proposal the table has agreed to: the seat that the player has now."""
    return next(({"asked_by": seat.number} for seat in context.table.seats if seat.player_id == by.pk), {})


def public_facts(change: Change, ruling: Ruling, now: datetime) -> Json:
    """Return the public facts of a ruling in the log, without any name or any admin's text."""
    facts = {
        **log_entries.common_facts(EntryKind.RULED, change.seat, now),
        "ruling": str(ruling.kind),
        "by": ruling.by_id,
    }
    if ruling.agreed:
        facts["agreed"] = ruling.agreed
    if ruling.rule:
        facts["rule"] = str(ruling.rule)
    if ruling.confirmed_by_id is not None:
        facts["confirmed_by"] = ruling.confirmed_by_id
    if ruling.undoes is not None:
        facts["undoes"] = ruling.undoes
    return facts | change.facts


def _apply(context: RulingContext, change: Change, *, restores: bool, away: Mapping[int, str]) -> list[Turn]:
    """Update the rows of seats, turns and the game; return the open turns that have a new owner."""
    for seat in context.table.seats:
        _seat_row(seat, change.holders.get(seat.number), away.get(seat.number, Seat.Status.PLAYING), anew=restores)
    for turn in context.turns:
        if turn.prompt_id in change.deadlines:
            mapping.lay(turn, change.deadlines[turn.prompt_id])
            store.save([turn], "deadline_at", "expires_at", "stops", "announced_at", game=turn.game_id)
    for number, account in change.accounts.items():
        seat = context.table.seats[number]
        seat.bank, seat.stopped = account
    _game_row(context, change)
    for number in change.holders:
        seat_changes.forget_holder(context.game, context.table.seats[number])
    handed_over = [turn for turn in context.turns if turn.seat in change.holders]
    for turn in handed_over:
        turn.player = change.holders[turn.seat]
        store.save([turn], "player_id", game=turn.game_id)
    return handed_over


def _game_row(context: RulingContext, change: Change) -> None:
    if change.pauses is not None:
        context.game.pauses = change.pauses
        context.game.paused_at = (context.game.paused_at or context.now) if change.pauses else None
    if change.talk_open is not None:
        context.game.set_talk_open(change.talk_open)
        context.game.save(update_fields=["talk_open", "talk_opened_after"])


def _seat_row(seat: Seat, holder: Player | None, status: str, *, anew: bool) -> None:
    before = (seat.player_id, seat.status, seat.timeouts_in_a_row)
    if anew or holder is not None or status != seat.status:
        seat.timeouts_in_a_row = 0
    seat.status = status
    if holder is not None:
        if holder._state.adding:
            holder.save()
        seat.player = holder
    if before != (seat.player_id, seat.status, seat.timeouts_in_a_row):
        store.save([seat], "player_id", "status", "timeouts_in_a_row", game=seat.game_id)


@contextmanager
def tries_noted(admin: Player, game_id: str, now: datetime) -> Iterator[None]:
    """Record a refused move, since the refusal may have revealed what a seat does not hold.

    This must surround the transaction, which rolls back everything written in it.
    """
    try:
        yield
    except board.NotLegal as refusal:
        note_try(admin, game_id, refusal.kept, now)
        raise


def note_try(admin: Player, game_id: str, record: Json, now: datetime) -> None:
    """Record that an admin has asked whether a seat could make a move."""
    audit.note(admin, audit.MOVE_TRIED, now, game=Game.objects.get(id=game_id), detail=record)
