"""Making a cup: what is played, by which system, how fast."""

from datetime import date, datetime, time, timedelta
from typing import Any, Final, cast

from django import forms
from django.contrib.auth.mixins import LoginRequiredMixin
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games.clocks.terms import PRESETS
from games.clocks.zones import zone
from games.competitions.cups import making
from games.competitions.cups.making import CupCharter
from games.errors import Refused
from games.models import Cup, Player
from games.models.cup import FEWEST_DAYS, FEWEST_ROUNDS, FEWEST_SEATS, MOST_DAYS, MOST_ROUNDS, MOST_SEATS
from games.names import LONGEST_GAME_NAME, game_name
from games.people import rights
from games.people.suspension import is_guest
from games.web.clocks import PACES, USUAL
from games.web.doors import page
from games.web.kinds_of_games import KindOfGame, kinds

USUALLY: Final = timedelta(days=7)
"""How far away its beginning is, unless the host says otherwise."""
AT: Final = time(18)
"""When it begins, where the host lives."""
SYSTEMS: Final = (
    (Cup.Kind.KNOCKOUT.value, _("Knockout"), _("The best of each table go on, until one is left.")),
    (Cup.Kind.SWISS.value, _("Swiss"), _("Everyone plays every round, against others with about as many points.")),
)


class NewCupForm(forms.Form):
    """A host's wishes; what most need not change is folded away."""

    name = forms.CharField(label=_("Name of the cup"), max_length=LONGEST_GAME_NAME, help_text=_("Everybody sees it."))
    kind = forms.ChoiceField(
        label=_("Which system?"), choices=[(one[0], one[1]) for one in SYSTEMS], initial="knockout"
    )
    ruleset = forms.ChoiceField(label=_("What do you play?"))
    seats = forms.TypedChoiceField(
        label=_("How many at a table?"),
        coerce=int,
        choices=[(str(n), str(n)) for n in range(FEWEST_SEATS, MOST_SEATS + 1)],
        initial="2",
    )
    clock = forms.ChoiceField(
        label=_("How fast?"), choices=[(name, pace.title) for name, pace in PACES.items()], initial=USUAL
    )
    starts_on = forms.DateField(
        label=_("It begins on"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("At six in the evening where you live. Until then players can enter."),
    )
    round_days = forms.IntegerField(
        label=_("Days of a round"),
        min_value=FEWEST_DAYS,
        max_value=MOST_DAYS,
        initial=21,
        help_text=_("Games that still run then end with the points as they stand."),
    )
    rounds = forms.IntegerField(
        label=_("Rounds of a Swiss cup"), min_value=FEWEST_ROUNDS, max_value=MOST_ROUNDS, initial=5
    )
    advancing = forms.TypedChoiceField(
        label=_("How many go on from each table of a knockout"),
        coerce=int,
        choices=[("1", "1"), ("2", "2")],
        initial="1",
        help_text=_("Two only from tables of four. From the final one: the winner."),
    )
    options = forms.MultipleChoiceField(label=_("Added to the rules"), required=False)
    rated = forms.BooleanField(label=_("Results change ratings"), required=False, initial=True)
    official = forms.BooleanField(label=_("Official: the site’s own cup"), required=False)

    def __init__(self, host: Player, known: list[KindOfGame], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._zone = zone(host.time_zone)
        self.known = {kind.ruleset: kind for kind in known}
        if not rights.has(host, making.RIGHT):
            del self.fields["official"]
        cast("forms.ChoiceField", self.fields["ruleset"]).choices = [(kind.ruleset, kind.title) for kind in known]
        self.fields["ruleset"].initial = known[0].ruleset
        options = cast("forms.MultipleChoiceField", self.fields["options"])
        options.choices = [(f"{kind.ruleset}:{name}", title) for kind in known for name, title in kind.options]

    def clean_name(self) -> str:
        """As the API takes it."""
        return game_name(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        """Raises ValidationError for a number of players that this game is not for."""
        super().clean()
        told = self.cleaned_data
        kind, seats = self.known.get(told.get("ruleset", "")), told.get("seats")
        if kind and seats and not kind.fewest <= seats <= kind.most:
            raise ValidationError(
                {"seats": _("%(game)s is for %(players)s.") % {"game": kind.title, "players": kind.players}}
            )
        return told

    def charter(self) -> CupCharter:
        """What the service is asked for. What belongs to the other system, or to other games, counts for nothing."""
        told = self.cleaned_data
        kind = Cup.Kind(told["kind"])
        chosen = [one.partition(":") for one in told["options"]]
        return CupCharter(
            kind=kind,
            clock=PRESETS[told["clock"]],
            entry_closes_at=self._evening(told["starts_on"]),
            advancing=told["advancing"] if kind == Cup.Kind.KNOCKOUT else None,
            rounds=told["rounds"] if kind == Cup.Kind.SWISS else None,
            options={name: True for ruleset, _, name in chosen if ruleset == told["ruleset"]},
            official=told.get("official", False),
            **{name: told[name] for name in ("name", "ruleset", "seats", "round_days", "rated")},
        )

    def _evening(self, day: date) -> datetime:
        return datetime.combine(day, AT, self._zone)


@method_decorator([csrf_protect, never_cache], name="dispatch")
class NewCupPage(LoginRequiredMixin, View):
    """The form, which makes a cup and leads to it."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """As it is first seen. Guests give an address first."""
        host = cast("Player", request.user)
        if is_guest(host):
            return redirect("keep-table")
        soon = timezone.now().astimezone(zone(host.time_zone)).date() + USUALLY
        return _page(request, NewCupForm(host, list(kinds()), initial={"starts_on": soon}))

    def post(self, request: HttpRequest) -> HttpResponse:
        """Makes the cup, or says what cannot be."""
        host = cast("Player", request.user)
        form = NewCupForm(host, list(kinds()), request.POST)
        if not form.is_valid():
            return _page(request, form, status=400)
        try:
            cup = making.make(host=host, charter=form.charter(), now=timezone.now())
        except Refused as refusal:
            return _page(request, form, refusal)
        return redirect("cup", cup.pk)


def _page(request: HttpRequest, form: NewCupForm, refusal: Refused | None = None, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "systems": SYSTEMS,
        "kinds": form.known.values(),
        "paces": list(PACES.items()),
        "chosen": {name: form[name].value() for name in ("kind", "ruleset", "seats", "clock", "options")},
        "unfolded": bool(form.errors),
    }
    return page(request, "web/cups/new.html", context, refusal, status=status)
