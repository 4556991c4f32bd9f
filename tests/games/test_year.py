"""A season of a few games; `make bench ARGS=year` plays the whole year of five hundred."""

import pytest
from django.core.management import call_command

from games.models import Game, Turn
from tests.games.years import DAY, OVER, Year

pytestmark = [pytest.mark.django_db, pytest.mark.nightly]


def test_a_season_of_games_that_all_end() -> None:
    seen = Year(games=2, people=5, seed=4, within=5 * DAY).run(365 * DAY)

    assert set(Game.objects.values_list("status", flat=True)) <= set(OVER)
    assert seen.counts["games"] == 2
    assert seen.counts["acted on"] > 0
    assert seen.at_night == []
    assert seen.unannounced == []
    assert set(seen.told.values()) <= {1}
    assert not Turn.objects.filter(closed_at=None).exists()
    call_command("replay")
