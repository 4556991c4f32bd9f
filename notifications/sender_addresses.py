"""Other addresses that players write from, since phones send from whichever account comes first.

A player accepts one by a yes from the mailbox that we know, and can remove it at any time. Emails from it count as the
player's if the address's own domain has signed them, and only as replies to the player's own emails.

A domain alone ("@mail.example") is one that signs the player's own emails, but omits their recipient
(`notifications.inbox.binding`).
"""

from datetime import datetime
from typing import Final

from django.db.models import QuerySet

from games.email_addresses import comparison_key
from games.models import Player
from notifications.models import SenderAddress

MOST: Final = 20
"""Addresses per player; beyond that, the one accepted first is removed."""


def accept(player: Player, address: str, now: datetime) -> None:
    """Trust this address from now on."""
    SenderAddress.objects.get_or_create(player=player, address=comparison_key(address), defaults={"accepted_at": now})
    newest = of_player(player).order_by("-accepted_at", "-pk").values_list("pk", flat=True)[:MOST]
    of_player(player).exclude(pk__in=list(newest)).delete()


def of_player(player: Player) -> QuerySet[SenderAddress]:
    """Return the addresses that a player has accepted, in alphabetical order."""
    return SenderAddress.objects.filter(player=player).order_by("address")


def is_accepted(player: Player, address: str) -> bool:
    """Check whether the player has accepted this address."""
    return bool(address) and of_player(player).filter(address=comparison_key(address)).exists()


def end(player: Player, key: int) -> bool:
    """Stop trusting an address. Return False if it was not one of the player's."""
    ended, _ = of_player(player).filter(pk=key).delete()
    return ended > 0
