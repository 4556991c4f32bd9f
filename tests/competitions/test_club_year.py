"""A club's year: a league of three divisions over four seasons and a cup run themselves, whoever leaves."""

from datetime import timedelta

import pytest

from games.models import Cup, Game, Ruling
from games.table.disputes import desk_queue
from tests.competitions.simulated import Plan
from tests.competitions.simulated_club import ClubYear
from tests.competitions.simulated_cup import CupPlan
from tests.games.admins import GROUPS, admin

DAY = timedelta(days=1)


@pytest.mark.django_db
@pytest.mark.nightly
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_all_end_on_time_and_no_admin_is_needed(seed: int) -> None:
    plan = Plan(
        players=24, seasons=4, seats=2, games_each=2, division_size=8, movers=2, season_days=24, step=4 * DAY,
        moves_in_a_step=1, clock="relaxed", comers=5, vanishing=1, leaving=1, seed=seed,
    )  # fmt: skip
    year = ClubYear(plan)
    seasons = list(year.seasons())
    assert [season.number for season in seasons] == [1, 2, 3, 4]
    assert seasons[0].divisions == [8, 8, 8]
    assert all(len(season.divisions) == 3 for season in seasons)
    assert all(season.promoted == season.relegated == 4 for season in seasons)
    cup = year.cup(CupPlan(players=8, kind=Cup.Kind.KNOCKOUT, seats=2, advancing=1, round_days=7, step=DAY, seed=seed))
    assert len(list(cup.rounds())) == 3
    assert cup.check_winner()
    assert not Ruling.objects.filter(rule="").exists()
    assert not [item for item in desk_queue.queue(admin("Rita", *GROUPS), cup.now) if item.kind != "canary"]
    assert {(game.club_id, game.public, game.rated) for game in Game.objects.all()} == {(year.club.pk, False, False)}
