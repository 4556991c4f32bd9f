"""The link in every mail that leads to its reader's own page of mail without a login: a signed player and season.

Whoever holds the mail can choose how the player's mail comes, and nothing else, until the end of the season after the
one in which it was sent (a season has 90 days), or until the player has another address. Two mails of one season have
the same link, so that it tells nothing of when a mail was written. Nothing happens on GET: link scanners fetch every
link.
"""

from datetime import UTC, datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from games.models import Player

SEASON: Final = timedelta(days=90)
EPOCH: Final = datetime(2020, 1, 1, tzinfo=UTC)


def token(player: Player, now: datetime) -> str:
    """The token that opens the player's page of mail."""
    return _signer(player).sign(f"{player.pk}.{_season(now)}")


def url(player: Player, now: datetime) -> str:
    """The public address of the token."""
    return settings.PUBLIC_URL + reverse("mail-page-by-link", args=[token(player, now)])


def read(signed: str, now: datetime) -> Player:
    """Whose token it is. Raises `BadSignature` when it is not one of ours, or good no more."""
    player = Player.objects.filter(pk=signed.partition(".")[0], is_active=True).first()
    if player is None:
        raise BadSignature("gone")
    season = int(_signer(player).unsign(signed).partition(".")[2])
    if _season(now) - season > 1:
        raise BadSignature("too old")
    return player


def _season(now: datetime) -> int:
    return (now - EPOCH) // SEASON


def _signer(player: Player) -> Signer:
    """With the address in its salt: another address, other tokens."""
    return Signer(sep="~", salt=f"notifications.my_mail:{player.email}")
