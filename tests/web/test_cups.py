"""The pages of cups for hosts, players and strangers."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.competitions.cups import sweeps
from games.models import Cup, CupEntrant, Player
from games.people import privacy
from tests.api.people import API, client_of
from tests.competitions.cup import BEGINS, SWISS, begun, enters, game_at, made, running, won
from tests.games.admins import GROUPS, admin, at_the_desk
from tests.games.stories import DAY, chosen, players, post
from tests.games.worlds import swap_what_is_hidden
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db


def wishes(**others: object) -> dict[str, object]:
    return {
        "name": "Spring Cup",
        "kind": "knockout",
        "ruleset": "usa@1",
        "seats": "2",
        "clock": "daily",
        "starts_on": (timezone.now() + timedelta(days=20)).date().isoformat(),
        "round_days": "21",
        "rounds": "5",
        "advancing": "1",
        "legs": "1",
        "rated": "on",
        **others,
    }


def do(browser: Client, cup: Cup, what: str, **told: object) -> str:
    """Press a button of the cup's page; return the next page's text."""
    return browser.post(f"/cups/{cup.pk}", {"do": what, **told}, follow=True).content.decode()


def test_after_the_chosen_tie_break_come_the_systems_own() -> None:
    (host,) = players(1)
    browser = browser_of(host)
    for kind, tie_breaks in (
        ("swiss", ["wins", "strength", "margin", "direct"]),
        ("round_robin", ["wins", "direct", "margin", "strength"]),
    ):
        browser.post("/cups/new", wishes(kind=kind, tie_break="wins"))
        assert Cup.objects.latest("created_at").tie_breaks == tie_breaks


def test_a_host_makes_a_cup_where_they_live_and_calls_it_off() -> None:
    (host,) = players(1)
    Player.objects.filter(pk=host.pk).update(time_zone="America/New_York")
    browser = browser_of(Player.objects.get(pk=host.pk))
    assert "New cup" in text_of(browser, "/cups/new")
    answer = browser.post("/cups/new", wishes(kind="swiss", official="on"))
    cup = Cup.objects.get()
    assert (answer["Location"], cup.rounds_wanted, cup.advancing) == (f"/cups/{cup.pk}", 5, None)
    assert (cup.official, cup.entry_closes_at.hour in (22, 23)) == (False, True)
    for bad, said in (
        ({"seats": "3", "advancing": "2"}, "That many can&#x27;t go on"),
        ({"starts_on": "2020-01-01"}, "Entry can&#x27;t close then"),
        ({"name": "https://x.example"}, "cannot hold an address"),
    ):
        refused = browser.post("/cups/new", wishes(**bad))
        assert (refused.status_code in (400, 422), said in refused.content.decode()) == (True, True), bad
    assert "Spring Cup" in text_of(Client(), "/cups")
    for _ in range(2):
        assert "The cup does not take place" in do(browser, cup, "call_off")
    assert "Spring Cup" not in text_of(Client(), "/cups")
    assert "Spring Cup" in text_of(Client(), "/cups?over=1")
    assert 'name="official"' in text_of(at_the_desk(admin("Head", *GROUPS)), "/cups/new")


def test_entering_and_leaving_twice_is_as_good_as_once() -> None:
    host, other = players(2)
    cup = made(host, now=timezone.now())
    browser, stranger = browser_of(other), Client()
    assert "Sign in to enter" in text_of(stranger, f"/cups/{cup.pk}")
    assert stranger.post(f"/cups/{cup.pk}", {"do": "enter"})["Location"] == "/accounts/login/"
    for _ in range(2):
        assert "You have entered" in do(browser, cup, "enter")
    assert CupEntrant.objects.count() == 1
    assert "you are in it" in text_of(browser, "/cups")
    assert f'href="/cups/{cup.pk}"' in text_of(browser, "/games")
    assert f'href="/cups/{cup.pk}"' in text_of(stranger, f"/players/{other.pk}")
    assert "It takes 4 players; 1 have entered" in do(browser, cup, "call_off")  # only the host can
    for _ in range(2):
        assert "You have left the cup." in do(browser, cup, "leave", state="open")
    assert not CupEntrant.objects.exists()
    assert Client().get("/cups/000000000000").status_code == 404


@pytest.mark.long
def test_a_knockout_from_within_and_after_it() -> None:
    cup, people = begun(5)
    mine = browser_of(people[3])
    page = text_of(mine, f"/cups/{cup.pk}")
    assert "You play in this round" in page
    assert page.count("cup-table turn") == 1
    (table,) = running(cup)
    assert f'href="/cups/{cup.pk}"' in text_of(mine, f"/games/{game_at(table).pk}")
    assert "Without a game (bye)" in page
    assert "Nothing was changed" in do(mine, cup, "leave", state="open")
    assert "You play on" in text_of(browser_of(people[0]), f"/cups/{cup.pk}")
    won(cup, 3, now=BEGINS)
    sweeps.sweep(now=BEGINS)
    assert "You are out" in text_of(browser_of(people[4]), f"/cups/{cup.pk}")
    assert "Round 2 begins on" in text_of(Client(), f"/cups/{cup.pk}")
    sweeps.sweep(now=BEGINS + DAY)
    assert "You have left the cup" in do(mine, cup, "leave", state="running")
    won(cup, 1, now=BEGINS + DAY)
    sweeps.sweep(now=BEGINS + DAY)
    sweeps.sweep(now=BEGINS + 2 * DAY)
    won(cup, 0, now=BEGINS + 3 * DAY)
    sweeps.sweep(now=BEGINS + 3 * DAY)
    page = text_of(Client(), f"/cups/{cup.pk}")
    assert ("Final" in page, "Won by" in page, "(has left)" in page) == (True, True, True)


def test_nobody_is_parted_before_there_is_a_result() -> None:
    cup, _people = begun(6, **SWISS)
    told = text_of(Client(), f"/cups/{cup.pk}")
    assert (f"{BEGINS:%Y}" in told, "as things stand" in told, "Strength 0" in told) == (True, True, False)
    won(cup, 0, now=BEGINS)
    sweeps.sweep(now=BEGINS)
    told = text_of(Client(), f"/cups/{cup.pk}")
    assert "Strength 0" in told
    assert "Wins: Games finished first; a shared first place counts. " in re.sub("<.*?>", "", told)


def test_two_worlds_read_the_same_and_erased_players_leave_no_name() -> None:
    """Neither hands nor moves in running games change a cup's pages, byte for byte."""
    cup, people = begun(5)
    reader = client_of(people[0])

    def pages_and_answers() -> list[bytes]:
        pages = [Client().get(path).content for path in ("/cups", f"/cups/{cup.pk}")]
        return [*pages, reader.get(f"{API}/cups/{cup.pk}").content]

    before = pages_and_answers()
    (table,) = running(cup)
    game = game_at(table)
    chosen(game, now=BEGINS)
    post(game, 0, "draw deck", now=BEGINS)
    assert pages_and_answers() == before
    swap_what_is_hidden(game)
    assert pages_and_answers() == before
    for one in (people[0], people[4]):
        privacy.erase_player(player=one, now=BEGINS + DAY)
    sweeps.sweep(now=BEGINS + DAY)
    page = text_of(Client(), f"/cups/{cup.pk}")
    assert (f">{people[0].name}<" in page, f">{people[4].name}<" in page, "a former player" in page) == (
        False,
        False,
        True,
    )


@pytest.mark.long
def test_as_many_queries_for_many_players_as_for_few() -> None:
    counts = []
    for count in (5, 9):
        cup, people = begun(count, **SWISS, name=f"Cup of {count}")
        sweeps.sweep(now=BEGINS + 21 * DAY)
        sweeps.sweep(now=BEGINS + 22 * DAY)
        browser = browser_of(people[0])
        text_of(browser, f"/cups/{cup.pk}")
        with CaptureQueriesContext(connection) as asked:
            text_of(browser, f"/cups/{cup.pk}")
        counts.append(len(asked))
    assert counts[0] == counts[1]
    with CaptureQueriesContext(connection) as two:
        text_of(Client(), "/cups")
    enters(made(players(1)[0]), players(3, "Late"))
    with CaptureQueriesContext(connection) as three:
        text_of(Client(), "/cups")
    assert len(two) == len(three)
