"""Choosing which mails one gets."""

import pytest

from games.models import Player
from notifications.lists import Stream
from notifications.models import Preference
from tests.games.stories import players
from tests.notifications.api import client

pytestmark = pytest.mark.django_db

ALL = dict.fromkeys(Stream.values, True)
URL = "/api/v1/me/preferences"


def test_people_hear_of_everything_until_they_say_otherwise() -> None:
    (player,) = players(1)
    assert client(player).get(URL).json() == {"streams": ALL}


def test_programs_hear_of_nothing_until_they_say_otherwise() -> None:
    player = Player.objects.create_user("bot@mail.example", "A bot", kind=Player.Kind.BOT)
    assert client(player).get(URL).json() == {"streams": dict.fromkeys(Stream.values, False)}


def test_what_is_put_is_what_is_got() -> None:
    one, other = players(2)
    wish = {"streams": ALL | {"reminders": False}}
    assert client(one).put(URL, wish).json() == wish
    assert client(one).put(URL, wish).json() == wish
    assert client(one).get(URL).json() == wish
    assert client(other).get(URL).json() == {"streams": ALL}
    assert client(one).put(URL, {"streams": ALL}).json() == {"streams": ALL}


@pytest.mark.parametrize("wish", [{}, {"streams": {}}, {"streams": {"turns": True}}, {"streams": ALL | {"turns": "?"}}])
def test_a_wish_must_be_whole(wish: object) -> None:
    (player,) = players(1)
    answer = client(player).put(URL, wish)
    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid"
    assert not Preference.objects.exists()


@pytest.mark.parametrize("method", ["get", "put"])
def test_strangers_have_no_preferences(method: str) -> None:
    assert getattr(client(), method)(URL).status_code == 401
