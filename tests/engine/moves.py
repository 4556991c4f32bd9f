"""All conceivable moves of any game, possible or not, built from the types of their fields."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from functools import cache
from itertools import combinations, islice, product
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import engine
from engine.boards import Board, City, Route, Ticket
from engine.cards import CARDS, PLACES, Card, Place
from engine.parts.position import Position

from .numbers import NUMBERS
from .play import Step, refusal

MANY = 5000
"""If more moves are offered, only this many are tested."""


def every_move(state: Position, seat: int) -> Iterator[engine.Move]:
    """Yield all moves on the board in all combinations, and ticket choices: the seat's own, a foreign one, none, a
    repeated one.
    """
    yield from about_tickets(state, seat)
    yield from known_moves(state.rules)


@cache
def known_moves(rules: engine.Ruleset) -> tuple[engine.Move, ...]:
    """Return all moves that these rules know, except those about tickets."""
    kinds: list[Any] = list(dict.fromkeys((*rules.writers, *rules.controls)))
    return tuple(move for kind in kinds if not names_tickets(kind) for move in _made(kind, rules.board))


def about_tickets(state: Position, seat: int) -> Iterator[engine.Move]:
    """Yield every choice of the tickets that the seat was offered or holds."""
    held = state.tickets.held
    offer = getattr(state.prompt_of(seat), "offer", held[seat][:6])
    own = (*offer, *held[seat])
    strange = next(ticket for ticket in map(Ticket, range(len(state.rules.board.tickets))) if ticket not in own)
    tickets = (*offer, strange, *offer[:1])
    kinds: list[Any] = list(state.rules.writers)
    for kind in (kind for kind in kinds if names_tickets(kind)):
        for count in range(len(tickets) + 1):
            yield from (kind(*choice) for choice in product(combinations(tickets, count)))


@cache
def names_tickets(kind: Any) -> bool:
    return tuple[Ticket, ...] in _types(kind)


def _types(kind: Any) -> list[Any]:
    """Return the types of a move's fields, secret or not."""
    hints = get_type_hints(kind, include_extras=True)
    plain = (hints[field.name] for field in fields(kind))
    return [get_args(hint)[0] if get_origin(hint) is Annotated else hint for hint in plain]


def _made(kind: Any, board: Board) -> Iterator[engine.Move]:
    return (kind(*values) for values in product(*(VALUES[hint](board) for hint in _types(kind))))


def _numbers(board: Board) -> Iterable[int]:
    """Return all numbers from one too few to one too many."""
    return range(-1, max(board.route_points, default=6) + 2)


def _some_cards(board: Board) -> Iterator[tuple[Card, ...]]:
    """Yield none to four different cards, in order and reversed, and one card twice."""
    for count in range(5):
        for some in combinations(CARDS, count):
            yield from {some, some[::-1]}
    yield CARDS[1], CARDS[1], CARDS[2]


VALUES: Mapping[Any, Callable[[Board], Iterable[Any]]] = {
    int: _numbers,
    Place: lambda board: range(-1, PLACES + 1),
    Card: lambda board: CARDS,
    tuple[Card, ...]: _some_cards,
    City: lambda board: map(City, range(len(board.cities))),
    Route: lambda board: map(Route, range(len(board.routes))),
}
"""By type, the values a field may hold. A move with a field of a new type needs a line here."""


def alike(move: engine.Move) -> tuple[Any, ...]:
    """Return a key that is equal for moves that differ only in the order of their parts."""
    values = (getattr(move, field.name) for field in fields(move))  # type: ignore[arg-type]
    return type(move), *(tuple(sorted(value)) if isinstance(value, tuple) else value for value in values)


def check_offered(state: Position, seat: int, every: int = 1, first: int = 0) -> None:
    """Check that exactly the offered moves are accepted from this seat; of all other moves one in `every` is tried."""
    options, controls = engine.options(state, seat), state.rules.controls
    offered = list(islice(options, MANY))
    known = set(map(alike, offered))
    assert len(known) == len(offered) == min(len(options), MANY)
    assert not [move for move in offered if move not in options or refusal(state, seat, move)]
    for move in islice(every_move(state, seat), first, None, every):
        refused = refusal(state, seat, move)
        if refused is None:
            assert type(move) in controls or (move in options and (len(options) > MANY or alike(move) in known))
        else:
            assert move not in options
            assert alike(move) not in known
            assert refused.code.islower()
            assert str(refused.detail["rule"]).lower() in NUMBERS
            assert refused.detail["rule"] not in state.rules.replaces


class Questions:
    """Checks a game's prompts as they come: each kind when it first occurs, and then now and then."""

    def __init__(self, often: int) -> None:
        self.often = often
        self.seen: Counter[str] = Counter()

    def look(self, number: int, step: Step, every: int = 1) -> None:
        state = step.state
        for prompt in state.prompts:
            if not self.seen[prompt.tag] or number % self.often == 0:
                check_offered(state, prompt.seat, every, number % every)
                check_offered(state, (prompt.seat + 1) % state.seats, 29, number % 29)
            self.seen[prompt.tag] += 1
