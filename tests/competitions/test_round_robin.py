"""Round robins: everyone meets everyone, once or twice; and rounds by date, chosen tie-breaks, late entries."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from games.competitions.cups import admission, bracket, round_robin, scores, sweeps
from games.competitions.results import TieBreak
from games.errors import Refused, Unprocessable
from games.models import Cup, CupEntrant, CupRound, Player
from tests.competitions.cup import BEGINS, SWISS, as_it_is, begun, made, running, tables, won
from tests.competitions.league import founded
from tests.games.stories import DAY, players

ONCE: dict[str, Any] = {"kind": Cup.Kind.ROUND_ROBIN, "legs": 1}


@pytest.mark.parametrize("legs", [1, 2])
@pytest.mark.parametrize("count", range(3, 21))
def test_everyone_meets_everyone_equally_often_and_begins_about_half_the_games(count: int, legs: int) -> None:
    met: Counter[frozenset[int]] = Counter()
    first: Counter[int] = Counter()
    byes: Counter[int] = Counter()
    for number in range(1, round_robin.rounds(count, legs) + 1):
        draw = round_robin.paired(range(count), number)
        assert sorted([*draw.byes, *(player for table in draw.tables for player in table)]) == list(range(count))
        met.update(frozenset(table) for table in draw.tables)
        first.update(table[0] for table in draw.tables)
        byes.update(draw.byes)
    assert met == Counter({frozenset(pair): legs for pair in combinations(range(count), 2)})
    assert set(byes.values()) == ({legs} if count % 2 else set())
    games = (count - 1) * legs
    assert all(abs(2 * first[player] - games) <= 1 + count % 2 for player in range(count))


@pytest.mark.django_db
class TestACup:
    def test_of_four_players_has_three_rounds_and_a_winner(self) -> None:
        cup, people = begun(4, **ONCE)
        now = BEGINS
        for number in (1, 2, 3):
            assert len(tables(cup, number)) == 2
            for table in running(cup):
                won(cup, min(table.seeds), now=now)
            sweeps.sweep(now=now + DAY)
            now += 2 * DAY
            sweeps.sweep(now=now)
        met = [table for number in (1, 2, 3) for table in tables(cup, number)]
        assert sorted(met) == sorted(combinations(range(4), 2))
        standings = scores.cup_standings(as_it_is(cup))
        assert [(one.entrant.player, one.points) for one in standings] == list(zip(people, [6, 4, 2, 0], strict=True))
        assert (Cup.objects.get(pk=cup.pk).state, standings[0].status) == ("over", "won")

    def test_whoever_meets_nobody_because_they_have_left_has_a_bye(self) -> None:
        cup, people = begun(4, **ONCE)
        admission.leave(player=people[3], cup_id=cup.pk, now=BEGINS)
        sweeps.sweep(now=BEGINS + 21 * DAY)
        sweeps.sweep(now=BEGINS + 22 * DAY)
        second = CupRound.objects.get(number=2)
        (opponent,) = second.byes
        assert tables(cup, 2) == [tuple(sorted({0, 1, 2} - {opponent}))]
        assert bracket.last_round(as_it_is(cup)) == 3

    def test_is_at_tables_of_two_and_has_no_number_of_rounds(self) -> None:
        (host,) = players(1)
        with pytest.raises(Unprocessable, match="round_robin_of_two"):
            made(host, **ONCE, seats=3)
        with pytest.raises(Unprocessable, match="rounds_or_advancing"):
            made(host, **ONCE, rounds=3)

    def test_is_full_with_twenty(self) -> None:
        people = players(21)
        cup = made(people[0], **ONCE)
        for player in people[:20]:
            admission.enter(player=player, cup_id=cup.pk, now=BEGINS - DAY)
        with pytest.raises(Refused, match="cup_full"):
            admission.enter(player=people[20], cup_id=cup.pk, now=BEGINS - DAY)


@pytest.mark.django_db
class TestRoundsByDate:
    @pytest.mark.parametrize(("fixed_dates", "closed"), [(False, True), (True, False)])
    def test_last_all_their_days(self, *, fixed_dates: bool, closed: bool) -> None:
        cup, _people = begun(4, **ONCE, fixed_dates=fixed_dates)
        won(cup, 0, 1, now=BEGINS)
        won(cup, 2, now=BEGINS)
        sweeps.sweep(now=BEGINS + DAY)
        assert (CupRound.objects.get().closed_at is not None) == closed
        sweeps.sweep(now=BEGINS + 21 * DAY)
        assert CupRound.objects.filter(number=1, closed_at__isnull=False).exists()


@pytest.mark.django_db
def test_a_host_chooses_the_tie_breaks() -> None:
    (host,) = players(1)
    usual = made(host, **ONCE)
    chosen = made(host, **SWISS, tie_breaks=["wins", "margin"])
    assert scores.tie_breaks_of(usual)[0] == TieBreak.DIRECT
    assert scores.tie_breaks_of(chosen) == [TieBreak.WINS, TieBreak.MARGIN]
    assert founded(host, tie_breaks=["margin"]).tie_breaks == ["margin"]


@pytest.mark.django_db
class TestEnteringLate:
    def test_a_swiss_cup_takes_latecomers_until_its_second_round(self) -> None:
        cup, _people = begun(5, **SWISS)
        early, late, too_late = players(3, "Late")
        admission.enter(player=early, cup_id=cup.pk, now=BEGINS + DAY)
        admission.enter(player=late, cup_id=cup.pk, now=BEGINS + DAY)
        assert list(CupEntrant.objects.order_by("seed").values_list("seed", flat=True)) == [0, 1, 2, 3, 4, 5, 6]
        assert {one.entrant.player: one.points for one in scores.cup_standings(as_it_is(cup))}[late] == 0
        sweeps.sweep(now=BEGINS + 21 * DAY)
        sweeps.sweep(now=BEGINS + 22 * DAY)
        playing = {seed for table in tables(cup, 2) for seed in table} | set(CupRound.objects.get(number=2).byes)
        assert playing == set(range(7))
        with pytest.raises(Refused, match="cup_entry_closed"):
            admission.enter(player=too_late, cup_id=cup.pk, now=BEGINS + 22 * DAY)

    def test_no_other_cup_does_nor_does_leaving_and_coming_back(self) -> None:
        cup, _people = begun(4, **ONCE)
        (late,) = players(1, "Late")
        with pytest.raises(Refused, match="cup_entry_closed"):
            admission.enter(player=late, cup_id=cup.pk, now=BEGINS + DAY)
        swiss, members = begun(5, **SWISS, name="Swiss")
        leaver: Player = members[2]
        admission.leave(player=leaver, cup_id=swiss.pk, now=BEGINS)
        with pytest.raises(Refused, match="cup_entry_closed"):
            admission.enter(player=leaver, cup_id=swiss.pk, now=BEGINS + DAY)
