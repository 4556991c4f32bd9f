"""Forms for signing up and in, and the fields that other forms share with them."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import email_addresses, languages
from games.models import Player
from games.names import prepared
from games.people import nights
from games.zones import zones


class EmailAddressField(forms.EmailField):
    """A field for an email address, normalized. Browsers post an international domain as punycode."""

    def to_python(self, value: object) -> str:
        address = super().to_python(value)
        return email_addresses.normalize(address) if address else ""


class SignInForm(forms.Form):
    """A form for the address that the code goes to."""

    email = EmailAddressField(
        label=_("Email address"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )


class PlayerNameField(forms.CharField):
    """A field for a player's name, as the API accepts it: names that look alike become the same (NFKC)."""

    def to_python(self, value: object) -> str:
        return prepared(super().to_python(value) or "")


class Guests(NamedTuple):
    """The people whom a host invites, by name or by address."""

    names: list[str]
    addresses: list[str]


class GuestsField(forms.CharField):
    """A field for the people whom a host invites: names and email addresses, separated by commas."""

    def clean(self, value: object) -> Guests:
        """Return names and addresses separately. Raise ValidationError for an entry that is neither."""
        entries = [entry.strip() for entry in (super().clean(value) or "").split(",")]
        addresses = [email_addresses.normalize(entry) for entry in entries if "@" in entry]
        return Guests([prepared(entry) for entry in entries if entry and "@" not in entry], addresses)


def _list_nights() -> Iterator[tuple[str, str]]:
    for night in nights.NIGHTS:
        begin, _dash, end = night.partition("-")
        yield night, gettext("%(begin)s to %(end)s") % {"begin": begin, "end": end}


class NewNameForm(forms.Form):
    """A form for a new player's name, if the address is already known."""

    name = PlayerNameField(
        label=_("Name that others see"),
        max_length=30,
        help_text=_("At most 30 letters."),
        validators=Player._meta.get_field("name").validators,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), initial="UTC")
    night = forms.ChoiceField(
        label=_("When do you sleep?"),
        required=False,
        initial=nights.USUAL,
        help_text=_("Your clock rests then, and emails wait."),
    )

    def __init__(self, posted: QueryDict | None = None, *, initial: Mapping[str, object] | None = None) -> None:
        super().__init__(posted, initial=dict(initial or {}))
        field = self.fields["time_zone"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(zones("UTC"))
        cast("forms.ChoiceField", self.fields["night"]).choices = [*_list_nights(), ("", _("It varies"))]

    def facts(self) -> dict[str, object]:
        """Return what signing up stores besides the name."""
        cleaned = self.cleaned_data
        return {
            "time_zone": cleaned["time_zone"],
            "habits": nights.habits_of(cleaned["night"]),
            "language": languages.active(),
            "kind": Player.Kind.HUMAN.value,
        }


class SignUpForm(SignInForm, NewNameForm):
    """A form for a new player's name, and for the address that the code goes to."""

    invitation = forms.CharField(max_length=12, required=False, widget=forms.HiddenInput)

    field_order = ("name", "email", "time_zone", "night")


class CodeForm(forms.Form):
    """A form for the code in an email."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )
