"""The times at which games that nobody plays are closed; they are in the game's row and public.

A game that has not begun is closed some time after the last change of its participants. A game that has begun is closed
some time after its last player has gone: all have left for good, are absent (P4), or have been replaced by stand-ins,
who do not play on alone. `consequences` checks this with every entry. Anyone who sits down again in time keeps the game
alive.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from games.models import Game, Seat

AWAY_AFTER: Final = 3
"""The number of turns in a row, played because time ran out, after which nobody counts on a seat's player."""


def is_played(seats: Iterable[Seat], mover: int | None = None) -> bool:
    """Check whether any of these seats has a player who is neither away nor a stand-in, nor has let time run out too
    often.

    Whoever moves (`mover`) is there, whatever has been played for them before.
    """
    return any(
        seat.status == Seat.Status.PLAYING
        and seat.player is not None
        and not seat.of_house
        and (seat.timeouts_in_a_row < AWAY_AFTER or seat.number == mover)
        for seat in seats
    )


def unstarted() -> timedelta:
    """Return how long a game waits to begin while nothing changes."""
    return timedelta(days=settings.UNSTARTED_GAMES_CLOSE_AFTER_DAYS)


def deserted() -> timedelta:
    """Return how long a game that has begun waits for someone to come back."""
    return timedelta(days=settings.DESERTED_GAMES_CLOSE_AFTER_DAYS)


def stir(game: Game, now: datetime) -> None:
    """Postpone the closing of a game, because its participants have changed.

    The new time is saved in the row of a game that has not begun.
    """
    game.closes_at, game.closing_told_at = now + unstarted(), None
    game.save(update_fields=["closes_at", "closing_told_at"])
