"""Forms for strangers at the door."""

from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

from games import email_addresses
from games.models import Player
from games.names import prepared
from games.zones import zones


class EmailAddressField(forms.EmailField):
    """An email address; cleaned, as mail is sent to it. A browser posts a domain in letters as the DNS knows it."""

    def to_python(self, value: Any) -> str:
        address = super().to_python(value)
        return email_addresses.normalize(address) if address else ""


class SignInForm(forms.Form):
    """The address the code goes to."""

    email = EmailAddressField(
        label=_("Email address"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )


class PlayerNameField(forms.CharField):
    """As the API's: two names that look alike through compatibility characters are one (NFKC)."""

    def to_python(self, value: Any) -> str:
        return prepared(super().to_python(value) or "")


class Guests(NamedTuple):
    """The people a host invites."""

    names: list[str]
    addresses: list[str]


class GuestsField(forms.CharField):
    """The people a host invites: names, and addresses, which have an @, with commas between. Cleaned: both apart."""

    def clean(self, value: Any) -> Guests:
        """Raises ValidationError for what is neither."""
        told = [one.strip() for one in (super().clean(value) or "").split(",")]
        addresses = [email_addresses.normalize(one) for one in told if "@" in one]
        return Guests([prepared(one) for one in told if one and "@" not in one], addresses)


class NewNameForm(forms.Form):
    """A new player's name, if the address is known."""

    name = PlayerNameField(
        label=_("Name that others see"),
        max_length=30,
        validators=Player._meta.get_field("name").validators,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), initial="UTC")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["time_zone"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(zones("UTC"))


class SignUpForm(SignInForm, NewNameForm):
    """The same, and the address the code goes to."""

    invitation = forms.CharField(max_length=12, required=False, widget=forms.HiddenInput)

    field_order = ("name", "email", "time_zone")


class CodeForm(forms.Form):
    """What stands in the mail."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )
