"""Whether a player may be heard, and may play: asked by every service that lets players do something for others."""

from datetime import datetime

from games.errors import Forbidden
from games.instants import rfc3339
from games.models import Player


def refuse_suspended(player: Player, now: datetime) -> None:
    """Raises Forbidden("account_suspended") for who may not play for a while."""
    if player.suspended_until is not None and player.suspended_until > now:
        raise Forbidden("account_suspended", until=rfc3339(player.suspended_until))


def refuse_muted(player: Player, now: datetime) -> None:
    """Raises Forbidden("account_muted") for who is not heard for a while."""
    if player.muted_until is not None and player.muted_until > now:
        raise Forbidden("account_muted", until=rfc3339(player.muted_until))


def refuse_guest(player: Player) -> None:
    """Raises Forbidden("address_needed") for a guest (`games.people.guests`)."""
    if is_guest(player):
        raise Forbidden("address_needed")


def is_guest(player: Player) -> bool:
    """Whether nobody knows an address of the player's yet."""
    return player.kind == Player.Kind.GUEST


def present(player: Player, now: datetime) -> Player:
    """The player's newest row, locked, so that nobody is seated who is being erased, and limits hold for many at once.

    Raises Forbidden for who is gone or suspended.
    """
    found = Player.objects.select_for_update(no_key=True).filter(pk=player.pk, is_active=True).first()
    if found is None:
        raise Forbidden("forbidden")
    refuse_suspended(found, now)
    return found


def awake(player: Player, now: datetime) -> Player:
    """The same for whatever others hear of. Raises Forbidden for a guest, too."""
    found = present(player, now)
    refuse_guest(found)
    return found


def heard(player: Player, now: datetime) -> Player:
    """The same for who wants to say something. Raises Forbidden for who is muted, too."""
    found = awake(player, now)
    refuse_muted(found, now)
    return found
