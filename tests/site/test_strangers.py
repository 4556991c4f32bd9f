"""Limits for strangers, by network: pages, probes and wrong tokens; and signed-in users, who are never refused."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from prometheus_client import REGISTRY
from pytest_django import Settings

import engine
from games.models import Heartbeat
from games.web import grounds
from tests.api.conftest import without_redis
from tests.api.people import API, player, secret_of
from tests.games.stories import players, started
from tests.web.people import browser_of
from tests.web.seat_links import opened

__all__ = ["without_redis"]
pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 12, 0, 10, tzinfo=UTC)
MOST = 3
PAGES = (
    "/",
    "/tables",
    "/leaderboard",
    "/games/nowhere/replay",
    "/nowhere",
    "/accounts/login/",
    f"{API}/nowhere",
    f"{API}/me",
)
WRONG = {"Authorization": "Bearer nm_wrong"}
PROBES = (("GET", "/health"), ("POST", "/heartbeat"))


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture(autouse=True)
def _few(settings: Settings) -> None:
    settings.STRANGERS_PER_MINUTE = {"pages": MOST, "probes": MOST, "wrong_tokens": MOST}


def ask(
    address: str,
    times: int = 1,
    *,
    method: str = "GET",
    of: str = "192.0.2.1",
    browser: Client | None = None,
    headers: dict[str, str] | None = None,
) -> list[int]:
    """Send this many requests from a network, and return the statuses."""
    asking = browser or Client()
    return [asking.generic(method, address, REMOTE_ADDR=of, headers=headers or {}).status_code for _ in range(times)]


@pytest.mark.parametrize("address", PAGES)
def test_strangers_can_ask_for_so_many_pages_in_a_minute(clock: time_machine.Traveller, address: str) -> None:
    (usual,) = ask(address, of="192.0.2.9")
    assert ask(address, MOST + 2) == [usual] * MOST + [429] * 2
    assert ask(address, of="192.0.2.2") == [usual], "another network"
    clock.shift(timedelta(seconds=50))
    assert ask(address) == [usual], "another minute"


def test_they_hear_when_to_come_back() -> None:
    ask("/", MOST)
    page = Client(REMOTE_ADDR="192.0.2.1").get("/tables")
    assert (page.status_code, page["Retry-After"], page["Cache-Control"]) == (429, "50", "no-store")
    assert "Too many have come from your network" in page.content.decode()
    problem = Client(REMOTE_ADDR="192.0.2.1").get(f"{API}/problems", headers={"Origin": "https://app.example"})
    assert (problem.json()["code"], problem["Retry-After"]) == ("too_many_requests", "50")
    assert problem["Access-Control-Allow-Origin"] == "*", "programs in browsers can read it"


@pytest.mark.parametrize(("method", "address"), PROBES)
def test_what_monitors_ask_is_limited_too(method: str, address: str) -> None:
    assert ask(address, MOST + 2, method=method)[MOST:] == [429] * 2
    assert 429 not in ask(address, method=method, of="192.0.2.2"), "our own worker comes from elsewhere"


def test_nobody_silences_the_worker_s_own_knock() -> None:
    """Neither a monitor on the same machine nor another machine in the network can use up its limit."""
    ask("/health", MOST + 2, of="2001:db8::1")
    ask("/heartbeat", MOST + 2, method="POST", of="2001:db8::2")
    assert 429 not in ask("/heartbeat", method="POST", of="2001:db8::1")


def test_a_refused_heartbeat_writes_nothing() -> None:
    ask("/heartbeat", MOST, method="POST")
    Heartbeat.objects.all().delete()
    ask("/heartbeat", method="POST")
    assert not Heartbeat.objects.exists()


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_whoever_looks_after_the_process_is_never_refused(address: str) -> None:
    assert ask(address, MOST + 2) == [200] * (MOST + 2)


@pytest.mark.parametrize("address", [f"{API}/me", f"{API}/games", f"{API}/stream", f"{API}/games/{12 * '0'}/moves"])
class TestTokens:
    def test_wrong_ones_are_limited(self, address: str) -> None:
        assert ask(address, MOST + 2, headers=WRONG) == [401] * MOST + [429] * 2
        assert ask(address, of="192.0.2.2", headers=WRONG) == [401]

    def test_the_right_one_opens_all_the_same(self, address: str) -> None:
        """Somebody in the same house has a program that keeps trying an old token."""
        right = {"Authorization": f"Bearer {secret_of(player('Ada'))}"}
        (usual,) = ask(address, headers=right)
        ask(address, MOST + 2, headers=WRONG)
        assert ask(address, headers=right) == [usual]


@pytest.mark.parametrize("header", ["Bearer nm_wrong", "Basic nobody", "nonsense"])
def test_a_header_that_opens_nothing_helps_nobody_to_more_pages(header: str) -> None:
    assert ask("/tables", MOST + 1, headers={"Authorization": header}) == [200] * MOST + [429]


@pytest.mark.parametrize("cookie", ["sessionid=made-up", "seat=made-up", "sessionid=made-up; seat=made-up"])
def test_a_made_up_cookie_helps_nobody(cookie: str) -> None:
    """Its first request shows that it is invalid; from then on the limits apply."""
    assert ask("/tables", MOST + 2, headers={"Cookie": cookie}) == [200] * (MOST + 1) + [429]
    assert ask("/boards/usa@1.svg", 1, headers={"Cookie": cookie}) == [429]


def test_players_are_not_counted() -> None:
    ask("/", MOST + 1)
    assert ask("/tables", MOST + 2, browser=browser_of(player("Ada"))) == [200] * (MOST + 2)


def test_an_owners_move_is_always_taken() -> None:
    """A network exceeds all limits, and a player in it moves: by program, by browser, by a link's cookie."""
    people = players(3)
    game = started(people)
    by_link = opened(game, 2).http
    ask("/", 5 * MOST)
    ask(f"{API}/me", 5 * MOST, headers=WRONG)
    ask("/tables", 5 * MOST, headers={"Cookie": "sessionid=made-up; seat=made-up"})
    token = secret_of(people[0])
    assert ask(f"{API}/games/{game.pk}/moves", method="POST", headers={"Authorization": f"Bearer {token}"}) != [429]
    assert ask(f"/games/{game.pk}", method="POST", browser=browser_of(people[1])) != [429]
    assert ask(f"/games/{game.pk}", method="POST", browser=by_link) != [429]


def test_what_a_stranger_fetches_does_not_vary_by_who_fetches_it() -> None:
    """A cache may store it for everybody."""
    address = grounds.address(engine.RULESETS["usa@1"].board)
    answer = browser_of(player("Ada")).get(address)
    assert (answer.status_code, "Cookie" in answer.get("Vary", "")) == (200, False)


def test_with_redis_away_nobody_is_refused(without_redis: None) -> None:
    assert 429 not in ask("/tables", MOST + 2)
    assert 429 not in ask("/health", MOST + 2)
    assert ask(f"{API}/me", MOST + 2, headers=WRONG) == [401] * (MOST + 2)


def test_operators_see_how_many_were_refused() -> None:
    def count() -> float:
        return REGISTRY.get_sample_value("night_mail_refused_strangers_total", {"limit": "pages"}) or 0

    before = count()
    ask("/tables", MOST + 2)
    assert count() == before + 2
