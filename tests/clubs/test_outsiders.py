"""To anyone outside, a private club and its tables do not exist: at no address, in no list, on no page, in no email."""

import re
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import product
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver
from time_machine import travel

from games.competitions.clubs import announcements, membership, talk
from games.competitions.cups import sweeps as cups
from games.competitions.leagues import sweeps as leagues
from games.lobby import lobby
from games.models import Club, Game, Player
from tests.api.people import API, client_of, stranger
from tests.clubs.club import PRIVATE, filled, opened
from tests.competitions.cup import BEGINS, enters, made
from tests.competitions.league import entered, founded
from tests.games.stories import NOON, chosen, players
from tests.notifications.conftest import Carry
from tests.web.people import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.long]

NOWHERE: Final = "000000000000"
METHODS: Final = ("get", "post", "put", "patch", "delete")
LISTS: Final = (
    "/", "/clubs", "/tables", "/tables/new", "/games", "/leaderboard", "/cups", "/leagues", "/admins", "/notices",
    f"{API}/games?filter=all", f"{API}/games?filter=open", f"{API}/games?filter=mine", f"{API}/open-seats",
    f"{API}/cups", f"{API}/leagues",
    f"{API}/clubs", f"{API}/me/clubs", f"{API}/me/company", f"{API}/me/notices", f"{API}/players?name=player",
    f"{API}/rulesets/usa@1/leaderboard",
)  # fmt: skip
NOISE: Final = re.compile(
    rb'csrfmiddlewaretoken" value="[^"]*"|X-CSRFToken": "[^"]*"|"request_id":"[^"]*"|"instance":"[^"]*"'
)
"""What differs between any two answers."""


def addresses(resolver: URLResolver, about: str, before: str = "/") -> Iterator[str]:
    """Yield the paths of everything about a club, a cup, a league or a game (`about` is the name of its id in an
    address), except the desk, which has rights of its own.
    """
    for entry in resolver.url_patterns:
        path = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from addresses(entry, about, path)
        elif about in entry.pattern.converters and "admin" not in path:
            yield path


def answers(browser: Client, api: Any, club: str, member: str, news: str) -> list[tuple[str, int, bytes]]:
    told, keys = [], {"club_id": club, "player_id": member, "announcement_id": news}
    for path in addresses(get_resolver(), "club_id"):
        address = reduce(lambda text, name: text.replace(f"<key:{name}>", keys[name]), keys, path)
        address = address.replace("<int:line>", "1")
        client = api if path.startswith(API) else browser
        for method in METHODS:
            answer = getattr(client, method)(address, {}, **({"format": "json"} if client is api else {}))
            told.append((f"{method} {path}", answer.status_code, answer.content.replace(club.encode(), b"")))
    return [(what, status, NOISE.sub(b"", body)) for what, status, body in told]


def test_every_address_of_a_private_club_answers_as_if_there_were_none() -> None:
    host, member, former, outsider = players(4)
    club = filled([host, member, former], **PRIVATE)
    news = announcements.announce(host=host, club_id=club.pk, text="Unheard of", now=NOON)
    talk.say(player=host, club_id=club.pk, text="Unheard of", now=NOON)
    membership.leave(player=former, club_id=club.pk, now=NOON)
    for reader in (outsider, former, None):
        browser, api = (browser_of(reader), client_of(reader)) if reader else (Client(), stranger())
        there = answers(browser, api, club.pk, member.pk, news.pk)
        assert there == answers(browser, api, NOWHERE, member.pk, news.pk)
    club.refresh_from_db()
    assert club.closed_at is None
    assert (club.members.count(), club.announcements.exclude(text="").count(), club.lines) == (2, 1, 1)


def answers_about(readers: Iterable[Player | None], about: str, key: str) -> list[tuple[str, int, bytes]]:
    """Return what these readers are answered at each address of one cup, league or game.

    Each address is read from a network of its own, so that nobody asks too often.
    """
    told = []
    clients = [(browser_of(reader), client_of(reader)) if reader else (Client(), stranger()) for reader in readers]
    asked = enumerate(product(addresses(get_resolver(), about), clients))
    for number, (path, (browser, api)) in asked:
        address = re.sub("<[^>]*>", lambda part: _fill(part[0], about, key), path)
        client, where = (
            api if path.startswith(API) else browser,
            {"REMOTE_ADDR": f"10.0.{number // 250}.{number % 250}"},
        )
        for method in METHODS:
            answer = getattr(client, method)(address, {}, **where, **({"format": "json"} if client is api else {}))
            body = b"" if answer.streaming else answer.content.replace(key.encode(), b"").replace(NOWHERE.encode(), b"")
            told.append((f"{method} {path}", answer.status_code, NOISE.sub(b"", body)))
    return told


def _fill(part: str, about: str, key: str) -> str:
    """Return what stands for a part of an address."""
    if about in part:
        return key
    return "1" if "int:" in part else NOWHERE if "key:" in part or "_id" in part else "x"


