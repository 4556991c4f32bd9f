"""Links in mails that lead to a page about one game without a login: a signed player and game.

Whoever holds the mail can do on the page what the player could there. Nothing happens on GET: link scanners fetch
every link.
"""

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import Http404
from django.urls import reverse

from games.models import Game, Player


class GameLinks:
    """The links to one page, known by the name of its address; they open no other page."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._signer = Signer(sep="~", salt=f"notifications.{name.replace('-', '_')}")

    def token(self, player_id: str, game_id: str) -> str:
        """The token that opens the page for this player and game."""
        return self._signer.sign(f"{player_id}.{game_id}")

    def url(self, player_id: str, game_id: str) -> str:
        """The public address of the token."""
        return settings.PUBLIC_URL + reverse(self._name, args=[self.token(player_id, game_id)])

    def read(self, signed: str) -> tuple[Player, Game]:
        """Whose token it is, and for which game. Raises Http404 where it is not one of ours, or they are gone."""
        try:
            player_id, _, game_id = self._signer.unsign(signed).partition(".")
        except BadSignature as error:
            raise Http404 from error
        player = Player.objects.filter(pk=player_id, is_active=True).first()
        game = Game.objects.select_related("host").filter(pk=game_id).first()
        if player is None or game is None:
            raise Http404
        return player, game
