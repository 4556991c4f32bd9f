"""Pictures that were drawn are kept in the cache for a while: PNGs, which a worker draws, and SVGs of pages.

1. `fetch` looks into the cache. A picture shows a seat's tickets, so it is sealed there, under a keyed hash.
2. If it is not there, `ask_for` calls a worker, once in a while for one picture: a web process never draws a PNG.
3. The worker looks the game up again, and `draw` keeps what it has drawn.

All of it may be lost: the next request starts anew. A process that is a worker already, such as the one that writes
emails, draws for itself (`games.pictures.png`).
"""

from datetime import timedelta
from typing import Final

import structlog
from celery import current_app
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


def fetch(wanted: GamePicture) -> bytes | None:
    """The picture, if it was drawn: a PNG, or (in a page) an SVG."""
    key = _key(wanted)
    kept: bytes | None = cache.get(key)
    return None if kept is None else sealing.unseal(PURPOSE, key, kept)


def svg(wanted: GamePicture) -> str:
    """The drawing itself, which costs little: drawn where it is asked for, and kept likewise."""
    kept = fetch(wanted)
    if kept is None:
        kept = wanted.svg().encode()
        _cache(wanted, kept)
    return kept.decode()


def ask_for(wanted: GamePicture) -> None:
    """Call a worker to draw it. Raises Unavailable while the broker is away."""
    asked = f"{_key(wanted)}-asked"
    if not cache.add(asked, True, ASKED_SECONDS):
        return
    way = wanted.way
    arguments = (wanted.game.id, wanted.own, wanted.entry, way.size, way.light, wanted.language)
    try:
        current_app.signature(DRAW).apply_async(arguments, retry=False, expires=ASKED_SECONDS)
    except Exception as error:
        cache.delete(asked)
        log.warning("picture_not_asked_for", error=type(error).__name__)
        raise Unavailable("unavailable").after(TRY_AGAIN) from error


def draw(game_id: str, own: int | None, entry: int, way: Way, language: str) -> None:
    """Draw it and keep it. A game that is gone meanwhile is nobody's loss."""
    try:
        game, seats, _turns = store.look(game_id)
    except Game.DoesNotExist:
        return
    wanted = GamePicture(game, seats, own, entry, way, language)
    _cache(wanted, png(wanted.svg(), way.size))


def _cache(wanted: GamePicture, drawn: bytes) -> None:
    key = _key(wanted)
    cache.set(key, sealing.seal(PURPOSE, key, drawn), KEPT_SECONDS)


def _key(wanted: GamePicture) -> str:
    """Tells nothing of what it stands for."""
    return f"picture-{sealing.digests(PURPOSE, repr(wanted.depends_on).encode())[0]}"
