"""One way into the log: what every decision leaves behind, whoever brought it about.

In one transaction, with the game's row locked: the entry, the position, the duties (turns closed and opened), the
result if the game is over, and the signal to whoever listens.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import engine
from engine.record import Cause
from games import signals, store
from games.models import Entry, Game, Seat, Turn
from games.services import plan_times
from games.statements import Turns

SECRETS_STAY_SEALED: Final = timedelta(hours=72)
OUTCOME: Final = {
    "played": Game.Status.ENDED,
    "adjudicated": Game.Status.ENDED,
    "abandoned": Game.Status.ABANDONED,
    "void": Game.Status.VOID,
}


def decide(table: store.Table, *, kind: str, seat: int, move: engine.Move, now: datetime, **more: str | bool) -> Entry:
    """Let the engine decide a move and record what it causes; `more` public facts stand in the entry beside it.

    Raises engine.IllegalMove; then nothing changes.
    """
    chance = table.chance()
    decision = engine.decide(table.state, seat, move, chance, entry=table.game.head + 1)
    return record(table, Cause({**facts(kind, seat, now), **more}, move), decision, chance, now)


def facts(kind: str, seat: int | None, now: datetime) -> dict[str, Any]:
    """The public facts that every entry has."""
    return {"kind": kind, "seat": seat, "at": instant(now)}


def instant(now: datetime) -> str:
    """RFC 3339 in UTC, to the microsecond: the one spelling that the log uses."""
    return now.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def record(
    table: store.Table,
    cause: Cause,
    decision: engine.Decision,
    chance: engine.Chance,
    now: datetime,
    *,
    asked_anew: Sequence[Turn] = (),
) -> Entry:
    """Append a decision and everything that follows from it.

    `asked_anew`: open turns of which somebody is to hear although they were opened before.
    """
    turns = _turns(table, decision.state, now)
    if decision.state.over:
        _finish(table, decision.state, now)
    elif table.game.ended_at is not None:
        _resume(table)
    entry = store.append(table, cause, decision, chance, turns)
    if decision.state.over:
        plan_times.forget(table)
    else:
        plan_times.asked(table, turns.opened, now)
    signals.entry_recorded.send(
        sender=Game,
        game=table.game,
        entry=entry,
        events=decision.events,
        turns_opened=[*turns.opened, *asked_anew],
        seats=table.seats,
    )
    return entry


def _open_prompts(state: Any) -> set[tuple[int, int]]:
    return set() if state is None else {(prompt.opened, prompt.seat) for prompt in state.prompts}


def _turns(table: store.Table, state: Any, now: datetime) -> Turns:
    """What becomes of the turns: those whose prompts are answered are closed, each new prompt opens one."""
    before, after = _open_prompts(table.state), _open_prompts(state)
    gone = [seat for _, seat in before - after]
    new: Sequence[Any] = [prompt for prompt in state.prompts if (prompt.opened, prompt.seat) not in before]
    return Turns(gone, [_turn(table.game, prompt, now) for prompt in new])


def _turn(game: Game, prompt: engine.Prompt, now: datetime) -> Turn:
    return Turn(
        game=game,
        seat=prompt.seat,
        prompt_opened=prompt.opened,
        kind=prompt.tag,
        opened_at=now,
        deadline_at=now + game.time_per_move,
    )


def _finish(table: store.Table, state: Any, now: datetime) -> None:
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


def _resume(table: store.Table) -> None:
    """A ruling has restored a position in which the game was not over."""
    game = table.game
    game.status, game.ended_at, game.secrets_open_at = Game.Status.RUNNING, None, None
    Seat.objects.filter(game=game).update(points=None, rank=None, agrees_to_open=False)
    for seat in table.seats:
        seat.points = seat.rank = None
