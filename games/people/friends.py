"""Friends: players you have marked, listed first when you invite. They need not agree, and are not told."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from games import names
from games.errors import NotFound, Refused, Unprocessable
from games.ids import is_id
from games.models import Friend, Player
from games.people.player_rows import still_here

MOST: Final = 500


def friends_of(player: Player) -> QuerySet[Friend]:
    """Return the player's friends, with their accounts loaded."""
    return Friend.objects.filter(player=player).select_related("friend")


def friends_by_name(player: Player) -> list[Friend]:
    """Return the player's friends, in alphabetical order."""
    return sorted(friends_of(player), key=lambda friend: (names.sort_key(friend.friend.name), friend.pk))


def is_friend(player: Player, other: Player) -> bool:
    """Check whether the player has marked the other as a friend."""
    return Friend.objects.filter(player=player, friend=other).exists()


def befriend(*, player: Player, friend_id: str, now: datetime) -> None:
    """Mark a player as a friend; doing so again changes nothing.

    Raises NotFound("no_such_player") for anyone who cannot be invited, Unprocessable("cannot_befriend_yourself"),
    Refused("too_many_friends"), Forbidden for anyone who is inactive.
    """
    with transaction.atomic():
        player = still_here(player)
        other = Player.objects.filter(pk=friend_id, is_active=True).first()
        if other is None or not other.has_page:
            raise NotFound("no_such_player", names=[friend_id])
        if other == player:
            raise Unprocessable("cannot_befriend_yourself")
        if not is_friend(player, other) and Friend.objects.filter(player=player).count() >= MOST:
            raise Refused("too_many_friends", most=MOST)
        Friend.objects.get_or_create(player=player, friend=other, defaults={"created_at": now})


def unfriend(*, player: Player, friend_id: str) -> None:
    """Remove the mark; nothing changes if there is none."""
    if is_id(friend_id):
        Friend.objects.filter(player=player, friend=friend_id).delete()
