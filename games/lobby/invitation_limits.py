"""Limits on invitations, so that nobody can flood a mailbox; they are counted by rows, under the inviter's lock.

Invitations and offers of seats count alike, over all games, including those left and called off. The number of emails
to one player is limited further where emails are gathered (`notifications.policy.courtesy`).

Bots with owners get no emails, and their owners say how many games they take (`games.lobby.challenges`): challenges of
theirs do not count, so that a tournament of bots can be played in a day.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Final

from games.errors import QuotaSpent, Refused
from games.lobby.by_address import Asked
from games.models import AddressInvitation, Game, Invitation, Player, SeatOffer

A_DAY: Final = timedelta(days=1)
MOST_OF_GAME: Final = 20
MOST_A_DAY: Final = 40
MOST_TO_ONE: Final = 5
"""The maximum number of invitations to one player in a day."""


def count_of(game: Game) -> int:
    """Return the number of the host's invitations to the game, counted as the host sees them."""
    return game.invitations.filter(by_address=False).count() + game.address_invitations.count()


def refuse_full(game: Game, more: int) -> None:
    """Raise Refused("too_many_invitations") if the game cannot have so many more invitations."""
    if count_of(game) + more > MOST_OF_GAME:
        raise Refused("too_many_invitations", most=MOST_OF_GAME)


def strangers_to(game: Game, players: list[Player]) -> list[Player]:
    """Return the players who neither sit at the table nor have been invited by name."""
    invited = game.invitations.filter(by_address=False).values_list("player_id", flat=True)
    known_ids = {*game.seats.values_list("player_id", flat=True), *invited}
    return [player for player in dict.fromkeys(players) if player.pk not in known_ids]


def refuse_too_many(host: Player, players: Collection[Player], addresses: Collection[Asked], now: datetime) -> None:
    """Check the limits before the host invites each of these once. The host's row must be locked.

    The name and the address of one player are counted separately, so that no limit reveals that they belong together.

    Raises Refused (too_many_invitations_today, too_many_invitations_to_one), which says when there is room again.
    """
    players = [player for player in players if player.owner_id is None]
    lately = _lately(host, now)
    count = len(players) + len(addresses)
    if count and len(lately) + count > MOST_A_DAY:
        wait = _until_gone((at for _, at in lately), len(lately) + count - MOST_A_DAY, now)
        raise QuotaSpent("too_many_invitations_today", most=MOST_A_DAY).after(wait)
    for known_as in [*([player.pk] for player in players), *(address.hashes for address in addresses)]:
        times = [at for other, at in lately if other in known_as]
        if len(times) >= MOST_TO_ONE:
            wait = _until_gone(times, len(times) + 1 - MOST_TO_ONE, now)
            raise QuotaSpent("too_many_invitations_to_one", most=MOST_TO_ONE).after(wait)


def _lately(host: Player, now: datetime) -> list[tuple[str, datetime]]:
    """Return whom the host has invited within a day, by id or by the address's hash, and when."""
    since = now - A_DAY
    by_name = Invitation.objects.filter(invited_by=host, by_address=False, created_at__gt=since, player__owner=None)
    by_address = AddressInvitation.objects.filter(invited_by=host, created_at__gt=since)
    invited = [*by_name.values_list("player_id", "created_at"), *by_address.values_list("address_hash", "created_at")]
    offered = SeatOffer.objects.filter(game__host=host, created_at__gt=since).values_list("player_id", "created_at")
    return [*invited, *offered]


def _until_gone(times: Iterable[datetime], gone: int, now: datetime) -> timedelta:
    """Return how long until `gone` of these times are a day ago."""
    oldest = sorted(times)[:gone]
    return oldest[-1] + A_DAY - now if oldest else A_DAY
