"""Addresses of a game's pages: the table's page has two dozen, and Django takes longer to find one than to show it."""

from functools import cache
from typing import Final

from django import template
from django.urls import NoReverseMatch, reverse

from games.ids import ALPHABET, ID_LENGTH

register = template.Library()

ANY_GAME: Final = ALPHABET[0] * ID_LENGTH


@register.simple_tag
def game_url(name: str, game_id: str) -> str:
    """Return the page of this name, of a game and of nothing else: what `{% url name game_id %}` gives.

    Raises NoReverseMatch if there is none, or no game.
    """
    if not game_id:
        raise NoReverseMatch(name)
    before, after = _around(name)
    return f"{before}{game_id}{after}"


@cache
def _around(name: str) -> tuple[str, str]:
    """Return what stands before a game's id and after it: the same for all games."""
    before, _, after = reverse(name, args=[ANY_GAME]).partition(ANY_GAME)
    return before, after
