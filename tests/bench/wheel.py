"""The compiled engine beside the plain one, in whole games a second; and a peer, where a checkout of it is given.

    make bench ARGS=wheel
    PEER=../ticket_to_ride make bench ARGS=wheel    edwisdom/ticket_to_ride at f41fb45, whose libraries are installed

All play random games of the base game by the same policy: list all legal moves at each step, take one on the position
in place, score the end.
"""

import os
import random
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[2]
RUNS = 7
SEATS = (2, 4)
GAMES = 200


def main() -> None:
    """Build a wheel, and have each engine play in turns, in processes of their own."""
    from deploy import wheel

    with TemporaryDirectory() as folder:
        with zipfile.ZipFile(wheel.build(Path(folder))) as files:
            files.extractall(folder)
        trees = {"plain": ROOT, "wheel": Path(folder)}
        if "PEER" in os.environ:
            trees["peer"] = Path(os.environ["PEER"]).resolve()
        runs = [{name: _rates(tree, name, run) for name, tree in trees.items()} for run in range(RUNS)]
    print("Whole random games a second, in turns; and of the plain engine's rate.")
    for place, seats in enumerate(SEATS):
        for name in trees:
            rate = median(run[name][place] for run in runs)
            ratio = median(run[name][place] / run["plain"][place] for run in runs)
            print(f"  {seats} seats, {name}: {rate:6.0f}   {ratio:.2f}")


def _rates(tree: Path, name: str, run: int) -> list[float]:
    """Return the rates that a fresh process measures, one for each number of seats."""
    command = [sys.executable, "-P", __file__, name, str(run)]
    played = subprocess.run(command, env=os.environ | {"PYTHONPATH": str(tree)}, stdout=subprocess.PIPE, check=True)
    return [float(word) for word in played.stdout.split()]


def measure(name: str, run: int) -> Iterator[float]:
    """Yield the games a second of the engine on the path."""
    game = _of_peer() if name == "peer" else _of_ours()
    for seats in SEATS:
        rnd = random.Random(f"{seats} {run}")
        game(seats, rnd)
        began = time.process_time()
        for _ in range(GAMES // seats):
            game(seats, rnd)
        yield GAMES // seats / (time.process_time() - began)


def _of_ours() -> Callable[[int, random.Random], object]:
    engine: Any = import_module("engine")
    rules = engine.RULESETS["usa@1"]

    def play(seats: int, rnd: random.Random) -> object:
        chance = engine.Chance(rnd.randbytes(32))
        state, _ = engine.start(rules, seats, chance)
        while not state.over:
            seat = state.prompts[0].seat
            legal = list(engine.options(state, seat))
            engine.advance(state, seat, legal[int(rnd.random() * len(legal))], chance)
        return engine.standings(state)

    return play


def _of_peer() -> Callable[[int, random.Random], object]:
    module, config, scoring = (
        import_module(f"ticket_to_ride.engine.{name}") for name in ("state", "config", "scoring")
    )
    tables = {seats: module.Game(config.RuleConfig(n_players=seats, track_history=False)) for seats in SEATS}

    def play(seats: int, rnd: random.Random) -> object:
        state = tables[seats].new_initial_state(rnd.getrandbits(60))
        while not state.is_terminal():
            legal = state.legal_actions()
            state.step(legal[int(rnd.random() * len(legal))])
        return scoring.final_scores(state)

    return play


if __name__ == "__main__":
    if sys.argv[1:]:
        print(*measure(sys.argv[1], int(sys.argv[2])))
    else:
        main()
