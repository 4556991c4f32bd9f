"""Where to find a game: for programs, and for people."""

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from engine.codec import Json
from games.api.forms import Facts


class GameLinksSerializer(Facts):
    """Addresses of a game."""

    game = serializers.URLField(help_text=_("The game, for programs."))
    board = serializers.URLField(help_text=_("A picture of its board."))
    page = serializers.URLField(help_text=_("The game, for people."))


def game_links(game_id: str) -> Json:
    """Return the addresses of the game and of its picture."""
    names = {"game": "game", "board": "game-picture", "page": "table"}
    return {name: settings.PUBLIC_URL + reverse(view, args=[game_id]) for name, view in names.items()}
