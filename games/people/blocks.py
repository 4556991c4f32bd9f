"""Blocking: players you have blocked neither join your tables nor invite you.

Blocked players aren't told. They invite as before, with the same answers and the same limits; the invitation just stays
unanswered, as some do anyway. Tables whose host has blocked you are not listed for you, and refuse you a seat as they
refuse anyone who was not invited. A block changes nothing that already exists: you leave no game by blocking someone,
and can still join the games of the player you blocked.

Blocking a person, or a block by one, also covers all of that person's bots, even later ones.
"""

from collections.abc import Collection

from django.db.models import QuerySet

from games.errors import Refused
from games.models import Block, Player
from games.people import relations


def has_blocked(player: Player, other: Player) -> bool:
    """Check whether the player, or the player's owner, has blocked the other or the other's owner."""
    return Block.objects.filter(player__in=_with_owner(player), other__in=_with_owner(other)).exists()


def _with_owner(player: Player) -> set[str]:
    return {player.pk, player.hands}


def blocked_by(player: Player) -> QuerySet[Block, str]:
    """Return the ids of the people whom the player, or the player's owner, has blocked; their bots are not listed."""
    return Block.objects.filter(player__in=_with_owner(player)).values_list("other", flat=True)


def blockers_of(player: Player) -> QuerySet[Block, str]:
    """Return the ids of the people who have blocked the player or the player's owner; their bots are not listed."""
    return Block.objects.filter(other__in=_with_owner(player)).values_list("player", flat=True)


def stand_between(player: Player, other: Player) -> bool:
    """Check whether either player has blocked the other."""
    return has_blocked(player, other) or has_blocked(other, player)


def refuse_blocked(player: Player, others: Collection[Player]) -> None:
    """Raise Refused("you_blocked") with the name of one of `others` whom the player has blocked, if any."""
    accounts = {account for other in others for account in _with_owner(other)}
    first_block = relations.select(Block, player).filter(other__in=accounts).first()
    if first_block is not None:
        raise Refused("you_blocked", name=first_block.other.name)
