"""New tables that a player would join: told once a day at most, by day, and only what the player may hear of."""

from datetime import datetime, time, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings
from time_machine import TimeMachineFixture

from games.lobby import lobby
from games.models import Block, Game, Player
from games.people import guests, privacy, relations
from notifications import table_wishes, tasks
from notifications.models import Mail, TableWish
from notifications.policy import preferences
from tests.games.stories import DAY, NOON, players
from tests.notifications.api import client
from tests.notifications.conftest import Carry
from tests.notifications.post_office import PostOffice
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
URL = "/api/v1/me/table-wish"


@pytest.fixture(autouse=True)
def _at_noon(time_machine: TimeMachineFixture) -> TimeMachineFixture:
    time_machine.move_to(NOON, tick=False)
    return time_machine


@pytest.fixture
def people() -> list[Player]:
    """Return a player who wants to hear of any table, and a host."""
    ada, host = players(2)
    wish(ada)
    return [ada, host]


def wish(player: Player, ruleset: str = "", pace: str = "", seats: int | None = None) -> None:
    table_wishes.put(player, ruleset=ruleset, pace=pace, seats=seats, now=NOON)


def opened(host: Player, at: datetime = NOON + MINUTE, **facts: Any) -> Game:
    wishes = lobby.Wishes(**{"ruleset": "usa@1", "seats": 3, "time_per_move": DAY, **facts})
    game = lobby.create_game(host=host, wishes=wishes, now=at)
    Game.objects.filter(pk=game.pk).update(created_at=at)
    return game


def told(at: datetime) -> int:
    return table_wishes.tell_due(now=at)


def test_a_new_table_is_told_once_however_often_anybody_looks(people: list[Player]) -> None:
    opened(people[1])
    assert told(NOON + MINUTE) == 0, "its host may still be inviting friends"
    assert told(NOON + HOUR) == 1
    assert told(NOON + HOUR) == 0
    assert told(NOON + 3 * DAY) == 0
    assert Mail.objects.count() == 1


def test_more_tables_wait_for_the_next_day_and_come_together(people: list[Player]) -> None:
    opened(people[1])
    told(NOON + HOUR)
    for number in range(2):
        opened(people[1], NOON + (2 + number) * HOUR)
    assert told(NOON + 5 * HOUR) == 0
    wish(people[0], seats=3)
    assert told(NOON + 5 * HOUR) == 0, "a changed wish brings no second email on the same day"
    opened(people[1], NOON + 6 * HOUR)
    opened(people[1], NOON + 7 * HOUR)
    assert told(NOON + HOUR + DAY) == 1
    assert str(Mail.objects.latest("pk").context).count("'heading'") == 1 + 4


def test_nobody_is_woken(people: list[Player]) -> None:
    preferences.put_habits(people[0], {"quiet_from": time(12, 30), "quiet_until": time(20)}, now=NOON)
    opened(people[1])
    assert told(NOON + HOUR) == 0
    assert told(NOON + 7 * HOUR) == 0
    assert told(NOON + 8 * HOUR) == 1


@pytest.mark.parametrize(
    ("wanted", "counts"),
    [
        ({}, 1),
        ({"ruleset": "usa@1", "pace": "daily", "seats": 3}, 1),
        ({"ruleset": "old_west@1"}, 0),
        ({"pace": "slow"}, 0),
        ({"seats": 4}, 0),
    ],
)
def test_only_tables_like_those_wanted_are_told(wanted: dict[str, Any], counts: int) -> None:
    ada, host = players(2)
    wish(ada, **wanted)
    opened(host)
    assert told(NOON + HOUR) == counts


def test_tables_that_are_not_wanted_cost_nothing() -> None:
    ada, host = players(2)
    wish(ada, ruleset="old_west@1")
    opened(host, minimum_rating=1000)
    with CaptureQueriesContext(connection) as few:
        told(NOON + HOUR)
    for _ in range(3):
        opened(host, NOON + HOUR, minimum_rating=1000)
    with CaptureQueriesContext(connection) as many:
        told(NOON + 2 * HOUR)
    assert len(many) == len(few)


@pytest.mark.parametrize("facts", [{"access": "invitation"}, {"public": False}, {"minimum_rating": 3000}])
def test_tables_that_are_not_for_the_player_are_not_told(people: list[Player], facts: dict[str, Any]) -> None:
    opened(people[1], **facts)
    assert told(NOON + HOUR) == 0


@pytest.mark.parametrize("by", [0, 1])
def test_nothing_is_told_of_hosts_who_block_or_are_blocked(people: list[Player], by: int) -> None:
    relations.add(Block, player=people[by], other_id=people[1 - by].pk, now=NOON)
    opened(people[1])
    assert told(NOON + HOUR) == 0


