"""Pictures that were drawn are kept in the cache for a while: PNGs and films, which a worker draws, and SVGs of pages.

1. `fetch` looks into the cache. A picture shows a seat's tickets, so it is sealed there, under a keyed hash.
2. If it is not there, `ask_for` calls a worker, once in a while for one picture: a web process never draws a PNG.
3. The worker looks the game up again, and `draw` keeps what it has drawn.

All of it may be lost: the next request starts anew. A process that is a worker already, such as the one that writes
emails, draws for itself (`games.pictures.png`).

A program that previews a link asks once for its picture and never again: `soon` waits a little for the worker. Few may
wait at once, for each of them keeps a thread of the web's from other work.
"""

import time
from datetime import timedelta
from threading import BoundedSemaphore
from typing import Any, Final, Protocol

import structlog
from celery import current_app
from django.conf import settings
from django.core.cache import cache

from games import sealing, store
from games.errors import Unavailable
from games.models import Game
from games.pictures import Way
from games.pictures.of_games import GamePicture
from games.pictures.png import png

log = structlog.get_logger(__name__)

PURPOSE: Final = "picture"
KEPT_SECONDS: Final = 24 * 60 * 60
ASKED_SECONDS: Final = 20
"""After which a call that no worker has answered is made again."""
TRY_AGAIN: Final = timedelta(seconds=5)
DRAW: Final = "games.tasks.draw_picture"
"""The name of the task, which knows this module."""
LOOKS: Final = 20
LOOK_EVERY: Final = 0.2
"""How often `soon` looks, and after how many seconds each time: previews wait for five seconds or more."""
waiting: Final = BoundedSemaphore(2)
"""Who may wait in this process."""


class Drawable(Protocol):
    """Something to be drawn and kept."""

    @property
    def depends_on(self) -> tuple[Any, ...]:
        """All that it depends on besides the release: the same facts, the same picture."""


def fetch(wanted: Drawable) -> bytes | None:
    """The picture, if it was drawn: a PNG, or (in a page) an SVG."""
    key = _key(wanted)
    kept: bytes | None = cache.get(key)
    return None if kept is None else sealing.unseal(PURPOSE, key, kept)


def svg(wanted: GamePicture) -> str:
    """The drawing itself, which costs little: drawn where it is asked for, and kept likewise."""
    kept = fetch(wanted)
    if kept is None:
        kept = wanted.svg().encode()
        keep(wanted, kept)
    return kept.decode()


def ask_for(wanted: GamePicture) -> None:
    """Call a worker to draw it. Raises Unavailable while the broker is away."""
    way = wanted.way
    call(wanted, DRAW, wanted.game.id, wanted.own, wanted.entry, way.size, way.light, wanted.language)


def call(wanted: Drawable, task: str, *arguments: object, within: int = ASKED_SECONDS) -> None:
    """Call a worker to do this task, once in so many seconds. Raises Unavailable while the broker is away."""
    asked = f"{_key(wanted)}-asked"
    if not cache.add(asked, True, within):
        return
    try:
        current_app.signature(task).apply_async(arguments, retry=False, expires=within)
    except Exception as error:
        cache.delete(asked)
        log.warning("picture_not_asked_for", error=type(error).__name__)
        raise Unavailable("unavailable").after(TRY_AGAIN) from error


def soon(wanted: GamePicture) -> bytes | None:
    """The picture, for a reader who asks only once: waits for the worker, unless others wait already.

    None if it was not drawn in time. Raises Unavailable while the broker is away.
    """
    drawn = fetch(wanted)
    if drawn is not None:
        return drawn
    ask_for(wanted)
    if not waiting.acquire(blocking=False):
        return None
    try:
        return _watched(wanted)
    finally:
        waiting.release()


def _watched(wanted: Drawable) -> bytes | None:
    for _look in range(LOOKS):
        time.sleep(LOOK_EVERY)
        if (drawn := fetch(wanted)) is not None:
            return drawn
    return None


def draw(game_id: str, own: int | None, entry: int, way: Way, language: str) -> None:
    """Draw it and keep it. A game that is gone meanwhile is nobody's loss."""
    try:
        game, seats, _turns = store.look(game_id)
    except Game.DoesNotExist:
        return
    wanted = GamePicture(game, seats, own, entry, way, language)
    keep(wanted, png(wanted.svg(), way.size))


def keep(wanted: Drawable, drawn: bytes) -> None:
    """Keep what was drawn."""
    key = _key(wanted)
    cache.set(key, sealing.seal(PURPOSE, key, drawn), KEPT_SECONDS)


def _key(wanted: Drawable) -> str:
    """Tells nothing of what it stands for."""
    facts = (str(settings.RELEASE), *wanted.depends_on)
    return f"picture-{sealing.digests(PURPOSE, repr(facts).encode())[0]}"
