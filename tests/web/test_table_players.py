"""The table of players on a game's page, which stands in narrow columns."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from games.models import Turn
from games.web.table import clock
from tests.games.stories import players, started
from tests.web.test_table import sit

pytestmark = pytest.mark.django_db


def test_the_time_of_others_is_short_and_the_panel_names_the_zone() -> None:
    """Three words more broke into a second line in each row, or were cut off beside a tall board."""
    now = timezone.now()
    game = started(players(4), ruleset="card_game@1", now=now)
    due = now + timedelta(days=9)
    Turn.objects.filter(game=game).update(deadline_at=due, expires_at=due)
    page = sit(game, 0).open().text
    short = f"due {clock.day_and_time(due, now, UTC)}"
    assert page.count(short) == 4
    assert page.count(f"{short} UTC") == 1


def test_a_distant_day_has_a_short_month() -> None:
    now = datetime(2026, 9, 1, 12, 0, tzinfo=UTC)
    assert clock.day_and_time(now + timedelta(days=20), now, UTC) == "21 Sep 12:00"
