"""The handling of turns whose time is over, grace included, as the game's terms say.

DEFAULT: the default is played; after three turns in a row the seat is absent (P4), unless all others are away: that
would end the game at once, and so it waits for all of them (`closing_times`). STAND_IN: a stand-in plays, knowing only
what the seat may know; after three in a row it takes over the seat (P2). FORFEIT: the seat loses the game (P1).

A further question opened by an answer is answered the same way, so that a turn played for somebody is complete.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

import engine
from games.kinds import EntryKind
from games.models import Entry, Seat, Turn
from games.table import store
from games.table.clocks import mapping
from games.table.clocks.terms import DEFAULT, FORFEIT, STAND_IN
from games.table.play import log_entries, seat_changes, stand_ins
from games.table.play.closing_times import AWAY_AFTER

Choose = Callable[[store.LoadedGame, Seat], engine.Move]


def act(table: store.LoadedGame, turn: Turn, now: datetime) -> None:
    """Do what was agreed for a turn whose time is over, as the caller has checked."""
    _ACTS[mapping.terms(table.game).when_over](table, table.seats[turn.seat], now)


def _by_default(table: store.LoadedGame, seat: Seat, now: datetime) -> None:
    _count(table, seat)
    _play(table, seat, now, _default)
    if _is_given_up(table, seat) and not _is_last(table, seat):
        seat_changes.mark_absent(table, seat, now)


def _by_stand_in(table: store.LoadedGame, seat: Seat, now: datetime) -> None:
    _count(table, seat)
    _play(table, seat, now, stand_ins.chosen, played_by=STAND_IN)
    if _is_given_up(table, seat):
        seat_changes.hand_over(table, seat, stand_ins.free_for(table.game), now)


def _forfeit(table: store.LoadedGame, seat: Seat, now: datetime) -> None:
    seat_changes.forfeit(table, seat, now)


_ACTS: Final[Mapping[str, Callable[[store.LoadedGame, Seat, datetime], None]]] = {
    DEFAULT: _by_default,
    STAND_IN: _by_stand_in,
    FORFEIT: _forfeit,
}


def _default(table: store.LoadedGame, seat: Seat) -> engine.Move:
    return engine.default_move(table.state, seat.number)


def _play(table: store.LoadedGame, seat: Seat, now: datetime, choose: Choose, **more: str) -> None:
    entry = _play_one(table, seat, now, choose, **more)
    while (opened := table.state.prompt_of(seat.number)) and opened.opened == entry.number and opened.within_turn:
        entry = _play_one(table, seat, now, choose, goes_on=True, **more)


def _play_one(table: store.LoadedGame, seat: Seat, now: datetime, choose: Choose, **more: str | bool) -> Entry:
    answered = table.state.question_to(seat.number).id
    move = choose(table, seat)
    return log_entries.decide(
        table, kind=EntryKind.TIMEOUT, seat=seat.number, move=move, now=now, prompt=answered, **more
    )


def _count(table: store.LoadedGame, seat: Seat) -> None:
    """Count a turn that is played for the seat, before it is played: whether anybody still plays depends on it."""
    seat.timeouts_in_a_row += 1
    store.save([seat], "timeouts_in_a_row", game=seat.game_id)


def _is_given_up(table: store.LoadedGame, seat: Seat) -> bool:
    """Check whether so many turns were played for the seat that it is absent now, or taken over."""
    return seat.timeouts_in_a_row >= AWAY_AFTER and not table.state.over


def _is_last(table: store.LoadedGame, seat: Seat) -> bool:
    """Check whether all other seats are away."""
    return all(other in table.state.away for other in range(table.state.seats) if other != seat.number)
