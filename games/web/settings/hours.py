"""When you play: your time zone, the hours and days on which your clock rests, vacations."""

from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import instants, zones
from games.clocks import vacations
from games.clocks.habits import DAY, MOST_DAYS_OFF, WEEKDAYS, written_quiet
from games.errors import Refused
from games.models import Player
from games.people import accounts
from games.web.settings import away
from games.web.settings.away import VacationForm
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
FIELDS: Final = {
    "quiet_hours_out_of_range": "quiet_until",
    "too_many_days_off": "days_off",
}
"""Beside which field a refusal stands."""


class ZoneField(forms.CharField):
    """An IANA zone, found by a city as people type it, with a list to choose from (`zones`)."""

    def to_python(self, value: Any) -> str:
        """Raises ValidationError where nothing is called so, or several are."""
        typed = (super().to_python(value) or "").strip()
        found = _zones_meant(typed)
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
        widget=forms.TimeInput(attrs={"type": "time"}, format=instants.HH_MM),
    )
    quiet_until = forms.TimeField(
        label=gettext_lazy("until"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format=instants.HH_MM),
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
        quiet = told["quiet_from"] and written_quiet(told["quiet_from"], told["quiet_until"])
        return {"time_zone": told["time_zone"], "quiet_hours": quiet or None, "days_off": told["days_off"]}


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
        form, player = VacationForm(request.POST), player_of(request)
        if away.take(player, form, timezone.now()):
            return done(request, "settings-hours", _("Have a good time! Your clocks stand still meanwhile."))
        return self._page(request, _hours(player), form, status=400)

    def _end(self, request: HttpRequest) -> HttpResponse:
        player = player_of(request)
        try:
            if not away.end(player, request.POST.get("begin", ""), timezone.now()):
                return self.get(request)
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
        year, _days = vacations.left_this_year(player, now)
        context = {
            "form": hours,
            "vacation": vacation,
            "zones": list(_known()),
            "most_days": MOST_DAYS_OFF,
            "here": instants.hh_mm(now.astimezone(zone)),
            "away": list(away.coming_vacations(player, now)),
            "left": [(number, vacations.left(player, number) // DAY) for number in (year, year + 1)],
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


def _known() -> Iterator[str]:
    """The zones that are places, and UTC."""
    yield "UTC"
    yield from sorted(name for name in zones.NAMES if name.partition("/")[0] in zones.REGIONS)


def _zones_meant(typed: str) -> list[str]:
    """The zones that somebody may mean: by the full name, by the city, by a part of it."""
    wanted = typed.casefold().replace(" ", "_")
    if typed in zones.NAMES:
        return [typed]
    known = [(name, name.casefold()) for name in _known()]
    whole = [name for name, low in known if low == wanted or low.rpartition("/")[2] == wanted]
    return whole or [name for name, low in known if wanted in low]
