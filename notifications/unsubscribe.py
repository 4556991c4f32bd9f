"""The link that ends a stream, or all digests, without a login (RFC 8058): a signed player and list.

It never runs out, since a mail may be opened years later; it can do nothing but switch that one stream off, and
whoever holds the mail may do that.
"""

from datetime import datetime

from django.core.signing import BadSignature

from games import signed_links
from games.models import Player
from notifications import preferences
from notifications.kinds import DIGEST, LISTS, Stream
from notifications.link_kinds import UNSUBSCRIBE


def token(player_id: str, name: str) -> str:
    """The token that ends this list of mails, a stream or the digests, for this player."""
    return signed_links.sign_for_ever(UNSUBSCRIBE, player_id, name)


def url(player_id: str, name: str) -> str:
    """The public address of the token."""
    return signed_links.address_of(token(player_id, name), UNSUBSCRIBE)


def read(signed: str, now: datetime) -> tuple[str, str]:
    """The player's id and the list of a token. Raises `BadSignature` when it is not one of ours."""
    player_id, name = signed_links.read_for_ever(UNSUBSCRIBE, signed, now)
    if name not in LISTS:
        raise BadSignature("no such list")
    return player_id, name


def switch_off(player_id: str, name: str) -> None:
    """Ends the list of mails, at once.

    Nothing happens, and nothing is told, when the player is gone or it was off already.
    """
    player = Player.objects.filter(pk=player_id, erased_at=None).first()
    if player is None:
        return
    if name == DIGEST:
        preferences.leave_digests(player)
    else:
        preferences.switch_off(player, Stream(name))
