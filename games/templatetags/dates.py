"""Filters for all templates: Django's `date`, but in the reader's language, and an instant in their time zone."""

from datetime import date, datetime

from django import template
from django.template import defaultfilters

from games.formats import SKELETONS, write_date
from games.models import Player
from games.web import when
from games.zones import zone

register = template.Library()


@register.filter("date", expects_localtime=True, is_safe=False)
def localized_date(value: date | str | None, form: str | None = None) -> str:
    """Write a date or time; "" for anything else."""
    if isinstance(value, date) and form in SKELETONS:
        return write_date(value, form)
    return str(defaultfilters.date(value, form))


@register.filter
def day_for_reader(instant: datetime, reader: Player | None) -> str:
    """Write the day of an instant in the reader's time zone; in UTC for a stranger."""
    return write_date(instant.astimezone(zone(reader.time_zone if reader else "UTC")), "j M Y")


@register.filter
def for_reader(instant: datetime, reader: Player | None) -> str:
    """Write an instant in the reader's time zone, which it names; in UTC for a stranger."""
    return when.date_and_time(instant, reader.time_zone if reader else "UTC")
