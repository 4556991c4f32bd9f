"""What games are called, for templates."""

from django import template

from games.models import Game
from games.presentation import words

register = template.Library()


@register.filter
def game_name(game: Game) -> str:
    """Return a game's name, or what stands for it."""
    return words.game_name(game)
