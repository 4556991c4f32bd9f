"""Django's filter `date` for all templates, but in the reader's language as `games.formats` writes it."""

from datetime import date

from django import template
from django.template import defaultfilters

from games.formats import SKELETONS, write_date

register = template.Library()


@register.filter("date", expects_localtime=True, is_safe=False)
def localized_date(value: date | str | None, form: str | None = None) -> str:
    """Write a date or time; "" for anything else."""
    if isinstance(value, date) and form in SKELETONS:
        return write_date(value, form)
    return str(defaultfilters.date(value, form))
