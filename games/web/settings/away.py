"""Vacations on pages: the form, the list of current and future ones, taking and ending one."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Final, NamedTuple
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import instants, zones
from games.errors import Refused
from games.formats import write_date
from games.models import Player
from games.table.clocks import vacations
from games.table.clocks.habits import DAY
from games.table.clocks.local_days import begin_day
from games.table.clocks.vacations import Vacation
from games.web.day_inputs import DayInput, offer_from
from games.web.settings.pages import blame

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

SECOND: Final = timedelta(seconds=1)
FIELDS: Final = {
    "vacation_in_the_past": "first",
    "vacation_too_far_ahead": "first",
    "vacations_overlap": "first",
    "vacation_too_short": "last",
    "no_vacation_left": "last",
}
"""The field beside which a refusal is shown, by the refusal's code."""


def _make_day_field(label: "_StrOrPromise") -> forms.DateField:
    return forms.DateField(label=label, widget=DayInput)


class VacationForm(forms.Form):
    """A vacation of whole days, in the player's own time zone."""

    first = _make_day_field(gettext_lazy("First day away"))
    last = _make_day_field(gettext_lazy("Last day away"))

    def __init__(self, today: date, posted: Mapping[str, object] | None = None) -> None:
        super().__init__(posted)
        offer_from(self, today, "first", "last")

    def clean(self) -> dict[str, object]:
        """Check that the vacation doesn't end before it begins."""
        cleaned = super().clean() or {}
        if "first" in cleaned and "last" in cleaned and cleaned["last"] < cleaned["first"]:
            self.add_error("last", _("The last day is before the first."))
        return cleaned


class Away(NamedTuple):
    """A vacation as shown on a page. `key` identifies it when ending it; `begun`: it has begun."""

    key: str
    days: str
    begun: bool


def today(player: Player, now: datetime) -> date:
    """Return the day that it is where the player lives."""
    return now.astimezone(zones.zone(player.time_zone)).date()


def coming_vacations(player: Player, now: datetime) -> Iterator[Away]:
    """Yield the player's vacations that are not over."""
    zone = zones.zone(player.time_zone)
    for vacation in vacations.of_player(player):
        if vacation.end > max(now, vacation.begin):
            yield Away(instants.rfc3339(vacation.begin), days_of(vacation, zone), vacation.begin <= now)


def days_of(vacation: Vacation, zone: ZoneInfo) -> str:
    """Return the days of a vacation, both inclusive: “18 December 2026 to 3 January 2027”."""
    first, last = vacation.begin.astimezone(zone), (vacation.end - SECOND).astimezone(zone)
    dates = [write_date(day, "j F Y") for day in (first, last)]
    return dates[0] if dates[0] == dates[1] else _("%(first)s to %(last)s") % {"first": dates[0], "last": dates[1]}


def take(player: Player, form: VacationForm, now: datetime) -> bool:
    """Take the vacation in the form. Return False if it is refused; then the form says why."""
    if not form.is_valid():
        return False
    zone = zones.zone(player.time_zone)
    first, last = form.cleaned_data["first"], form.cleaned_data["last"]
    begin = None if today(player, now) == first else begin_day(first, zone)
    try:
        vacations.take(player=player, begin=begin, end=begin_day(last + DAY, zone), now=now)
    except Refused as refusal:
        blame(form, FIELDS.get(refusal.code, "first"), refusal)
        return False
    return True


def end(player: Player, key: str, now: datetime) -> datetime | None:
    """End or cancel the vacation with this key. Return its begin, None for an invalid key. Raise Refused."""
    try:
        begin = instants.read(key)
    except ValueError:
        return None
    vacations.give_up(player=player, begin=begin, now=now)
    return begin
