"""The link that ends a stream without a login (RFC 8058): a signed player and stream.

It never runs out, since a mail may be opened years later; it can do nothing but switch that one stream off, and
whoever holds the mail may do that.
"""

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from games.models import Player
from notifications import preferences
from notifications.kinds import Stream

_signer = Signer(sep="~", salt="notifications.unsubscribe")


def token(player_id: str, stream: Stream) -> str:
    """The token that switches this stream off for this player."""
    return _signer.sign(f"{player_id}.{stream}")


def url(player_id: str, stream: Stream) -> str:
    """The public address of the token."""
    return settings.PUBLIC_URL + reverse("unsubscribe", args=[token(player_id, stream)])


def read(signed: str) -> tuple[str, Stream]:
    """The player's id and the stream of a token. Raises `BadSignature` when it is not one of ours."""
    player_id, _, stream = _signer.unsign(signed).partition(".")
    if stream not in Stream.values:
        raise BadSignature("no such stream")
    return player_id, Stream(stream)


def switch_off(player_id: str, stream: Stream) -> None:
    """Switches the stream off, at once.

    Nothing happens, and nothing is told, when the player is gone or it was off already.
    """
    player = Player.objects.filter(pk=player_id, erased_at=None).first()
    if player is not None:
        preferences.switch_off(player, stream)
