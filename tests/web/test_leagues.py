"""The pages of leagues for hosts, players and strangers."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.competitions.leagues import admission, sweeps
from games.models import Game, League, LeagueGame, LeagueMember, LeaguePlace, Player
from games.people import privacy
from tests.api.people import API, client_of
from tests.competitions.league import BEGINS, LONG, begun, entered, founded
from tests.games.admins import GROUPS, admin
from tests.games.stories import DAY, NOON, chosen, players, post
from tests.games.worlds import swap_what_is_hidden
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db
ENDS = BEGINS + LONG


def wishes(**others: object) -> dict[str, object]:
    return {
        "name": "Northern",
        "ruleset": "usa@1",
        "seats": "4",
        "clock": "daily",
        "games_each": "4",
        "starts_on": (timezone.now() + timedelta(days=20)).date().isoformat(),
        "season_days": "90",
        "division_size": "20",
        "movers": "3",
        "rated": "on",
        **others,
    }


def do(browser: Client, league: League, what: str, **told: object) -> str:
    """Press a button of the league's page; return the next page's text."""
    answer = browser.post(f"/leagues/{league.pk}", {"do": what, **told}, follow=True)
    return answer.content.decode()


def test_a_host_makes_a_league_where_they_live() -> None:
    (host,) = players(1)
    Player.objects.filter(pk=host.pk).update(time_zone="America/New_York")
    browser = browser_of(Player.objects.get(pk=host.pk))
    assert "New league" in text_of(browser, "/leagues/new")
    made = browser.post("/leagues/new", wishes())
    league = League.objects.get()
    assert made["Location"] == f"/leagues/{league.pk}"
    starts = league.seasons.get().starts_at
    assert starts.hour in (22, 23)  # six in the evening there
    page = text_of(browser, f"/leagues/{league.pk}")
    assert "0 players have entered" in page
    assert "Close the league" in page
    assert "Northern" in text_of(Client(), "/leagues")


def test_what_cannot_be_made_says_why() -> None:
    (host,) = players(1)
    browser = browser_of(host)
    for bad, said in (
        ({"games_each": "5"}, "With so many at a table: 4, 8, 12."),
        ({"seats": "6", "games_each": "6"}, "is for 2 to 5 players"),
        ({"starts_on": "2020-01-01"}, "can&#x27;t begin then"),
        ({"name": "Night Mail League"}, "looks like a name of the site"),
        ({"name": "https://x.example"}, "cannot hold an address"),
    ):
        answer = browser.post("/leagues/new", wishes(**bad))
        assert answer.status_code in (400, 422), (bad, answer.status_code)
        assert said in answer.content.decode(), bad
    assert browser.post("/leagues/new", wishes(official="on")).status_code == 302
    assert not League.objects.get().official  # only admins are asked
    founded(admin("Head", *GROUPS), name="Site League", official=True)
    assert browser.post("/leagues/new", wishes(name="Site Ieague")).status_code == 422


def test_entering_and_leaving_twice_is_as_good_as_once() -> None:
    host, other = players(2)
    league = founded(host)
    browser, stranger = browser_of(other), Client()
    assert "Sign in to enter" in text_of(stranger, f"/leagues/{league.pk}")
    assert stranger.post(f"/leagues/{league.pk}", {"do": "enter"})["Location"] == "/accounts/login/"
    for _ in range(2):
        assert "You have entered" in do(browser, league, "enter")
    assert LeagueMember.objects.count() == 1
    assert "you are in it" in text_of(browser, "/leagues")
    assert "Northern League" in text_of(browser, "/games")
    assert "Northern League" in text_of(stranger, f"/players/{other.pk}")
    for _ in range(2):
        assert "You have left the league." in do(browser, league, "leave", place="")
    assert not LeagueMember.objects.exists()
    assert "only_the_host" not in do(browser, league, "close")
    assert League.objects.get().closed_at is None
    host_sees = do(browser_of(host), league, "close")
    assert "No season begins any more" in host_sees
    assert "Northern League" not in text_of(stranger, "/leagues")
    assert "Northern League" not in text_of(stranger, "/leagues?closed=1")  # it was refused
    assert "The league is closed" in do(browser, league, "enter")
    assert text_of(browser, f"/leagues/{league.pk}").count("Enter</button>") == 0


def test_too_few() -> None:
    people = players(3)
    league = founded(people[0])
    entered(league, people)
    sweeps.sweep(now=BEGINS)
    page = text_of(browser_of(people[1]), f"/leagues/{league.pk}")
    assert "Put off once, since too few had entered." in page
    assert "is put off until" in page
    assert people[2].name in page


def test_a_page_from_before_the_season_gives_up_no_place() -> None:
    league, people = begun()
    browser = browser_of(people[4])
    assert "Nothing was changed" in do(browser, league, "leave", place="")
    place = LeaguePlace.objects.get(player=people[4])
    assert f'name="place" value="{place.pk}"' in text_of(browser, f"/leagues/{league.pk}")
    assert "You have left the league." in do(browser, league, "leave", place=place.pk)
    assert LeaguePlace.objects.filter(player=None).count() == 1
    page = text_of(browser, f"/leagues/{league.pk}")
    assert "vacant" in page


@pytest.mark.long
def test_a_season_from_within_and_after_it() -> None:
    league, people = begun()
    browser = browser_of(people[2])
    page = text_of(browser, f"/leagues/{league.pk}")
    assert "You play in division 1" in page
    assert page.count('<tr class="turn">') == 1
    game = LeagueGame.objects.select_related("game").earliest("pk").game
    assert game is not None
    link = f'href="/leagues/{league.pk}/seasons/1"'
    assert link in text_of(browser, f"/games/{game.pk}")
    (late,) = players(1, "Late")
    entered(league, [late], now=BEGINS + DAY)
    assert "number 1 in line" in text_of(browser_of(late), f"/leagues/{league.pk}")
    sweeps.sweep(now=ENDS)
    page = text_of(Client(), f"/leagues/{league.pk}")
    assert "Entered so far" in page
    assert "Won by" not in page
    assert text_of(Client(), f"/leagues/{league.pk}/seasons/1?games=1").count("Won by") == 16
    assert "Wins " in page
    assert "<b>Direct:</b>" in page
    assert Client().get(f"/leagues/{league.pk}/seasons/2").status_code == 404  # it has not begun
    assert Client().get("/leagues/000000000000").status_code == 404
    sweeps.sweep(now=ENDS + 7 * DAY)
    page = text_of(Client(), f"/leagues/{league.pk}/seasons/1")
    assert 'aria-current="page">Season 1</a>' in page
    assert link in text_of(browser, f"/games/{game.pk}")


def test_two_worlds_read_the_same() -> None:
    """Neither hands nor moves in running games change a league's pages, byte for byte."""
    league, people = begun()
    reader = client_of(people[0])

    def pages_and_answers() -> list[bytes]:
        pages = [Client().get(path).content for path in ("/leagues", f"/leagues/{league.pk}")]
        season = f"{API}/leagues/{league.pk}/seasons/1"
        return [*pages, reader.get(season).content, Client().get(f"/players/{people[0].pk}").content]

    before = pages_and_answers()
    game = LeagueGame.objects.select_related("game").earliest("pk").game
    assert game is not None
    chosen(game, now=BEGINS)
    post(game, 0, "draw deck", now=BEGINS)
    assert pages_and_answers() == before
    swap_what_is_hidden(game)
    assert pages_and_answers() == before


