"""Rulings: decisions about a game by an admin or by the table, independent of its rules.

Rulings are trusted, so they are not checked against the rules. Otherwise they are decisions like any other: facts that
the log keeps and reducers fold, with the game's chance where a choice is answered by default. `ruled` computes the
decision from the ruling in a log entry; both recording and checking use it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from engine.chance import Chance
from engine.codec import Json
from engine.core import Decision, decide, run
from engine.errors import EngineError
from engine.history import PositionRestored
from engine.model import Event, State
from engine.parts.scoring import CORRECTION
from engine.parts.turns import (
    ABSENT,
    ADJUDICATED,
    GONE,
    VOID,
    Forfeit,
    GameEnded,
    PointsScored,
    SeatLeft,
    SeatReturned,
    choices_by_default,
)

FORFEIT: Final = "forfeit"


class NoRuling(EngineError):
    """The refusal of an entry whose ruling is invalid."""


def noted(state: State, entry: int) -> Decision:
    """Leave the position as it is, for rulings about clocks or people."""
    return _fold(state, (), entry)


def restored(earlier: State, as_of: int, entry: int, away: Mapping[int, str], chance: Chance) -> Decision:
    """Restore `earlier`, the position after entry `as_of`; its prompts are asked again (P5).

    The presence of players does not change: `away` says how each seat that is away now has left. Their prompts are
    answered for them, as when they leave (P1, P4).
    """
    draft = earlier.copy()
    draft.entry = entry
    return Decision(draft, run(draft, [PositionRestored(as_of), *_people(earlier, away)], chance))


def _people(earlier: State, away: Mapping[int, str]) -> Iterator[Event]:
    """Yield the departures and returns of seats since the earlier position."""
    for seat in range(earlier.seats):
        if seat in earlier.away and seat not in away:
            yield SeatReturned(seat)
        elif earlier.away.get(seat) != away.get(seat):
            yield SeatLeft(seat, away[seat])


def restored_with_people(earlier: State, as_of: int, entry: int, here: Iterable[int]) -> Decision:
    """Restore a position as before rule P5: presence is restored too, except for the seats in `here`."""
    returned = [SeatReturned(seat) for seat in here if seat in earlier.away]
    return _fold(earlier, [PositionRestored(as_of), *returned], entry)


def corrected(state: State, seat: int, points: int, entry: int) -> Decision:
    """Add or subtract points, as a line of the ledger that names the entry."""
    return _fold(state, [PointsScored(seat, points, CORRECTION, str(entry))], entry)


def returned(state: State, seat: int, entry: int) -> Decision:
    """Return a seat that is away, for good or temporarily, to the game (P2, P4); change nothing for any other."""
    return _fold(state, [SeatReturned(seat)] if seat in state.away else [], entry)


def ended(state: State, outcome: str, chance: Chance, entry: int) -> Decision:
    """End the game at once: open choices are answered by default, nothing more is scored, and no ticket is shown.

    `outcome`: ADJUDICATED for ranks by the ledger so far, VOID for no ranks.
    """

    def events(draft: State) -> Iterator[Event]:
        yield from choices_by_default(draft, chance)
        yield GameEnded(outcome)

    return _fold(state, events, entry)


def voided(state: State, entry: int) -> Decision:
    """End the game without ranks and leave open choices unanswered, since the position could not be read."""
    return _fold(state, [GameEnded(VOID)], entry)


def forfeited(state: State, seats: Sequence[int], chance: Chance, entry: int) -> Decision:
    """Make these seats forfeit the game, one after the other; when only one is left, the game is scored (P1, P3).

    Raises IllegalMove if one of them has already left.
    """
    events: list[Event] = []
    for seat in seats:
        if state.over:
            break
        state, caused = decide(state, seat, Forfeit(), chance, entry=entry)
        events += caused
    return Decision(state, events)


def ruled(public: Json, state: State, at: Callable[[int], State], chance: Chance, entry: int) -> Decision:
    """Return the decision for the ruling in the public part of entry number `entry`.

    `at` returns the position after an entry. Rulings that make a move are not handled here: they are decided like any
    move. Raises NoRuling or IllegalMove.
    """
    try:
        decision = _DECISIONS[public["ruling"]]
    except KeyError:
        raise NoRuling("unknown_ruling", ruling=str(public.get("ruling"))) from None
    return decision(public, state, at, chance, entry)


def _fold(state: State, events: Iterable[Event] | Callable[[State], Iterable[Event]], entry: int) -> Decision:
    """Fold events into a copy, each as soon as it is yielded. Reactions do not run after a ruling."""
    draft = state.copy()
    draft.entry = entry
    all_events: list[Event] = []
    for event in events(draft) if callable(events) else events:
        draft.rules.reducers[type(event)](draft, event)
        all_events.append(event)
    return Decision(draft, all_events)


def _noted(public: Json, state: State, at: Callable[[int], State], chance: Chance, entry: int) -> Decision:
    return noted(state, entry)


def _restored(public: Json, state: State, at: Callable[[int], State], chance: Chance, entry: int) -> Decision:
    as_of = public["as_of"]
    if not 0 < as_of < entry:
        raise NoRuling("no_such_entry", as_of=as_of)
    earlier = at(as_of)
    if "here" in public:
        return restored_with_people(earlier, as_of, entry, public["here"])
    return restored(earlier, as_of, entry, _away(public, earlier), chance)


def _away(public: Json, earlier: State) -> dict[int, str]:
    """Return how each seat that is away has left. Raises NoRuling if that leaves nobody in a running game."""
    away = {int(seat): how for seat, how in public["away"].items()}
    valid = all(seat in range(earlier.seats) and how in (*GONE, ABSENT) for seat, how in away.items())
    if not valid or (len(away) == earlier.seats and not earlier.over):
        raise NoRuling("nobody_away_like_this", away=public["away"])
    return away


def _corrected(public: Json, state: State, at: Callable[[int], State], chance: Chance, entry: int) -> Decision:
    return corrected(state, public["seat"], public["points"], entry)


def _returned(public: Json, state: State, at: Callable[[int], State], chance: Chance, entry: int) -> Decision:
    return returned(state, public["seat"], entry)


def _ended(public: Json, state: State, at: Callable[[int], State], chance: Chance, entry: int) -> Decision:
    if state.over:
        raise NoRuling("game_over")
    if public["how"] == FORFEIT:
        return forfeited(state, public["seats"], chance, entry)
    if public.get("unread") and public["how"] == VOID:
        return voided(state, entry)
    if public["how"] not in (VOID, ADJUDICATED):
        raise NoRuling("unknown_end", how=public["how"])
    return ended(state, public["how"], chance, entry)


_DECISIONS: Final[dict[str, Callable[[Json, State, Callable[[int], State], Chance, int], Decision]]] = {
    "extended": _noted,
    "set_back": _noted,
    "paused": _noted,
    "resumed": _noted,
    "taken_back": _restored,
    "reopened": _restored,
    "replaced": _returned,
    "reinstated": _returned,
    "ended": _ended,
    "corrected": _corrected,
    "talk_opened": _noted,
}
