"""Addresses of a game's pages: the table's page has two dozen, and Django's lookup takes longer than their output."""

from functools import cache
from typing import Final

from django import template
from django.urls import NoReverseMatch, reverse

from games.ids import ALPHABET, ID_LENGTH

register = template.Library()

ANY_GAME: Final = ALPHABET[0] * ID_LENGTH


@register.simple_tag
def game_url(name: str, game_id: str) -> str:
    """Return the address of this name whose only argument is the game, as `{% url name game_id %}` does.

    Raises NoReverseMatch for an unknown name or an empty id.
    """
    if not game_id:
        raise NoReverseMatch(name)
    before, after = _around(name)
    return f"{before}{game_id}{after}"


@cache
def _around(name: str) -> tuple[str, str]:
    """Return the parts of the address before and after a game's id, which are the same for all games."""
    before, _, after = reverse(name, args=[ANY_GAME]).partition(ANY_GAME)
    return before, after
