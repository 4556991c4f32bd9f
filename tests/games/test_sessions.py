"""Browser sessions reference their players, so that a player's sessions are found without decoding any."""

import pytest
from django.contrib.sessions.backends.db import SessionStore as DjangosStore
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from games.models import BrowserSession, Player
from games.people import tokens
from games.people.privacy import erase_player
from tests.games.stories import players
from tests.web.people import browser_of

pytestmark = pytest.mark.django_db


def player_of(browser: Client) -> str | None:
    return BrowserSession.objects.get(pk=browser.cookies["sessionid"].value).player_id


def is_signed_in(browser: Client) -> bool:
    return browser.get("/settings").status_code == 200


def as_an_older_release_kept_it(player: Player) -> Client:
    """Return a browser that signed in when sessions were in Django's own table."""
    browser = browser_of(player)
    key = browser.cookies["sessionid"].value
    row = BrowserSession.objects.get(pk=key)
    Session.objects.create(
        session_key=key, session_data=DjangosStore().encode(row.get_decoded()), expire_date=row.expire_date
    )
    row.delete()
    return browser


def test_anyone_who_signs_in_is_known_and_anyone_who_signs_out_is_not() -> None:
    (ada,) = players(1)
    browser = browser_of(ada)
    assert player_of(browser) == ada.pk
    browser.post("/accounts/logout/")
    assert not BrowserSession.objects.filter(player=ada).exists()


def test_at_the_door_nobody_is_known_yet() -> None:
    browser = Client()
    browser.post("/accounts/login/", {"email": "somebody@mail.example"})
    assert player_of(browser) is None


def test_erasing_ends_the_sessions_of_one_player_wherever_they_are() -> None:
    ada, dov = players(2)
    browsers, other = [browser_of(ada), browser_of(ada)], browser_of(dov)
    erase_player(player=ada, now=timezone.now())
    assert not any(map(is_signed_in, browsers))
    assert is_signed_in(other)


def test_what_an_older_release_has_kept_is_forgotten() -> None:
    as_an_older_release_kept_it(players(1)[0])
    tokens.forget_expired(now=timezone.now())
    assert not Session.objects.exists()
