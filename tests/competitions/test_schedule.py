"""The schedule of a division: for every number of players, at every size of table."""

from collections import Counter
from itertools import combinations
from time import process_time

import pytest

from games.competitions import schedule

SIZES = range(4, 31)
LONGEST = 20.0
"""Seconds of processor time for all possible schedules."""


def met(tables: list[tuple[int, ...]]) -> Counter[tuple[int, int]]:
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


@pytest.mark.parametrize("seats", range(2, 7))
def test_everyone_plays_the_same_number_of_games_at_every_seat_against_many(seats: int) -> None:
    began = process_time()
    for players in [size for size in SIZES if size >= seats]:
        for games in schedule.possible_games(seats):
            tables = schedule.tables(players, seats, games, seed=players)
            assert all(len(set(table)) == seats for table in tables)
            at_seat = Counter((player, seat) for table in tables for seat, player in enumerate(table))
            expected = {(player, seat): games // seats for player in range(players) for seat in range(seats)}
            assert at_seat == expected
            assert max(met(tables).values()) <= schedule.unavoidable(players, seats, games) + 1
    assert process_time() - began < LONGEST


def test_the_seed_draws_the_ring_and_nothing_else() -> None:
    one, again, other = (schedule.tables(20, 4, 8, seed) for seed in (1, 1, 2))
    assert one == again
    assert one != other
    assert sorted(met(one).values()) == sorted(met(other).values())


def test_other_numbers_of_games_are_refused() -> None:
    assert schedule.possible_games(4) == [4, 8, 12]
    with pytest.raises(ValueError, match="6 games"):
        schedule.tables(20, 4, 6, seed=1)
