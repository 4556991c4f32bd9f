"""Numbers as people read them."""

from django import template

from games.presentation import words

register = template.Library()


@register.filter
def minus(number: int) -> str:
    """Return a number with a minus, not a hyphen, where it is below zero."""
    return words.amount(number)
