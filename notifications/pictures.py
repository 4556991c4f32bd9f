"""The board's picture in an email, and the film in a game's last email, drawn by the worker in limited time.

A picture takes some tenths of a second, a hundred times as long as the rest of an email. So the time for all pictures
of a run is limited, far below the lease of its emails; after that, emails go out without pictures. No email waits for a
picture that cannot be drawn.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Final

import structlog
from prometheus_client import Counter

from games.models import Game
from games.presentation.pictures import Way
from games.presentation.pictures.geometry import NoPicture
from games.presentation.pictures.of_games import GamePicture
from games.presentation.pictures.png import LARGEST, png
from games.presentation.replay import film, films
from games.presentation.replay.film import TooSlow

log = structlog.get_logger(__name__)

WAY: Final = Way("email", "day")
SECONDS: Final = 30.0
"""Seconds for all pictures of a run: as long as an email may wait for its own."""

MOST_BYTES: Final = {"png": LARGEST["email"], "gif": film.LARGEST}

DRAWN, LATE, UNKNOWN, LARGE, FAILED = OUTCOMES = "drawn", "late", "unknown", "large", "failed"
"""Outcomes of drawing. `LATE`: no time was left. `UNKNOWN`: the board has no geometry. `LARGE`: too many bytes."""
pictures = Counter("night_mail_email_pictures_total", "What became of pictures for emails", ["outcome"])
for _outcome in OUTCOMES:
    pictures.labels(outcome=_outcome)  # so that each exists, with 0, before its first event


@dataclass(frozen=True, slots=True)
class DrawingTurn:
    """A turn to draw: how many seconds were left when it began."""

    seconds: float
    begun: float
    clock: Callable[[], float]

    def may_go_on(self) -> bool:
        """Check whether there is enough time left to continue."""
        return self.clock() - self.begun < self.seconds


class DrawingTime:
    """The drawing time of a run in seconds, by a clock that never goes back."""

    def __init__(self, seconds: float = SECONDS, clock: Callable[[], float] = time.monotonic) -> None:
        self._left, self._clock, self._lock = seconds, clock, Lock()

    @property
    def is_over(self) -> bool:
        """True if nothing more can be drawn."""
        return self._left <= 0

    @contextmanager
    def use(self) -> Iterator["DrawingTurn"]:
        """Wait for a turn to draw, and yield it with the time left; the time until it ends counts.

        Only one thread draws at a time: drawing blocks the interpreter, so several at once would be no faster.
        """
        with self._lock:
            started_at = self._clock()
            try:
                yield DrawingTurn(self._left, started_at, self._clock)
            finally:
                self._left -= self._clock() - started_at


@dataclass(frozen=True, slots=True)
class Illustration:
    """A picture with its description, if it needs one; `name` is unique among all emails."""

    name: str
    image: bytes
    words: str
    kind: str = "png"
    """Its type, as in `image/...`."""


def illustration(picture: GamePicture, name: str, drawing_time: DrawingTime) -> Illustration | None:
    """Draw the picture; return None if that is impossible, or no time is left."""
    with drawing_time.use() as turn:
        outcome, drawn = (
            _try_to_draw(picture.game, partial(_draw_still, picture, name)) if turn.seconds > 0 else (LATE, None)
        )
    return _count_outcome(picture.game, outcome, drawn)


def moving(game: Game, name: str, drawing_time: DrawingTime) -> Illustration | None:
    """Return the film of a finished game if it is cached, or can be drawn in the time left."""
    with drawing_time.use() as turn:
        outcome, drawn = _try_to_draw(game, partial(_draw_film, films.make(game), name, turn))
    return _count_outcome(game, outcome, drawn)


def _count_outcome(game: Game, outcome: str, drawn: Illustration | None) -> Illustration | None:
    pictures.labels(outcome=outcome).inc()
    if outcome in (UNKNOWN, LARGE, FAILED):
        log.error("email_without_picture", game=game.id, why=outcome)
    return drawn


def _draw_still(picture: GamePicture, name: str) -> Illustration:
    return Illustration(name, png(picture.svg(), picture.way.size), picture.words())


def _draw_film(whole: films.GameFilm, name: str, turn: DrawingTurn) -> Illustration:
    return Illustration(name, films.draw_now(whole, turn.may_go_on), "", "gif")


def _try_to_draw(game: Game, draw: Callable[[], Illustration]) -> tuple[str, Illustration | None]:
    try:
        drawn = draw()
    except NoPicture:
        return UNKNOWN, None
    except TooSlow:
        return LATE, None
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # resvg is written in Rust, whose panics are not Exceptions
        log.error("picture_raised", game=game.id, error=type(error).__name__)
        return FAILED, None
    return (DRAWN, drawn) if len(drawn.image) <= MOST_BYTES[drawn.kind] else (LARGE, None)
