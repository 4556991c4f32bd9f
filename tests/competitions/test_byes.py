"""Nobody is behind for a bye or an empty seat: simulated cups, in thousands of pairs who are level.

One's own points, which FIDE's rules put in the place of a missing opponent's, are more than an opponent's for the best
and less for the last. So a single cup's size or table leans a little, either way; all together do not.
"""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Final

import pytest

from games.competitions.cups.scores import BYE, TIE_BREAKS
from games.competitions.cups.swiss import SwissField, paired
from games.competitions.results import How, Match, Result, standings

ROUNDS: Final = 3


def play_cup(count: int, seats: int, random: Random) -> tuple[int, int]:
    """Play a cup by chance; of pairs who are level, count those where who had fewer opponents is ahead, and behind."""
    games: list[Match[int]] = []
    met: Counter[frozenset[int]] = Counter()
    eased: Counter[int] = Counter()
    for _ in range(ROUNDS):
        lines = standings(range(count), games, TIE_BREAKS)
        order = [line.contestant for line in lines]
        at = {one: place for place, one in enumerate(order)}
        seen = Counter({frozenset(at[one] for one in pair): times for pair, times in met.items()})
        draw = paired(SwissField([line.points for line in lines], seen, [eased[one] for one in order]), seats)
        for place in draw.byes:
            games.append(Match((order[place],), BYE, seats - 1))
            eased[order[place]] += 1
        for table in draw.tables:
            here = [order[place] for place in table]
            ranks = random.sample(range(1, len(here) + 1), len(here))
            points = [random.randint(0, 200) - 200 * rank for rank in ranks]
            games.append(Match(here, Result(How.RANKED, ranks, points), seats - len(here)))
            met.update(frozenset(pair) for pair in combinations(here, 2))
            eased.update(here if len(here) < seats else ())
    return _compare(games, count, eased)


def _compare(games: list[Match[int]], count: int, eased: Counter[int]) -> tuple[int, int]:
    ahead = behind = 0
    for one, other in combinations(standings(range(count), games, TIE_BREAKS), 2):
        if one.points == other.points and one.rank != other.rank:
            by = eased[one.contestant] - eased[other.contestant]
            ahead, behind = ahead + (by > 0), behind + (by < 0)
    return ahead, behind


def total(found: list[tuple[int, int]]) -> float:
    """The share of pairs in which who had fewer opponents is ahead."""
    ahead, behind = sum(one for one, _ in found), sum(one for _, one in found)
    assert ahead + behind > 100
    return ahead / (ahead + behind)


def sizes(seats: int, most: int) -> list[int]:
    return [count for count in range(5, most + 1) if count > seats and count % seats]


@pytest.mark.long
def test_who_had_a_bye_or_an_empty_seat_is_behind_as_often_as_ahead() -> None:
    """By chance alone the better one of two who are level is as often this one as that one."""
    random = Random(40)
    found = {
        seats: [play_cup(count, seats, random) for count in sizes(seats, 17) for _ in range(4 * seats)]
        for seats in (2, 3, 4, 5)
    }
    shares = {seats: total(some) for seats, some in found.items()}
    assert all(0.2 < share < 0.8 for share in shares.values()), shares
    everyone = total([one for some in found.values() for one in some])
    assert 0.4 < everyone < 0.6, everyone


@pytest.mark.nightly
def test_in_cups_of_up_to_forty() -> None:
    random = Random(40)
    found = [play_cup(count, seats, random) for seats in (2, 3, 4, 5) for count in sizes(seats, 40) for _ in range(2)]
    assert 0.45 < total(found) < 0.55


def test_of_five_over_three_rounds_a_bye_decides_nothing() -> None:
    """Of 735 pairs who were level, 724 were decided against the one who had had a bye."""
    random = Random(5)
    assert 0.3 < total([play_cup(5, 2, random) for _ in range(200)]) < 0.7
