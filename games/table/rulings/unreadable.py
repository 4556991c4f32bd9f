"""Games whose log cannot be folded: what takes no position is still possible, and all else is refused with a reason."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import DatabaseError

from engine.errors import EngineError
from games.errors import Refused
from games.models import Game, Seat, Turn
from games.table import store

CODE: Final = "log_unreadable"
ANSWERS: Final = (Refused, EngineError, DatabaseError)
"""What is no sign of an unreadable log."""


def load(game: Game, seats: list[Seat] | None, turns: list[Turn] | None) -> store.LoadedGame:
    """Load a game, without a position if its log cannot be folded."""
    with store.TolerantReading(game):
        return store.load(game, seats, turns)
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
        raise Refused(CODE) from error


def is_readable(game: Game) -> bool:
    """Check whether the log can be folded, by folding it."""
    with store.TolerantReading(game):
        store.load(game)
        store.replayed(game)
        return True
    return False
