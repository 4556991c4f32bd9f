"""A calendar as text (RFC 5545), with how often to fetch it again (RFC 7986)."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from icalendar import Calendar, Event

from notifications.calendar.events import CalendarEvent

EVERY: Final = timedelta(hours=1)
"""How often calendar programs are asked to look again; most look less often."""


def write(events: Iterable[CalendarEvent], now: datetime, name: str = "Night Mail") -> bytes:
    """Return the calendar with these events and this name, as of now."""
    calendar = Calendar()
    calendar.add("prodid", "-//Night Mail//Deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", EVERY, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    for event in events:
        calendar.add_component(_write_event(event, now))
    written: bytes = calendar.to_ical()
    return written


def _write_event(event: CalendarEvent, now: datetime) -> Event:
    component = Event()
    component.add("uid", event.uid)
    component.add("dtstamp", now)
    component.add("summary", event.title)
    component.add("dtstart", event.starts)
    if event.ends:
        component.add("dtend", event.ends)
    component.add("url", event.url)
    component.add("transp", "TRANSPARENT")  # Neither makes anyone busy elsewhere.
    return component
