"""Locking a competition's row, whatever its kind."""

from games.competitions import hosts
from games.competitions.audience import Competition
from games.competitions.cups import creation as cups
from games.competitions.leagues import creation as leagues
from games.models import Cup, Player


def lock(competition: Competition) -> Competition:
    """Lock the competition's row and return it as it is now. Raises NotFound (no_such_cup, no_such_league)."""
    row: Competition = cups.locked(competition.pk) if isinstance(competition, Cup) else leagues.locked(competition.pk)
    return row


def lock_for(player: Player, competition: Competition, *, as_admin: bool = False) -> Competition:
    """Lock the competition for one of its hosts or, with `as_admin`, for an admin with the right to rule.

    Raises NotFound (no_such_cup, no_such_league), Forbidden("only_the_host").
    """
    row = lock(competition)
    hosts.refuse_others(player, row, as_admin=as_admin)
    return row