@travel(NOON, tick=False)
@pytest.mark.parametrize("about", ["cup_id", "league_id", "game_id"])
def test_so_does_every_address_of_its_competitions_and_tables(about: str) -> None:
    host, second, former, outsider, *more = players(7)
    club = filled([host, second, former, *more], **PRIVATE)
    cup, league = made(host, club=club.pk, name="Unheard-of cup"), founded(host, club=club.pk, name="Unheard-of league")
    enters(cup, [host, second, *more])
    entered(league, [second, *more])
    game = opened(club, host, name="Unseen")
    lobby.join_game(player=second, game_id=game.pk, now=NOON)
    chosen(Game.objects.get(pk=game.pk))
    membership.leave(player=former, club_id=club.pk, now=NOON)
    key = {"cup_id": cup.pk, "league_id": league.pk, "game_id": game.pk}[about]
    readers = [outsider, former, None]
    there, nowhere = answers_about(readers, about, key), answers_about(readers, about, NOWHERE)
    assert [pair for pair in zip(there, nowhere, strict=True) if pair[0] != pair[1]] == []


def test_no_etag_and_no_feed_knows_of_it() -> None:
    host, former, outsider = players(3)
    club = filled([host, former], **PRIVATE)
    api, page = client_of(former), f"{API}/clubs/{club.pk}"
    tag = api.get(page).headers["ETag"]
    feed = client_of(former).post(f"{API}/me/calendar").json()["url"].removeprefix("https://night-mail.example")
    assert club.name in Client().get(f"{feed}?club={club.pk}").content.decode()
    membership.leave(player=former, club_id=club.pk, now=NOON)
    for reader in (former, outsider):
        assert client_of(reader).get(page, headers={"If-None-Match": tag}).status_code == 404
    left = Client().get(f"{feed}?club={club.pk}")
    assert club.name not in left.content.decode()
    assert left.content == Client().get(f"{feed}?club={NOWHERE}").content


def pages_of(reader: Player, others: list[Player]) -> dict[str, bytes]:
    """Return everything that lists people, tables and clubs, as a reader gets it, signed in and not."""
    paths = [*LISTS, *(f"/players/{player.pk}" for player in others), *(f"{API}/players/{one.pk}" for one in others)]
    paths += [f"{API}/players/{player.pk}/games" for player in others]
    with travel(NOON, tick=False):
        browser, api, nobody = browser_of(reader), client_of(reader), Client()
        told = {path: (api if path.startswith(API) else browser).get(path).content for path in paths}
        told |= {f"anyone {path}": nobody.get(path).content for path in paths}
    return {path: NOISE.sub(b"", body) for path, body in told.items()}


def test_no_list_and_no_page_of_its_members_changes_with_it(carry: Carry) -> None:
    host, second, third, *extra, outsider = players(6)
    people = [host, second, third]
    before = pages_of(outsider, people)
    club = filled(people, name="Unheard of", **PRIVATE)
    announcements.announce(host=host, club_id=club.pk, text="Unheard of", now=NOON)
    talk.say(player=host, club_id=club.pk, text="Unheard of", now=NOON)
    opened(club, host, name="Unseen")
    for player in extra:
        membership.join(player=player, club_id=club.pk, now=NOON, by_link=True)
    cup, league = made(host, club=club.pk, name="Unheard-of cup"), founded(host, club=club.pk, name="Unheard-of league")
    enters(cup, [*people, *extra])
    entered(league, [*people, *extra])
    game = opened(club, host, name="Unseen, too")
    lobby.join_game(player=second, game_id=game.pk, now=NOON)
    chosen(Game.objects.get(pk=game.pk))
    cups.sweep(now=BEGINS)
    leagues.sweep(now=BEGINS)
    after = pages_of(outsider, people)
    assert {path: (before[path], after[path]) for path in before if before[path] != after[path]} == {}
    assert outsider.email not in [address for letter in carry(NOON) for address in letter.to]


def test_nothing_of_its_tables_is_there_for_an_outsider_either() -> None:
    host, second, outsider = players(3)
    game = opened(filled([host, second], **PRIVATE), host)
    lobby.join_game(player=second, game_id=game.pk, now=NOON)
    browser, api = browser_of(outsider), client_of(outsider)
    pages = ("", "/log", "/talk", "/news", "/replay", "/replay/1", "/thumbnail.svg", "/film.gif", "/export.json")
    for path in pages:
        there, nowhere = browser.get(f"/games/{game.pk}{path}"), browser.get(f"/games/{NOWHERE}{path}")
        assert (path, there.status_code) == (path, nowhere.status_code)
    for path in ("", "/board.svg", "/board.png", "/log", "/entries/1", "/talk", "/points", "/scoring", "/film.gif"):
        assert api.get(f"{API}/games/{game.pk}{path}").status_code == 404, path
        assert stranger().get(f"{API}/games/{game.pk}{path}").status_code in (401, 404), path
    assert browser.get(f"/tables/{game.pk}").status_code == 404


def test_a_closed_club_is_there_for_nobody() -> None:
    (host,) = players(1)
    club = filled([host], **PRIVATE)
    membership.leave(player=host, club_id=club.pk, now=NOON)
    assert browser_of(host).get(f"/clubs/{club.pk}").status_code == 404
    assert Club.objects.get().members.count() == 0
