"""Random games for the tests: every step with its position before, its move, its events and its position after."""

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

import engine
from engine.parts.position import Position

from .positions import BASE, Kind, is_of

Choose = Callable[[random.Random, engine.State, int], engine.Move]
CONTROLS = (engine.Resign(), engine.Forfeit(), engine.MarkAbsent(), engine.MarkAbsent(), engine.ComeBack())


class Step(NamedTuple):
    """An entry of a game: the move (None: the start), its events, the position after it."""

    seat: int | None
    move: engine.Move | None
    events: list[engine.Event]
    state: Position


def any_move(rnd: random.Random, state: engine.State, seat: int) -> engine.Move:
    """Choose uniformly among all legal moves."""
    return engine.options(state, seat).sample(rnd.randrange)


def rather_draw(rnd: random.Random, state: engine.State, seat: int) -> engine.Move:
    """Choose cards as long as there are any: hands grow until deck and market are empty."""
    draws = [move for move in engine.options(state, seat).suggested if move.tag in ("take_card", "draw_blind")]
    return rnd.choice(draws) if draws else any_move(rnd, state, seat)


def by_default(rnd: random.Random, state: engine.State, seat: int) -> engine.Move:
    """Choose the default move, which is played when time runs out."""
    return engine.default_move(state, seat)


WAYS = (any_move, any_move, any_move, rather_draw, by_default)


class Players:
    """The players, each with a strategy; `leaving` sets how often somebody leaves or returns."""

    def __init__(self, seats: int, seed: int, leaving: float = 0.0) -> None:
        self.rnd = random.Random(f"{seats} seats, seed {seed}")
        self.leaving = leaving
        self.ways = [self.rnd.choice(WAYS) if leaving else any_move for _ in range(seats)]

    def next(self, state: engine.State) -> tuple[int, engine.Move]:
        """Return the next seat and its move."""
        if self.rnd.random() < self.leaving:
            seat, move = self.rnd.randrange(state.seats), self.rnd.choice(CONTROLS)
            if not refusal(state, seat, move):
                return seat, move
        seat = self.rnd.choice(state.prompts).seat
        return seat, self.ways[seat](self.rnd, state, seat)


def steps(seats: int, seed: int, *, leaving: float = 0.0, kind: Kind = BASE) -> Iterator[Step]:
    """Yield the steps of a whole game."""
    players = Players(seats, seed, leaving)
    chance = engine.Chance(players.rnd.randbytes(32))
    state, events = engine.start(kind.rules, seats, chance, kind.options)
    yield Step(None, None, events, is_of(Position, state))
    while not state.over:
        seat, move = players.next(state)
        state, events = engine.decide(state, seat, move, chance)
        yield Step(seat, move, events, is_of(Position, state))


def refusal(state: engine.State, seat: int, move: engine.Move) -> engine.IllegalMove | None:
    """Return the engine's refusal of this move, or None if the move is legal."""
    try:
        engine.check(state, seat, move)
    except engine.IllegalMove as error:
        return error
    return None


def last(seats: int, seed: int, *, leaving: float = 0.0, kind: Kind = BASE) -> Position:
    """Return the last position of a game played with `steps`."""
    *_, step = steps(seats, seed, leaving=leaving, kind=kind)
    return step.state
