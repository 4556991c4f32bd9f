"""Creating a cup or a league: the fields about each game that both forms have, and the page with the form."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from django import forms
from django.contrib.auth.mixins import LoginRequiredMixin
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games.competitions import audience, hosts, results
from games.competitions.results import TieBreak
from games.errors import Refused
from games.models import Game, Player
from games.names import LONGEST_GAME_NAME, game_name
from games.people import rights
from games.people.suspension import is_guest
from games.table.clocks.terms import PRESETS
from games.web.access import comes_as_admin
from games.web.clocks import PACES, USUAL
from games.web.day_inputs import DayInput, offer_from
from games.web.kinds_of_games import group_by_map, kinds
from games.web.sign_in import page
from games.zones import zone

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

AT: Final = time(18)
"""The time of day at which a competition begins, in the host's time zone."""
AS_TYPED: Final = ("name", "ruleset", "seats", "rated")


def name_field(label: "_StrOrPromise") -> forms.CharField:
    """Return the field for the competition's name."""
    return forms.CharField(label=label, max_length=LONGEST_GAME_NAME, help_text=_("Everybody sees it."))


def seats(fewest: int, most: int, usually: int) -> forms.TypedChoiceField:
    """Return the field for the number of players at a table."""
    numbers = [(str(n), str(n)) for n in range(fewest, most + 1)]
    return forms.TypedChoiceField(label=_("How many at a table?"), coerce=int, choices=numbers, initial=str(usually))


def begins_on(label: "_StrOrPromise", help_text: "_StrOrPromise") -> forms.DateField:
    """Return the field for the day on which the competition begins."""
    return forms.DateField(label=label, widget=DayInput, help_text=help_text)


class CharterForm(forms.Form):
    """A form for a host's settings, in which rarely used ones are folded away.

    Its subclasses add `name`, `seats`, `starts_on` and, for admins, `official`. `usually`: the default time until the
    beginning.
    """

    usually: ClassVar[timedelta]

    club = forms.ChoiceField(label=_("For whom?"), required=False)
    public = forms.BooleanField(
        label=_("Anyone can look at it"),
        required=False,
        help_text=_("Of a club’s: at standings and games. Without a club, anyone can in any case."),
    )
    ruleset = forms.ChoiceField(label=_("What do you play?"))
    clock = forms.ChoiceField(
        label=_("How fast?"), choices=[(name, pace.title) for name, pace in PACES.items()], initial=USUAL
    )
    options = forms.MultipleChoiceField(label=_("Added to the rules"), required=False)
    tie_break = forms.ChoiceField(
        label=_("What parts players who are level?"),
        choices=[("", _("The usual")), *((tie_break.value, tie_break.label) for tie_break in TieBreak)],
        required=False,
        help_text=_("What you choose comes first, the others after it."),
    )
    rated = forms.BooleanField(label=_("Results change ratings"), required=False, initial=True)
    bots = forms.BooleanField(label=_("Bots may enter"), required=False)

    def __init__(self, host: Player, posted: QueryDict | None = None, *, club: str = "", as_admin: bool) -> None:
        self._zone = zone(host.time_zone)
        today = timezone.now().astimezone(self._zone).date()
        super().__init__(posted, initial={"starts_on": today + self.usually, "club": club})
        offer_from(self, today, "starts_on")
        if not (as_admin and rights.has(host, hosts.RIGHT)):
            del self.fields["official"]
        self._offer_clubs(host)
        self.known = {kind.ruleset: kind for kind in kinds()}
        offered = list(self.known.values())
        cast("forms.ChoiceField", self.fields["ruleset"]).choices = [(kind.ruleset, kind.title) for kind in offered]
        self.fields["ruleset"].initial = offered[0].ruleset
        options = cast("forms.MultipleChoiceField", self.fields["options"])
        options.choices = [(f"{kind.ruleset}:{name}", title) for kind in offered for name, title in kind.options]

    def _offer_clubs(self, host: Player) -> None:
        clubs = [(club.pk, club.name or _("Club %(id)s") % {"id": club.pk}) for club in audience.hosted_clubs(host)]
        cast("forms.ChoiceField", self.fields["club"]).choices = [("", _("Everyone")), *clubs]
        if self.initial.get("club") not in dict(clubs):
            self.initial["club"] = ""

    def clean_name(self) -> str:
        """Clean the name as the API does."""
        return game_name(self.cleaned_data["name"])

    def clean(self) -> dict[str, object]:
        """Raise ValidationError for a number of players that the game does not allow."""
        super().clean()
        cleaned = self.cleaned_data
        kind, seats = self.known.get(cleaned.get("ruleset", "")), cleaned.get("seats")
        if kind and seats and not kind.fewest <= seats <= kind.most:
            raise ValidationError(
                {"seats": _("%(game)s is for %(players)s.") % {"game": kind.title, "players": kind.players}}
            )
        return cleaned

    @property
    def agreed(self) -> dict[str, Any]:
        """Return the settings of each game. Options of games other than the chosen one are ignored."""
        cleaned = self.cleaned_data
        options = [option.partition(":") for option in cleaned["options"]]
        return {
            "clock": PRESETS[cleaned["clock"]],
            "options": {name: True for ruleset, _, name in options if ruleset == cleaned["ruleset"]},
            "official": cleaned.get("official", False),
            "club": cleaned.get("club") or None,
            "public": bool(cleaned.get("club")) and cleaned["public"],
            "tie_breaks": self._order_tie_breaks(cleaned["tie_break"]),
            "bots": Game.Bots.ALLOWED if cleaned["bots"] else Game.Bots.NONE,
            **{name: cleaned[name] for name in AS_TYPED},
        }

    def _order_tie_breaks(self, first: str) -> list[str]:
        """Return all tie-breaks with this one first; none if none is chosen."""
        return [first, *(usual.value for usual in self.usual_tie_breaks if usual != first)] if first else []

    @property
    def usual_tie_breaks(self) -> Sequence[TieBreak]:
        """The tie-breaks that follow the chosen one, in order."""
        return results.USUAL

    @property
    def begins(self) -> datetime:
        """The instant of the beginning: the evening of the chosen day, in the host's time zone."""
        day: date = self.cleaned_data["starts_on"]
        return datetime.combine(day, AT, self._zone)

    def make(self, host: Player, now: datetime) -> str:
        """Create the competition, and return its id. Raise Refused."""
        raise NotImplementedError


