"""Pairings of a cup: by knockout, and by the Swiss system."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from games.competitions.cups import knockout, swiss
from games.competitions.cups.draws import RoundDraw, spread
from tests.sweeps import at_length


class TestKnockout:
    @pytest.mark.parametrize(("seats", "advancing"), [(s, t) for s, ways in knockout.ADVANCING.items() for t in ways])
    def test_after_the_first_round_all_tables_are_full_up_to_the_final(self, seats: int, advancing: int) -> None:
        for count in range(2, 65):
            left, rounds = list(range(count)), 0
            while True:
                draw = knockout.paired(left, seats, advancing)
                rounds += 1
                there = [*draw.byes, *(one for table in draw.tables for one in table)]
                assert sorted(there) == left
                if len(left) <= seats:
                    assert len(draw.tables) == 1
                    break
                full = all(len(table) == seats for table in draw.tables)
                assert rounds == 1 or (full and not draw.byes)
                assert all(advancing < len(table) <= seats for table in draw.tables)
                left = sorted([*draw.byes, *(one for table in draw.tables for one in sorted(table)[:advancing])])
            assert rounds == knockout.rounds(count, seats, advancing)

    def test_byes_go_to_the_best_seeds_and_the_best_are_apart(self) -> None:
        assert knockout.paired([1, 2, 3, 4, 5, 6], 2, 1) == RoundDraw([[3, 6], [4, 5]], [1, 2])
        assert knockout.paired(range(1, 9), 2, 1).tables == [[1, 8], [2, 7], [3, 6], [4, 5]]
        assert knockout.paired(range(1, 9), 4, 2).tables == [[1, 4, 5, 8], [2, 3, 6, 7]]

    def test_where_one_is_too_many_a_small_table_plays_it_off(self) -> None:
        assert knockout.paired([1, 2, 3, 4, 5], 4, 2) == RoundDraw([[3, 4, 5]], [1, 2])
        assert knockout.paired(range(1, 4), 5, 1) == RoundDraw([[1, 2, 3]])


def test_smaller_tables_are_for_the_better_seeds() -> None:
    assert spread(range(1, 8), [3, 4]) == [[1, 4, 5], [2, 3, 6, 7]]


class Tournament:
    """Rounds by the Swiss system, with random results."""

    def __init__(self, count: int, seats: int) -> None:
        self.seats, self.random = seats, Random(1)
        self.points, self.eased = [0] * count, [0] * count
        self.met: Counter[frozenset[int]] = Counter()

    def play(self, rounds: int) -> "Tournament":
        for _ in range(rounds):
            order = sorted(range(len(self.points)), key=lambda one: (-self.points[one], one))
            draw = swiss.paired(self._field(order), self.seats)
            tables = [[order[one] for one in table] for table in draw.tables]
            byes = [[order[one]] for one in draw.byes]
            assert sorted(one for table in [*tables, *byes] for one in table) == sorted(order)
            for table in [*tables, *byes]:
                self._sit(table)
        return self

    def _field(self, order: Sequence[int]) -> swiss.SwissField:
        met = {
            frozenset((here, there)): self.met[frozenset((order[here], order[there]))]
            for here, there in combinations(range(len(order)), 2)
            if self.met[frozenset((order[here], order[there]))]
        }
        return swiss.SwissField([self.points[one] for one in order], met, [self.eased[one] for one in order])

    def _sit(self, table: list[int]) -> None:
        empty = self.seats - len(table)
        self.met.update(frozenset(pair) for pair in combinations(table, 2))
        self.random.shuffle(table)
        for place, one in enumerate(table):
            self.eased[one] += empty > 0
            self.points[one] += 2 * (empty + len(table) - 1 - place)


LARGE = [(9, 3, 4), (16, 4, 3), (25, 5, 4), (30, 3, 5), (64, 4, 6)]


class TestSwiss:
    @pytest.mark.parametrize(("count", "rounds"), [(4, 3), (6, 5), (8, 7), (9, 8), (16, 5), (33, 6)])
    def test_of_two_at_a_table_nobody_meets_anyone_twice(self, count: int, rounds: int) -> None:
        played = Tournament(count, 2).play(rounds)
        assert max(played.met.values()) == 1
        assert max(played.eased) <= 1

    @pytest.mark.parametrize(("count", "seats", "rounds"), at_length(LARGE, at_once=LARGE[:-1]))
    def test_nor_of_more_where_it_can_be_helped(self, count: int, seats: int, rounds: int) -> None:
        assert max(Tournament(count, seats).play(rounds).met.values()) == 1

    def test_where_all_have_met_they_meet_again_as_rarely_as_possible(self) -> None:
        assert max(Tournament(4, 2).play(6).met.values()) == 2
        assert max(Tournament(3, 2).play(3).eased) == 1

    def test_the_bye_is_for_the_last_who_has_had_none(self) -> None:
        field = swiss.SwissField([4, 2, 2, 0, 0], {}, [0, 0, 0, 0, 1])
        assert swiss.paired(field, 2).byes == [3]

    def test_with_more_at_a_table_there_are_no_byes_and_nobody_has_two_small_tables_if_it_can_be_helped(self) -> None:
        played = Tournament(15, 4).play(3)
        assert sum(played.eased) == 9
        assert max(played.eased) == 1

    def test_first_the_upper_half_meets_the_lower_and_then_equals_meet(self) -> None:
        assert swiss.paired(swiss.SwissField([0] * 4, {}, [0] * 4), 2).tables == [[0, 2], [1, 3]]
        met = {frozenset((0, 2)): 1, frozenset((1, 3)): 1}
        assert swiss.paired(swiss.SwissField([2, 2, 0, 0], met, [0] * 4), 2).tables == [[0, 1], [2, 3]]

    def test_as_many_as_fit_sit_at_one_table(self) -> None:
        assert swiss.paired(swiss.SwissField([0, 0, 0], {}, [0, 0, 0]), 4) == RoundDraw([[0, 1, 2]])
