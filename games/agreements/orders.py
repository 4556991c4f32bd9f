"""Orders that can be proposed, as to rulings, bounded so that they take from nobody what they have a right to."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

from engine.codec import Json
from games import rulings
from games.agreements import presence
from games.errors import Refused, Unprocessable
from games.kinds import EntryKind, RulingKind
from games.rulings import End, Extend, OpenTalk, Order, Pause, Reopen, Replace, TakeBack
from games.rulings.commands import FORFEIT, PRESENT_POINTS, read
from games.rulings.context import Bench
from games.rulings.pauses import AGREEMENT

MOST_HOURS: Final = int(timedelta(days=14) / timedelta(hours=1))
UNDO: Final = "undo"
"""The kind by which a client asks to undo a ruling by the table, which it names by its entry."""


def asked_for(bench: Bench, request: Json) -> tuple[Order, int | None]:
    """Return the order that a client names, and the entry of the ruling that it undoes, if it undoes one.

    Raises Unprocessable or Refused for what cannot be proposed, and what `rulings` raises.
    """
    if request.get("kind") == UNDO:
        return undoing(bench, request)
    order = read(request)
    if type(order) not in _CHECKED:
        raise Unprocessable("unknown_proposal", known=PROPOSABLE)
    return _CHECKED[type(order)](bench, order), None


def undoing(bench: Bench, request: Json) -> tuple[Order, int]:
    """Return the order that undoes a ruling by the table that still holds.

    Raises NotFound, Refused or Unprocessable.
    """
    entry = request.get("entry")
    if type(entry) is not int or request.keys() != {"kind", "entry"}:
        raise Unprocessable("malformed_ruling", fields=["entry"])
    ruled = bench.ruled(entry)
    if "agreed" not in ruled:
        raise Refused("ruled_by_an_admin", entry=entry)
    order = rulings.opposite(bench.game, entry, bench.now)
    if isinstance(order, TakeBack | Reopen) and order.as_of is not None:
        _refuse_behind_admins(bench, order.as_of)
    return order, entry


def is_about_the_position(order: Order) -> bool:
    """Check whether the order means something else once the table has changed."""
    if isinstance(order, End):
        return order.how == PRESENT_POINTS
    if isinstance(order, Extend):
        return order.prompt is None
    return order.kind in (RulingKind.TAKEN_BACK, RulingKind.REOPENED)


def last_change(log: list[Json]) -> int:
    """Return the number of the last entry that has changed the table, or 0."""
    return next((entry["number"] for entry in reversed(log) if entry["events"]), 0)


def _check_extension(bench: Bench, order: Extend) -> Order:
    """Check that the hours are in range; where the order names no question and one alone is open, take that one."""
    hours = order.hours
    if order.deadline_at is not None or hours is None or not 0 < hours <= MOST_HOURS:
        raise Unprocessable("hours_out_of_range", most=MOST_HOURS)
    if order.prompt is None and len(bench.turns) == 1:
        return replace(order, prompt=bench.turns[0].prompt_id)
    return order


def _check_pause(bench: Bench, order: Pause) -> Order:
    """Return a pause for the reason by which any of them can let the game go on."""
    return Pause(AGREEMENT)


def _check_take_back(bench: Bench, order: TakeBack) -> Order:
    """Refuse to take back to an entry that does not count, or behind what an admin has ruled about the table."""
    bench.running()
    if type(order.as_of) is not int or order.as_of not in bench.line or order.as_of >= bench.game.head:
        raise Unprocessable("no_such_entry", last=bench.game.head)
    if not any(bench.log[number - 1]["events"] for number in bench.line if number > order.as_of):
        raise Refused("nothing_to_take_back")
    _refuse_behind_admins(bench, order.as_of)
    return order


def _refuse_behind_admins(bench: Bench, as_of: int) -> None:
    """Refuse to take back what an admin has ruled about the table: only admins do that."""
    then = bench.course.line(as_of)
    ruled = [number for number in bench.line if number not in then and _is_by_an_admin(bench.log[number - 1])]
    if ruled:
        raise Refused("ruled_by_an_admin", entry=ruled[-1])


def _is_by_an_admin(entry: Json) -> bool:
    """Check whether an admin has changed the table by this entry."""
    return entry["kind"] == EntryKind.RULED and "agreed" not in entry and bool(entry["events"])


def _check_replacement(bench: Bench, order: Replace) -> Order:
    """Refuse to replace a player who is there, or by anything but a stand-in of the house."""
    if order.player is not None:
        raise Unprocessable("only_a_stand_in")
    seat = bench.seat(order.seat)
    here = presence.present(bench.game, bench.table.seats, bench.turns, bench.now)
    if seat.number in {participant.seat.number for participant in here}:
        raise Refused("player_is_there", seat=seat.number)
    return order


def _check_end(bench: Bench, order: End) -> Order:
    """Refuse any end but by the points of the moment, or void: who forfeits is for the clock and for admins to say."""
    if order.how == FORFEIT or order.seats:
        raise Unprocessable("unknown_end", known=["adjudicated", "void"])
    return order


def _check_open_talk(bench: Bench, order: OpenTalk) -> Order:
    return order


_CHECKED: Final[Mapping[type[Order], Callable[[Bench, Any], Order]]] = {
    TakeBack: _check_take_back,
    Extend: _check_extension,
    Pause: _check_pause,
    Replace: _check_replacement,
    End: _check_end,
    OpenTalk: _check_open_talk,
}
PROPOSABLE: Final = [*(order.kind.value for order in _CHECKED), UNDO]
"""The kinds of proposals, by name."""
