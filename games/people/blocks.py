"""Blocking: players you have blocked neither join your tables nor invite you.

Blocked players aren't told. They invite as before, with the same answers and the same limits; the invitation just stays
unanswered, as some do anyway. Tables whose host has blocked you are not listed for you, and refuse you a seat as they
refuse anyone who was not invited. A block changes nothing that already exists: you leave no game by blocking someone,
and can still join the games of the player you blocked.

Blocking a person, or a block by one, also covers all of that person's bots, even later ones.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from games.errors import NotFound, Refused, Unprocessable
from games.ids import is_id
from games.models import Block, Player
from games.people.player_rows import still_here

MOST: Final = 500


def blocks_by(player: Player) -> QuerySet[Block]:
    """Return the players this player has blocked, latest first."""
    return Block.objects.filter(player=player).select_related("blocked").order_by("-created_at", "-pk")


def block(*, player: Player, blocked_id: str, now: datetime) -> None:
    """Block a player; doing so again changes nothing.

    Raises NotFound("no_such_player"), Unprocessable("cannot_block_yourself"), Refused("too_many_blocks"), Forbidden for
    anyone who is inactive.
    """
    with transaction.atomic():
        player = still_here(player)
        other = Player.objects.filter(pk=blocked_id, erased_at=None).first()
        if other is None:
            raise NotFound("no_such_player", names=[blocked_id])
        if other == player:
            raise Unprocessable("cannot_block_yourself")
        if not names(player, other) and Block.objects.filter(player=player).count() >= MOST:
            raise Refused("too_many_blocks", most=MOST)
        Block.objects.get_or_create(player=player, blocked=other, defaults={"created_at": now})


def unblock(*, player: Player, blocked_id: str) -> None:
    """Unblock a player; repeating it changes nothing. Invitations that were held back are not sent later."""
    if is_id(blocked_id):
        Block.objects.filter(player=player, blocked=blocked_id).delete()


def names(player: Player, other: Player) -> bool:
    """Check whether the player has blocked exactly this account, so that it can be unblocked."""
    return Block.objects.filter(player=player, blocked=other).exists()


def has_blocked(player: Player, other: Player) -> bool:
    """Check whether the player, or the player's owner, has blocked the other or the other's owner."""
    return Block.objects.filter(player__in=_with_owner(player), blocked__in=_with_owner(other)).exists()


def _with_owner(player: Player) -> set[str]:
    return {player.pk, player.hands}


def blocked_by(player: Player) -> QuerySet[Block, str]:
    """Return the ids of the people whom the player, or the player's owner, has blocked; their bots are not listed."""
    return Block.objects.filter(player__in=_with_owner(player)).values_list("blocked", flat=True)


def blockers_of(player: Player) -> QuerySet[Block, str]:
    """Return the ids of the people who have blocked the player or the player's owner; their bots are not listed."""
    return Block.objects.filter(blocked__in=_with_owner(player)).values_list("player", flat=True)


def stand_between(player: Player, other: Player) -> bool:
    """Check whether either player has blocked the other."""
    return has_blocked(player, other) or has_blocked(other, player)


def refuse_blocked(player: Player, others: Collection[Player]) -> None:
    """Raise Refused("you_blocked") with the name of one of `others` whom the player has blocked, if any."""
    first_block = (
        blocks_by(player).filter(blocked__in={account for other in others for account in _with_owner(other)}).first()
    )
    if first_block is not None:
        raise Refused("you_blocked", name=first_block.blocked.name)
