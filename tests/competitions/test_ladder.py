"""Divisions, promotion and relegation, computed by hand."""

import pytest

from games.competitions.leagues import ladder
from games.competitions.leagues.ladder import PROMOTED, RELEGATED, STAYS, Finish


@pytest.mark.parametrize(
    ("players", "size", "seats", "expected"),
    [
        (3, 20, 2, []),
        (4, 20, 2, [4]),
        (5, 20, 6, []),
        (6, 20, 6, [6]),
        (20, 20, 4, [20]),
        (29, 20, 4, [29]),
        (30, 20, 4, [20, 10]),
        (36, 20, 4, [20, 16]),
        (40, 20, 4, [20, 20]),
        (55, 20, 4, [20, 20, 15]),
        (45, 30, 4, [30, 15]),
        (44, 30, 4, [22, 22]),
        (31, 30, 4, [16, 15]),
        (9, 4, 4, [4, 5]),
        (11, 4, 2, [4, 7]),
        (9, 6, 2, [9]),
        (10, 6, 2, [6, 4]),
    ],
)
def test_divisions_of_a_league(players: int, size: int, seats: int, expected: list[int]) -> None:
    assert ladder.sizes(players, size, seats) == expected


def test_every_division_is_of_a_legal_size_and_nobody_waits() -> None:
    for seats in range(2, 7):
        for size in range(max(4, seats), 31):
            for players in range(ladder.fewest(seats), 200):
                divisions = ladder.sizes(players, size, seats)
                assert sum(divisions) == players
                assert all(ladder.fewest(seats) <= count <= 30 for count in divisions)
                assert all(2 * count >= size for count in divisions[1:])


def test_as_many_go_up_as_down() -> None:
    places = list(range(16))
    top = ladder.outcomes(places, [], 3, highest=True, lowest=False)
    middle = ladder.outcomes(places, [], 3, highest=False, lowest=False)
    bottom = ladder.outcomes(places, [], 3, highest=False, lowest=True)
    assert [one for one in places if top[one] == RELEGATED] == [13, 14, 15]
    assert PROMOTED not in top.values()
    assert [one for one in places if middle[one] == PROMOTED] == [0, 1, 2]
    assert [one for one in places if middle[one] == RELEGATED] == [13, 14, 15]
    assert [one for one in places if bottom[one] != STAYS] == [0, 1, 2]


def test_a_vacant_place_is_not_promoted() -> None:
    found = ladder.outcomes(list(range(16)), [0, 2], 2, highest=False, lowest=True)
    assert [one for one in found if found[one] == PROMOTED] == [1, 3]


def test_the_ladder_of_the_next_season() -> None:
    """Two levels of three; one goes up, one down; a newcomer begins at the bottom."""
    finished = {
        "a": Finish(1, STAYS, 1),
        "b": Finish(1, STAYS, 2),
        "c": Finish(1, RELEGATED, 3),
        "d": Finish(2, PROMOTED, 1),
        "e": Finish(2, STAYS, 2),
        "f": Finish(2, STAYS, 3),
    }
    assert ladder.ladder(finished, ["n"]) == ["a", "b", "d", "c", "e", "f", "n"]
    del finished["a"]
    assert ladder.ladder(finished, [])[:3] == ["b", "d", "c"]