@method_decorator([csrf_protect, never_cache], name="dispatch")
class CharterPage(LoginRequiredMixin, View):
    """The page with the form, which creates a competition and redirects to its page, the view `leads_to`."""

    form: ClassVar[type[CharterForm]]
    template: ClassVar[str]
    leads_to: ClassVar[str]
    more: ClassVar[Mapping[str, object]] = {}

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the form; guests must give an address first."""
        if is_guest(cast("Player", request.user)):
            return redirect("keep-table")
        return self._show_page(request, self._build_form(request))

    def post(self, request: HttpRequest) -> HttpResponse:
        """Create the competition, or say why that is impossible."""
        host, form = cast("Player", request.user), self._build_form(request, request.POST)
        if not form.is_valid():
            return self._show_page(request, form, status=400)
        try:
            competition_id = form.make(host, timezone.now())
        except Refused as refusal:
            return self._show_page(request, form, refusal)
        return redirect(self.leads_to, competition_id)

    def _build_form(self, request: HttpRequest, posted: QueryDict | None = None) -> CharterForm:
        club = request.GET.get("club", "")
        return self.form(cast("Player", request.user), posted, club=club, as_admin=comes_as_admin(request))

    def _show_page(
        self, request: HttpRequest, form: CharterForm, refusal: Refused | None = None, status: int = 200
    ) -> HttpResponse:
        offered = group_by_map(form.known.values())
        chosen = {name: form[name].value() for name in form.fields}
        context = {"form": form, "kinds": offered, "paces": list(PACES.items()), "chosen": chosen, **self.more}
        return page(
            request, self.template, {**context, "unfolded": bool(form.errors or refusal)}, refusal, status=status
        )
