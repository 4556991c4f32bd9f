"""One way into the log: what every decision leaves behind, whoever brought it about.

In one transaction, with the game's row locked: the entry, the position, the duties (turns closed and opened), the
result if the game is over, which seats can be taken over, and the signal to whoever listens.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import engine
from engine.record import Cause
from games import signals, store
from games.clocks import timekeeping
from games.instants import rfc3339
from games.kinds import EntryKind
from games.models import Entry, Game, Seat, Turn
from games.people import reliability
from games.play import closing_times, open_seats, plan_timing

SECRETS_STAY_SEALED: Final = timedelta(hours=72)
OUTCOME: Final = {
    "played": Game.Status.ENDED,
    "adjudicated": Game.Status.ENDED,
    "abandoned": Game.Status.ABANDONED,
    "void": Game.Status.VOID,
}


def decide(
    table: store.LoadedGame, *, kind: EntryKind, seat: int, move: engine.Move, now: datetime, **more: str | bool
) -> Entry:
    """Let the engine decide a move and record what it causes; `more` public facts stand in the entry beside it.

    Raises engine.IllegalMove; then nothing changes.
    """
    chance = table.chance()
    return record(
        table, Cause({**facts(kind, seat, now), **more}, move), decided(table, seat, move, chance), chance, now
    )


def decided(table: store.LoadedGame, seat: int, move: engine.Move, chance: engine.Chance) -> engine.Decision:
    """What the engine makes of a move, not recorded. Raises engine.IllegalMove."""
    return engine.decide(table.state, seat, move, chance, entry=table.game.head + 1)


def begun(table: store.LoadedGame, seats: int, chance: engine.Chance, order: Sequence[int] | None) -> engine.Decision:
    """How the game begins, not recorded: its seats in this order, or (None) in one that is drawn."""
    return engine.start(table.codec.rules, seats, chance, table.game.options, order)


def facts(kind: EntryKind, seat: int | None, now: datetime) -> dict[str, Any]:
    """The public facts that every entry has."""
    return {"kind": kind.value, "seat": seat, "at": rfc3339(now)}


def record(
    table: store.LoadedGame,
    cause: Cause,
    decision: engine.Decision,
    chance: engine.Chance,
    now: datetime,
    *,
    asked_anew: Sequence[Turn] = (),
    earlier: Mapping[int, datetime] | None = None,
) -> Entry:
    """Append a decision and everything that follows from it; the log's instants never go back.

    `asked_anew`: open turns of which somebody is to hear although they were opened before. `earlier`: the deadlines,
    by seat, that what is asked again had before.
    """
    now = not_before(table, now)
    cause = cause._replace(facts={**cause.facts, "at": rfc3339(now)})
    turns, clocks = timekeeping.keep(table, cause.facts, decision.state, now, earlier or {})
    if decision.state.over:
        _finish(table, decision.state, now)
    elif table.game.ended_at is not None:
        _resume(table)
    open_seats.keep(table.game, table.seats, now)
    closing_times.keep(table.game, table.seats, over=decision.state.over, now=now)
    cause = cause._replace(facts=timekeeping.told(cause.facts, clocks))
    entry = store.append(table, cause, decision, chance, turns)
    if decision.state.over:
        plan_timing.forget(table)
    else:
        plan_timing.asked(table, turns.opened, now)
    reliability.note_departure(table.game, table.seats, cause.facts, now)
    signals.entry_recorded.send(
        sender=Game,
        game=table.game,
        entry=entry,
        events=decision.events,
        turns_opened=[*turns.opened, *asked_anew],
        seats=table.seats,
    )
    return entry


def not_before(table: store.LoadedGame, now: datetime) -> datetime:
    """The instant of a request that has waited for the game: never before what has happened meanwhile."""
    known = (table.game.started_at, table.game.paused_at, *(turn.opened_at for turn in table.turns))
    return max([now, *(at for at in known if at is not None)])


def _finish(table: store.LoadedGame, state: Any, now: datetime) -> None:
    """The result; again where a ruling changes that of a game that had ended before."""
    game = table.game
    game.status = OUTCOME[state.outcome]
    if game.ended_at is None:
        game.ended_at, game.secrets_open_at = now, now + SECRETS_STAY_SEALED
        game.paused_at, game.pauses = None, []
    for standing in engine.standings(state):
        seat = table.seats[standing.seat]
        seat.points, seat.rank = standing.points, standing.rank
    Seat.objects.bulk_update(table.seats, ["points", "rank"])


def _resume(table: store.LoadedGame) -> None:
    """A ruling has restored a position in which the game was not over."""
    game = table.game
    game.status, game.ended_at, game.secrets_open_at = Game.Status.RUNNING, None, None
    Seat.objects.filter(game=game).update(points=None, rank=None, agrees_to_open=False)
    for seat in table.seats:
        seat.points = seat.rank = None
