"""A sound when it becomes the reader's turn: off until it is switched on, and in that browser alone."""

import io
import wave

import pytest
from django.test import Client

from tests.games.stories import players, started
from tests.web.people import browser_of, text_of

pytestmark = pytest.mark.django_db
PAGE = "/settings/push"
WANTED = 'data-sound="/turn.wav"'


def test_it_is_off_until_it_is_switched_on_in_this_browser() -> None:
    ada, bob = players(2)
    game = started([ada, bob])
    here, elsewhere = browser_of(ada), browser_of(ada)
    tag = here.get(f"/games/{game.pk}")["ETag"]
    assert WANTED not in text_of(here, "/games")

    here.post(PAGE, {"do": "sound", "on": "on"})

    assert WANTED in text_of(here, "/games")
    assert here.get(f"/games/{game.pk}", headers={"If-None-Match": tag}).status_code == 200, "another page"
    assert WANTED not in text_of(elsewhere, "/games")
    here.post(PAGE, {"do": "sound"})
    assert WANTED not in text_of(here, "/games")


def test_it_is_short_and_light_and_allowed() -> None:
    answer = Client().get("/turn.wav")
    assert answer["Content-Type"] == "audio/wav"
    assert "media-src 'self'" in answer["Content-Security-Policy"]
    with wave.open(io.BytesIO(answer.content)) as sound:
        assert sound.getnframes() / sound.getframerate() <= 0.5
    assert len(answer.content) < 5000
