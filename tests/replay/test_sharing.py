"""The preview picture of a shared address: programs that preview a link request it once, anonymously."""

import io
from collections.abc import Iterator
from queue import Empty

import pytest
from celery import current_app
from django.core.cache import cache
from django.test import Client
from kombu.simple import SimpleQueue
from PIL import Image

from games import tasks
from games.presentation.pictures import kept
from tests.games.stories import holder
from tests.replay.games import under_way
from ttr_site import queues

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def queue() -> Iterator[SimpleQueue]:
    """Yield the broker's queue, empty at first, with no cached picture."""
    cache.clear()
    with current_app.connection_for_write() as connection:
        waiting = connection.SimpleQueue(queues.PICTURES)
        waiting.clear()
        yield waiting
        waiting.clear()
        waiting.close()


def work(queue: SimpleQueue) -> int:
    """Do a worker's picture tasks; return how many it drew."""
    drawn = 0
    while True:
        try:
            message = queue.get(block=False)
        except Empty:
            return drawn
        message.ack()
        if message.headers["task"] == kept.DRAW:
            tasks.draw_picture(*message.payload[0])
            drawn += 1


def test_it_is_drawn_while_the_page_is_read(queue: SimpleQueue) -> None:
    game = under_way()
    Client().get(f"/games/{game.pk}/replay/9")
    assert work(queue) == 1
    answer = Client().get(f"/games/{game.pk}/replay/9.png")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert answer["Cache-Control"].startswith("public")
    assert Image.open(io.BytesIO(answer.content)).format == "PNG"
    again = Client().get(f"/games/{game.pk}/replay/9.png", headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_it_is_the_same_whoever_asks(queue: SimpleQueue) -> None:
    game = under_way()
    Client().get(f"/games/{game.pk}/replay/9")
    work(queue)
    seated = Client()
    seated.force_login(holder(game, 0))
    shown = [each.get(f"/games/{game.pk}/replay/9.png").content for each in (Client(), seated)]
    assert shown[0] == shown[1]


def test_players_and_steps_in_a_page_have_nothing_drawn(queue: SimpleQueue) -> None:
    game = under_way()
    seated = Client()
    seated.force_login(holder(game, 0))
    seated.get(f"/games/{game.pk}/replay/9")
    Client().get(f"/games/{game.pk}/replay/9", headers={"HX-Request": "true"})
    assert work(queue) == 0


def test_where_many_wait_already_there_is_another_picture() -> None:
    game = under_way()
    for _place in range(2):
        assert kept.waiting.acquire(blocking=False)
    try:
        answer = Client().get(f"/games/{game.pk}/replay/9.png")
    finally:
        kept.waiting.release(2)
    assert (answer.status_code, answer["Cache-Control"]) == (302, "no-store")
    assert "share" in answer["Location"]


def test_there_is_one_of_no_entry_beyond_the_log() -> None:
    game = under_way()
    for entry in (0, game.head + 1):
        assert Client().get(f"/games/{game.pk}/replay/{entry}.png").status_code == 404
