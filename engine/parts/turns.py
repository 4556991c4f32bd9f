"""Turns: their order, passing, skipping, the last round, leaving and coming back (B4, B11, B18, P1-P4).

pass          do nothing, if nothing else is possible
resign        leave the game for good
back          an absent player is here again
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Annotated, ClassVar, Final, TypedDict, TypeVar

from engine import notation
from engine.chance import Chance
from engine.core import play
from engine.errors import IllegalMove
from engine.model import A, AnyMoveRule, Event, Feature, M, Move, MoveRule, Points, Prompt, S, State, value
from engine.parts.position import Position
from engine.visibility import OneOf, SeatNumber

Own = TypeVar("Own", bound=Position)
"""The type of position that the game's scoring function takes."""

RESIGNED: Final = "resigned"
FORFEITED: Final = "forfeited"
ABSENT: Final = "absent"
GONE: Final = (RESIGNED, FORFEITED)
PLAYED: Final = "played"
ABANDONED: Final = "abandoned"
ADJUDICATED: Final = "adjudicated"
VOID: Final = "void"
RANKED: Final = (PLAYED, ADJUDICATED)


@value
class TakeTurn(Prompt):
    """It is this seat's turn: exactly one action."""

    tag: ClassVar[str] = "take_turn"
    rule: ClassVar[str] = "B5"
    within_turn: ClassVar[bool] = False


@value
class Pass(Move):
    """Do nothing; legal only when nothing else is (B11)."""

    tag: ClassVar[str] = "pass"


@value
class Resign(Move):
    """Leave the game for good; the seat stays on the board (P1)."""

    tag: ClassVar[str] = "resign"


@value
class Forfeit(Move):
    """Leave the game for good, by decision of the clock or an admin (P1)."""

    tag: ClassVar[str] = "forfeit"


@value
class MarkAbsent(Move):
    """Skip the seat's turns until its player is back (P4)."""

    tag: ClassVar[str] = "mark_absent"


@value
class ComeBack(Move):
    """The player of an absent seat is back (P4)."""

    tag: ClassVar[str] = "come_back"


@value
class TurnBegan(Event):
    """A seat's turn began."""

    tag: ClassVar[str] = "turn_began"
    seat: int


@value
class TurnSkipped(Event):
    """A turn was skipped because the seat is away; it counts as a last turn (P1)."""

    tag: ClassVar[str] = "turn_skipped"
    seat: int


@value
class TurnPassed(Event):
    """The seat could do nothing (B11)."""

    tag: ClassVar[str] = "turn_passed"
    seat: int


@value
class LastRoundBegan(Event):
    """Every seat has one more turn, and this one plays last.

    It brought the end about (B18, C11); or, where dealing for another round has emptied the deck, nobody did, and it
    had the last turn of the round before (C13).
    """

    tag: ClassVar[str] = "last_round_began"
    seat: int


@value
class SeatLeft(Event):
    """The seat resigned or was forfeited (P1), or is absent (P4)."""

    tag: ClassVar[str] = "seat_left"
    seat: int
    how: str


@value
class SeatReturned(Event):
    """A seat that was away is back in the game: its player is back, or somebody has taken it over (P2, P4)."""

    tag: ClassVar[str] = "seat_returned"
    seat: int


@value
class PointsScored(Event):
    """A line of the ledger."""

    tag: ClassVar[str] = "points_scored"
    seat: int
    points: int
    reason: str
    subject: str


@value
class GameEnded(Event):
    """The game is over.

    It was "played" to its end and scored, or "abandoned" by all (P4), or ended by a ruling: "adjudicated" by the points
    of the moment, or "void".
    """

    tag: ClassVar[str] = "game_ended"
    outcome: str


def _turn_began(state: Position, event: TurnBegan) -> None:
    _move_on(state, event.seat)
    state.ask(TakeTurn(event.seat, state.entry))


def _turn_skipped(state: Position, event: TurnSkipped) -> None:
    if state.prompt_of(event.seat) is None:
        _move_on(state, event.seat)
    state.close_prompt(event.seat)


