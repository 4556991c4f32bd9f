"""The consequences of an entry of the log, as one value: `Consequences`.

`consequences_of` computes it from the game before, the public facts of the entry, and the position after it. It is
pure: no row is read or written, nothing is drawn, and the given game is not changed. Only
`games.table.play.log_entries` carries it out, so every consequence of an entry is a field here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import engine
from engine.codec import Json
from games.kinds import EntryKind
from games.models import Game, Seat, Turn
from games.table import store
from games.table.clocks import turn_times
from games.table.clocks.mapping import Earlier
from games.table.play import closing_times

SECRETS_STAY_SEALED: Final = timedelta(hours=72)
OUTCOME: Final = {
    "played": Game.Status.ENDED,
    "adjudicated": Game.Status.ENDED,
    "abandoned": Game.Status.ABANDONED,
    "void": Game.Status.VOID,
}
NO_RESULT: Final = (None, None)
"""The result (points and rank) of a seat whose ended game has resumed, or could not be read when it was voided."""


class Departed(NamedTuple):
    """A player who has left the game by this entry, and the entry's kind, which says how."""

    player: str
    how: str


@dataclass(frozen=True, slots=True)
class Consequences:
    """Everything that an entry changes besides the position.

    `facts` are the entry's own, with those about the clocks. `turns` says which turns are closed and opened, and the
    accounts of seats. `game` holds the columns of the game's row that change: its status and times, and when it closes.
    `results` are points and rank by seat, if they have changed. `vacancies` gives for seats that can now be taken over
    since when, and None for those that no longer can. `planned` are opened turns that a plan looks at before its
    player; `ends_plans`: the game is over, and so are all plans. `departed` is the player who has left. `heard` are the
    turns to announce; `calls_stand_ins`: some of them ask stand-ins at a practice table, whose player waits for their
    answer.
    """

    facts: Json
    turns: store.Turns
    game: Mapping[str, object]
    results: Mapping[int, tuple[int | None, int | None]]
    vacancies: Mapping[int, datetime | None]
    planned: Sequence[Turn]
    ends_plans: bool
    departed: Departed | None
    heard: Sequence[Turn]
    calls_stand_ins: bool


def consequences_of(
    before: store.LoadedGame,
    facts: Json,
    after: engine.State,
    now: datetime,
    *,
    asked_anew: Sequence[Turn] = (),
    earlier: Mapping[int, Earlier] | None = None,
) -> Consequences:
    """Return the consequences of the entry with these facts, which leads to the position `after`.

    `asked_anew`: open turns to announce although they were opened before. `earlier`: the earlier deadlines, by seat, of
    questions that are asked again.
    """
    over: bool = after.over
    turns, entry_facts = turn_times.effects(before, facts, after, now, earlier or {})
    game = _outcome(before.game, after, now) if over else _resumed(before.game)
    runs = game.get("status", before.game.status) == Game.Status.RUNNING
    heard = [*turns.opened, *asked_anew]
    return Consequences(
        facts=entry_facts,
        turns=turns,
        game=game | _closing(before, facts, over, now),
        results=_results(before, after, over, resumed=bool(game)),
        vacancies=_vacancies(before.seats, runs, now),
        planned=() if over else [turn for turn in turns.opened if before.seats[turn.seat].planned],
        ends_plans=over,
        departed=_departed(before, facts),
        heard=heard,
        calls_stand_ins=before.game.practice and _asks_stand_ins(before.seats, heard, EntryKind(facts["kind"])),
    )


def _outcome(game: Game, after: engine.State, now: datetime) -> Json:
    """Return the changed columns of a game that is over.

    The game may have ended before: a ruling can change its outcome.
    """
    status = {"status": OUTCOME[after.outcome]}
    if game.ended_at is not None:
        return status
    seals = {"ended_at": now, "secrets_open_at": now + SECRETS_STAY_SEALED}
    return {**status, **seals, "paused_at": None, "pauses": []}


def _resumed(game: Game) -> Json:
    """Return the changed columns of an ended game if a ruling has restored a position in which it was not over."""
    if game.ended_at is None:
        return {}
    return {"status": Game.Status.RUNNING, "ended_at": None, "secrets_open_at": None}


def _closing(before: store.LoadedGame, facts: Json, over: bool, now: datetime) -> dict[str, datetime | None]:
    """Return when the game closes: some time later if nobody plays, at once and silently if it is a practice game."""
    mover = facts["seat"] if EntryKind(facts["kind"]).own_move else None
    if over or closing_times.is_played(before.seats, mover):
        return {"closes_at": None, "closing_told_at": None}
    if before.game.practice:
        return {"closes_at": now, "closing_told_at": now}
    return {} if before.game.closes_at is not None else {"closes_at": now + closing_times.deserted()}


def _asks_stand_ins(seats: Sequence[Seat], turns: Iterable[Turn], kind: EntryKind) -> bool:
    """Check whether these turns wait for stand-ins and a worker must be called.

    A worker that already plays for a stand-in continues until somebody else is asked.
    """
    return kind is not EntryKind.STAND_IN and any(seats[turn.seat].of_house for turn in turns)


def _results(
    before: store.LoadedGame, after: engine.State, over: bool, *, resumed: bool
) -> dict[int, tuple[int | None, int | None]]:
    """Return the results by seat if the game is over; `NO_RESULT` for each if it has resumed or could not be read."""
    if over and before.is_readable:
        return {standing.seat: (standing.points, standing.rank) for standing in engine.standings(after)}
    return dict.fromkeys((seat.number for seat in before.seats), NO_RESULT) if over or resumed else {}


def _vacancies(seats: Iterable[Seat], runs: bool, now: datetime) -> dict[int, datetime | None]:
    """Return the seats that can now be taken over, with since when, or None if they no longer can (P2)."""
    changed = {}
    for seat in seats:
        if (runs and seat.is_vacant) != (seat.open_since is not None):
            changed[seat.number] = now if seat.open_since is None else None
    return changed


def _departed(before: store.LoadedGame, facts: Json) -> Departed | None:
    """Return the player who has left by the entry, or was replaced for not moving; None if a stand-in's seat changes
    hands.

    Practice games do not count.
    """
    if facts.get("idle") and not before.game.practice:
        return Departed(facts["before"], EntryKind.TAKEN_OVER)
    if before.game.practice or not EntryKind(facts["kind"]).leaving:
        return None
    if facts.get("stand_in") is False:  # that player had already left
        return None
    player = facts["before"] if "before" in facts else before.seats[facts["seat"]].player_id
    return None if player is None else Departed(player, facts["kind"])
