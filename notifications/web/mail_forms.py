"""The forms of a player's email settings."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games import languages
from games.web.day_inputs import DayInput, TimeOfDayInput, offer_from
from games.zones import zones
from notifications import reply_addresses
from notifications.absences import LONGEST
from notifications.lists import Mode, Stream
from notifications.models import LONGEST_NOTICE, MOST_REMINDERS

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

LEADS: Final = (1, 2, 3, 6, 12, 24, 36, 48, 72, 96, 168)
STREAMS: Final = {
    Stream.TURNS: _("When it’s your turn"),
    Stream.REMINDERS: _("When your time is running out"),
    Stream.GAMES: _("News of your games"),
    Stream.INVITATIONS: _("When someone invites you"),
}
MODES: Final = [
    (Mode.AT_ONCE, _("At once")),
    (Mode.HOURLY, _("In an hourly digest")),
    (Mode.DAILY, _("In the daily digest")),
    (Mode.OFF, _("Not at all")),
]

SHOWN: Final = "True"
ANSWERS: Final = [
    (SHOWN, _("To each email of yours")),
    ("False", _("Only when something is refused or asked")),
]
PICTURES: Final = [(SHOWN, _("As a picture")), ("False", _("No picture"))]


class StreamsForm(forms.Form):
    """The form for how soon each stream's emails come."""

    def __init__(self, posted: QueryDict | None = None, *, initial: Mapping[str, object] | None = None) -> None:
        super().__init__(posted, initial=dict(initial or {}), prefix="streams")
        for stream, label in STREAMS.items():
            self.fields[stream.value] = forms.ChoiceField(label=label, choices=MODES)

    def modes(self) -> dict[Stream, Mode]:
        """Return the mode chosen for each stream."""
        return {stream: Mode(self.cleaned_data[stream.value]) for stream in STREAMS}


class GameForm(forms.Form):
    """The form for how soon each stream's emails about one game come; an empty field means as for all games."""

    game = forms.CharField(max_length=12, widget=forms.HiddenInput)

    def __init__(
        self, posted: QueryDict | None = None, *, initial: Mapping[str, object] | None = None, auto_id: str = "id_%s"
    ) -> None:
        super().__init__(posted, initial=dict(initial or {}), auto_id=auto_id)
        for stream, label in STREAMS.items():
            if stream is not Stream.INVITATIONS:
                choices = [("", _("As for all games")), *MODES]
                self.fields[stream.value] = forms.ChoiceField(label=label, choices=choices, required=False)

    def modes(self) -> dict[Stream, Mode]:
        """Return the modes chosen for this game alone."""
        chosen = {stream: self.cleaned_data.get(stream.value) for stream in STREAMS}
        return {stream: Mode(mode) for stream, mode in chosen.items() if mode}


def _time_field(label: "_StrOrPromise", *, required: bool) -> forms.TimeField:
    return forms.TimeField(label=label, required=required, widget=TimeOfDayInput)


class HabitsForm(forms.Form):
    """The form for email habits that apply to all streams, the language, and the time zone."""

    reminders = forms.TypedChoiceField(label=_("How many for each turn"), coerce=int)
    lead_hours = forms.TypedChoiceField(label=_("The first one comes"), coerce=int, empty_value=None, required=False)
    digest_at = _time_field(_("The daily digest comes at"), required=True)
    quiet_from = _time_field(_("No emails from"), required=False)
    quiet_until = _time_field(_("No emails until"), required=False)
    pictures = forms.TypedChoiceField(label=_("The board in these emails"), choices=PICTURES, coerce=SHOWN.__eq__)
    every_answer = forms.TypedChoiceField(label=_("Our answers"), choices=ANSWERS, coerce=SHOWN.__eq__)
    time_zone = forms.ChoiceField(label=_("Time zone"))
    language = forms.ChoiceField(label=_("Language"), choices=languages.list_offered)

    def __init__(self, posted: QueryDict | None = None, *, initial: Mapping[str, object] | None = None) -> None:
        super().__init__(posted, initial=dict(initial or {}))
        if not settings.EMAIL_PICTURES:
            del self.fields["pictures"]
        if not reply_addresses.are_offered():
            del self.fields["every_answer"]
        self._offer("reminders", [(number, _count_reminders(number)) for number in range(MOST_REMINDERS + 1)])
        leads = {*LEADS, *filter(None, [self.initial.get("lead_hours")])}
        by_length = [("", gettext("depending on the time per move"))]
        self._offer("lead_hours", [*by_length, *((hours, _describe_lead(hours)) for hours in sorted(leads))])
        self._offer("time_zone", list(zones(self.initial.get("time_zone", "UTC"))))

    def _offer(self, name: str, choices: Sequence[tuple[int | str, object]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> dict[str, object]:
        """Check that quiet hours have different beginning and end, or neither."""
        cleaned: dict[str, object] = super().clean() or {}
        begin, end = cleaned.get("quiet_from"), cleaned.get("quiet_until")
        if "quiet_until" in cleaned and "quiet_from" in cleaned and (begin is None) != (end is None):
            self.add_error("quiet_until", _("Fill in both, or leave both empty."))
        elif begin is not None and begin == end:
            self.add_error("quiet_until", _("Quiet hours can’t start and end at the same time."))
        return cleaned


class OwnHabitsForm(HabitsForm):
    """The form of habits for signed-in players, whose time zone and language have pages of their own."""

    def __init__(self, posted: QueryDict | None = None, *, initial: Mapping[str, object] | None = None) -> None:
        super().__init__(posted, initial=dict(initial or {}))
        del self.fields["time_zone"], self.fields["language"]


class AbsenceForm(forms.Form):
    """The form for the notice that others at the table read during a player's absence."""

    starts_on = forms.DateField(label=_("First day away"), widget=DayInput)
    ends_on = forms.DateField(label=_("Last day away"), widget=DayInput)
    text = forms.CharField(
        label=_("Message to the others"),
        max_length=LONGEST_NOTICE,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": LONGEST_NOTICE}),
    )

    def __init__(
        self, today: date, posted: QueryDict | None = None, *, initial: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(posted, initial=dict(initial or {}))
        offer_from(self, min(today, self.initial.get("starts_on", today)), "starts_on")
        offer_from(self, today, "ends_on")

    def clean(self) -> dict[str, object]:
        """Check that the absence ends after it begins, and within a year."""
        cleaned = super().clean() or {}
        if "starts_on" in cleaned and "ends_on" in cleaned:
            lasts = cleaned["ends_on"] - cleaned["starts_on"]
            if lasts < timedelta():
                self.add_error("ends_on", _("The last day is before the first."))
            elif lasts > LONGEST:
                self.add_error("ends_on", _("At most a year."))
        return cleaned


def _count_reminders(number: int) -> str:
    return ngettext("%(n)d at most", "%(n)d at most", number) % {"n": number} if number else gettext("none")


def _describe_lead(hours: int) -> str:
    if hours % 24 == 0:
        return ngettext("%(n)d day before", "%(n)d days before", hours // 24) % {"n": hours // 24}
    return ngettext("%(n)d hour before", "%(n)d hours before", hours) % {"n": hours}


def as_initial(modes: Mapping[Stream, Mode]) -> dict[str, str]:
    """Return modes as a form's initial values."""
    return {stream.value: mode.value for stream, mode in modes.items()}
