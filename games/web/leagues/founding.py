"""Making a league: what is played, how fast, how seasons go."""

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
from games.competitions import schedule
from games.competitions.leagues import founding
from games.competitions.leagues.founding import FEWEST_DAYS, MOST_DAYS, Charter
from games.errors import Refused
from games.models import Player
from games.models.league import LARGEST_DIVISION, SMALLEST_DIVISION
from games.names import LONGEST_GAME_NAME, game_name
from games.people import rights
from games.people.suspension import is_guest
from games.web.clocks import PACES, USUAL
from games.web.doors import page
from games.web.kinds_of_games import FEWEST, MOST, KindOfGame, kinds

USUALLY: Final = timedelta(days=14)
"""How far away the first season is, unless the host says otherwise."""
AT: Final = time(18)
"""When it begins, where the host lives."""


class NewLeagueForm(forms.Form):
    """A host's wishes; what most need not change is folded away."""

    name = forms.CharField(
        label=_("Name of the league"), max_length=LONGEST_GAME_NAME, help_text=_("Everybody sees it.")
    )
    ruleset = forms.ChoiceField(label=_("What do you play?"))
    seats = forms.TypedChoiceField(
        label=_("How many at a table?"),
        coerce=int,
        choices=[(str(n), str(n)) for n in range(FEWEST, MOST + 1)],
        initial="4",
    )
    clock = forms.ChoiceField(
        label=_("How fast?"), choices=[(name, pace.title) for name, pace in PACES.items()], initial=USUAL
    )
    games_each = forms.IntegerField(
        label=_("Games for each player"),
        min_value=FEWEST,
        max_value=12,
        initial=4,
        help_text=_("All at once, in every season: a multiple of the players at a table."),
    )
    starts_on = forms.DateField(
        label=_("The first season begins on"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("At six in the evening where you live. With fewer than 16 players it is put off by a week."),
    )
    season_days = forms.IntegerField(
        label=_("Days of a season"),
        min_value=FEWEST_DAYS,
        max_value=MOST_DAYS,
        initial=90,
        help_text=_("Games that still run then end with the points as they stand."),
    )
    division_size = forms.IntegerField(
        label=_("Players of a division"), min_value=SMALLEST_DIVISION, max_value=LARGEST_DIVISION, initial=20
    )
    movers = forms.IntegerField(label=_("How many are promoted, and relegated"), min_value=1, max_value=5, initial=3)
    options = forms.MultipleChoiceField(label=_("Added to the rules"), required=False)
    rated = forms.BooleanField(label=_("Results change ratings"), required=False, initial=True)
    official = forms.BooleanField(label=_("Official: the site’s own league"), required=False)

    def __init__(self, host: Player, known: list[KindOfGame], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._zone = zone(host.time_zone)
        self.known = {kind.ruleset: kind for kind in known}
        if not rights.has(host, founding.RIGHT):
            del self.fields["official"]
        cast("forms.ChoiceField", self.fields["ruleset"]).choices = [(kind.ruleset, kind.title) for kind in known]
        self.fields["ruleset"].initial = known[0].ruleset
        options = cast("forms.MultipleChoiceField", self.fields["options"])
        options.choices = [(f"{kind.ruleset}:{name}", title) for kind in known for name, title in kind.options]

    def clean_name(self) -> str:
        """As the API takes it."""
        return game_name(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        """Raises ValidationError for numbers of players and games that don't go together."""
        super().clean()
        told = self.cleaned_data
        kind, seats = self.known.get(told.get("ruleset", "")), told.get("seats")
        if kind and seats and not kind.fewest <= seats <= kind.most:
            raise ValidationError(
                {"seats": _("%(game)s is for %(players)s.") % {"game": kind.title, "players": kind.players}}
            )
        if seats and told.get("games_each") and told["games_each"] not in schedule.possible_games(seats):
            possible = ", ".join(map(str, schedule.possible_games(seats)))
            raise ValidationError({"games_each": _("With so many at a table: %(numbers)s.") % {"numbers": possible}})
        return told

    def charter(self) -> Charter:
        """What the service is asked for. Options of other games than the chosen one count for nothing."""
        told = self.cleaned_data
        chosen = [one.partition(":") for one in told["options"]]
        return Charter(
            clock=PRESETS[told["clock"]],
            starts_at=self._evening(told["starts_on"]),
            options={name: True for ruleset, _, name in chosen if ruleset == told["ruleset"]},
            official=told.get("official", False),
            **{name: told[name] for name in _AS_TYPED},
        )

    def _evening(self, day: date) -> datetime:
        return datetime.combine(day, AT, self._zone)


_AS_TYPED: Final = ("name", "ruleset", "seats", "games_each", "division_size", "movers", "season_days", "rated")


@method_decorator([csrf_protect, never_cache], name="dispatch")
class NewLeaguePage(LoginRequiredMixin, View):
    """The form, which makes a league and leads to it."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """As it is first seen. Guests give an address first."""
        host = cast("Player", request.user)
        if is_guest(host):
            return redirect("keep-table")
        soon = timezone.now().astimezone(zone(host.time_zone)).date() + USUALLY
        return _page(request, NewLeagueForm(host, list(kinds()), initial={"starts_on": soon}))

    def post(self, request: HttpRequest) -> HttpResponse:
        """Makes the league, or says what cannot be."""
        host = cast("Player", request.user)
        form = NewLeagueForm(host, list(kinds()), request.POST)
        if not form.is_valid():
            return _page(request, form, status=400)
        try:
            league = founding.found(host=host, charter=form.charter(), now=timezone.now())
        except Refused as refusal:
            return _page(request, form, refusal)
        return redirect("league", league.pk)


def _page(request: HttpRequest, form: NewLeagueForm, refusal: Refused | None = None, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "kinds": form.known.values(),
        "paces": list(PACES.items()),
        "chosen": {name: form[name].value() for name in ("ruleset", "seats", "clock", "options")},
        "unfolded": bool(form.errors),
    }
    return page(request, "web/leagues/new.html", context, refusal, status=status)
