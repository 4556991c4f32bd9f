"""The only way into the log, for every decision, whoever made it.

`decide` asks the engine. `record` has `consequences` compute what follows from the entry, and carries it out in one
transaction with the game's row locked: rows of game and seats, the entry with the position and the turns, plans,
departures, a call for stand-ins, and the signal to listeners.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

import engine
from engine.codec import Json
from engine.record import Cause
from games import signals
from games.instants import rfc3339
from games.kinds import EntryKind
from games.models import Entry, Game, Turn
from games.people import reliability
from games.table import store
from games.table.clocks.mapping import Earlier
from games.table.play import consequences, open_seats, plan_times, practice_calls
from games.table.play.consequences import Consequences


def decide(
    table: store.LoadedGame, *, kind: EntryKind, seat: int, move: engine.Move, now: datetime, **more: str | bool
) -> Entry:
    """Let the engine decide a move and record what it causes; `more` are further public facts of the entry.

    Raises engine.IllegalMove; then nothing changes.
    """
    chance = table.chance()
    return record(
        table, Cause({**common_facts(kind, seat, now), **more}, move), decided(table, seat, move, chance), chance, now
    )


def decided(table: store.LoadedGame, seat: int, move: engine.Move, chance: engine.Chance) -> engine.Decision:
    """Return the engine's decision about a move, without recording it. Raises engine.IllegalMove."""
    return engine.decide(table.state, seat, move, chance, entry=table.game.head + 1)


def begun(table: store.LoadedGame, seats: int, chance: engine.Chance, order: Sequence[int] | None) -> engine.Decision:
    """Return the decision that starts the game, without recording it; seats in this order (None: random)."""
    return engine.start(table.codec.rules, seats, chance, table.game.options, order)


def common_facts(kind: EntryKind, seat: int | None, now: datetime) -> Json:
    """Return the public facts that every entry has."""
    return {"kind": kind.value, "seat": seat, "at": rfc3339(now)}


def record(
    table: store.LoadedGame,
    cause: Cause,
    decision: engine.Decision,
    chance: engine.Chance,
    now: datetime,
    *,
    asked_anew: Sequence[Turn] = (),
    earlier: Mapping[int, Earlier] | None = None,
) -> Entry:
    """Append a decision and carry out its consequences (`consequences.consequences_of`, with its arguments).

    The log's instants never go back.
    """
    now = not_before(table, now)
    facts = {**cause.facts, "at": rfc3339(now)}
    follows = consequences.consequences_of(table, facts, decision.state, now, asked_anew=asked_anew, earlier=earlier)
    _change_rows(table, follows, now)
    entry = store.append(table, Cause(follows.facts, cause.move), decision, chance, follows.turns)
    if follows.results:
        store.flush()  # the consequences of a changed result follow from the rows
    if follows.ends_plans:
        plan_times.forget(table)
    if follows.planned:
        plan_times.asked(table, follows.planned, now)
    if follows.departed:
        reliability.note_departure(table.game, *follows.departed, now)
    if follows.calls_stand_ins:
        practice_calls.after_commit(table.game.pk)
    signals.entry_recorded.send(
        sender=Game,
        game=table.game,
        entry=entry,
        events=decision.events,
        turns_opened=follows.heard,
        seats=table.seats,
    )
    return entry


def not_before(table: store.LoadedGame, now: datetime) -> datetime:
    """Return the instant of a request that waited for the game's lock: never before the log's last entry."""
    instants = [table.game.started_at, table.game.paused_at, *[turn.opened_at for turn in table.turns]]
    return max([now, *filter(None, instants)])


def _change_rows(table: store.LoadedGame, follows: Consequences, now: datetime) -> None:
    """Update the rows of game and seats; `store.append` saves what changes with every move."""
    for column, value in follows.game.items():
        setattr(table.game, column, value)
    for number, (bank, stopped) in follows.turns.accounts.items():
        table.seats[number].bank, table.seats[number].stopped = bank, stopped
    if follows.results:
        _write_results(table, follows.results)
    if follows.vacancies:
        open_seats.write(table, follows.vacancies, now)


def _write_results(table: store.LoadedGame, results: Mapping[int, tuple[int | None, int | None]]) -> None:
    """Write points and ranks. If the game goes on again, agreements to open its secrets are reset."""
    for seat in table.seats:
        seat.points, seat.rank = results[seat.number]
    columns = ["points", "rank"]
    if table.game.ended_at is None:
        columns.append("agrees_to_open")
        for seat in table.seats:
            seat.agrees_to_open = False
    store.save(table.seats, *columns, game=table.game.pk)
