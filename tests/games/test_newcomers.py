"""An account of these days can have fewer tables that wait for players, so that spam stays small."""

from datetime import timedelta

import pytest

from games.errors import Refused
from games.lobby import lobby
from games.models import Player
from tests.games.stories import DAY, NOON, players

pytestmark = pytest.mark.django_db


def test_a_newcomer_opens_ten_tables_and_more_two_days_later() -> None:
    (host,) = players(1)
    Player.objects.filter(pk=host.pk).update(date_joined=NOON - timedelta(hours=1))
    host.refresh_from_db()
    wishes = lobby.Wishes("usa@1", 2, DAY)
    for _ in range(10):
        lobby.create_game(host=host, wishes=wishes, now=NOON)
    with pytest.raises(Refused, match="too_many_open_games"):
        lobby.create_game(host=host, wishes=wishes, now=NOON)
    lobby.create_game(host=host, wishes=wishes, now=NOON + 2 * DAY)
