"""People to invite by a check box: friends first, then people the host has played with."""

from collections.abc import Collection
from typing import Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.lobby import company
from games.models import Player
from games.web.forms import Guests, GuestsField

SHOWN: Final = 12


class InviteForm(forms.Form):
    """A form for people to invite: some by check boxes, others by name or address."""

    company = forms.MultipleChoiceField(
        label=_("Friends, and people you have played with"), required=False, widget=forms.CheckboxSelectMultiple
    )
    guests = GuestsField(
        label=_("Name or email address"),
        max_length=600,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, host: Player | None, posted: QueryDict | None, *, exempt: Collection[str] = ()) -> None:
        """Offer the host's company, without the players in `exempt`, by id, who need no invitation."""
        super().__init__(posted)
        offer_company(self.fields["company"], host, exempt)

    def clean(self) -> dict[str, object]:
        """Raise ValidationError if nobody was chosen."""
        super().clean()
        if not self.errors and not any(self.invited()):
            raise ValidationError({"guests": _("Say whom you invite.")})
        return self.cleaned_data

    def invited(self) -> Guests:
        """Return everyone to invite."""
        return together(self)


def offer_company(field: forms.Field, host: Player | None, exempt: Collection[str] = ()) -> None:
    """Set the field's choices to people, by name."""
    acquaintances = (
        [
            acquaintance
            for acquaintance in company.acquaintances(host, SHOWN + len(exempt))
            if acquaintance.player.pk not in exempt
        ]
        if host
        else []
    )
    assert isinstance(field, forms.MultipleChoiceField)
    field.choices = [
        (acquaintance.player.name, _label_acquaintance(acquaintance)) for acquaintance in acquaintances[:SHOWN]
    ]


def together(form: forms.Form) -> Guests:
    """Return the people who were checked and those who were typed."""
    cleaned = form.cleaned_data
    typed: Guests = cleaned.get("guests") or Guests([], [])
    return Guests([*dict.fromkeys([*cleaned.get("company", []), *typed.names])], typed.addresses)


def _label_acquaintance(acquaintance: company.Acquaintance) -> str:
    if acquaintance.friend:
        return gettext("%(name)s, friend") % {"name": acquaintance.player.display_name}
    games = ngettext("%(n)d game", "%(n)d games", acquaintance.games) % {"n": acquaintance.games}
    return gettext("%(name)s, %(games)s") % {"name": acquaintance.player.display_name, "games": games}
