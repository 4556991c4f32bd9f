"""Rulings about the position: take back, move for a seat, end the game, resume it, correct points."""

from typing import Final

import engine
from engine.codec import Json
from engine.turns import ABSENT, GONE
from games import docket
from games.errors import Refused, Unprocessable
from games.models import Game
from games.services import moves
from games.services.rulings.bench import Bench, Change
from games.services.rulings.orders import FORFEIT, PRESENT_POINTS, VOID, Correct, End, MoveFor, Reopen, TakeBack

ENDS: Final = (VOID, PRESENT_POINTS, FORFEIT)
MOST_POINTS: Final = 200
NO_RESULT: Final = (Game.Status.OPEN, Game.Status.CLOSED, Game.Status.VOID)


class NotLegal(Refused):
    """A move for a seat is not legal, and why is not told; `kept` is what may stay on record of the try."""

    def __init__(self, kept: Json) -> None:
        super().__init__("move_not_legal")
        self.kept = kept


def take_back(bench: Bench, order: TakeBack) -> Change:
    """To any earlier entry, also one that had itself been taken back."""
    bench.running()
    return _restored(bench, order.as_of)


def _restored(bench: Bench, as_of: int) -> Change:
    if type(as_of) is not int or not 0 < as_of < bench.game.head:
        raise Unprocessable("no_such_entry", last=bench.game.head)
    return Change({"as_of": as_of, "here": _here(bench, as_of)})


def _here(bench: Bench, as_of: int) -> list[int]:
    """Seats that are waited for whatever was then: others hold them now, or those who were absent have come back."""
    statuses, holders = bench.course.standings[as_of].statuses, bench.course.players[as_of]
    return [
        seat
        for seat, now in enumerate(bench.course.seats)
        if now.player != holders[seat] or (statuses[seat] == ABSENT and seat not in bench.table.state.away)
    ]


def reopen(bench: Bench, order: Reopen) -> Change:
    """Resume an ended game: never after its secrets have opened."""
    game, standings = bench.game, bench.course.standings
    if game.secrets_open_at is None:
        raise Refused("game_not_ended", game_status=game.status)
    if docket.secrets_are_open(game, bench.now):
        raise Refused("secrets_open")
    as_of = order.as_of
    if as_of is None:
        as_of = max((number for number in bench.line if not standings[number].over), default=0)
    change = _restored(bench, as_of)
    if standings[as_of].over:
        raise Refused("game_over_then", as_of=as_of)
    return change


def move_for(bench: Bench, order: MoveFor) -> Change:
    """Whether a move is legal may tell what the seat holds: a refusal does not say why, and every try is noted."""
    bench.running()
    table, seat = bench.table, bench.seat(order.seat).number
    prompt = table.state.prompt_of(seat)
    if prompt is None:
        raise Refused("seat_not_asked", open=moves.open_prompts(table))
    if order.move is None:
        move = engine.default_move(table.state, seat)
    else:
        move = moves.read_move(table, order.move)
    kept = {"seat": seat, "move": table.codec.move(move).public}
    try:
        engine.check(table.state, seat, move)
    except engine.IllegalMove:
        raise NotLegal(kept) from None
    return Change({"prompt": moves.prompt_id(prompt)}, seat=seat, move=move, kept=kept)


def end(bench: Bench, order: End) -> Change:
    """At once: without ranks, by the points of the moment, or since all but one forfeit."""
    bench.running()
    if order.how not in ENDS:
        raise Unprocessable("unknown_end", known=list(ENDS))
    if order.how != FORFEIT:
        return Change({"how": order.how})
    seats = sorted({bench.seat(number).number for number in order.seats})
    if not seats:
        raise Unprocessable("no_such_seat", seats=bench.game.seats_wanted)
    if any(bench.table.state.away.get(seat) in GONE for seat in seats):
        raise Refused("seat_has_left")
    return Change({"how": order.how, "seats": seats})


def correct(bench: Bench, order: Correct) -> Change:
    """Also in a game that has ended: its ranks follow."""
    if bench.game.status in NO_RESULT:
        raise Refused("game_not_running", game_status=bench.game.status)
    seat = bench.seat(order.seat).number
    if type(order.points) is not int or order.points == 0 or abs(order.points) > MOST_POINTS:
        raise Unprocessable("points_out_of_range", most=MOST_POINTS)
    return Change({"points": order.points}, seat=seat)
