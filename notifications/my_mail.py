"""The link in every email that leads to its reader's own page of mail without a login.

Whoever holds the email can choose how the player's mail comes, and nothing else.
"""

from datetime import datetime

from games import signed_links
from games.models import Player
from notifications.link_kinds import MAIL


def token(player: Player, now: datetime) -> str:
    """The token that opens the player's page of mail."""
    return signed_links.sign(MAIL, player, "", now)


def url(player: Player, now: datetime) -> str:
    """The public address of the token."""
    return signed_links.address_of(token(player, now), MAIL)


def read(signed: str, now: datetime) -> Player:
    """Whose token it is. Raises `BadSignature` when it is not one of ours, or good no more."""
    return signed_links.read(MAIL, signed, now).player
