"""Filters that follow the rules of the reader's language."""

from collections.abc import Iterable

from django import template

from games.presentation.words import capitals, lists

register = template.Library()


@register.filter
def begin_line(clause: object) -> str:
    """Return a clause as it begins a line."""
    return capitals.begin_line(str(clause))


@register.filter
def listed(things: Iterable[object]) -> str:
    """List things without a word between the last two."""
    return lists.listed(map(str, things))
