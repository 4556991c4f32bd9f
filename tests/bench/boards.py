"""Every board beside the base game: moves, options, views, and the routes that count for tickets.

It measures the engine on the path, which may be an older one: `PYTHONPATH=OLDER_TREE python -P tests/bench/boards.py`,
in turns with this one, compares the two.
"""

import random
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import engine

FLOOR: Final = "usa@1"
BOARDS: Final = {
    name: max(rules.seat_counts) for name, rules in engine.RULESETS.items() if hasattr(rules.position, "network")
}
"""The rulesets with a board, and their most seats."""
GAMES, TURNS = 8, 5
"""How many random games a board plays, and how often each is measured, in turns with the other boards'."""
Asked = tuple[Any, int]
"""A position, and a seat that has to move."""
Question = Callable[[Any, int], object]


def count_options(state: Any, seat: int) -> object:
    return len(engine.options(state, seat))


def list_options(state: Any, seat: int) -> object:
    return list(engine.options(state, seat))


def find_connecting(state: Any, seat: int) -> object:
    return state.rules.connecting(state, seat)


QUESTIONS: Final[dict[str, Question]] = {
    "options counted": count_options,
    "options listed": list_options,
    "view": engine.view,
    "connecting": find_connecting,
}


def main() -> None:
    """Print what a move and each question cost on every board."""
    print(f"{GAMES} random games of each board with the most seats; microseconds, the quickest of {TURNS} turns.")
    print("A move: the options, counted or listed, one of them taken, and advance.")
    print("A question: to the seat that has to move, in every position of these games, one after the other.")
    games = {board: [list_positions(board, number) for number in range(GAMES)] for board in BOARDS}
    for name, listing in (("move, counted", False), ("move, listed", True)):
        report(name, measure_moves(games, listing=listing), {})
    for name, question in QUESTIONS.items():
        report(name, measure_mean(question, games), measure_most(question, games))


def report(name: str, means: dict[str, float], most: dict[str, float]) -> None:
    for board, mean in means.items():
        ratio = f"{means[FLOOR] / mean:5.2f} times {FLOOR}"
        print(
            f"  {name:16} {board:18} {mean:9.2f}   {ratio}", f"  at most {most[board]:8.1f}" if most else "", flush=True
        )


def measure_moves(games: dict[str, list[list[Asked]]], *, listing: bool) -> dict[str, float]:
    works = {board: [partial(play, board, number, listing=listing) for number in range(GAMES)] for board in games}
    return {board: sum(times) / sum(map(len, games[board])) for board, times in in_turns(works).items()}


def measure_mean(question: Question, games: dict[str, list[list[Asked]]]) -> dict[str, float]:
    works = {board: [partial(ask, question, asked) for asked in played] for board, played in games.items()}
    return {board: sum(times) / sum(map(len, games[board])) for board, times in in_turns(works).items()}


def measure_most(question: Question, games: dict[str, list[list[Asked]]]) -> dict[str, float]:
    works = {
        board: [partial(question, *asked) for positions in played for asked in positions]
        for board, played in games.items()
    }
    return {board: max(times) for board, times in in_turns(works).items()}


def in_turns(works: Mapping[str, Sequence[Callable[[], object]]]) -> dict[str, list[float]]:
    """Return the microseconds of CPU time that each board's works took when they were quickest."""
    quickest = {board: [float("inf")] * len(some) for board, some in works.items()}
    for _ in range(TURNS):
        for board, some in works.items():
            quickest[board] = [*map(min, quickest[board], map(microseconds, some))]
    return quickest


def microseconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return 1e6 * (time.process_time() - began)


def ask(question: Question, asked: Iterable[Asked]) -> None:
    for state, seat in asked:
        question(state, seat)


def list_positions(board: str, number: int) -> list[Asked]:
    """Return all positions of a random game."""
    positions: list[Asked] = []
    play(board, number, listing=False, visit=lambda state, seat: positions.append((state.copy(), seat)))
    return positions


def play(board: str, number: int, *, listing: bool, visit: Question | None = None) -> None:
    """Play a random game, the same one for the same number."""
    rnd = random.Random(f"{board} {number}")
    chance = engine.Chance(rnd.randbytes(32))
    state, _ = engine.start(engine.RULESETS[board], BOARDS[board], chance)
    while not state.over:
        seat = state.prompts[0].seat
        if visit:
            visit(state, seat)
        options = engine.options(state, seat)
        legal = list(options) if listing else options
        engine.advance(state, seat, legal[int(rnd.random() * len(legal))], chance)


if __name__ == "__main__":
    main()
