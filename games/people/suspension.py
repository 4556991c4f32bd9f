"""Whether a player may speak or play: checked by every service by which players reach others."""

from datetime import datetime

from games.errors import Forbidden
from games.instants import rfc3339
from games.models import Player


def refuse_suspended(player: Player, now: datetime) -> None:
    """Raise Forbidden("account_suspended") if the player is suspended."""
    if player.suspended_until is not None and is_suspended(player, now):
        raise Forbidden("account_suspended", until=rfc3339(player.suspended_until))


def is_suspended(player: Player, now: datetime) -> bool:
    """Check whether the player is suspended by an admin."""
    return player.suspended_until is not None and player.suspended_until > now


def refuse_muted(player: Player, now: datetime) -> None:
    """Raise Forbidden("account_muted") if the player is muted."""
    if player.muted_until is not None and player.muted_until > now:
        raise Forbidden("account_muted", until=rfc3339(player.muted_until))


def refuse_guest(player: Player) -> None:
    """Raise Forbidden("address_needed") for a guest (`games.people.guests`)."""
    if is_guest(player):
        raise Forbidden("address_needed")


def is_guest(player: Player) -> bool:
    """Check whether the player has not given an address yet."""
    return player.kind == Player.Kind.GUEST


def heard_if_named(player: Player, name: str, now: datetime) -> Player:
    """Return the newest row of a host, locked, for making what others see; with a name only for a player who is heard.

    Raises what `awake` raises and, if there is a name, Forbidden("account_muted").
    """
    return heard(player, now) if name else awake(player, now)


def present(player: Player, now: datetime) -> Player:
    """Return the player's newest row, locked.

    So nobody is seated while being erased, and limits hold for simultaneous requests. Raises Forbidden for a player who
    is inactive or suspended.
    """
    locked = Player.objects.select_for_update(no_key=True).filter(pk=player.pk, is_active=True).first()
    if locked is None:
        raise Forbidden("forbidden")
    refuse_suspended(locked, now)
    return locked


def awake(player: Player, now: datetime) -> Player:
    """Return the player's newest row, locked, for anything that others notice. Also raises Forbidden for a guest."""
    locked = present(player, now)
    refuse_guest(locked)
    return locked


def heard(player: Player, now: datetime) -> Player:
    """Return the player's newest row, locked, for speaking to others. Also raises Forbidden for a muted player."""
    locked = awake(player, now)
    refuse_muted(locked, now)
    return locked
