"""The film of an ended game: drawn by a worker, cached, without names; in the last email, without ever delaying it."""

import io
from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from queue import Empty

import pytest
from celery import current_app
from django.core.cache import cache
from django.test import Client
from kombu.simple import SimpleQueue
from PIL.GifImagePlugin import GifImageFile
from pytest_django import Settings

from games import tasks
from games.models import Game
from games.presentation.pictures import kept
from games.presentation.replay import film, films
from games.presentation.replay.film import Still, TooSlow
from games.table import store
from notifications.outbox import delivery
from notifications.pictures import DrawingTime
from tests.api.people import API, client_of
from tests.api.people import player as somebody
from tests.games.stories import NOON, chosen, holder, play_on, players, post, prompts, started
from tests.games.worlds import deal
from tests.notifications.conftest import carry, post_office
from tests.notifications.post_office import PostOffice, Received
from tests.replay.games import ended, taken_back
from tests.web.paper import Paper
from ttr_site import queues

__all__ = ["carry", "post_office"]
pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture(autouse=True)
def queue() -> Iterator[SimpleQueue]:
    """Yield the broker's queue, empty at first, with no cached film."""
    cache.clear()
    with current_app.connection_for_write() as connection:
        waiting = connection.SimpleQueue(queues.PICTURES)
        waiting.clear()
        yield waiting
        waiting.clear()
        waiting.close()


def work(queue: SimpleQueue) -> int:
    """Do a worker's film tasks; return how many it drew."""
    drawn = 0
    while True:
        try:
            message = queue.get(block=False)
        except Empty:
            return drawn
        message.ack()
        if message.headers["task"] == films.DRAW:
            tasks.draw_film(*message.payload[0])
            drawn += 1


def with_claims(ruleset: str = "usa@1") -> Game:
    """Return a game of two in which each has claimed a route."""
    game = chosen(started(players(2), ruleset=ruleset))
    for route, color in (("denver-omaha", "purple"), ("helena-seattle", "yellow")):
        seat = prompts(game)[0]["seat"]
        deal(game, seat, **{color: 6})
        post(game, seat, f"claim {route} {color}")
    return store.read(game.pk)


def gif(content: bytes) -> GifImageFile:
    return GifImageFile(io.BytesIO(content))


def test_it_shows_each_claim_and_begins_and_ends_with_the_end() -> None:
    stills = film.stills(ended(with_claims()), "day")
    assert [still.points for still in stills] == [(0, 0), *[stills[1].points], stills[-1].points]
    assert sum(stills[-1].points) > sum(stills[1].points) > 0
    shown = gif(film.gif(stills, "day"))
    assert (shown.format, shown.n_frames, shown.info.get("loop")) == ("GIF", len(stills) + 1, None)
    first = shown.convert("RGB").tobytes()
    shown.seek(1)
    assert shown.convert("RGB").tobytes() != first
    shown.seek(shown.n_frames - 1)
    assert shown.convert("RGB").tobytes() == first


def test_what_was_taken_back_is_not_in_it() -> None:
    game = with_claims()
    taken_back(game, game.head - 1)
    stills = film.stills(ended(game), "day")
    assert len(stills) == 2


def test_a_game_without_a_map_has_one_too() -> None:
    game = chosen(started(players(2), ruleset="card_game@1"))
    play_on(game, 6)
    assert gif(film.gif(film.stills(ended(game), "night"), "night")).n_frames > 2


def test_a_long_game_is_shown_in_fewer_pictures_and_a_film_has_limits() -> None:
    stills = [Still("", (number,)) for number in range(4 * film.MOST + 3)]
    fewer = film.thinned(stills)
    assert len(fewer) <= film.MOST
    assert fewer[-1] == stills[-1]
    with pytest.raises(TooSlow):
        film.gif(film.stills(ended(with_claims()), "day"), "day", may_go_on=lambda: False)