def _move_on(state: Position, seat: int) -> None:
    state.turn = seat
    state.cards.drawn = 0
    if state.turns_left is not None:
        state.turns_left -= 1


def _turn_passed(state: Position, event: TurnPassed) -> None:
    state.close_prompt(event.seat)
    state.passed = (*state.passed, event.seat)


def _last_round_began(state: Position, event: LastRoundBegan) -> None:
    state.turns_left = state.seats


def _seat_left(state: Position, event: SeatLeft) -> None:
    state.away = {**state.away, event.seat: event.how}


def _seat_returned(state: Position, event: SeatReturned) -> None:
    state.away = {seat: how for seat, how in state.away.items() if seat != event.seat}


def _points_scored(state: Position, event: PointsScored) -> None:
    state.ledger += (Points(event.seat, event.points, event.reason, event.subject),)


def _game_ended(state: Position, event: GameEnded) -> None:
    state.outcome = event.outcome
    state.prompts = ()


def next_seat(state: Position) -> int:
    """Return the seat that plays after the current turn (B4)."""
    return (state.turn + 1) % state.seats


def next_turn(state: Position, chance: Chance) -> Iterable[Event]:
    """Begin the next seat's turn, or skip it while that seat is away (P1, P4). A reaction."""
    seat = next_seat(state)
    return (TurnSkipped(seat) if seat in state.away else _make_turn_began(seat),)


@cache
def _make_turn_began(seat: int) -> TurnBegan:
    """Return the cached event that this seat's turn began."""
    return TurnBegan(seat)


def skip_turn(state: Position, prompt: Prompt, chance: Chance) -> Iterable[Event]:
    """Return the event that skips the open turn of a seat that is away (P1)."""
    return (TurnSkipped(prompt.seat),)


def by_default(state: State, prompt: Prompt, chance: Chance) -> Iterable[Event]:
    """Return the events of the default answer to any other open prompt of a seat that is away (P1)."""
    return play(state, prompt, state.rules.default[type(prompt)](state, prompt), chance)


def first_listed(rule: MoveRule[S, A, M]) -> Callable[[S, A], Move]:
    """Return a default that plays the first legal move of the list."""
    return lambda state, prompt: rule.options(state, prompt)[0]


def the_end(
    score: Callable[[Own], Iterator[Event]],
) -> Callable[[Own, Chance], Iterable[Event] | None]:
    """Return the reaction that scores the game after the last turn, or once all have passed in a row (B11, B18)."""

    def ended(state: Own) -> Iterator[Event]:
        yield from score(state)
        yield GameEnded(PLAYED)

    def react(state: Own, chance: Chance) -> Iterable[Event] | None:
        if state.turns_left == 0 or (state.passed and _everybody_passed(state)):
            return ended(state)
        return None

    return react


def _everybody_passed(state: Position) -> bool:
    """Check whether every present seat has passed since any seat last did something (B11)."""
    return all(seat in state.passed for seat in state.playing)


def pass_rule(others: Sequence[AnyMoveRule]) -> MoveRule[Position, Prompt, Pass]:
    """Return the rule for passing, which is legal only when none of the other rules offers a move (B11)."""

    def check(state: Position, prompt: Prompt, move: Pass) -> None:
        if any(rule.options(state, prompt) for rule in others):
            raise IllegalMove("pass_not_allowed", rule="B11")

    def events(state: Position, prompt: Prompt, move: Pass, chance: Chance) -> Iterable[Event]:
        return (TurnPassed(prompt.seat),)

    return MoveRule(Pass, lambda state, prompt: (Pass(),), check, events)


