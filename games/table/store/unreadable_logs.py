"""Logs that cannot be folded: what goes on without a game's position, and the line of the server's log about it."""

import traceback
from types import TracebackType
from typing import Self

import structlog
from django.db import DatabaseError

from games.models import Game

log = structlog.get_logger(__name__)


class TolerantReading:
    """A context in which a game's log is read: what fails there is noted, and ends only the context.

    Raises DatabaseError, which is no sign of an unreadable log.
    """

    error: str = ""
    """The class of the error; "" as long as nothing has failed."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if isinstance(error, DatabaseError) or not isinstance(error, Exception):
            return False
        self.error = type(error).__name__
        note_unreadable(self._game, error)
        return True


def note_unreadable(game: Game, error: Exception) -> None:
    """Log the class and the place of an error, since its text may hold secrets."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    log.error("log_unreadable", game=game.pk, error=type(error).__name__, place=f"{last.name}:{last.lineno}")
