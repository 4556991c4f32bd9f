"""The files that make the site installable, and the marks that tell the service worker whose page it may store."""

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from games.web.offline import viewer
from tests.games.stories import chosen, players, started
from tests.pictures import icons
from tests.web.people import browser_of
from tests.web.seat_links import begun, opened

pytestmark = pytest.mark.django_db
VIEWER = viewer.HEADER


def test_it_can_be_installed() -> None:
    answer = Client().get("/manifest.webmanifest")
    told = answer.json()
    assert answer["Content-Type"] == "application/manifest+json"
    assert (told["start_url"], told["display"]) == ("/games", "standalone")
    assert {one["purpose"] for one in told["icons"]} == {"any", "maskable"}
    front = Client().get("/")
    assert 'rel="manifest" href="/manifest.webmanifest"' in front.content.decode()
    assert "manifest-src 'self'" in front["Content-Security-Policy"]


@pytest.mark.parametrize("name", icons.ICONS)
def test_icons_are_as_they_are_drawn(name: str) -> None:
    assert (icons.FOLDER / name).read_bytes() == icons.drawn(name)


def test_the_worker_serves_every_page_and_is_never_old() -> None:
    answer = Client().get("/service-worker.js")
    assert (answer["Cache-Control"], answer["Service-Worker-Allowed"]) == ("no-cache", "/")
    assert answer["Content-Type"].startswith("text/javascript")
    known = dict(re.findall(r'(\w+) = "([^"]+)"', answer.content.decode().splitlines()[0]))
    assert (known["VIEWER"], known["SIGN_OUT"]) == (VIEWER, "/accounts/logout/")
    assert Client().get(known["PAGE"]).status_code == 200
    assert all(finders.find(known[name].removeprefix("/static/")) for name in ("ICON", "BADGE"))


def test_every_page_says_whose_it_is_and_the_offline_page_is_nobodys() -> None:
    people = players(2)
    game = chosen(started(people))
    own, other = (browser_of(player).get(f"/games/{game.pk}")[VIEWER] for player in people)
    assert own == browser_of(people[0]).get("/settings")[VIEWER]
    assert len({own, other, viewer.NOBODY}) == 3
    assert Client().get(f"/games/{game.pk}")[VIEWER] == viewer.NOBODY
    signed_in = browser_of(people[0])
    assert signed_in.get("/offline").content == Client().get("/offline").content
    assert VIEWER not in signed_in.get(f"/games/{game.pk}/news")
    assert VIEWER not in signed_in.get("/favicon.ico")


def test_a_seat_that_a_link_has_opened_is_nobodys() -> None:
    game = begun()
    shown = opened(game).http.get(f"/games/{game.pk}")
    assert "Your hand" in shown.content.decode()
    assert shown[VIEWER] == viewer.NOBODY
