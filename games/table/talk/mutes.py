"""Muting a player for yourself: you no longer read what they say at any table, and they don't notice."""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from games.errors import NotFound, Refused, Unprocessable
from games.ids import is_id
from games.models import Player, TalkMute
from games.people.player_rows import still_here

MOST: Final = 500


def mutes_by(player: Player) -> QuerySet[TalkMute]:
    """Return the player's mutes, the latest first."""
    return TalkMute.objects.filter(player=player).select_related("muted").order_by("-created_at", "-pk")


def mute(*, player: Player, muted_id: str, now: datetime) -> None:
    """Mute a player. Doing so again changes nothing.

    Raises NotFound("no_such_player"), Unprocessable("cannot_mute_yourself"), Refused("too_many_mutes"), Forbidden for
    anyone who is gone.
    """
    with transaction.atomic():
        player = still_here(player)
        other = Player.objects.filter(pk=muted_id, erased_at=None).first()
        if other is None:
            raise NotFound("no_such_player", names=[muted_id])
        if other == player:
            raise Unprocessable("cannot_mute_yourself")
        rows = TalkMute.objects.filter(player=player)
        if not rows.filter(muted=other).exists() and rows.count() >= MOST:
            raise Refused("too_many_mutes", most=MOST)
        TalkMute.objects.get_or_create(player=player, muted=other, defaults={"created_at": now})


def unmute(*, player: Player, muted_id: str) -> None:
    """Unmute a player, including what they said meanwhile. Unmuting again changes nothing."""
    if is_id(muted_id):
        TalkMute.objects.filter(player=player, muted=muted_id).delete()
