"""The orders that templates quote, for placeholders of their texts."""

from collections.abc import Mapping

from django import template

from notifications import order_words as orders

register = template.Library()


@register.simple_tag
def order_words() -> Mapping[str, str]:
    """Return the orders by their names."""
    return orders.order_words()


@register.simple_tag
def english_order_words() -> Mapping[str, str]:
    """Return the orders by their names, in English, for strangers."""
    return orders.english_order_words()
