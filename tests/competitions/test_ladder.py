"""Divisions, promotion and relegation, computed by hand."""

import pytest

from games.competitions.leagues import ladder
from games.competitions.leagues.ladder import PROMOTED, RELEGATED, STAYS, Finish


@pytest.mark.parametrize(
    ("players", "size", "expected"),
    [
        (15, 20, []),
        (16, 20, [16]),
        (20, 20, [20]),
        (30, 20, [30]),
        (33, 20, [30]),
        (36, 20, [20, 16]),
        (40, 20, [20, 20]),
        (60, 20, [20, 20, 20]),
        (55, 20, [20, 30]),
        (47, 16, [16, 30]),
        (45, 30, [30]),
    ],
)
def test_divisions_have_16_to_30_players(players: int, size: int, expected: list[int]) -> None:
    assert ladder.sizes(players, size) == expected


def test_every_division_is_of_a_legal_size_and_only_a_few_wait() -> None:
    for size in range(16, 31):
        for players in range(16, 200):
            found = ladder.sizes(players, size)
            assert all(16 <= count <= 30 for count in found)
            assert 0 <= players - sum(found) < 16
            assert all(count == size for count in found[:-1])


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
