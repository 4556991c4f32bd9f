"""Rulings about clocks: extending, pausing and resuming."""

import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from games import instants
from games.errors import Refused, Unprocessable
from games.logged_entries import PublicEntry, acting_seat
from games.models import Game, Turn
from games.table.clocks import mapping
from games.table.clocks.mapping import Earlier
from games.table.clocks.turns import Due
from games.table.rulings.commands import BY_RULING, Extend, Order, Pause, Resume, SetBack
from games.table.rulings.context import Change, Handler, RulingContext

LONGEST_EXTENSION: Final = timedelta(days=90)
MOST_HOURS: Final = int(LONGEST_EXTENSION / timedelta(hours=1))
A_MOMENT: Final = timedelta(minutes=10)
"""The least time left to a player who has taken back a move."""
REASON: Final = re.compile(r"[a-z0-9_:]{1,32}\Z")


def extend(context: RulingContext, order: Extend) -> Change:
    """Give open prompts more time, never less. Raises Refused or Unprocessable."""
    context.running()
    deadlines = {turn: _deadline(order, turn, context.now) for turn in _chosen(context, order.prompt)}
    later = {turn: at for turn, at in deadlines.items() if at > turn.deadline_at}
    if not later:
        raise Refused("deadline_not_later")
    return _moved({turn: mapping.moved(turn, at) for turn, at in later.items()})


def _chosen(context: RulingContext, prompt: str | None) -> list[Turn]:
    chosen = [turn for turn in context.turns if prompt in (None, turn.prompt_id)]
    if not chosen:
        raise Refused("prompt_not_open", open=[{"id": turn.prompt_id, "seat": turn.seat} for turn in context.turns])
    return chosen


def refuse_without_time(order: Extend) -> None:
    """Raise Unprocessable for an extension that has neither a deadline nor hours, or both."""
    if (order.deadline_at is None) == (order.hours is None):
        raise Unprocessable("deadline_or_hours")


def _deadline(order: Extend, turn: Turn, now: datetime) -> datetime:
    refuse_without_time(order)
    if order.hours is not None and order.hours > MOST_HOURS:
        raise Unprocessable("deadline_too_far", days=LONGEST_EXTENSION.days)
    deadline = order.deadline_at or max(turn.deadline_at, now) + timedelta(hours=order.hours or 0)
    if deadline <= now:
        raise Refused("deadline_in_the_past")
    if deadline > now + LONGEST_EXTENSION:
        raise Unprocessable("deadline_too_far", days=LONGEST_EXTENSION.days)
    return deadline


def set_back(context: RulingContext, order: SetBack) -> Change:
    """Set back the deadlines that the entry moved and that are unchanged since, but to at least half a day from now."""
    context.running()
    if not (before := moved_by(context, order.entry)):
        raise Refused("nothing_to_undo")
    return _moved(before)


def moved_by(context: RulingContext, number: int) -> dict[Turn, Due]:
    """Return the open turns whose deadlines this entry moved and that are unchanged since, with their earlier layout.

    If that would be too soon by now, the deadline is later, as is fair.
    """
    entry = context.game.entries.get(number=number).public
    new_deadlines, old_deadlines = entry.get("deadlines", {}), entry.get("deadlines_before", {})
    stand = [turn for turn in context.turns if new_deadlines.get(turn.prompt_id) == instants.rfc3339(turn.deadline_at)]
    before = {
        turn: mapping.fair(Earlier(instants.read(old_deadlines[turn.prompt_id])), turn, context.now)
        for turn in stand
        if turn.prompt_id in old_deadlines
    }
    return {turn: mapping.moved(turn, at) for turn, at in before.items() if at != turn.deadline_at}


def as_before(context: RulingContext, change: Change, entry: int) -> None:
    """Give prompts that are asked again by undoing this entry their earlier deadlines, as far as that is fair."""
    change.earlier = {seat: Earlier(deadline) for seat, deadline in _cut_off(context, entry).items()}
    if change.holders:
        back = moved_by(context, entry)
        change.facts |= moved_facts(back)
        change.deadlines = {turn.prompt_id: due for turn, due in back.items()}


