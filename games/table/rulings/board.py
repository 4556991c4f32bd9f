"""Rulings about the position: taking back, moving for a seat, ending the game, resuming it, correcting points."""

from collections.abc import Mapping
from typing import Final

import engine
from engine.codec import Json
from engine.parts.turns import GONE
from games import instants
from games.errors import Refused, Unprocessable
from games.kinds import EntryKind
from games.logged_entries import PublicEntry, acting_seat
from games.models import Game
from games.table.play import moves, reveal
from games.table.play.participation import PLAYING
from games.table.rulings.commands import (
    FORFEIT,
    PRESENT_POINTS,
    VOID,
    Correct,
    End,
    MoveFor,
    Order,
    Reopen,
    TakeBack,
    TakeBackTimeouts,
)
from games.table.rulings.context import Change, Handler, RulingContext

ENDS: Final = (VOID, PRESENT_POINTS, FORFEIT)
MOST_POINTS: Final = 200
NO_RESULT: Final = (Game.Status.OPEN, Game.Status.CLOSED, Game.Status.VOID)


class NotLegal(Refused):
    """The refusal of an illegal move for a seat, without the reason; `kept` is the record of the attempt."""

    def __init__(self, record: Json) -> None:
        super().__init__("move_not_legal")
        self.kept = record


def take_back(context: RulingContext, order: TakeBack | TakeBackTimeouts) -> Change:
    """Go back to any earlier entry, including one that had itself been taken back, or after which the game was over."""
    context.running()
    as_of = order.as_of if isinstance(order, TakeBack) else _before_timeouts(context, order)
    _check_earlier(context, as_of)
    away = _find_away(context)
    if context.course.standings[as_of].over:
        away |= _ended_it_by_leaving(context, as_of)
    return _restored(as_of, away)


def _before_timeouts(context: RulingContext, order: TakeBackTimeouts) -> int:
    """Return the entry before the first that was played because time ran out between the order's instants.

    Raises Refused("no_timeouts"), or "played_on" if somebody has moved since, whose move would be lost.
    """
    line = [context.log[number - 1] for number in context.line]
    expired = [
        entry["number"]
        for entry in line
        if entry["kind"] == EntryKind.TIMEOUT and order.since <= instants.read(entry["at"]) <= order.until
    ]
    if not expired:
        raise Refused("no_timeouts")
    if any(EntryKind(entry["kind"]).own_move for entry in line if entry["number"] > expired[0]):
        raise Refused("played_on")
    return expired[0] - 1


def _restored(as_of: int, away: Mapping[int, str]) -> Change:
    return Change({"as_of": as_of, "away": {str(seat): how for seat, how in sorted(away.items())}})


def _check_earlier(context: RulingContext, as_of: int) -> None:
    if type(as_of) is not int or not 0 < as_of < context.game.head:
        raise Unprocessable("no_such_entry", last=context.game.head)


def _find_away(context: RulingContext) -> dict[int, str]:
    """Return how each seat that is away has left: as now (P5), but without what the undone ruling did to seats."""
    away = dict(context.table.state.away)
    if context.undoes is None:
        return away
    before, after = (context.course.standings[number].statuses for number in (context.undoes - 1, context.undoes))
    for seat, (old_status, new_status) in enumerate(zip(before, after, strict=True)):
        if old_status != new_status == away.get(seat, PLAYING):
            away[seat] = old_status
    return {seat: how for seat, how in away.items() if how != PLAYING}


def _ended_it_by_leaving(context: RulingContext, number: int) -> dict[int, str]:
    """Return the seats whose leaving ended the game that is over after this entry, and how they left (P3, P4)."""
    line = context.course.line(number)
    over = next(entry for entry in line if context.course.standings[entry].over)
    departures = (event for event in context.log[over - 1]["events"] if event["type"] == "seat_left")
    return {event["seat"]: event["how"] for event in departures}


def reopen(context: RulingContext, order: Reopen) -> Change:
    """Resume an ended game: never after its secrets have opened.

    Seats whose leaving ended it come back too, since without them it could not go on (P3, P4).
    """
    game, standings = context.game, context.course.standings
    if game.secrets_open_at is None:
        raise Refused("game_not_ended", game_status=game.status)
    if reveal.secrets_are_open(game, context.now):
        raise Refused("secrets_open")
    as_of = order.as_of
    if as_of is None:
        as_of = max((number for number in context.line if not standings[number].over), default=0)
    _check_earlier(context, as_of)
    if standings[as_of].over:
        raise Refused("game_over_then", as_of=as_of)
    back = _ended_it_by_leaving(context, game.head)
    return _restored(as_of, {seat: how for seat, how in _find_away(context).items() if seat not in back})


def move_for(context: RulingContext, order: MoveFor) -> Change:
    """Answer a seat's open prompt for it.

    Whether a move is legal may reveal what the seat holds, so a refusal gives no reason and every attempt is recorded.
    """
    context.running()
    table, seat = context.table, context.seat(order.seat).number
    prompt = table.state.prompt_of(seat)
    if prompt is None:
        raise Refused("seat_not_asked", open=moves.open_prompts(table))
    if order.move is None:
        move = engine.default_move(table.state, seat)
    else:
        move = moves.read_move(table, order.move)
    record = {"seat": seat, "move": table.codec.move(move).public}
    try:
        engine.check(table.state, seat, move)
    except engine.IllegalMove:
        raise NotLegal(record) from None
    return Change({"prompt": prompt.id}, seat=seat, move=move, kept=record)


def end(context: RulingContext, order: End) -> Change:
    """End the game at once: without ranks, by the current points, or because all but one forfeit."""
    context.running()
    if order.how not in ENDS:
        raise Unprocessable("unknown_end", known=list(ENDS))
    if order.how != FORFEIT:
        return Change({"how": order.how} if context.table.is_readable else {"how": order.how, "unread": True})
    seats = sorted({context.seat(number).number for number in order.seats})
    if not seats:
        raise Unprocessable("no_such_seat", seats=context.game.seats_wanted)
    if any(context.table.state.away.get(seat) in GONE for seat in seats):
        raise Refused("seat_has_left")
    return Change({"how": order.how, "seats": seats})


def correct(context: RulingContext, order: Correct) -> Change:
    """Correct a seat's points, even in a game that has ended, whose ranks follow."""
    if context.game.status in NO_RESULT:
        raise Refused("game_not_running", game_status=context.game.status)
    seat = context.seat(order.seat).number
    if type(order.points) is not int or order.points == 0 or abs(order.points) > MOST_POINTS:
        raise Unprocessable("points_out_of_range", most=MOST_POINTS)
    return Change({"points": order.points}, seat=seat)


def before(game: Game, ruled: PublicEntry) -> Order:
    """Return the order that restores the position before a ruling, which also takes back everything after it."""
    as_of = ruled["number"] - 1
    return TakeBack(as_of) if game.status == Game.Status.RUNNING else Reopen(as_of)


def _other_points(game: Game, ruled: PublicEntry) -> Order:
    return Correct(acting_seat(ruled), -ruled["points"])


HANDLERS: Final = (
    Handler(TakeBack, take_back, before),
    Handler(Reopen, reopen, before),
    Handler(MoveFor, move_for, before),
    Handler(End, end, before),
    Handler(Correct, correct, _other_points),
)
