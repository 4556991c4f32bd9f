"""Labels of what follows them, with the colon as the language writes it."""

from django import template

from games.presentation.words import sentences

register = template.Library()


@register.filter
def introduce(label: object) -> str:
    """Return the label with a colon, as French writes it after a space."""
    return sentences.introduce(str(label))
