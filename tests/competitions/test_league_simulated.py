"""A league over two simulated seasons; `make bench ARGS=league` plays a larger one."""

from datetime import timedelta

import pytest

from tests.competitions.simulated import Plan, Simulation

SMALL = Plan(
    players=32,
    seasons=2,
    clock="relaxed",
    seats=2,
    games_each=2,
    division_size=16,
    movers=2,
    season_days=24,
    step=timedelta(days=4),
    moves_in_a_step=1,
    comers=6,
    vanishing=1,
    leaving=1,
)


@pytest.mark.django_db
@pytest.mark.nightly
def test_every_season_ends_on_time_whoever_vanishes() -> None:
    simulation = Simulation(SMALL)
    first, second = simulation.seasons()
    assert (first.divisions, first.games, first.promoted, first.relegated) == ([16, 16], 32, 2, 2)
    assert second.games == sum(second.divisions) > 16
    assert first.replaced > 0
    assert simulation.ratings_reproduce() > 16
