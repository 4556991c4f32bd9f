"""Creating a table: the game, the clock, the players; everything else is folded away."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, cast

from django import forms
from django.contrib.auth.mixins import LoginRequiredMixin
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games.competitions.clubs import selectors as clubs
from games.competitions.series import creation
from games.errors import Refused
from games.lobby import lobby
from games.models import BotPolicy, Game, Player
from games.models.series import MOST_GAMES
from games.names import LONGEST_GAME_NAME, game_name
from games.people.networks import network_of
from games.ratings import rating_table
from games.table.clocks.terms import PRESETS
from games.web import bots
from games.web.clocks import PACES, USUAL
from games.web.company import offer_company, together
from games.web.forms import GuestsField
from games.web.kinds_of_games import FEWEST, MOST, KindOfGame, group_by_map, kinds
from games.web.listed import with_seats
from games.web.sign_in import page

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

ANYONE, INVITED = Game.Access.OPEN.value, Game.Access.INVITATION.value
COMPANY: Final = (
    (ANYONE, _("Anyone"), _("The table is listed, and starts when all seats are taken.")),
    (INVITED, _("People I invite"), _("By name, by email, or by one link for all. Nobody else can join or watch.")),
)
FOR_CLUB: Final = "club-"
"""The prefix of the choice of a club, before its id."""


class NewTableForm(forms.Form):
    """A form for a host's wishes; the first three fields are all that most hosts need."""

    ruleset = forms.ChoiceField(label=_("What do you play?"))
    seats = forms.TypedChoiceField(
        label=_("How many?"), coerce=int, choices=[(str(n), str(n)) for n in range(FEWEST, MOST + 1)], initial="3"
    )
    clock = forms.ChoiceField(
        label=_("How fast?"), choices=[(name, pace.title) for name, pace in PACES.items()], initial=USUAL
    )
    access = forms.ChoiceField(label=_("With whom?"), initial=ANYONE)
    guests = GuestsField(
        label=_("Name or email address"),
        max_length=600,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Whom you invite, with commas between them. You can invite more people later."),
    )
    company = forms.MultipleChoiceField(
        label=_("Friends, and people you have played with"), required=False, widget=forms.CheckboxSelectMultiple
    )
    stand_ins = forms.TypedChoiceField(
        label=_("Stand-ins"),
        coerce=int,
        required=False,
        choices=[(str(n), _("none") if not n else str(n)) for n in range(MOST)],
        help_text=_("They play the seats that nobody takes. With all seats but yours the game starts at once."),
    )
    games = forms.TypedChoiceField(
        label=_("How many games?"),
        coerce=int,
        required=False,
        choices=[(str(n), _("one") if n == 1 else str(n)) for n in range(1, MOST_GAMES + 1)],
        help_text=_("A series if more than one: the same people play them all, with standings over all."),
    )
    name = forms.CharField(
        label=_("Name of the table"), max_length=LONGEST_GAME_NAME, required=False, help_text=_("Everybody sees it.")
    )
    options = forms.MultipleChoiceField(required=False)
    watched = forms.BooleanField(label=_("Anyone may watch, even if only people I invite can join"), required=False)
    bots = forms.BooleanField(label=_("Bots, programs that is, may take seats"), required=False)
    fixed = forms.BooleanField(label=_("Play in the order of joining, not in one that is drawn"), required=False)
    pause_on_dispute = forms.BooleanField(label=_("The clocks stand still while a dispute is open"), required=False)
    rated = forms.BooleanField(
        label=_("The result changes ratings, if people play it and anyone may watch"), required=False, initial=True
    )
    minimum_rating = forms.IntegerField(
        label=_("Lowest rating"),
        required=False,
        min_value=rating_table.LOWEST,
        max_value=rating_table.HIGHEST,
        help_text=_("Newcomers have 1500. If empty: any."),
    )
    maximum_rating = forms.IntegerField(
        label=_("Highest rating"), required=False, min_value=rating_table.LOWEST, max_value=rating_table.HIGHEST
    )
    minimum_reliability = forms.IntegerField(
        label=_("Moves made in time, in percent"),
        required=False,
        min_value=1,
        max_value=100,
        help_text=_("Less reliable players cannot join; new players can. If empty: anyone."),
    )

    def __init__(
        self,
        host: Player,
        offered: list[KindOfGame],
        posted: QueryDict | None = None,
        *,
        initial: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(posted, initial=dict(initial or {}))
        offer_company(self.fields["company"], host)
        self.audiences = list(_list_audiences(host))
        cast("forms.ChoiceField", self.fields["access"]).choices = [
            (value, name) for value, name, _about in self.audiences
        ]
        self.known = {kind.ruleset: kind for kind in offered}
        cast("forms.ChoiceField", self.fields["ruleset"]).choices = [(kind.ruleset, kind.title) for kind in offered]
        self.fields["ruleset"].initial = offered[0].ruleset
        options = cast("forms.MultipleChoiceField", self.fields["options"])
        options.choices = [(f"{kind.ruleset}:{name}", title) for kind in offered for name, title in kind.options]

    def clean_name(self) -> str:
        """Clean the name as the API does."""
        name: str = self.cleaned_data["name"]
        return game_name(name) if name else ""

    def clean(self) -> dict[str, object]:
        """Raise ValidationError for a number of players that the game does not allow."""
        super().clean()
        kind = self.known.get(self.cleaned_data.get("ruleset", ""))
        if kind and not kind.fewest <= self.cleaned_data.get("seats", kind.fewest) <= kind.most:
            raise ValidationError(
                {"seats": _("%(game)s is for %(players)s.") % {"game": kind.title, "players": kind.players}}
            )
        return self.cleaned_data

    def wishes(self) -> lobby.Wishes:
        """Return the wishes as the service takes them. Options of games other than the chosen one are ignored."""
        cleaned = self.cleaned_data
        access, prefix, club = cleaned["access"].partition(FOR_CLUB)
        chosen = [option.partition(":") for option in cleaned["options"]]
        return lobby.Wishes(
            ruleset=cleaned["ruleset"],
            seats=cleaned["seats"],
            clock=PRESETS[cleaned["clock"]],
            name=cleaned["name"],
            access=Game.Access.CLUB if prefix else access,
            public=(cleaned["watched"] or access == ANYONE) and not prefix,
            club=club or None,
            bots=Game.Bots.ALLOWED if cleaned["bots"] else Game.Bots.NONE,
            order=Game.Order.FIXED if cleaned["fixed"] else Game.Order.DRAWN,
            pause_on_dispute=cleaned["pause_on_dispute"],
            rated=cleaned["rated"],
            minimum_rating=cleaned["minimum_rating"],
            maximum_rating=cleaned["maximum_rating"],
            minimum_reliability=cleaned["minimum_reliability"],
            stand_ins=min(cleaned["stand_ins"] or 0, cleaned["seats"] - 1),
            options={name: True for ruleset, _, name in chosen if ruleset == cleaned["ruleset"]},
        )


def _list_audiences(host: Player) -> "Iterator[tuple[str, StrOrPromise, StrOrPromise]]":
    """Yield whom a table can be for: value, name, and what that means."""
    yield from COMPANY
    for club in clubs.clubs_of(host):
        name = club.name or gettext("Club %(id)s") % {"id": club.pk}
        yield FOR_CLUB + club.pk, name, _("For the club: its members join and watch, and nobody else.")


@method_decorator([csrf_protect, never_cache], name="dispatch")
class NewTablePage(LoginRequiredMixin, View):
    """The page with the form, which creates a table and redirects to it."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the form; `?ruleset=` may preselect a game, `?club=` a club, `?challenge=` invites a bot."""
        host, offered = cast("Player", request.user), list(kinds())
        ruleset, challenged = request.GET.get("ruleset"), bots.challenged(request.GET.get("challenge", ""))
        initial = {"ruleset": ruleset} if ruleset in {kind.ruleset for kind in offered} else {}
        if club := request.GET.get("club"):
            initial["access"] = FOR_CLUB + club
        form = NewTableForm(host, offered, initial={**(bots.wishes(challenged) if challenged else {}), **initial})
        return _show_page(request, form, challenged=challenged)

    def post(self, request: HttpRequest) -> HttpResponse:
        """Create the table, or say why that is impossible."""
        host = cast("Player", request.user)
        form = NewTableForm(host, list(kinds()), request.POST)
        if not form.is_valid():
            return _show_page(request, form, status=400)
        try:
            game = creation.create(
                host=host,
                wishes=form.wishes(),
                games=form.cleaned_data["games"] or 1,
                network=network_of(request),
                now=timezone.now(),
                **together(form)._asdict(),
            )
        except Refused as refusal:
            return _show_page(request, form, refusal)
        return redirect(with_seats([game])[0].path)


def _show_page(
    request: HttpRequest,
    form: NewTableForm,
    refusal: Refused | None = None,
    status: int = 200,
    *,
    challenged: BotPolicy | None = None,
) -> HttpResponse:
    context = {
        "challenged": challenged.bot if challenged else None,
        "form": form,
        "practice": group_by_map(form.known.values()),
        "kinds": group_by_map(form.known.values()),
        "paces": [(name, pace) for name, pace in PACES.items()],
        "company": form.audiences,
        "chosen": {name: form[name].value() for name in ("ruleset", "seats", "clock", "access", "options")},
        "unfolded": bool(form.errors or challenged),
    }
    return page(request, "web/new_table.html", context, refusal, status=status)