def test_anyone_who_may_see_the_game_gets_it_once_a_worker_has_drawn_it(queue: SimpleQueue) -> None:
    game = ended(with_claims())
    http, address = client_of(somebody("Onlooker")), f"{API}/games/{game.pk}/film.gif"
    waits = http.get(address)
    assert (waits.status_code, waits["Retry-After"], waits["Content-Type"]) == (202, "1", "application/json")
    http.get(address)
    assert work(queue) == 1
    there = http.get(address)
    assert (there.status_code, there["Content-Type"]) == (200, "image/gif")
    assert len(there.content) < film.LARGEST
    again = http.get(address, HTTP_IF_NONE_MATCH=there["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    by_day = Client()
    by_day.cookies["light"] = "day"
    told = by_day.get(f"/games/{game.pk}/film").content.decode()
    assert f'src="/games/{game.pk}/film.gif?light=day"' in told
    assert "<source" not in told
    assert by_day.get(f"/games/{game.pk}/film.gif?light=day").content == there.content
    assert work(queue) == 0
    assert http.get(f"{address}?light=night").status_code == 202
    assert work(queue) == 1
    assert http.get(f"{address}?light=night").content != there.content


def test_the_page_waits_for_the_worker_and_looks_again(queue: SimpleQueue) -> None:
    game = ended(with_claims())
    page = Client().get(f"/games/{game.pk}/film")
    assert '<meta http-equiv="refresh"' in page.content.decode()
    assert "is being drawn" in Paper(page.content.decode()).text
    assert Client().get(f"/games/{game.pk}/film.gif").status_code == 503
    assert work(queue) == 1
    told = Client().get(f"/games/{game.pk}/film").content.decode()
    by_day, at_night = f"/games/{game.pk}/film.gif", f"/games/{game.pk}/film.gif?light=night"
    instead = Client().get(at_night)
    assert (instead.content, instead["Cache-Control"]) == (Client().get(by_day).content, "no-store")
    assert work(queue) == 1
    assert Client().get(at_night).content != instead.content
    assert 'http-equiv="refresh"' not in told
    assert f'<source srcset="/games/{game.pk}/film.gif?light=night" media="(prefers-color-scheme: dark)">' in told


def test_nobody_who_may_not_know_of_the_game_has_it_drawn(queue: SimpleQueue) -> None:
    game = chosen(started(players(2), public=False))
    ended(game)
    assert client_of(somebody("Stranger")).get(f"{API}/games/{game.pk}/film.gif").status_code == 404
    assert Client().get(f"/games/{game.pk}/film").status_code == 404
    assert work(queue) == 0


def test_what_goes_on_meanwhile_is_not_drawn() -> None:
    game = with_claims()
    films.draw(game.pk, "day", "en")
    films.draw("nothing", "day", "en")
    assert kept.fetch(films.GameFilm(game, "day", "en")) is None


def movies(emails: list[Received]) -> list[bytes]:
    """Return the films in emails."""
    parts = (part for mail in emails for part in mail.message.walk() if part.get_content_type() == "image/gif")
    return [part.get_content() for part in parts]


def test_the_last_email_brings_it_drawn_once_for_all(post_office: PostOffice, settings: Settings) -> None:
    settings.EMAIL_PICTURES = True
    game = with_claims()
    post_office.received.clear()
    ended(game)
    delivery.deliver_due(now=NOON, drawing_time=DrawingTime())
    last = [mail for mail in post_office.received if "FINAL SCORES" in mail.text]
    assert len(last) == 2
    found = movies(last)
    assert len(found) == 2
    assert len(set(found)) == 1
    assert 'filename="film.gif"' in last[0].message.as_string()
    for mail in last:
        assert 'alt="A film of the game, from its first entry to its last."' in mail.html


def test_no_email_waits_for_it_longer_than_for_any_picture(post_office: PostOffice, settings: Settings) -> None:
    settings.EMAIL_PICTURES = True
    game = with_claims()
    post_office.received.clear()
    ended(game)
    seconds = count(step=4)
    delivery.deliver_due(now=NOON, drawing_time=DrawingTime(seconds=10, clock=lambda: float(next(seconds))))
    last = [mail for mail in post_office.received if "FINAL SCORES" in mail.text]
    assert (len(last), movies(last)) == (2, [])


def test_a_reader_who_wants_no_pictures_gets_none(post_office: PostOffice) -> None:
    game = with_claims()
    post_office.received.clear()
    ended(game)
    delivery.deliver_due(now=NOON + timedelta(minutes=1))
    assert movies(post_office.received) == []
    assert holder(game, 0).name
