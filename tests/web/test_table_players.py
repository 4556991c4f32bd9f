"""The table of players on a game's page, which stands in narrow columns."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import formats, timezone

from games.lobby import departures
from games.models import Turn
from games.web.table import clock
from notifications import absences
from tests.games.stories import chosen, holder, players, started
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


def test_a_stand_in_s_row_says_for_whom_it_plays_and_the_replay_who_sat_there() -> None:
    now = timezone.now()
    game = chosen(started(players(2), now=now), now=now)
    departures.hand_to_stand_in(player=holder(game, 0), game_id=game.pk, now=now)
    visitor = sit(game, 1)
    assert " for Player 0 " in visitor.open().text
    visitor.open(f"{visitor.path}/replay/2")
    rows = re.findall(r'<span class="who">.*?</th>', visitor.answer.content.decode())
    assert any("Player 0" in row for row in rows)
    assert not any("Stand-in" in row for row in rows)


def test_who_says_to_be_away_is_away_in_the_row_for_those_at_the_table_alone() -> None:
    now, today = timezone.now(), timezone.now().date()
    game = chosen(started(players(2), now=now), now=now)
    absences.put(holder(game, 1), text="On a walk", starts_on=today, ends_on=today + timedelta(days=2))
    until = f"away until {formats.date_format(today + timedelta(days=2), 'j F')}"
    assert until in sit(game, 0).open().text
    assert until not in sit(game, 1).open().text
    assert until not in Client().get(f"/games/{game.pk}").content.decode()
    absences.put(holder(game, 1), text="", starts_on=today + timedelta(days=5), ends_on=today + timedelta(days=9))
    assert "away from " in sit(game, 0).open().text
