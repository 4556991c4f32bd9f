"""Creating a cup: its system and its number of rounds, in addition to the settings of all competitions' games."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.competitions.cups import creation, scores
from games.competitions.cups.creation import CupCharter
from games.competitions.results import TieBreak
from games.models import Cup, Player
from games.models.cup import FEWEST_DAYS, FEWEST_ROUNDS, FEWEST_SEATS, MOST_DAYS, MOST_ROUNDS, MOST_SEATS
from games.web.competition_forms import CharterForm, CharterPage, begins_on, name_field, seats

SYSTEMS: Final = (
    (Cup.Kind.KNOCKOUT.value, _("Knockout"), _("The best of each table go on, until one is left.")),
    (Cup.Kind.ROUND_ROBIN.value, _("Round robin"), _("Everyone meets everyone, at tables of two.")),
    (Cup.Kind.SWISS.value, _("Swiss"), _("Everyone plays every round, against others with about as many points.")),
)


class NewCupForm(CharterForm):
    """A form for a new cup. Fields that belong to the other system are ignored."""

    usually = timedelta(days=7)

    name = name_field(_("Name of the cup"))
    seats = seats(FEWEST_SEATS, MOST_SEATS, usually=2)
    starts_on = begins_on(_("It begins on"), _("At six in the evening where you live. Until then players can enter."))
    official = forms.BooleanField(label=_("Official: the site’s own cup"), required=False)
    kind = forms.ChoiceField(
        label=_("Which system?"), choices=[(system[0], system[1]) for system in SYSTEMS], initial="knockout"
    )
    round_days = forms.IntegerField(
        label=_("Days of a round"),
        min_value=FEWEST_DAYS,
        max_value=MOST_DAYS,
        initial=21,
        help_text=_("Games that still run then end with the points of that moment: tickets are not scored."),
    )
    rounds = forms.IntegerField(
        label=_("Rounds of a Swiss cup"), min_value=FEWEST_ROUNDS, max_value=MOST_ROUNDS, initial=5
    )
    legs = forms.TypedChoiceField(
        label=_("How often everyone meets everyone in a round robin"),
        coerce=int,
        choices=[("1", _("Once")), ("2", _("Twice"))],
        initial="1",
    )
    fixed_dates = forms.BooleanField(
        label=_("Rounds by date: each lasts all its days, however early its games are over"), required=False
    )
    advancing = forms.TypedChoiceField(
        label=_("How many go on from each table of a knockout"),
        coerce=int,
        choices=[("1", "1"), ("2", "2")],
        initial="1",
        help_text=_("Two only from tables of four. From the final one: the winner."),
    )

    @property
    def usual_tie_breaks(self) -> Sequence[TieBreak]:
        return scores.USUAL[Cup.Kind(self.cleaned_data["kind"])]

    def make(self, host: Player, now: datetime) -> str:
        return creation.make(host=host, charter=self._build_charter(), now=now).pk

    def _build_charter(self) -> CupCharter:
        cleaned = self.cleaned_data
        kind = Cup.Kind(cleaned["kind"])
        return CupCharter(
            kind=kind,
            entry_closes_at=self.begins,
            advancing=cleaned["advancing"] if kind == Cup.Kind.KNOCKOUT else None,
            rounds=cleaned["rounds"] if kind == Cup.Kind.SWISS else None,
            legs=cleaned["legs"] if kind == Cup.Kind.ROUND_ROBIN else None,
            fixed_dates=cleaned["fixed_dates"],
            round_days=cleaned["round_days"],
            **self.agreed,
        )


class NewCupPage(CharterPage):
    """The page with the form, which creates a cup and redirects to it."""

    form, template, leads_to, more = NewCupForm, "web/cups/new.html", "cup", {"systems": SYSTEMS}
