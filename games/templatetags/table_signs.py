"""Small signs of the table's page: made once each, for a page has a hundred of them."""

from functools import cache

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


def _svg(kind: str, box: str, what: str) -> str:
    return f'<svg class="{kind}" viewBox="{box}" aria-hidden="true"><use href="#{what}"/></svg>'


@register.simple_tag
@cache
def slot(kind: str) -> SafeString:
    """A space of a route; "wheel" for one that takes a locomotive."""
    return mark_safe(_svg("slot", "-13 -6.5 26 13", "wheel" if kind == "wheel" else f"slot-{kind}"))


@register.simple_tag
@cache
def mark(seat: int) -> SafeString:
    """The train of a seat, from 1."""
    return mark_safe(_svg("mark", "-14 -7.5 28 15", f"train-{seat}"))


@register.simple_tag
@cache
def sign(kind: str) -> SafeString:
    """The symbol of a card, or of the deck."""
    return mark_safe(_svg("sign", "0 0 12 12", f"sign-{kind}"))


@register.simple_tag
@cache
def card(kind: str, state: str = "") -> SafeString:
    """A card without words."""
    return mark_safe(f'<span class="card card-{kind} {state}">{sign(kind)}</span>')
