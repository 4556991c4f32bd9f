"""When you play: your time zone, the hours and days on which your clock rests, vacations."""

import zoneinfo
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import instants
from games.clocks import vacations, zones
from games.clocks.habits import DAY, MOST_DAYS_OFF, WEEKDAYS
from games.clocks.vacations import Vacation
from games.errors import Refused
from games.models import Player
from games.people import accounts
from games.web.settings.pages import SettingsPage, blame, done, player_of

DAYS: Final = tuple(
    zip(
        WEEKDAYS,
        (
            gettext_lazy("Monday"),
            gettext_lazy("Tuesday"),
            gettext_lazy("Wednesday"),
            gettext_lazy("Thursday"),
            gettext_lazy("Friday"),
            gettext_lazy("Saturday"),
            gettext_lazy("Sunday"),
        ),
        strict=True,
    )
)
FEW: Final = 5
SECOND: Final = timedelta(seconds=1)
FIELDS: Final = {
    "quiet_hours_out_of_range": "quiet_until",
    "too_many_days_off": "days_off",
    "vacation_in_the_past": "first",
    "vacation_too_far_ahead": "first",
    "vacations_overlap": "first",
    "vacation_too_short": "last",
    "no_vacation_left": "last",
}
"""Beside which field a refusal stands."""


class ZoneField(forms.CharField):
    """An IANA zone, found by a city as people type it; a list to choose from comes with it (`zones`)."""

    def to_python(self, value: Any) -> str:
        """Raises ValidationError where nothing is called so, or several are."""
        typed = (super().to_python(value) or "").strip()
        found = _called(typed)
        if not typed or len(found) == 1:
            return found[0] if typed else ""
        if found:
            few = ", ".join(found[:FEW])
            raise ValidationError(_("Which one? %(few)s") % {"few": few}, code="time_zone")
        raise ValidationError(_("Choose a city from the list, as Europe/Copenhagen."), code="time_zone")


