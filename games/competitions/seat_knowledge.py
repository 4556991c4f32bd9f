"""Who knows too much about the seats of games to take one of them over in a competition."""

from collections.abc import Iterable

from games.models import AdminAct, Player
from games.people import audit, rights
from games.people.player_rows import ids_of_owner


def knows_seats(player: Player, games: Iterable[str]) -> bool:
    """Check whether the player has held a seat in one of these games, or has looked into one as an admin.

    An owner's knowledge counts as their bots', and vice versa.
    """
    ids = list(games)
    looks = AdminAct.objects.filter(by__in=ids_of_owner(player), game__in=ids, what__in=audit.TELL_SECRETS)
    return bool(rights.played_by(player.owner or player, ids)) or looks.exists()
