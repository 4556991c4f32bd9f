"""Games' names, for templates."""

from django import template

from games.models import Game
from games.presentation import words

register = template.Library()


@register.filter
def game_name(game: Game) -> str:
    """Return a game's name, or a description if it has none."""
    return words.game_name(game)
