"""Forms for a club's settings and for inviting players to it."""

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.competitions.clubs.creation import ClubSettings
from games.competitions.clubs.invitations import MOST_AT_ONCE
from games.models import Club, Player
from games.models.club import LONGEST_ABOUT
from games.names import LONGEST_GAME_NAME, game_name
from games.web.company import offer_company
from games.web.forms import GuestsField

PRIVATE = "private"
WAYS_IN = (
    (Club.Entry.OPEN.value, _("Open"), _("Anyone finds the club, and joins at once.")),
    (Club.Entry.REQUEST.value, _("By request"), _("Anyone finds the club and asks; a host lets them in.")),
    (
        Club.Entry.INVITATION.value,
        _("By invitation"),
        _("Anyone sees the club; people come by invitation or its link."),
    ),
    (PRIVATE, _("Private"), _("It exists only for its members, and for those who are invited or have its link.")),
)


class ClubForm(forms.Form):
    """A form for what a club says of itself and how people get in."""

    name = forms.CharField(label=_("Name of the club"), max_length=LONGEST_GAME_NAME)
    about = forms.CharField(
        label=_("A line about it"),
        max_length=LONGEST_ABOUT,
        required=False,
        help_text=_("What you play, how fast, for whom. If empty: nothing."),
    )
    entry = forms.ChoiceField(
        label=_("How do people get in?"), choices=[way[:2] for way in WAYS_IN], initial=Club.Entry.REQUEST
    )

    def clean_name(self) -> str:
        """Clean the name as the API does."""
        return game_name(self.cleaned_data["name"])

    def read_settings(self) -> ClubSettings:
        """Return the settings as the service takes them."""
        cleaned = self.cleaned_data
        is_private = cleaned["entry"] == PRIVATE
        return ClubSettings(
            name=cleaned["name"],
            about=cleaned["about"],
            entry=Club.Entry.INVITATION if is_private else cleaned["entry"],
            public=not is_private,
        )


class InviteToClubForm(forms.Form):
    """A form for players to invite: some by check boxes, others by name."""

    company = forms.MultipleChoiceField(
        label=_("Friends, and people you have played with"), required=False, widget=forms.CheckboxSelectMultiple
    )
    guests = GuestsField(
        label=_("Names"),
        max_length=2000,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=format_lazy(
            _("With commas between them, up to {most}. Send the club’s link to those whom you know only by email."),
            most=MOST_AT_ONCE,
        ),
    )

    def __init__(self, host: Player, posted: QueryDict | None = None) -> None:
        super().__init__(posted)
        offer_company(self.fields["company"], host)

    def clean(self) -> dict[str, object]:
        """Raise ValidationError if nobody was named, or somebody by an address."""
        super().clean()
        if not self.errors:
            if self.cleaned_data["guests"].addresses:
                raise ValidationError({"guests": _("By name only. Send the club’s link to people by email.")})
            if not self.names():
                raise ValidationError({"guests": _("Say whom you invite.")})
        return self.cleaned_data

    def names(self) -> list[str]:
        """Return the names of everyone to invite."""
        return [*dict.fromkeys([*self.cleaned_data["company"], *self.cleaned_data["guests"].names])]
