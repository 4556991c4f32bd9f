"""A thousand random games in each seat count: `make soak`."""

import pytest

from .conservation import check, check_log
from .play import steps
from .positions import SOME_TABLES, Kind

GAMES = 1000
PORTION = 50


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, GAMES, PORTION))
@pytest.mark.parametrize(("kind", "seats"), SOME_TABLES, ids=str)
def test_a_thousand_games_end_and_lose_nothing(kind: Kind, seats: int, first: int) -> None:
    for seed in range(first, first + PORTION):
        game = []
        for step in steps(seats, seed, leaving=(0.0, 0.01, 0.05)[seed % 3], kind=kind):
            check(step)
            game.append(step)
        assert game[-1].state.over
        check_log(game)
