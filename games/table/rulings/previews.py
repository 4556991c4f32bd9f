"""Previews of rulings: what a ruling would change.

A preview follows the steps of `handler` up to the engine's decision, and writes nothing. If a decision draws chance, a
separate chance is used, and only what the admin decides is shown: nobody can look into the future of a game, or at what
a seat holds or has chosen, by asking what would happen. For a move on behalf of a seat it shows only the prompt that is
answered: that a seat can only pass, and so ends the game, is the seat's secret until it happens.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple, cast

import engine
from engine.codec import Json
from engine.history import PositionRestored
from engine.logged_events import LoggedEvent
from engine.parts.turns import GameEnded, PointsScored, SeatLeft, SeatReturned
from games.logged_entries import PublicEntry
from games.models import Game, Player, Ruling, Seat
from games.table.clocks import turn_times
from games.table.play import moves
from games.table.play.consequences import OUTCOME
from games.table.rulings import commands, disclosure, handler, unreadable
from games.table.rulings.commands import Order
from games.table.rulings.context import Change, RulingContext
from games.table.rulings.disclosure import Learned

CERTAIN: Final = (PositionRestored, SeatLeft, SeatReturned, PointsScored, GameEnded)
"""The events that an admin decides."""


@dataclass(frozen=True, slots=True)
class OpenedPrompt:
    """A prompt that would be opened."""

    seat: int
    kind: str
    deadline_at: datetime


class SeatChange(NamedTuple):
    """A seat before and after a ruling: holders (players' ids), statuses, points (None if they are not shown)."""

    seat: int
    players: tuple[str | None, str | None]
    statuses: tuple[str, str]
    points: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Preview:
    """The changes that an order would make.

    `facts` are the entry's public facts, `events` its events as far as they are certain; `follows`: there would be
    others. `taken_back` and `brought_back` are numbers of entries; `learned` is what was seen in the former. `closed`
    are ids of prompts, `opened` the prompts that would be opened. `deadlines` are before and after, by prompt; `status`
    and `pauses` before and after. `needs_two`: a second admin would have to confirm the order.
    """

    order: Order
    facts: PublicEntry
    events: Sequence[LoggedEvent]
    follows: bool
    taken_back: Sequence[int]
    brought_back: Sequence[int]
    learned: Sequence[Learned]
    closed: Sequence[str]
    opened: Sequence[OpenedPrompt]
    deadlines: dict[str, tuple[datetime, datetime]]
    seats: Sequence[SeatChange]
    status: tuple[str, str]
    pauses: tuple[list[str], list[str]]
    needs_two: bool


def preview(*, admin: Player, game_id: str, order: Order, now: datetime, undoes: int | None = None) -> Preview:
    """Return what the order would change. Raises what `rule` would raise; the audit records the preview of a move."""
    game = moves.readable(game_id)
    context = handler.build_context(game, None, None, now)
    with handler.tries_noted(admin, game_id, now):
        change = handler.prepared(context, admin, order, order.right, undoes)
    if change.kept:
        handler.note_try(admin, game_id, change.kept, now)
    ruling = Ruling(by=admin, kind=order.kind, undoes=undoes)
    facts = handler.public_facts(change, ruling, now)
    return _build_preview(context, order, change, facts, _decide(context, change, facts))


def preview_for_the_table(*, by: Player, game: Game, order: Order, now: datetime, undoes: int | None = None) -> Preview:
    """Return what an order that a player proposes to the others would change. The game has been read or locked."""
    context = handler.build_context(game, None, None, now)
    change = handler.comes_down_to(context, order, undoes)
    change.facts |= handler.facts_of_proposer(context, by)
    facts = handler.public_facts(change, Ruling(by=by, kind=order.kind, undoes=undoes), now)
    return _build_preview(context, order, change, facts, _decide(context, change, facts))


def _decide(context: RulingContext, change: Change, facts: Json) -> engine.Decision:
    """Return the decision with a chance of its own. Raises what `rule` would raise."""
    with unreadable.guard(context.game):
        return change.decided(context, facts, engine.Chance(secrets.token_bytes(32)))


def _build_preview(
    context: RulingContext, order: Order, change: Change, facts: Json, decision: engine.Decision
) -> Preview:
    before = context.table.state
    after = before if isinstance(order, commands.MoveFor) else decision.state
    events = _certain(change, facts, decision.events)
    follows = change.move is not None or len(events) < len(decision.events)
    back, forth = _lines(context, facts)
    still_asked = {(prompt.opened, prompt.seat) for prompt in decision.state.prompts}
    return Preview(
        order=order,
        facts=cast("PublicEntry", facts),
        events=[cast("LoggedEvent", context.table.codec.event(event).public) for event in events],
        follows=follows,
        taken_back=back,
        brought_back=forth,
        learned=disclosure.in_entries(context.game, [entry for entry in context.log if entry["number"] in back]),
        closed=[turn.prompt_id for turn in context.turns if (turn.prompt_opened, turn.seat) not in still_asked],
        opened=[] if follows else _opened(context, change, before, after),
        deadlines={
            turn.prompt_id: (turn.deadline_at, change.deadlines[turn.prompt_id].deadline)
            for turn in context.turns
            if turn.prompt_id in change.deadlines
        },
        seats=_seats(context, change, after, points=context.table.is_readable and not follows),
        status=(context.game.status, OUTCOME[after.outcome] if after.over else Game.Status.RUNNING),
        pauses=_pauses(context, change, after),
        needs_two=handler.needs_two(order),
    )


def _certain(change: Change, facts: Json, events: Sequence[engine.Event]) -> list[engine.Event]:
    """Return the events that depend neither on chance nor on what a seat holds or has secretly chosen.

    When a game ends, open prompts are answered for the seats, which reveals what all have chosen, but not earlier.
    """
    if change.move is not None or facts.get("how") == commands.FORFEIT:
        return []
    return [event for event in events if isinstance(event, CERTAIN)]


def _lines(context: RulingContext, facts: Json) -> tuple[list[int], list[int]]:
    """Return the numbers of entries that would no longer count, and of those that would count again."""
    if "as_of" not in facts:
        return [], []
    then = context.course.line(facts["as_of"])
    back = [number for number in context.line if number not in then]
    return back, [number for number in then if number not in context.line]


def _opened(context: RulingContext, change: Change, before: engine.State, after: engine.State) -> list[OpenedPrompt]:
    open_before = {(prompt.opened, prompt.seat) for prompt in before.prompts}
    new = [prompt for prompt in after.prompts if (prompt.opened, prompt.seat) not in open_before]
    turns = [turn_times.opened(context.table, prompt, context.now, change.earlier, change.accounts) for prompt in new]
    return [OpenedPrompt(turn.seat, turn.kind, turn.deadline_at) for turn in turns]


def _seats(context: RulingContext, change: Change, after: engine.State, *, points: bool) -> list[SeatChange]:
    """Return the seats that would change."""
    sums = (
        [[standing.points for standing in engine.standings(state)] for state in (context.table.state, after)]
        if points
        else None
    )
    changes = [
        SeatChange(
            seat.number,
            (seat.player_id, change.holders[seat.number].pk if seat.number in change.holders else seat.player_id),
            (seat.status, after.away.get(seat.number, Seat.Status.PLAYING)),
            (sums[0][seat.number], sums[1][seat.number]) if sums else None,
        )
        for seat in context.table.seats
    ]
    return [seat for seat in changes if any(pair and pair[0] != pair[1] for pair in seat[1:])]


def _pauses(context: RulingContext, change: Change, after: engine.State) -> tuple[list[str], list[str]]:
    remaining = context.game.pauses if change.pauses is None else change.pauses
    return context.game.pauses, [] if after.over else remaining
