"""The cache of drawn pictures: PNGs and films, which a worker draws, and SVGs of pages.

1. `fetch` looks in the cache. A picture shows a seat's tickets, so it is encrypted there, under a keyed hash.
2. If it is not there, `ask_for` calls a worker, once in a while per picture: a web process never draws a PNG.
3. The worker loads the game again, and `draw` caches the result.

All of it may be lost: the next request starts again. A process that is itself a worker, such as the one that writes
emails, draws directly (`games.presentation.pictures.png`).

A program that previews a link asks once for its picture and never again: `soon` waits a little for the worker. Only
few requests may wait at once, since each occupies a thread of the web server.
"""

import time
from datetime import timedelta
from threading import BoundedSemaphore
from typing import Final, Protocol

import structlog
from celery import current_app
from django.conf import settings
from django.core.cache import cache

from games import encryption
from games.errors import Unavailable
from games.models import Game
from games.presentation.pictures import Way
from games.presentation.pictures.of_games import GamePicture
from games.presentation.pictures.png import png
from games.table import store

log = structlog.get_logger(__name__)

PURPOSE: Final = "picture"
KEPT_SECONDS: Final = 24 * 60 * 60
ASKED_SECONDS: Final = 20
"""How long until an unanswered call is repeated."""
TRY_AGAIN: Final = timedelta(seconds=5)
DRAW: Final = "games.tasks.draw_picture"
"""The name of the task; the task imports this module."""
LOOKS: Final = 20
LOOK_EVERY: Final = 0.2
"""The seconds between two of the `LOOKS` of `soon`: programs that make previews wait for five seconds or more."""
waiting: Final = BoundedSemaphore(2)
"""The limit of requests that may wait in this process."""


class Drawable(Protocol):
    """A picture or film that can be drawn and cached."""

    @property
    def depends_on(self) -> tuple[object, ...]:
        """Return everything that the drawing depends on besides the release; the same values mean the same picture."""


def fetch(drawable: Drawable) -> bytes | None:
    """Return the picture if it is cached: a PNG, or (in a page) an SVG."""
    key = _key(drawable)
    sealed: bytes | None = cache.get(key)
    return None if sealed is None else encryption.unseal(PURPOSE, key, sealed)


def svg(picture: GamePicture) -> str:
    """Return the SVG, which is cheap: draw it here if it is not cached, and cache it."""
    drawn = fetch(picture)
    if drawn is None:
        drawn = picture.svg().encode()
        keep(picture, drawn)
    return drawn.decode()


def ask_for(picture: GamePicture) -> None:
    """Call a worker to draw a picture. Raises Unavailable if the broker is down."""
    way = picture.way
    call(picture, DRAW, picture.game.id, picture.own, picture.entry, way.size, way.light, picture.language)


def call(drawable: Drawable, task: str, *arguments: object, within: int = ASKED_SECONDS) -> None:
    """Call a worker to do this task, at most once in this many seconds. Raises Unavailable if the broker is down."""
    call_key = f"{_key(drawable)}-asked"
    if not cache.add(call_key, True, within):
        return
    try:
        current_app.signature(task).apply_async(arguments, retry=False, expires=within)
    except Exception as error:
        cache.delete(call_key)
        log.warning("picture_not_asked_for", error=type(error).__name__)
        raise Unavailable("unavailable").after(TRY_AGAIN) from error


def soon(picture: GamePicture) -> bytes | None:
    """Return the picture for a reader who asks only once: wait for the worker, unless others are already waiting.

    Returns None if it was not drawn in time. Raises Unavailable if the broker is down.
    """
    drawn = fetch(picture)
    if drawn is not None:
        return drawn
    ask_for(picture)
    if not waiting.acquire(blocking=False):
        return None
    try:
        return _wait_for(picture)
    finally:
        waiting.release()


def _wait_for(drawable: Drawable) -> bytes | None:
    for _look in range(LOOKS):
        time.sleep(LOOK_EVERY)
        if (drawn := fetch(drawable)) is not None:
            return drawn
    return None


def draw(game_id: str, own: int | None, entry: int, way: Way, language: str) -> None:
    """Draw a picture and cache it. Do nothing if the game no longer exists."""
    try:
        game, seats, _turns = store.look(game_id)
    except Game.DoesNotExist:
        return
    picture = GamePicture(game, seats, own, entry, way, language)
    keep(picture, png(picture.svg(), way.size))


def keep(drawable: Drawable, drawn: bytes) -> None:
    """Cache a drawing."""
    key = _key(drawable)
    cache.set(key, encryption.seal(PURPOSE, key, drawn), KEPT_SECONDS)


def _key(drawable: Drawable) -> str:
    """Return the cache key of a drawing, which reveals nothing of its content."""
    facts = (str(settings.RELEASE), *drawable.depends_on)
    return f"picture-{encryption.digests(PURPOSE, repr(facts).encode())[0]}"
