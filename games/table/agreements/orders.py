"""Orders that can be proposed, like those of rulings but bounded so that they deprive nobody of their rights."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

from engine.codec import Json
from games.errors import Refused, Unprocessable
from games.kinds import EntryKind, RulingKind
from games.logged_entries import PublicEntry
from games.table import rulings
from games.table.agreements import presence
from games.table.rulings import End, Extend, OpenTalk, Order, Pause, Reopen, Replace, TakeBack
from games.table.rulings.commands import FORFEIT, PRESENT_POINTS, read
from games.table.rulings.context import RulingContext
from games.table.rulings.pauses import AGREEMENT

MOST_HOURS: Final = int(timedelta(days=14) / timedelta(hours=1))
UNDO: Final = "undo"
"""The kind of a proposal to undo a ruling by the table, which is identified by its entry."""


def asked_for(context: RulingContext, request: Json) -> tuple[Order, int | None]:
    """Return the order that a client requests, and the entry of the ruling that it undoes, if any.

    Raises Unprocessable or Refused for orders that cannot be proposed, and whatever `rulings` raises.
    """
    if request.get("kind") == UNDO:
        return undoing(context, request)
    order = read(request)
    if type(order) not in _CHECKED:
        raise Unprocessable("unknown_ruling", known=PROPOSABLE)
    return _CHECKED[type(order)](context, order), None


def undoing(context: RulingContext, request: Json) -> tuple[Order, int]:
    """Return the order that undoes a ruling by the table that is still in force.

    Raises NotFound, Refused or Unprocessable.
    """
    entry = request.get("entry")
    if type(entry) is not int or request.keys() != {"kind", "entry"}:
        raise Unprocessable("malformed_ruling", fields=["entry"])
    ruled = context.ruled(entry)
    if "agreed" not in ruled:
        raise Refused("ruled_by_an_admin", entry=entry)
    order = rulings.opposite(context.game, entry, context.now)
    if isinstance(order, TakeBack | Reopen) and order.as_of is not None:
        _refuse_behind_admins(context, order.as_of)
    return order, entry


def is_about_the_position(order: Order) -> bool:
    """Check whether the order depends on the position, so that it is void once the position has changed."""
    if isinstance(order, End):
        return order.how == PRESENT_POINTS
    if isinstance(order, Extend):
        return order.prompt is None
    return order.kind in (RulingKind.TAKEN_BACK, RulingKind.REOPENED)


def last_change(log: Sequence[PublicEntry]) -> int:
    """Return the number of the last entry that changed the position, or 0."""
    return next((entry["number"] for entry in reversed(log) if entry["events"]), 0)


def _check_extension(context: RulingContext, order: Extend) -> Order:
    """Check that the hours are in range; if the order names no question and only one is open, use that one."""
    hours = order.hours
    if order.deadline_at is not None or hours is None or not 0 < hours <= MOST_HOURS:
        raise Unprocessable("hours_out_of_range", most=MOST_HOURS)
    if order.prompt is None and len(context.turns) == 1:
        return replace(order, prompt=context.turns[0].prompt_id)
    return order


def _check_pause(context: RulingContext, order: Pause) -> Order:
    """Return a pause with the reason of agreement, so that any player can let the game go on."""
    return Pause(AGREEMENT)


def _check_take_back(context: RulingContext, order: TakeBack) -> Order:
    """Refuse to go back to an entry that does not count, or to before an admin's ruling about the position."""
    context.running()
    if type(order.as_of) is not int or order.as_of not in context.line or order.as_of >= context.game.head:
        raise Unprocessable("no_such_entry", last=context.game.head)
    if not any(context.log[number - 1]["events"] for number in context.line if number > order.as_of):
        raise Refused("nothing_to_take_back")
    _refuse_behind_admins(context, order.as_of)
    return order


def _refuse_behind_admins(context: RulingContext, as_of: int) -> None:
    """Refuse to take back an admin's ruling about the position, which only admins may do."""
    then = context.course.line(as_of)
    ruled = [number for number in context.line if number not in then and _is_by_an_admin(context.log[number - 1])]
    if ruled:
        raise Refused("ruled_by_an_admin", entry=ruled[-1])


def _is_by_an_admin(entry: PublicEntry) -> bool:
    """Check whether this entry is an admin's change of the position."""
    return entry["kind"] == EntryKind.RULED and "agreed" not in entry and bool(entry["events"])


def _check_replacement(context: RulingContext, order: Replace) -> Order:
    """Refuse to replace a player who is present, or to replace anyone by anybody but a house player."""
    if order.player is not None:
        raise Unprocessable("only_a_stand_in")
    seat = context.seat(order.seat)
    here = presence.present(context.game, context.table.seats, context.turns, context.now)
    if seat.number in {participant.seat.number for participant in here}:
        raise Refused("player_is_there", seat=seat.number)
    return order


def _check_end(context: RulingContext, order: End) -> Order:
    """Refuse any end but by the current points, or void: only the clock and admins decide who forfeits."""
    if order.how == FORFEIT or order.seats:
        raise Unprocessable("unknown_end", known=["adjudicated", "void"])
    return order


def _check_open_talk(context: RulingContext, order: OpenTalk) -> Order:
    return order


_CHECKED: Final[Mapping[type[Order], Callable[[RulingContext, Any], Order]]] = {
    TakeBack: _check_take_back,
    Extend: _check_extension,
    Pause: _check_pause,
    Replace: _check_replacement,
    End: _check_end,
    OpenTalk: _check_open_talk,
}
PROPOSABLE: Final = [*(order.kind.value for order in _CHECKED), UNDO]
"""The names of the kinds of proposals."""
