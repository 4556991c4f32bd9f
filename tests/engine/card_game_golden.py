"""Golden games of the card game. `python -m tests.engine.card_game_golden` writes those that are missing."""

import random
from collections.abc import Callable
from typing import Any

import engine

from .golden_games import begun, coming_and_going, until, write_missing
from .play import any_move, rather_draw
from .recorder import Recorder, recorded
from .yards_table import CARDS, OPEN


def spender(rnd: random.Random, state: Any, seat: int) -> engine.Move:
    """Gets rid of cards: places what can be placed, else draws tickets and keeps them all, else does anything."""
    prompt = state.prompt_of(seat)
    if prompt.tag == "keep_tickets":
        return engine.options(state, seat)[-1]  # type: ignore[no-any-return]
    if prompt.tag == "take_turn":
        moves = list(engine.options(state, seat))
        for tags in (("place_row", "place_three"), ("draw_tickets",)):
            found = [move for move in moves if move.tag in tags]
            if found:
                return found[-1]  # type: ignore[no-any-return]
    return any_move(rnd, state, seat)


def somebody_passes() -> Recorder:
    """One seat draws whatever there is, the others hold all tickets and no cards when the deck has run out."""
    for seed in range(1000):
        game, players = begun(3, seed, CARDS)
        players.ways = [rather_draw, spender, spender]
        while not game.state.over:
            game.move(*players.next(game.state))
        if "turn_passed" in told(game):
            return game
    raise AssertionError("no such game found")


def told(game: Recorder) -> set[str]:
    """Which kinds of facts have come about."""
    return {event["type"] for entry in game.records for event in entry.public["events"]}


def left_alone() -> Recorder:
    """Somebody resigns in the middle of a round: what is on the tracks is scored at once."""
    game, players = begun(2, 3, CARDS)
    players.ways = [any_move] * 2
    for _ in range(60):
        game.move(*players.next(game.state))
    until(game, players, 1, "take_turn")
    game.move(1, engine.Resign())
    return game


def left_alone_completing() -> Recorder:
    """The first round is being scored when three of four have left, one after choosing and two before."""
    for seed in range(1000):
        game, players = begun(4, seed, OPEN)
        players.ways = [any_move] * 4
        until(game, players, 2, "complete_tickets")
        if len(engine.options(game.state, 2)) > 4:
            game.move(2, engine.options(game.state, 2)[1])
            for seat in (2, 0, 3):
                game.move(seat, engine.Forfeit())
            return game
    raise AssertionError("no such game found")


def abandoned() -> Recorder:
    """All go away while the round is scored."""
    game, players = begun(3, 5, OPEN)
    until(game, players, 1, "complete_tickets")
    for seat in (1, 0, 2):
        game.move(seat, engine.MarkAbsent())
    return game


GAMES: dict[str, Callable[[], Recorder]] = {
    "card_game@1-2-one-round": lambda: recorded(2, 1, kind=CARDS),
    "card_game@1-2-open-stack-fixed-order": lambda: recorded(2, 2, kind=OPEN, order=[1, 0]),
    "card_game@1-3-one-round-open-stack": lambda: recorded(3, 3, kind=OPEN),
    "card_game@1-4-two-rounds": lambda: recorded(4, 4, kind=CARDS),
    "card_game@1-4-two-rounds-open-stack": lambda: recorded(4, 5, kind=OPEN),
    "card_game@1-4-coming-and-going": lambda: coming_and_going(4, CARDS),
    "card_game@1-3-somebody-passed": somebody_passes,
    "card_game@1-2-left-alone": left_alone,
    "card_game@1-4-left-alone-completing": left_alone_completing,
    "card_game@1-3-abandoned": abandoned,
}


if __name__ == "__main__":
    write_missing(GAMES)