def controls(score: Callable[[Own], Iterator[Event]]) -> dict[type[Move], AnyMoveRule]:
    """Return the rules for leaving and coming back at any time; `score` scores once only one is left (P1, P3, P4)."""

    def gone(state: Own, seat: int, how: str, chance: Chance) -> Iterator[Event]:
        yield SeatLeft(seat, how)
        stayed = [other for other in range(state.seats) if state.away.get(other) not in GONE]
        if len(stayed) == 1:
            yield from choices_by_default(state, chance)
            yield from score(state)
            yield GameEnded(PLAYED)
        elif not state.playing:
            yield from choices_by_default(state, chance)
            yield GameEnded(ABANDONED)

    def rule(move: type[M], how: str, check: Callable[[Position, int, M], None]) -> MoveRule[Own, int, M]:
        return MoveRule(move, _unlisted, check, lambda state, seat, _, chance: gone(state, seat, how, chance))

    return {
        Resign: rule(Resign, RESIGNED, _not_gone),
        Forfeit: rule(Forfeit, FORFEITED, _not_gone),
        MarkAbsent: rule(MarkAbsent, ABSENT, _not_away),
        ComeBack: MoveRule(ComeBack, _unlisted, _is_absent, _come_back),
    }


def _unlisted(state: Position, seat: int) -> tuple[Move, ...]:
    """Return no moves: leaving does not answer a prompt, so it is not among the options."""
    return ()


def choices_by_default(state: State, chance: Chance) -> Iterator[Event]:
    """Answer every open choice by default before the game ends early; an open turn just stops (P1, P3)."""
    while choices := [prompt for prompt in state.prompts if state.rules.forgo[type(prompt)] is by_default]:
        yield from by_default(state, choices[0], chance)


def _come_back(state: Position, seat: int, move: ComeBack, chance: Chance) -> Iterable[Event]:
    return (SeatReturned(seat),)


def _not_gone(state: Position, seat: int, move: Move) -> None:
    if state.away.get(seat) in GONE:
        raise IllegalMove("seat_has_left", rule="P1")


def _not_away(state: Position, seat: int, move: Move) -> None:
    _not_gone(state, seat, move)
    if seat in state.away:
        raise IllegalMove("seat_is_absent", rule="P4")


def _is_absent(state: Position, seat: int, move: Move) -> None:
    if state.away.get(seat) != ABSENT:
        raise IllegalMove("seat_is_not_absent", rule="P4")


LEFT: Final = OneOf(
    {
        RESIGNED: "The player has left for good.",
        FORFEITED: "The clock or an admin has ended the seat's part.",
        ABSENT: "The player is away for now; nothing is asked of the seat.",
    }
)
OUTCOMES: Final = OneOf(
    {
        PLAYED: "It was played to its end.",
        ABANDONED: "Every player was away; there are no ranks.",
        ADJUDICATED: "An admin ended it; ranks are by the points as they stood.",
        VOID: "An admin ended it; it does not count.",
    }
)


class TurnView(TypedDict):
    """Whose turn it is, and how the game ended."""

    turn: Annotated[SeatNumber | None, "The seat whose turn it is or was last; null before the first."]
    turns_left: Annotated[int | None, "How many turns are left once the last round has begun, else null."]
    outcome: Annotated[str | None, "How it ended; null while it runs.", OUTCOMES]


class AwayView(TypedDict):
    """Whether a seat is waited for."""

    away: Annotated[str | None, "Why its turns are skipped; null for a seat that plays.", LEFT]


def _turn_view(state: Position, viewer: int | None) -> TurnView:
    return {
        "turn": state.turn if state.turn >= 0 else None,
        "turns_left": state.turns_left,
        "outcome": state.outcome or None,
    }


def _away(state: Position, seat: int, viewer: int | None) -> AwayView:
    return {"away": state.away.get(seat)}


FEATURE: Final = Feature(
    reducers={
        TurnBegan: _turn_began,
        TurnSkipped: _turn_skipped,
        TurnPassed: _turn_passed,
        LastRoundBegan: _last_round_began,
        SeatLeft: _seat_left,
        SeatReturned: _seat_returned,
        PointsScored: _points_scored,
        GameEnded: _game_ended,
    },
    verbs={
        "pass": lambda board, words: notation.alone(words, Pass()),
        "resign": lambda board, words: notation.alone(words, Resign()),
        "back": lambda board, words: notation.alone(words, ComeBack()),
    },
    writers={
        Pass: notation.word("pass"),
        Resign: notation.word("resign"),
        ComeBack: notation.word("back"),
    },
    table=_turn_view,
    seat=_away,
)
