"""People to invite with a tick: friends first, then those the host has played with."""

from collections.abc import Collection
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.models import Player
from games.seats import company
from games.web.forms import Guests, GuestsField

SHOWN: Final = 12


class InviteForm(forms.Form):
    """The people to invite: some by a tick, others by name or address."""

    company = forms.MultipleChoiceField(
        label=_("Friends, and people you have played with"), required=False, widget=forms.CheckboxSelectMultiple
    )
    guests = GuestsField(
        label=_("Name or email address"),
        max_length=600,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, host: Player | None, *args: Any, there: Collection[str] = (), **kwargs: Any) -> None:
        """`there`: the ids of players who need no invitation."""
        super().__init__(*args, **kwargs)
        offer_company(self.fields["company"], host, there)

    def clean(self) -> dict[str, Any]:
        """Raises ValidationError if there is nobody to invite."""
        super().clean()
        if not self.errors and not any(self.invited()):
            raise ValidationError({"guests": _("Say whom you invite.")})
        return self.cleaned_data

    def invited(self) -> Guests:
        """Everyone who is to be invited."""
        return together(self.cleaned_data)


def offer_company(field: forms.Field, host: Player | None, there: Collection[str] = ()) -> None:
    """Gives the field its choices, by name."""
    known = (
        [
            acquaintance
            for acquaintance in company.acquaintances(host, SHOWN + len(there))
            if acquaintance.player.pk not in there
        ]
        if host
        else []
    )
    assert isinstance(field, forms.MultipleChoiceField)
    field.choices = [(one.player.name, _label(one)) for one in known[:SHOWN]]


def together(told: dict[str, Any]) -> Guests:
    """Those who were ticked, and those who were typed."""
    typed: Guests = told.get("guests") or Guests([], [])
    return Guests([*dict.fromkeys([*told.get("company", []), *typed.names])], typed.addresses)


def _label(one: company.Acquaintance) -> str:
    if one.friend:
        return gettext("%(name)s, friend") % {"name": one.player.display_name}
    games = ngettext("%(n)d game", "%(n)d games", one.games) % {"n": one.games}
    return gettext("%(name)s, %(games)s") % {"name": one.player.display_name, "games": games}
