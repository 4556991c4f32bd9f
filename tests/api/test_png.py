"""Positions as PNG: drawn by a worker, served to anyone who may see them."""

import io
from collections.abc import Iterator
from queue import Empty
from typing import Any

import pytest
from celery import Signature, current_app
from django.core.cache import cache
from django.test import Client
from kombu import Message
from kombu.exceptions import OperationalError
from kombu.simple import SimpleQueue
from PIL import Image

from games import tasks
from games.models import Game
from games.presentation.pictures import kept
from tests.api.people import API, client_of, player
from tests.games.stories import players, started
from tests.games.worlds import swap_what_is_hidden
from ttr_site import queues

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def queue() -> Iterator[SimpleQueue]:
    """Yield the broker's queue, empty at first."""
    with current_app.connection_for_write() as connection:
        waiting = connection.SimpleQueue(queues.PICTURES)
        waiting.clear()
        yield waiting
        waiting.clear()
        waiting.close()


def work(queue: SimpleQueue) -> int:
    """Do a worker's picture tasks; return how many it drew."""
    drawn = 0
    while (message := _next(queue)) is not None:
        if message.headers["task"] == kept.DRAW:
            arguments, _named, _more = message.payload
            tasks.draw_picture(*arguments)
            drawn += 1
    return drawn


def _next(queue: SimpleQueue) -> Message | None:
    try:
        message = queue.get(block=False)
    except Empty:
        return None
    message.ack()
    return message


def address(game: Game, asked: str = "") -> str:
    return f"{API}/games/{game.pk}/board.png{asked}"


def test_it_is_there_once_a_worker_has_drawn_it(queue: SimpleQueue) -> None:
    people = players(2)
    game, viewer = started(people), client_of(people[0])
    waits = viewer.get(address(game, "?size=thumbnail&light=night"))
    assert (waits.status_code, waits["Retry-After"], waits["Cache-Control"]) == (202, "1", "no-store")
    assert waits["Content-Type"] == "application/json"
    viewer.get(address(game, "?size=thumbnail&light=night"))
    assert work(queue) == 1
    there = viewer.get(address(game, "?size=thumbnail&light=night"))
    assert (there.status_code, there["Content-Type"], there["Cache-Control"]) == (200, "image/png", "private, no-cache")
    assert Image.open(io.BytesIO(there.content)).format == "PNG"
    again = viewer.get(address(game, "?size=thumbnail&light=night"), HTTP_IF_NONE_MATCH=there["ETag"])
    assert (again.status_code, again.content) == (304, b"")


def test_each_viewer_has_their_own_and_the_cache_tells_nothing(queue: SimpleQueue) -> None:
    people = players(2)
    game = started(people)
    viewers = [client_of(people[0]), client_of(people[1]), client_of(player("Spectator"))]
    for viewer in viewers:
        viewer.get(address(game, "?size=thumbnail"))
    assert work(queue) == 3
    tags = {viewer.get(address(game, "?size=thumbnail"))["ETag"] for viewer in viewers}
    assert len(tags) == 3
    values = [cache.get(key.decode().split(":1:", 1)[1]) for key in _keys("picture-*") if b"asked" not in key]
    assert len(values) == 3
    assert not any(bytes(value).startswith(b"\x89PNG") for value in values)


def _keys(pattern: str) -> list[bytes]:
    """Return the keys of this test's cache, since other tests use the same server."""
    client = cache._cache._client.get_client(None)  # type: ignore[attr-defined]
    return list(client.scan_iter(cache.make_key(pattern)))


def test_nobody_else_learns_that_there_is_one(queue: SimpleQueue) -> None:
    game = started(players(2), public=False)
    stranger = client_of(player("Stranger"))
    assert stranger.get(address(game)).json()["code"] == "no_such_game"
    assert Client().get(address(game)).status_code == 401
    assert work(queue) == 0


def test_what_is_asked_wrongly_is_explained(queue: SimpleQueue) -> None:
    people = players(2)
    game, viewer = started(people), client_of(people[0])
    for asked, parameter in (("?light=auto", "light"), ("?size=huge", "size"), ("?entry=999", "entry")):
        answer = viewer.get(address(game, asked))
        assert (answer.status_code, answer.json()["errors"][0]["parameter"]) == (400, parameter)
    assert work(queue) == 0


def test_with_the_broker_away_it_says_when_to_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> Any:
        raise OperationalError("away")

    people = players(2)
    game, viewer = started(people), client_of(people[0])
    monkeypatch.setattr(Signature, "apply_async", refuse)
    for _try in range(2):
        answer = viewer.get(address(game))
        assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (503, "unavailable", "5")


def test_two_worlds_look_the_same(queue: SimpleQueue) -> None:
    people = players(3)
    game = started(people)
    viewers = [client_of(player("Spectator")), client_of(people[0])]
    for reader, viewer in zip((None, 0), viewers, strict=True):
        seen = []
        for _world in range(2):
            cache.clear()
            viewer.get(address(game, "?size=thumbnail"))
            work(queue)
            answer = viewer.get(address(game, "?size=thumbnail"))
            seen.append((answer.status_code, answer.content, answer["ETag"]))
            swap_what_is_hidden(game, reader)
        assert seen[0] == seen[1]
