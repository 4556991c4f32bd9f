"""Games whose log cannot be folded: what takes no position is still possible, and all else is refused with a reason."""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import structlog
from django.db import DatabaseError

from engine.errors import EngineError
from games.errors import Refused
from games.models import Game, Seat, Turn
from games.table import store

CODE: Final = "log_unreadable"
ANSWERS: Final = (Refused, EngineError, DatabaseError)
"""What is no sign of an unreadable log."""

log = structlog.get_logger(__name__)


def load(game: Game, seats: list[Seat] | None, turns: list[Turn] | None) -> store.LoadedGame:
    """Load a game, without a position if its log cannot be folded."""
    try:
        return store.load(game, seats, turns)
    except DatabaseError:
        raise
    except Exception as error:
        _note(error)
        return store.load_unreadable(game, seats, turns)


@contextmanager
def guard(game: Game) -> Iterator[None]:
    """Refuse with `CODE` what fails inside because the log cannot be folded; any other error is raised as it is."""
    try:
        yield
    except ANSWERS:
        raise
    except Exception as error:
        if is_readable(game):
            raise
        _note(error)
        raise Refused(CODE) from error


def is_readable(game: Game) -> bool:
    """Check whether the log can be folded, by folding it."""
    try:
        store.load(game)
        store.replayed(game)
    except DatabaseError:
        raise
    except Exception:
        return False
    return True


def _note(error: Exception) -> None:
    """Log the class and the place of an error, since its text may hold secrets."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    log.error("log_unreadable", error=type(error).__name__, place=f"{last.name}:{last.lineno}")
