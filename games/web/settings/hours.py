"""When you play: your time zone, the hours and days on which your clocks stop, and your vacations."""

from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import zones
from games.errors import Refused
from games.formats import write_date
from games.models import Player
from games.people import accounts
from games.presentation import words
from games.presentation.words.lists import listed
from games.presentation.words.vacations import tell_clocks
from games.table.clocks import vacations
from games.table.clocks.habits import DAY, MOST_DAYS_OFF, WEEKDAYS, written_quiet
from games.web.day_inputs import TimeOfDayInput
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
"""The field beside which a refusal is shown, by the refusal's code."""


class ZoneField(forms.CharField):
    """A field for an IANA zone, found by the name of a city, with a list to choose from (`zones`)."""

    def to_python(self, value: object) -> str:
        """Return the zone. Raise ValidationError if no zone, or more than one, has this name."""
        typed = (super().to_python(value) or "").strip()
        zone_names = zones.find(typed)
        if not typed or len(zone_names) == 1:
            return zone_names[0] if typed else ""
        if zone_names:
            few = listed(zone_names[:FEW])
            raise ValidationError(_("Which one? %(few)s") % {"few": few}, code="time_zone")
        raise ValidationError(_("Choose a city from the list, as Europe/Copenhagen."), code="time_zone")


class HoursForm(forms.Form):
    """A form for a player's time zone, and when the clocks stop."""

    time_zone = ZoneField(
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("Type a large city near you."),
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off", "spellcheck": "false"}),
    )
    quiet_from = forms.TimeField(
        label=gettext_lazy("You sleep from"),
        required=False,
        widget=TimeOfDayInput,
    )
    quiet_until = forms.TimeField(
        label=gettext_lazy("until"),
        required=False,
        widget=TimeOfDayInput,
    )
    days_off = forms.MultipleChoiceField(
        label=gettext_lazy("Days off"), required=False, choices=DAYS, widget=forms.CheckboxSelectMultiple
    )

    def clean(self) -> dict[str, object]:
        """Check that the quiet hours have either both ends or none."""
        cleaned: dict[str, object] = super().clean() or {}
        if (
            "quiet_from" in cleaned
            and "quiet_until" in cleaned
            and bool(cleaned["quiet_from"]) != bool(cleaned["quiet_until"])
        ):
            self.add_error("quiet_until", _("Fill in both times, or leave both empty."))
        return cleaned

    def changes(self) -> dict[str, object]:
        """Return the changes as `PATCH /me` accepts them."""
        cleaned = self.cleaned_data
        quiet = cleaned["quiet_from"] and written_quiet(cleaned["quiet_from"], cleaned["quiet_until"])
        return {"time_zone": cleaned["time_zone"], "quiet_hours": quiet or None, "days_off": cleaned["days_off"]}


class HoursPage(SettingsPage):
    """A page with three forms: for the hours, for another vacation, and to end a vacation."""

    template = "web/settings/hours.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        return self._show_page(
            request, _build_hours_form(player_of(request)), VacationForm(away.today(player_of(request), timezone.now()))
        )

    def post(self, request: HttpRequest) -> HttpResponse:
        """Save or do what one of the three forms asks for."""
        acts = {"hours": self._save_hours, "take": self._take_vacation, "end": self._end_vacation}
        act = acts.get(request.POST.get("do", ""))
        return act(request) if act else self.get(request)

    def _save_hours(self, request: HttpRequest) -> HttpResponse:
        form = HoursForm(request.POST)
        if form.is_valid():
            try:
                accounts.change_profile(player=player_of(request), changes=form.changes(), now=timezone.now())
            except Refused as refusal:
                blame(form, FIELDS.get(refusal.code, "time_zone"), refusal)
            else:
                notice = _("Saved. Turns that wait for you may be due later now, never sooner.")
                return done(request, "settings-hours", notice)
        return self._show_page(request, form, VacationForm(away.today(player_of(request), timezone.now())), status=400)

    def _take_vacation(self, request: HttpRequest) -> HttpResponse:
        player, now = player_of(request), timezone.now()
        form = VacationForm(away.today(player, now), request.POST)
        if away.take(player, form, now):
            clocks = tell_clocks([words.game_name(game) for game in vacations.games_without(player)])
            return done(request, "settings-hours", " ".join([_("Have a good time!"), clocks]))
        return self._show_page(request, _build_hours_form(player), form, status=400)

    def _end_vacation(self, request: HttpRequest) -> HttpResponse:
        player, now = player_of(request), timezone.now()
        try:
            begin = away.end(player, request.POST.get("begin", ""), now)
        except Refused as refusal:
            return self._show_page(
                request,
                _build_hours_form(player),
                VacationForm(away.today(player_of(request), timezone.now())),
                refusal,
            )
        if begin is None:
            return self.get(request)
        has_begun = begin <= now
        ended = _("The vacation has ended. No deadline comes sooner by it.")
        return done(request, "settings-hours", ended if has_begun else _("You are not taking that vacation."))

    def _show_page(
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
            "zones": list(zones.list_places()),
            "most_days": MOST_DAYS_OFF,
            "here": write_date(now.astimezone(zone), "H:i"),
            "away": list(away.coming_vacations(player, now)),
            "left": [(number, vacations.left(player, number) // DAY) for number in (year, year + 1)],
        }
        return self.shown(request, context, refusal, status)


def _build_hours_form(player: Player) -> HoursForm:
    quiet = player.habits.get("quiet_hours") or {}
    return HoursForm(
        initial={
            "time_zone": player.time_zone,
            "quiet_from": quiet.get("begin"),
            "quiet_until": quiet.get("end"),
            "days_off": player.habits.get("days_off", []),
        }
    )
