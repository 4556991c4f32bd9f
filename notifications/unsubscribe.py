"""The link that ends a stream, or all digests, without a login (RFC 8058): a signed player and list.

It never runs out, since a mail may be opened years later; it can do nothing but switch that one stream off, and
whoever holds the mail may do that.
"""

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from games.models import Player
from notifications import preferences
from notifications.kinds import DIGEST, LISTS, Stream

_signer = Signer(sep="~", salt="notifications.unsubscribe")


def token(player_id: str, name: str) -> str:
    """The token that ends this list of mails, a stream or the digests, for this player."""
    return _signer.sign(f"{player_id}.{name}")


def url(player_id: str, name: str) -> str:
    """The public address of the token."""
    return settings.PUBLIC_URL + reverse("unsubscribe", args=[token(player_id, name)])


def read(signed: str) -> tuple[str, str]:
    """The player's id and the list of a token. Raises `BadSignature` when it is not one of ours."""
    player_id, _, name = _signer.unsign(signed).partition(".")
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
