"""Choosing emails: every stream at once, and the defaults for newcomers."""

import pytest

from games.models import Player
from notifications.lists import Mode, Stream
from notifications.models import Preference
from tests.games.stories import players
from tests.notifications.api import client

pytestmark = pytest.mark.django_db

ALL = dict.fromkeys(Stream.values, Mode.AT_ONCE.value)
NONE = dict.fromkeys(Stream.values, Mode.OFF.value)
URL = "/api/v1/me/mail"


def test_people_hear_of_everything_until_they_say_otherwise() -> None:
    (player,) = players(1)
    assert client(player).get(URL).json()["streams"] == ALL


def test_programs_hear_of_nothing_until_they_say_otherwise() -> None:
    player = Player.objects.create_user("bot@mail.example", "A bot", kind=Player.Kind.BOT)
    assert client(player).get(URL).json()["streams"] == NONE


def test_what_is_set_holds_for_one_player_and_one_stream() -> None:
    one, other = players(2)
    wish = {"streams": {"reminders": "off"}}
    for _ in range(2):
        assert client(one).patch(URL, wish).json()["streams"] == ALL | {"reminders": "off"}
    assert client(one).get(URL).json()["streams"] == ALL | {"reminders": "off"}
    assert client(other).get(URL).json()["streams"] == ALL
    assert client(one).patch(URL, {"streams": ALL}).json()["streams"] == ALL


@pytest.mark.parametrize("wish", [{"streams": {"turns": "?"}}, {"streams": {"turns": True}}, {"streams": None}])
def test_a_stream_has_one_of_its_modes(wish: object) -> None:
    (player,) = players(1)
    answer = client(player).patch(URL, wish)
    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid"
    assert not Preference.objects.exists()


@pytest.mark.parametrize("method", ["get", "patch"])
def test_strangers_have_no_preferences(method: str) -> None:
    assert getattr(client(), method)(URL).status_code == 401