def test_tables_at_which_the_player_sits_and_old_or_full_ones_are_not_told(people: list[Player]) -> None:
    ada, host = people
    opened(host, NOON - HOUR)
    opened(ada)
    lobby.join_game(player=ada, game_id=opened(host).pk, now=NOON + MINUTE)
    full = opened(host, seats=2)
    lobby.join_game(player=players(1, "Third")[0], game_id=full.pk, now=NOON + MINUTE)
    assert told(NOON + HOUR) == 0


def test_the_email_joins_and_ends_with_one_tap_each(people: list[Player], carry: Carry) -> None:
    ada, host = people
    game = opened(host)
    told(NOON + HOUR)
    (received,) = carry(NOON + HOUR)
    text = received.text
    assert received.message["Subject"] == "A table you would join: Ticket to Ride"
    assert f"{host.name} has opened a table for 3. Time for each move: 1 day. 2 seats are free." in " ".join(
        text.split()
    )
    stop = received.message["List-Unsubscribe"].strip(" <>")
    assert stop in text
    assert received.message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    join = next(line for line in text.split() if "/invitations/" in line)
    stranger = Client()
    page = stranger.get(urlsplit(join).path)
    assert page.status_code == 200
    assert "Decline" not in page.content.decode()
    stranger.post(urlsplit(join).path, {"do": "join"})
    assert game.seats.filter(player=ada).exists()
    assert Client().post(urlsplit(stop).path).status_code == 200
    assert not TableWish.objects.exists()


def test_the_email_can_be_replied_to(people: list[Player], carry: Carry, settings: Settings) -> None:
    settings.MAIL_IN_ADDRESS = "play@night-mail.example"
    game = opened(people[1])
    told(NOON + HOUR)
    (received,) = carry(NOON + HOUR)
    assert "play@night-mail.example" in str(received.message["Reply-To"])
    assert f"Reply “join {game.pk}” to take a seat." in " ".join(received.text.split())


def test_the_task_queues_and_sends(
    people: list[Player], post_office: PostOffice, time_machine: TimeMachineFixture
) -> None:
    opened(people[1])
    time_machine.move_to(NOON + HOUR, tick=False)
    tasks.tell_of_tables()
    assert [mail.to for mail in post_office.received] == [[people[0].email]]


def test_the_page_keeps_the_filters_of_the_list() -> None:
    ada, _ = players(2)
    browser = browser_of(ada)
    assert 'href="/settings/tables?seats=4"' in text_of(browser, "/tables?seats=4&page=2")
    assert '<option value="4" selected>' in text_of(browser, "/settings/tables?seats=4")
    browser.post("/settings/tables", {"do": "tell", "ruleset": "usa@1", "pace": "", "seats": "4"})
    assert str(TableWish.objects.get()) == f"{ada.pk} usa@1  4"
    assert '<option value="4" selected>' in text_of(browser, "/settings/tables")
    other = text_of(browser, "/settings/tables?seats=3")
    assert '<option value="3" selected>' in other, "of a table like this, not like the last"
    assert "You are told of tables like this" not in other
    browser.post("/settings/tables", {"do": "stop"})
    assert not TableWish.objects.exists()


def test_guests_are_promised_nothing() -> None:
    guest = guests.come(network="192.0.2.1", now=timezone.now())
    browser = browser_of(guest)
    assert "/settings/tables" not in text_of(browser, "/tables")
    answer = browser.post("/settings/tables", {"do": "tell", "ruleset": "", "pace": "", "seats": ""})
    assert (answer.status_code, "Give an address first" in answer.content.decode()) == (403, True)
    assert not TableWish.objects.exists()


def test_programs_set_it_too() -> None:
    ada, _ = players(2)
    here = client(ada)
    assert here.get(URL).json() == {"ruleset": None, "pace": None, "seats": None, "created_at": None}
    kept = here.put(URL, {"pace": "slow"}, format="json").json()
    assert (kept["ruleset"], kept["pace"], kept["seats"]) == (None, "slow", None)
    assert here.get(URL).json() == kept
    unknown = here.put(URL, {"ruleset": "chess@1"}, format="json")
    assert (unknown.status_code, unknown.json()["code"]) == (422, "unknown_ruleset")
    assert here.delete(URL).status_code == 204
    assert here.get(URL).json()["pace"] is None


def test_it_is_exported_and_erased(people: list[Player]) -> None:
    assert privacy.export_player(player=people[0])["table_wish"]
    privacy.erase_player(player=people[0], now=timezone.now())
    assert not TableWish.objects.exists()


def test_a_clock_that_is_no_longer_offered_restricts_nothing(people: list[Player]) -> None:
    wish(people[1], pace="slow")
    TableWish.objects.update(pace="leisurely")
    opened(people[0])
    assert told(NOON + HOUR) == 1
