"""Random games for the tests: every step as the position before, the move, the facts and the position after."""

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

import engine
from engine.parts.position import Position

from .positions import BASE, Kind, is_of

Choose = Callable[[random.Random, engine.State, int], engine.Move]
CONTROLS = (engine.Resign(), engine.Forfeit(), engine.MarkAbsent(), engine.MarkAbsent(), engine.ComeBack())


class Step(NamedTuple):
    """An entry of a game: what was moved (None: the start), what it caused, the position after it."""

    seat: int | None
    move: engine.Move | None
    events: list[engine.Event]
    state: Position


def any_move(rnd: random.Random, state: engine.State, seat: int) -> engine.Move:
    """Each legal move equally likely."""
    return engine.options(state, seat).sample(rnd.randrange)


def rather_draw(rnd: random.Random, state: engine.State, seat: int) -> engine.Move:
    """Cards as long as there are some: hands grow until deck and market are empty."""
    draws = [move for move in engine.options(state, seat) if move.tag in ("take_card", "draw_blind")]
    return rnd.choice(draws) if draws else any_move(rnd, state, seat)


def by_default(rnd: random.Random, state: engine.State, seat: int) -> engine.Move:
    """What is played when time runs out."""
    return engine.default_move(state, seat)


WAYS = (any_move, any_move, any_move, rather_draw, by_default)


class Players:
    """Those who sit at the table, each with a way to choose; `leaving` is how often somebody leaves or returns."""

    def __init__(self, seats: int, seed: int, leaving: float = 0.0) -> None:
        self.rnd = random.Random(f"{seats} seats, seed {seed}")
        self.leaving = leaving
        self.ways = [self.rnd.choice(WAYS) if leaving else any_move for _ in range(seats)]

    def next(self, state: engine.State) -> tuple[int, engine.Move]:
        """Who moves, and what."""
        if self.rnd.random() < self.leaving:
            seat, move = self.rnd.randrange(state.seats), self.rnd.choice(CONTROLS)
            if not refusal(state, seat, move):
                return seat, move
        seat = self.rnd.choice(state.prompts).seat
        return seat, self.ways[seat](self.rnd, state, seat)


def steps(seats: int, seed: int, *, leaving: float = 0.0, kind: Kind = BASE) -> Iterator[Step]:
    """A whole game."""
    players = Players(seats, seed, leaving)
    chance = engine.Chance(players.rnd.randbytes(32))
    state, events = engine.start(kind.rules, seats, chance, kind.options)
    yield Step(None, None, events, is_of(Position, state))
    while not state.over:
        seat, move = players.next(state)
        state, events = engine.decide(state, seat, move, chance)
        yield Step(seat, move, events, is_of(Position, state))


def refusal(state: engine.State, seat: int, move: engine.Move) -> engine.IllegalMove | None:
    """Why the engine does not let the seat make this move; None if it does."""
    try:
        engine.check(state, seat, move)
    except engine.IllegalMove as error:
        return error
    return None


def last(seats: int, seed: int, *, leaving: float = 0.0, kind: Kind = BASE) -> Position:
    """The end of such a game."""
    *_, step = steps(seats, seed, leaving=leaving, kind=kind)
    return step.state
