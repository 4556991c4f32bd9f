"""Request limits for strangers and for players."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from pytest_django import Settings
from rest_framework.test import APIClient

from games.people.networks import network
from tests.api.people import API, client_of, player, stranger
from tests.web.people import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _within_one_window() -> Iterator[None]:
    with time_machine.travel(datetime(2026, 3, 2, 12, 0, 10, tzinfo=UTC), tick=False):
        yield


def statuses(client: APIClient, times: int, address: str) -> list[int]:
    return [client.get(f"{API}/problems", REMOTE_ADDR=address).status_code for _ in range(times)]


def test_strangers_are_counted_by_address(settings: Settings) -> None:
    settings.REQUESTS_PER_MINUTE = {"stranger": 2, "player": 100}
    assert statuses(stranger(), 3, "192.0.2.1") == [200, 200, 429]
    assert statuses(stranger(), 1, "192.0.2.2") == [200]


def test_anyone_who_asks_too_often_hears_when_to_come_back(settings: Settings) -> None:
    settings.REQUESTS_PER_MINUTE = {"stranger": 0, "player": 100}
    refused = stranger().get(f"{API}/problems", REMOTE_ADDR="192.0.2.3")
    assert refused.json()["code"] == "too_many_requests"
    assert refused["Retry-After"] == "50"


def test_players_are_counted_by_themselves_wherever_they_are(settings: Settings) -> None:
    settings.REQUESTS_PER_MINUTE = {"stranger": 0, "player": 2}
    ada = player("Ada")
    answers = [client_of(ada).get(f"{API}/me", REMOTE_ADDR=f"192.0.2.{n}").status_code for n in range(3)]
    assert answers == [200, 200, 429]
    assert client_of(player("Bob")).get(f"{API}/me").status_code == 200


def test_a_browser_that_is_signed_in_counts_as_its_player(settings: Settings) -> None:
    settings.REQUESTS_PER_MINUTE = {"stranger": 0, "player": 2}
    browser = browser_of(player("Ada"))
    answers = [browser.get(f"{API}/stream", HTTP_ACCEPT="text/event-stream").status_code for _ in range(3)]
    assert answers == [421, 421, 429]


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("nonsense", "unknown"),
    ],
)
def test_an_ipv6_customer_has_one_count(address: str, counted: str) -> None:
    assert network(address) == counted


def test_with_redis_away_nobody_is_refused(settings: Settings, without_redis: None) -> None:
    settings.REQUESTS_PER_MINUTE = {"stranger": 1, "player": 1}
    assert statuses(stranger(), 3, "192.0.2.4") == [200, 200, 200]


def test_every_answer_says_what_is_left(settings: Settings) -> None:
    settings.REQUESTS_PER_MINUTE = {"stranger": 1, "player": 2}
    client = client_of(player("Ada"))
    answers = [client.get(f"{API}/me") for _ in range(3)]
    assert [answer["RateLimit"] for answer in answers] == [f'"player";r={left};t=50' for left in (1, 0, 0)]
    assert {answer["RateLimit-Policy"] for answer in answers} == {'"player";q=2;w=60'}
    assert stranger().get(f"{API}/problems", REMOTE_ADDR="192.0.2.5")["RateLimit"] == '"address";r=0;t=50'


def test_an_answer_counted_twice_names_both_limits(settings: Settings) -> None:
    answer = client_of(player("Ada")).get(f"{API}/games/export")
    assert [name.partition(";")[0] for name in answer["RateLimit"].split(", ")] == ['"player"', '"export"']


def test_whoever_plays_can_always_move_but_not_try_moves_out_without_end(settings: Settings) -> None:
    settings.REQUESTS_PER_MINUTE = {**settings.REQUESTS_PER_MINUTE, "player": 1}
    client, moves = client_of(player("Ada")), "/api/v1/games/000000000000/moves"
    body = {"prompt": "1.0", "move": "draw deck"}
    assert [client.post(f"{moves}?dry_run=true", body).status_code for _ in range(2)] == [404, 429]
    assert client.post(moves, body).status_code == 404


def test_what_nobody_counts_names_no_limit() -> None:
    assert "RateLimit" not in stranger().post(f"{API}/accounts/confirm", {"confirmation": "x", "code": "y"})
