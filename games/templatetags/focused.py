"""The field of a page that has the focus when the page opens."""

from django.forms import BoundField
from django.template import Library
from django.utils.safestring import SafeString

register = Library()


@register.filter
def focused(field: BoundField) -> SafeString:
    """Draw the first field of a form that people open to fill it in. A page that is read focuses none."""
    return field.as_widget(attrs={"autofocus": True})
