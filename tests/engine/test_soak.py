"""A thousand random games of every ruleset, with every number of seats, with options and without: `make soak`."""

import pytest

from .conservation import check, check_log
from .moves import Questions
from .play import steps
from .positions import TABLES, Kind

GAMES = 1000
PORTION = 50


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("first", range(0, GAMES, PORTION))
@pytest.mark.parametrize(("kind", "seats"), TABLES, ids=str)
def test_a_thousand_games_end_and_lose_nothing(kind: Kind, seats: int, first: int) -> None:
    """Check every position against the log, and that only offered moves are accepted, trying every 97th other move."""
    for seed in range(first, first + PORTION):
        game, questions = [], Questions(100)
        for number, step in enumerate(steps(seats, seed, leaving=(0.0, 0.01, 0.05)[seed % 3], kind=kind)):
            check(step)
            questions.look(number, step, every=97)
            game.append(step)
        assert game[-1].state.over
        check_log(game)