def test_an_erased_player_leaves_no_name() -> None:
    league, people = begun()
    name = people[5].name
    sweeps.sweep(now=ENDS)
    privacy.erase_player(player=people[5], now=ENDS + DAY)
    privacy.erase_player(player=people[0], now=ENDS + DAY)
    page = text_of(Client(), f"/leagues/{league.pk}")
    assert f">{name}<" not in page
    assert "a former player" in page
    assert LeagueMember.objects.filter(player=people[5]).count() == 0


@pytest.mark.long
def test_as_many_queries_for_many_players_as_for_few() -> None:
    counts = []
    for count in (16, 32):
        league, people = _another(count)
        browser = browser_of(people[0])
        text_of(browser, f"/leagues/{league.pk}")
        with CaptureQueriesContext(connection) as asked:
            text_of(browser, f"/leagues/{league.pk}")
        counts.append(len(asked))
    assert counts[0] == counts[1]
    with CaptureQueriesContext(connection) as one:
        text_of(Client(), "/leagues")
    founded(people[0], name="Third")
    with CaptureQueriesContext(connection) as more:
        text_of(Client(), "/leagues")
    assert len(one) == len(more)


def _another(count: int) -> tuple[League, list[Player]]:
    people = players(count, f"Of {count} ")
    league = founded(people[0], name=f"League of {count}")
    for number, player in enumerate(people):
        admission.enter(player=player, league_id=league.pk, now=NOON + timedelta(seconds=number))
    sweeps.sweep(now=BEGINS)
    assert Game.objects.exists()
    return league, people
