"""Numbers in typographically correct form."""

from django import template

from games.presentation import words

register = template.Library()


@register.filter
def minus(number: int) -> str:
    """Return a number, with a minus sign instead of a hyphen if it is negative."""
    return words.amount(number)
