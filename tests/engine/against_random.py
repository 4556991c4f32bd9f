"""The stand-in against random players and against other stand-ins: `python -m tests.engine.against_random` prints
figures.
"""

import random
import sys
from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

import engine

from .positions import EVERY, Game, Kind

GAMES = 1000


class Result(NamedTuple):
    """A game's result: the winners (several may share the win), everybody's points, the number of moves."""

    winners: list[int]
    points: list[int]
    moves: int


def choice(state: Any, seat: int) -> engine.Move:
    """Return the stand-in's move for this seat."""
    return engine.stand_in.choose(state.rules, engine.view(state, seat), engine.options(state, seat))


def line(game: Game, seat: int = 0) -> str:
    """Return the stand-in's move for this seat of a `Game`, as text."""
    return engine.notation.write(game.state.rules, choice(game.state, seat))


def played(kind: Kind, seats: int, stand_ins: Collection[int], seed: int) -> Result:
    """Play stand-ins against players who choose uniformly at random; check that every choice is a legal move."""
    rnd = random.Random(f"{seats} seats, seed {seed}")
    chance = engine.Chance(rnd.randbytes(32))
    state, _ = engine.start(kind.rules, seats, chance, kind.options)
    moves = 0
    while not state.over:
        seat = state.prompts[0].seat
        move = choice(state, seat) if seat in stand_ins else engine.options(state, seat).sample(rnd.randrange)
        state, _ = engine.decide(state, seat, move, chance)
        moves += 1
    standings = engine.standings(state)
    return Result([each.seat for each in standings if each.rank == 1], [each.points for each in standings], moves)


def won(kind: Kind, seats: int, seeds: Iterable[int]) -> list[float]:
    """Return the share of games that one stand-in, each time in another seat, won against random players."""
    return [_won(played(kind, seats, {seed % seats}, seed), seed % seats) for seed in seeds]


def _won(result: Result, seat: int) -> float:
    return (seat in result.winners) / len(result.winners)


def figures(kind: Kind, seats: int, games: int) -> str:
    """Return a line: how often one stand-in won against random players, its points and theirs, and points among
    stand-ins.
    """
    results = [(seed % seats, played(kind, seats, {seed % seats}, seed)) for seed in range(games)]
    wins = sum(_won(result, seat) for seat, result in results)
    own = sum(result.points[seat] for seat, result in results)
    others = sum(sum(result.points) for _, result in results) - own
    among = [played(kind, seats, range(seats), seed) for seed in range(max(1, games // 10))]
    alike = sum(sum(result.points) for result in among)
    longest = max(result.moves for result in (*among, *(result for _, result in results)))
    return (
        f"{kind!r:22} {seats} seats  won {wins / games:6.1%} of {games} (share {1 / seats:4.0%})  points "
        f"{own / games:6.1f}, of random players {others / games / (seats - 1):6.1f}, "
        f"among its like {alike / len(among) / seats:6.1f}  longest game {longest} moves"
    )


def lines(games: int) -> Iterator[str]:
    """Yield the figures of every ruleset, with options and without, for this many games each, spread over the seat
    counts.
    """
    for kind in EVERY:
        counts = kind.rules.seat_counts
        for seats in counts:
            yield figures(kind, seats, games // len(counts))


if __name__ == "__main__":
    for each in lines(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES):
        sys.stdout.write(each + "\n")
        sys.stdout.flush()
