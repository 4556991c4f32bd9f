"""The engine against python-chess, the longest path against a plain search, and every ruleset beside the base game."""

import json
import random
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import Any

import chess

import engine
from engine.boards import Route
from engine.parts import paths
from tests.engine.test_longest_path import by_walking

from . import games as every_game
from . import release
from .rates import RUNS, quickest, rates, report
from .standard import USA, advanced, decided, games

CHESS_GAMES, REPLAYS, NETWORKS, TRAINS = 6, 10, 100, 45
HARD = Path(__file__).parents[1] / "engine" / "hard_networks.json"


def main() -> None:
    """Print every figure and how it was measured."""
    print(f"Medians of {RUNS} runs, what is compared taken in turns in each of them; CPU time of one process.")
    playing()
    release.main()
    replaying()
    walking()
    every_game.playing()
    every_game.worst()


def playing() -> None:
    """Measure random games: list all legal moves at every step and play one, to the end."""
    ways = {
        f"{seats} seats, {game.__name__}": partial(games, seats, game=game)
        for seats in (2, 4)
        for game in (decided, advanced)
    }
    found = rates({"chess": chess_games, **ways})
    print("\nRandom games: engine: list(options), decide or advance with its events, real chance, final scoring;")
    print("python-chess: list(legal_moves), push, is_game_over. Moves and plies a second.")
    report(found, "chess")


def replaying() -> None:
    """Measure replaying: fold the events of finished games, and push the moves of finished chess games."""
    recorded = {seats: [record(seats, seed) for seed in range(REPLAYS)] for seats in (2, 4)}
    lines = [chess_line(seed) for seed in range(REPLAYS)]
    found = rates(
        {
            "push_uci": lambda run: sum(map(push_all, lines)),
            "2 seats": lambda run: sum(replay(2, entries) for entries in recorded[2]),
            "4 seats": lambda run: sum(replay(4, entries) for entries in recorded[4]),
        }
    )
    print("\nReplay: engine.replay of decoded facts; python-chess: push_uci from the first position. Moves a second.")
    report(found, "push_uci")


def walking() -> None:
    """Measure the longest path on random networks, and on the hardest networks known."""
    rnd = random.Random(TRAINS)
    walked("random connected networks", [connected(rnd) for _ in range(NETWORKS)])
    hard = json.loads(HARD.read_text())
    walked("hard networks", [[USA.board.route_of[slug] for slug in network["routes"]] for network in hard])


def connected(rnd: random.Random) -> list[Route]:
    """Return a connected network, grown by random routes until no further one is affordable."""
    routes, left = USA.board.routes, TRAINS
    found = [Route(rnd.randrange(len(routes)))]
    while True:
        left -= routes[found[-1]].length
        cities = {city for route in found for city in routes[route].ends}
        near = [
            Route(route)
            for route, fact in enumerate(routes)
            if route not in found and fact.length <= left and cities & {*fact.ends}
        ]
        if not near:
            return found
        found.append(rnd.choice(near))


def walked(which: str, networks: list[list[Route]]) -> None:
    sizes = [len(network) for network in networks]
    fresh, used = (each_quickest(work, networks) for work in (cold, warm))
    plain = each_quickest(lambda network: by_walking(USA.board, network), networks)
    print(f"\nLongest path: {len(networks)} {which} of {TRAINS} trains, {min(sizes)} to {max(sizes)} routes; the")
    print(f"quickest of {RUNS} for each. At first: nothing is remembered of other networks.")
    for name, times in (("at first", fresh), ("later", used), ("plain depth-first search", plain)):
        took = [1e3 * figure(times) for figure in (median, mean, max)]
        print(f"  {name:26} median {took[0]:7.2f} ms   mean {took[1]:7.2f} ms   maximum {took[2]:7.2f} ms")
    ratios = [median(slow / fast for slow, fast in zip(plain, times, strict=True)) for times in (fresh, used)]
    print(f"  {ratios[0]:.0f} times as fast at first, {ratios[1]:.0f} times later")


def each_quickest(work: Callable[[list[Route]], object], networks: list[list[Route]]) -> list[float]:
    return [quickest(lambda network=network: work(network)) for network in networks]  # type: ignore[misc]


def cold(network: list[Route]) -> int:
    """Return the longest path, computed with empty caches."""
    paths._joined.cache_clear()
    paths._behind.cache_clear()
    return warm(network)


def warm(network: list[Route]) -> int:
    return paths.longest_path(USA.board, network)


def chess_games(seed: int) -> int:
    rnd = random.Random(seed)
    return sum(chess_game(rnd).ply() for _ in range(CHESS_GAMES))


def chess_game(rnd: random.Random) -> chess.Board:
    board = chess.Board()
    while not board.is_game_over():
        legal = list(board.legal_moves)
        board.push(legal[int(rnd.random() * len(legal))])
    return board


def record(seats: int, seed: int) -> list[tuple[int, list[engine.Event]]]:
    """Return the entries of a random game, encoded as JSON and decoded again."""
    rnd, codec = random.Random(seed), engine.codec_of(USA)
    chance = engine.Chance(rnd.randbytes(32))
    state, events = engine.start(USA, seats, chance)
    entries = [events]
    while not state.over:
        seat = state.prompts[0].seat
        state, events = engine.decide(state, seat, engine.options(state, seat).sample(rnd.randrange), chance)
        entries.append(events)
    return [(number, [decoded(codec, event) for event in events]) for number, events in enumerate(entries, 1)]


def decoded(codec: Any, event: engine.Event) -> engine.Event:
    public, own, sealed = codec.event(event)
    fact: engine.Event = codec.read_event(json.loads(json.dumps({**public, **own, **sealed})))
    return fact


def replay(seats: int, entries: list[tuple[int, list[engine.Event]]]) -> int:
    assert engine.replay(USA, seats, {}, entries).over
    return len(entries)


def chess_line(seed: int) -> list[str]:
    return [move.uci() for move in chess_game(random.Random(seed)).move_stack]


def push_all(line: Iterable[str]) -> int:
    board = chess.Board()
    for move in line:
        board.push_uci(move)
    return board.ply()


if __name__ == "__main__":
    main()
