"""How often you can invite others, so that nobody can flood a mailbox: counted by rows, under the inviter's lock.

Invitations and offers of seats count alike, over all games, those left and called off included. How many emails they
make for one who is invited is bounded once more where emails are gathered (`notifications.policy.courtesy`).
"""

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Final

from games.errors import Refused
from games.models import Invitation, Player, SeatOffer

A_DAY: Final = timedelta(days=1)
MOST_A_DAY: Final = 40
MOST_TO_ONE: Final = 5
"""So many to one player in a day."""


def refuse_too_many(host: Player, asked: Collection[Player], now: datetime) -> None:
    """The host is about to ask these, each once. The host's row must be locked.

    Raises Refused("too_many_invitations_today"), which says when there is room again.
    """
    lately = _lately(host, now)
    if asked and len(lately) + len(asked) > MOST_A_DAY:
        _refuse((at for _, at in lately), len(lately) + len(asked) - MOST_A_DAY, MOST_A_DAY, now)
    counts = Counter(player for player, _ in lately)
    for player in asked:
        if counts[player.pk] >= MOST_TO_ONE:
            times = (at for other, at in lately if other == player.pk)
            _refuse(times, counts[player.pk] + 1 - MOST_TO_ONE, MOST_TO_ONE, now)


def _lately(host: Player, now: datetime) -> list[tuple[str, datetime]]:
    """Whom the host has asked within a day, and when."""
    since = now - A_DAY
    invited = Invitation.objects.filter(invited_by=host, created_at__gt=since).values_list("player_id", "created_at")
    offered = SeatOffer.objects.filter(game__host=host, created_at__gt=since).values_list("player_id", "created_at")
    return [*invited, *offered]


def _refuse(times: Iterable[datetime], gone: int, most: int, now: datetime) -> None:
    """Until so many of these times are a day ago."""
    oldest = sorted(times)[:gone]
    wait = oldest[-1] + A_DAY - now if oldest else A_DAY
    raise Refused("too_many_invitations_today", most=most).after(wait)