class HoursForm(forms.Form):
    """By which clock, and when it rests."""

    time_zone = ZoneField(
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("Type a large city near you."),
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off", "spellcheck": "false"}),
    )
    quiet_from = forms.TimeField(
        label=gettext_lazy("Every night from"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    quiet_until = forms.TimeField(
        label=gettext_lazy("until"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    days_off = forms.MultipleChoiceField(
        label=gettext_lazy("Days off"), required=False, choices=DAYS, widget=forms.CheckboxSelectMultiple
    )

    def clean(self) -> dict[str, Any]:
        """Both ends of a night, or none."""
        told: dict[str, Any] = super().clean() or {}
        if "quiet_from" in told and "quiet_until" in told and bool(told["quiet_from"]) != bool(told["quiet_until"]):
            self.add_error("quiet_until", _("Fill in both times, or leave both empty."))
        return told

    def changes(self) -> dict[str, Any]:
        """As `PATCH /me` has them."""
        told = self.cleaned_data
        quiet = told["quiet_from"] and {"begin": f"{told['quiet_from']:%H:%M}", "end": f"{told['quiet_until']:%H:%M}"}
        return {"time_zone": told["time_zone"], "quiet_hours": quiet or None, "days_off": told["days_off"]}


def _day_field(label: Any) -> forms.DateField:
    return forms.DateField(label=label, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))


class VacationForm(forms.Form):
    """Whole days, in the player's own time zone."""

    first = _day_field(gettext_lazy("First day away"))
    last = _day_field(gettext_lazy("Last day away"))

    def clean(self) -> dict[str, Any]:
        """It ends after it begins."""
        told: dict[str, Any] = super().clean() or {}
        if "first" in told and "last" in told and told["last"] < told["first"]:
            self.add_error("last", _("The last day is before the first."))
        return told


class Away(NamedTuple):
    """A vacation as the page shows it. `key`: by which it is ended; `begun`: it is going on."""

    key: str
    days: str
    begun: bool


class HoursPage(SettingsPage):
    """Three forms: hours, another vacation, the end of one."""

    template = "web/settings/hours.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        """All as it is."""
        return self._page(request, _hours(player_of(request)), VacationForm())

    def post(self, request: HttpRequest) -> HttpResponse:
        """One of the three."""
        acts = {"hours": self._save, "take": self._take, "end": self._end}
        act = acts.get(request.POST.get("do", ""))
        return act(request) if act else self.get(request)

    def _save(self, request: HttpRequest) -> HttpResponse:
        form = HoursForm(request.POST)
        if form.is_valid():
            try:
                accounts.change_profile(player=player_of(request), changes=form.changes(), now=timezone.now())
            except Refused as refusal:
                blame(form, FIELDS.get(refusal.code, "time_zone"), refusal)
            else:
                notice = _("Saved. Turns that wait for you may be due later now, never sooner.")
                return done(request, "settings-hours", notice)
        return self._page(request, form, VacationForm(), status=400)

    def _take(self, request: HttpRequest) -> HttpResponse:
        form, player, now = VacationForm(request.POST), player_of(request), timezone.now()
        if form.is_valid():
            zone = zones.zone(player.time_zone)
            begin, end = (_midnight(form.cleaned_data[name], zone) for name in ("first", "last"))
            today = now.astimezone(zone).date() == form.cleaned_data["first"]
            try:
                vacations.take(player=player, begin=None if today else begin, end=end + _a_day(end, zone), now=now)
            except Refused as refusal:
                blame(form, FIELDS.get(refusal.code, "first"), refusal)
            else:
                return done(request, "settings-hours", _("Have a good time! Your clocks stand still meanwhile."))
        return self._page(request, _hours(player), form, status=400)

    def _end(self, request: HttpRequest) -> HttpResponse:
        player = player_of(request)
        try:
            begin = instants.read(request.POST.get("begin", ""))
        except ValueError:
            return self.get(request)
        try:
            vacations.give_up(player=player, begin=begin, now=timezone.now())
        except Refused as refusal:
            return self._page(request, _hours(player), VacationForm(), refusal)
        return done(request, "settings-hours", _("The vacation has ended. No deadline comes sooner by it."))

    def _page(
        self,
        request: HttpRequest,
        hours: HoursForm,
        vacation: VacationForm,
        refusal: Refused | None = None,
        status: int = 200,
    ) -> HttpResponse:
        player, now = Player.objects.get(pk=player_of(request).pk), timezone.now()
        zone = zones.zone(player.time_zone)
        context = {
            "form": hours,
            "vacation": vacation,
            "zones": list(_known()),
            "most_days": MOST_DAYS_OFF,
            "here": f"{now.astimezone(zone):%H:%M}",
            "away": list(_away(player, zone, now)),
            "left": [(year, vacations.left(player, year) // DAY) for year in (now.year, now.year + 1)],
        }
        return self.shown(request, context, refusal, status)


def _hours(player: Player) -> HoursForm:
    quiet = player.habits.get("quiet_hours") or {}
    return HoursForm(
        initial={
            "time_zone": player.time_zone,
            "quiet_from": quiet.get("begin"),
            "quiet_until": quiet.get("end"),
            "days_off": player.habits.get("days_off", []),
        }
    )


def _away(player: Player, zone: ZoneInfo, now: datetime) -> Iterator[Away]:
    """The vacations that are not over."""
    for one in vacations.of_player(player):
        if one.end > max(now, one.begin):
            yield Away(instants.rfc3339(one.begin), days_of(one, zone), one.begin <= now)


def days_of(vacation: Vacation, zone: ZoneInfo) -> str:
    """“18 December 2026 to 3 January 2027”, both days included."""
    first, last = vacation.begin.astimezone(zone), (vacation.end - SECOND).astimezone(zone)
    told = [formats.date_format(day, "j F Y") for day in (first, last)]
    return told[0] if told[0] == told[1] else _("%(first)s to %(last)s") % {"first": told[0], "last": told[1]}


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone).astimezone(UTC)


def _a_day(begin: datetime, zone: ZoneInfo) -> timedelta:
    """How long the day is that begins then: 23 or 25 hours where clocks are put forward or back."""
    return _midnight(begin.astimezone(zone).date() + DAY, zone) - begin


def _known() -> Iterator[str]:
    """The zones that are places, and UTC."""
    yield "UTC"
    yield from sorted(name for name in zoneinfo.available_timezones() if name.partition("/")[0] in zones.REGIONS)


def _called(typed: str) -> list[str]:
    """The zones that somebody may mean: by the whole name, by the city, by a part of it."""
    wanted = typed.casefold().replace(" ", "_")
    if typed in zoneinfo.available_timezones():
        return [typed]
    known = [(name, name.casefold()) for name in _known()]
    whole = [name for name, low in known if low == wanted or low.rpartition("/")[2] == wanted]
    return whole or [name for name, low in known if wanted in low]
