"""The link in every mail of a game that leads to its disputes without a login: a signed player and game.

Whoever holds the mail can read the game's disputes and ask for an admin in the player's name, until two months after
the game's end; such a mail tells the player's hand, so it is nobody else's to read. Nothing happens on GET: link
scanners fetch every link.
"""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from games.models import Game, Player

GOOD_AFTER_THE_END: Final = timedelta(days=60)
_signer = Signer(sep="~", salt="notifications.complaints")


def token(player_id: str, game_id: str) -> str:
    """The token that opens the disputes of this game for this player."""
    return _signer.sign(f"{player_id}.{game_id}")


def url(player_id: str, game_id: str) -> str:
    """The public address of the token."""
    return settings.PUBLIC_URL + reverse("disputes-page", args=[token(player_id, game_id)])


def read(signed: str, now: datetime) -> tuple[Player, Game]:
    """Whose token it is, and for which game. Raises `BadSignature` when it is not one of ours, or good no more."""
    player_id, _, game_id = _signer.unsign(signed).partition(".")
    player = Player.objects.filter(pk=player_id, is_active=True).first()
    game = Game.objects.filter(pk=game_id).first()
    if player is None or game is None or (game.ended_at and now - game.ended_at > GOOD_AFTER_THE_END):
        raise BadSignature("gone")
    return player, game
