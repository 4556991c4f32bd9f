"""Making a cup or a league: what both forms ask about each game, and the page around them."""

from collections.abc import Mapping
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

from games.clocks.terms import PRESETS
from games.competitions import hosting
from games.errors import Refused
from games.models import Game, Player
from games.names import LONGEST_GAME_NAME, game_name
from games.people import rights
from games.people.suspension import is_guest
from games.web.clocks import PACES, USUAL
from games.web.doors import page
from games.web.kinds_of_games import KindOfGame, kinds
from games.web.seeing import comes_as_admin
from games.zones import zone

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

AT: Final = time(18)
"""When a competition begins, where its host lives."""
AS_TYPED: Final = ("name", "ruleset", "seats", "rated")


def name_field(label: "_StrOrPromise") -> forms.CharField:
    """The field `name`."""
    return forms.CharField(label=label, max_length=LONGEST_GAME_NAME, help_text=_("Everybody sees it."))


def seats(fewest: int, most: int, usually: int) -> forms.TypedChoiceField:
    """The field `seats`, with the numbers of players that can be chosen."""
    numbers = [(str(n), str(n)) for n in range(fewest, most + 1)]
    return forms.TypedChoiceField(label=_("How many at a table?"), coerce=int, choices=numbers, initial=str(usually))


def begins_on(label: "_StrOrPromise", help_text: "_StrOrPromise") -> forms.DateField:
    """The field `starts_on`."""
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, widget=widget, help_text=help_text)


class CharterForm(forms.Form):
    """A host's wishes; what most need not change is folded away. Its kinds add `name`, `seats`, `starts_on` and, for
    admins, `official`. `usually`: how far away its beginning is, unless the host says otherwise.
    """

    usually: ClassVar[timedelta]

    ruleset = forms.ChoiceField(label=_("What do you play?"))
    clock = forms.ChoiceField(
        label=_("How fast?"), choices=[(name, pace.title) for name, pace in PACES.items()], initial=USUAL
    )
    options = forms.MultipleChoiceField(label=_("Added to the rules"), required=False)
    rated = forms.BooleanField(label=_("Results change ratings"), required=False, initial=True)
    bots = forms.BooleanField(label=_("Bots may enter"), required=False)

    def __init__(self, host: Player, posted: QueryDict | None = None, *, as_admin: bool) -> None:
        self._zone = zone(host.time_zone)
        super().__init__(posted, initial={"starts_on": timezone.now().astimezone(self._zone).date() + self.usually})
        if not (as_admin and rights.has(host, hosting.RIGHT)):
            del self.fields["official"]
        self.known = {kind.ruleset: kind for kind in kinds()}
        known = list(self.known.values())
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

    @property
    def agreed(self) -> dict[str, Any]:
        """What holds for each game. Options of other games than the chosen one count for nothing."""
        told = self.cleaned_data
        chosen = [one.partition(":") for one in told["options"]]
        return {
            "clock": PRESETS[told["clock"]],
            "options": {name: True for ruleset, _, name in chosen if ruleset == told["ruleset"]},
            "official": told.get("official", False),
            "bots": Game.Bots.ALLOWED if told["bots"] else Game.Bots.NONE,
            **{name: told[name] for name in AS_TYPED},
        }

    @property
    def begins(self) -> datetime:
        """The evening of that day, where the host lives."""
        day: date = self.cleaned_data["starts_on"]
        return datetime.combine(day, AT, self._zone)

    def make(self, host: Player, now: datetime) -> str:
        """Makes it, and returns its id. Raises Refused."""
        raise NotImplementedError


@method_decorator([csrf_protect, never_cache], name="dispatch")
class CharterPage(LoginRequiredMixin, View):
    """The form, which makes a competition and leads to its page, which is called `leads_to`."""

    form: ClassVar[type[CharterForm]]
    template: ClassVar[str]
    leads_to: ClassVar[str]
    more: ClassVar[Mapping[str, Any]] = {}

    def get(self, request: HttpRequest) -> HttpResponse:
        """As it is first seen. Guests give an address first."""
        if is_guest(cast("Player", request.user)):
            return redirect("keep-table")
        return self._page(request, self._form(request))

    def post(self, request: HttpRequest) -> HttpResponse:
        """Makes it, or says what cannot be."""
        host, form = cast("Player", request.user), self._form(request, request.POST)
        if not form.is_valid():
            return self._page(request, form, status=400)
        try:
            made = form.make(host, timezone.now())
        except Refused as refusal:
            return self._page(request, form, refusal)
        return redirect(self.leads_to, made)

    def _form(self, request: HttpRequest, posted: QueryDict | None = None) -> CharterForm:
        return self.form(cast("Player", request.user), posted, as_admin=comes_as_admin(request))

    def _page(
        self, request: HttpRequest, form: CharterForm, refusal: Refused | None = None, status: int = 200
    ) -> HttpResponse:
        known: list[KindOfGame] = list(form.known.values())
        chosen = {name: form[name].value() for name in form.fields}
        context = {"form": form, "kinds": known, "paces": list(PACES.items()), "chosen": chosen, **self.more}
        return page(
            request, self.template, {**context, "unfolded": bool(form.errors or refusal)}, refusal, status=status
        )
