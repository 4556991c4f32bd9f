"""Small simulated cups from the first round to the winner; `make bench ARGS=cup` plays larger ones."""

from datetime import timedelta

import pytest

from games.models import Cup
from tests.competitions.simulated_cup import CupPlan, CupSimulation

DAY = timedelta(days=1)


@pytest.mark.django_db
@pytest.mark.nightly
def test_every_round_ends_on_time_and_everyone_hears_of_it_whoever_goes() -> None:
    knockout = CupSimulation(
        CupPlan(players=10, kind=Cup.Kind.KNOCKOUT, seats=2, advancing=1, round_days=7, step=DAY, vanishing=1)
    )
    first, *rest = knockout.rounds()
    assert (first.players, first.tables, first.byes, len(rest)) == (10, 2, 6, 3)
    assert knockout.check_winner()
    assert knockout.check_heard() > 2 * 10
    swiss = CupSimulation(CupPlan(players=10, kind=Cup.Kind.SWISS, seats=3, rounds=2, round_days=7, step=DAY))
    assert [one.number for one in swiss.rounds()] == [1, 2]
    assert swiss.check_winner()
    swiss.check_heard()