def taken_back_alone(context: RulingContext, change: Change, entry: int) -> None:
    """Give a player who takes back their own move its earlier deadline without the refill: nobody gains time."""
    number = acting_seat(context.log[entry - 1])
    change.earlier = {number: Earlier(_cut_off(context, entry)[number], A_MOMENT)}
    if not context.position(entry - 1).question_to(number).within_turn:
        seat = context.table.seats[number]
        change.accounts = {number: mapping.without_refill(context.game, seat)}
        changed = [(number, mapping.account(seat), change.accounts[number])]
        change.facts |= mapping.account_facts(mapping.terms(context.game), changed)


def _cut_off(context: RulingContext, entry: int) -> dict[int, datetime]:
    """Return the deadlines of the prompts that this entry closed, by seat."""
    at = context.game.entries.get(number=entry).at
    closed = Turn.objects.filter(game=context.game, prompt_opened__lt=entry, closed_at=at).order_by("prompt_opened")
    return dict(closed.values_list("seat", "deadline_at"))


def pause(context: RulingContext, order: Pause) -> Change:
    """Add a reason for which the clocks stand still."""
    context.running()
    if not REASON.match(order.reason):
        raise Unprocessable("bad_reason")
    if order.reason in context.game.pauses:
        raise Refused("already_paused", reason=order.reason)
    pauses = [*context.game.pauses, order.reason]
    return Change({"pauses": pauses, "reasons": [order.reason]}, pauses=pauses)


def resume(context: RulingContext, order: Resume) -> Change:
    """Remove one reason for which the clocks stand still, or all.

    When no reason is left, every deadline is as far away as when the clocks stopped.
    """
    context.running()
    ended = [reason for reason in context.game.pauses if order.reason in (None, reason)]
    if not ended:
        raise Refused("not_paused")
    pauses = [reason for reason in context.game.pauses if reason not in ended]
    change = Change() if pauses else _run_again(context)
    change.facts |= {"pauses": pauses, "reasons": ended}
    change.pauses = pauses
    return change


def _run_again(context: RulingContext) -> Change:
    """Lay out again the time that each turn had left when the clocks stopped; nobody loses by it."""
    seats = context.table.seats
    laid = {turn: mapping.laid_anew(context.game, seats[turn.seat], turn, context.now) for turn in context.turns}
    change = _moved({turn: layout[1] for turn, layout in laid.items() if layout})
    change.accounts = {turn.seat: layout[0] for turn, layout in laid.items() if layout}
    changed = [(seat, mapping.account(seats[seat]), after) for seat, after in change.accounts.items()]
    change.facts |= mapping.account_facts(mapping.terms(context.game), changed)
    return change


def _moved(dues: Mapping[Turn, Due]) -> Change:
    return Change(moved_facts(dues), deadlines={turn.prompt_id: due for turn, due in dues.items()})


def moved_facts(dues: Mapping[Turn, Due]) -> dict[str, object]:
    """Return the log's facts about deadlines that a ruling moves."""
    return {
        "deadlines": {},
        **mapping.deadline_facts({turn.prompt_id: due for turn, due in dues.items()}),
        "deadlines_before": {turn.prompt_id: instants.rfc3339(turn.deadline_at) for turn in dues},
    }


def _deadlines(game: Game, ruled: PublicEntry) -> Order:
    return SetBack(ruled["number"])


def _go_on(game: Game, ruled: PublicEntry) -> Order:
    return Resume(ruled["reasons"][0])


def _stand_still(game: Game, ruled: PublicEntry) -> Order:
    reasons = ruled["reasons"]
    return Pause(reasons[0] if len(reasons) == 1 else BY_RULING)


HANDLERS: Final = (
    Handler(Extend, extend, _deadlines),
    Handler(SetBack, set_back, _deadlines),
    Handler(Pause, pause, _go_on),
    Handler(Resume, resume, _stand_still),
)
