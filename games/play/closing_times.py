"""When games are closed that nobody plays: the instant stands in the game's row, for all to see.

A game that has not begun is closed some time after the last change of who is to play it. One that has begun is closed
some time after nobody was left who plays: all are gone for good, absent (P4), or replaced by stand-ins, who do not go
on by themselves. Whoever sits down again in between keeps it alive.
"""

from datetime import datetime, timedelta

from django.conf import settings

from games.models import Game, Seat
from games.play.open_seats import is_stand_in


def unstarted() -> timedelta:
    """How long a game waits for its beginning while nothing changes."""
    return timedelta(days=settings.UNSTARTED_GAMES_CLOSE_AFTER_DAYS)


def deserted() -> timedelta:
    """How long a game that has begun waits for anybody to come back."""
    return timedelta(days=settings.DESERTED_GAMES_CLOSE_AFTER_DAYS)


def stir(game: Game, now: datetime) -> None:
    """Something has changed about who is to play; saved in the row of a game that has not begun."""
    game.closes_at, game.closing_told_at = now + unstarted(), None
    game.save(update_fields=["closes_at", "closing_told_at"])


def keep(game: Game, seats: list[Seat], *, over: bool, now: datetime) -> None:
    """For `games.play.recording`, which saves it: whether somebody who plays is left after an entry."""
    if over or any(plays(seat) for seat in seats):
        game.closes_at = game.closing_told_at = None
    elif game.closes_at is None:
        game.closes_at = now + deserted()


def plays(seat: Seat) -> bool:
    """Whether somebody sits there who is neither away nor of the house."""
    return seat.status == Seat.Status.PLAYING and seat.player is not None and not is_stand_in(seat.player)
