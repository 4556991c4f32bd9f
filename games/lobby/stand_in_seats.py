"""Stand-ins at a new table, which the host may seat when the game is created or when it starts.

They sit there like anyone who has joined, see what their seat sees, and count as players. Once the game runs, others
can take over their seats (P2, see `open_seats`).
"""

from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef

from games.errors import Refused, Unprocessable
from games.models import Game, Player, Seat
from games.table.play import stand_ins

MOST_TABLES: Final = 20
"""The maximum number of a host's unended games with stand-ins, since each is work for the house players."""
TRIES: Final = 10


def fill(game: Game, count: int, now: datetime) -> None:
    """Seat this many stand-ins. The rows of the game and of its host must be locked.

    Raises Unprocessable("too_many_stand_ins") if there are fewer free seats, and
    Refused("too_many_games_with_stand_ins").
    """
    taken_count = game.seats.count()
    free = game.seats_wanted - taken_count
    if count > free:
        raise Unprocessable("too_many_stand_ins", most=free)
    if count and _tables(game.host) >= MOST_TABLES:
        raise Refused("too_many_games_with_stand_ins", most=MOST_TABLES)
    for number in range(taken_count, taken_count + count):
        Seat.objects.create(game=game, number=number, player=hired(game), joined_at=now)


def free_seats(game: Game) -> int:
    """Return the number of free seats."""
    return game.seats_wanted - game.seats.count()


def _tables(host: Player) -> int:
    theirs = Seat.objects.filter(game=OuterRef("pk"), player__kind=Player.Kind.HOUSE)
    unfinished = Game.objects.filter(host=host, status__in=[Game.Status.OPEN, Game.Status.RUNNING])
    unfinished = unfinished.exclude(order=Game.Order.PAIRED)
    return unfinished.filter(Exists(theirs)).count()


def hired(game: Game) -> Player:
    """Return a house player who is free for the game.

    If two games create a house player at once, the second uses the first one's.
    """
    for _ in range(TRIES):
        player = stand_ins.free_for(game)
        if not player._state.adding:
            return player
        try:
            with transaction.atomic():
                player.save()
        except IntegrityError:
            continue
        return player
    raise RuntimeError("no stand-in could be made")
