"""Hosts hear once that their tables by invitation, made before an upgrade, can be watched by anyone."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from games.lobby import lobby
from games.models import Game, Player
from notifications.models import Notification
from notifications.policy import watched
from tests.games.stories import DAY, NOON, players, started
from tests.notifications.conftest import Carry

pytestmark = pytest.mark.django_db
UPGRADED = NOON + timedelta(days=1)
LATER = UPGRADED + timedelta(hours=2)
WISHES = lobby.Wishes("usa@1", 3, DAY, access=Game.Access.INVITATION, public=True)


@pytest.fixture
def host() -> Player:
    return players(1)[0]


def test_the_host_is_told_once(carry: Carry, host: Player) -> None:
    table = lobby.create_game(host=host, wishes=WISHES, now=NOON)
    assert [watched.tell_hosts(UPGRADED, LATER) for _ in range(2)] == [1, 0]
    (mail,) = carry(LATER)
    assert mail.to == [host.email]
    assert mail.message["Subject"].startswith("Anyone can watch: ")
    assert "Anyone can watch this table." in mail.text
    assert f"/tables/{table.pk}" in mail.text
    assert watched.tell_hosts(UPGRADED, LATER + DAY) == 0
    assert carry(LATER + DAY) == []


def test_two_at_once_tell_once(host: Player) -> None:
    lobby.create_game(host=host, wishes=WISHES, now=NOON)
    watched.tell_hosts(UPGRADED, LATER)
    (first,) = Notification.objects.filter(kind="still_watched")
    first.pk = None
    Notification.objects.bulk_create([first], ignore_conflicts=True)
    assert Notification.objects.filter(kind="still_watched").count() == 1


@pytest.mark.parametrize(
    "wishes",
    [
        replace(WISHES, public=False),
        replace(WISHES, access=Game.Access.OPEN),
        replace(WISHES, order=Game.Order.PAIRED),
    ],
)
def test_of_other_tables_nobody_is_told(host: Player, wishes: lobby.Wishes) -> None:
    lobby.create_game(host=host, wishes=wishes, now=NOON)
    assert watched.tell_hosts(UPGRADED, LATER) == 0


def test_of_tables_made_after_it_or_closed_nobody_is_told(host: Player) -> None:
    closed = lobby.create_game(host=host, wishes=WISHES, now=NOON)
    lobby.leave_game(player=host, game_id=closed.pk, now=NOON)
    lobby.create_game(host=host, wishes=WISHES, now=LATER)
    assert watched.tell_hosts(UPGRADED, LATER) == 0


def test_who_closes_the_table_before_it_is_sent_hears_nothing(carry: Carry, host: Player) -> None:
    table = lobby.create_game(host=host, wishes=WISHES, now=NOON)
    watched.tell_hosts(UPGRADED, LATER)
    lobby.leave_game(player=host, game_id=table.pk, now=LATER)
    assert carry(LATER) == []


def test_a_running_table_is_told_with_the_host_s_seat() -> None:
    game = started(players(2))
    Game.objects.update(access=Game.Access.INVITATION)
    watched.tell_hosts(UPGRADED, LATER)
    notice = Notification.objects.get(kind="still_watched", game=game)
    assert notice.seat is not None


@pytest.mark.parametrize("after", [timedelta(minutes=30), timedelta(days=8)])
def test_while_the_upgrade_rolls_and_long_after_it_nobody_is_told(host: Player, after: timedelta) -> None:
    lobby.create_game(host=host, wishes=WISHES, now=NOON)
    assert watched.tell_hosts(UPGRADED, UPGRADED + after) == 0


def test_a_site_knows_when_it_was_upgraded_if_it_is_older() -> None:
    assert watched.find_upgrade() is None  # all migrations of a new site are applied together
    first = MigrationRecorder.Migration.objects.filter(app="notifications").order_by("id")[:1]
    MigrationRecorder.Migration.objects.filter(pk__in=first.values("pk")).update(applied=timezone.now() - 2 * DAY)
    assert watched.find_upgrade() is not None
