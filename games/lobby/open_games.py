"""How many games of one host can wait for players at a time."""

from datetime import datetime, timedelta
from typing import Final

from games.errors import Refused
from games.models import Game, Player

MOST: Final = 20
MOST_OF_NEWCOMER: Final = 10
NEW: Final = timedelta(days=2)
"""For how long after signing up a host is a newcomer, who can have fewer."""


def refuse_too_many(host: Player, now: datetime) -> None:
    """Raise Refused("too_many_open_games") if the host has as many as they can have."""
    is_newcomer = host.kind != Player.Kind.BOT and timedelta(0) <= now - host.date_joined < NEW
    most = MOST_OF_NEWCOMER if is_newcomer else MOST
    if Game.objects.filter(host=host, status=Game.Status.OPEN).count() >= most:
        raise Refused("too_many_open_games", most=most)
