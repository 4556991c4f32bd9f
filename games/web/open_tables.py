"""The list of tables with a free seat, which one click joins, with filters as plain links and a form."""

from typing import Final, cast

from django import forms
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_POST, require_safe

from games import rulesets
from games.errors import Refused
from games.lobby import lobby, selectors, takeovers, visible
from games.models import Game, Player, Seat
from games.people.suspension import is_guest
from games.presentation import words
from games.ratings import results
from games.table.clocks.terms import PRESETS
from games.web.access import reader_of, seen
from games.web.clocks import PACES
from games.web.confirmations import redirect_confirming
from games.web.listed import with_seats
from games.web.sign_in import page

PAGE_SIZE: Final = 20
MOST_SEATS: Final = 6


class FilterForm(forms.Form):
    """A form for the filters; invalid ones are ignored."""

    ruleset = forms.ChoiceField(label=_("Game"), required=False)
    pace = forms.ChoiceField(label=_("Pace"), required=False)
    seats = forms.TypedChoiceField(label=_("Players"), required=False, coerce=int, empty_value=None)

    def __init__(self, query: QueryDict) -> None:
        super().__init__(query)
        titles = [(name, words.title(name)) for name in rulesets.offered()]
        paces = [(name, pace.title) for name, pace in PACES.items()]
        numbers = [(str(number), str(number)) for number in range(2, MOST_SEATS + 1)]
        for name, choices in (("ruleset", titles), ("pace", paces), ("seats", numbers)):
            cast("forms.ChoiceField", self.fields[name]).choices = [("", _("Any")), *choices]

    def chosen(self, games: QuerySet[Game]) -> QuerySet[Game]:
        """Return the games that the filters select."""
        filters = self.cleaned_data if self.is_valid() else {}
        if filters.get("ruleset"):
            games = games.filter(ruleset=filters["ruleset"])
        if filters.get("pace"):
            games = games.filter(time_per_move=PRESETS[filters["pace"]].time_per_move)
        if filters.get("seats"):
            games = games.filter(seats_wanted=filters["seats"])
        return games


def joinable(player: Player | None) -> QuerySet[Game]:
    """Return the tables with a free seat; for anonymous readers those that anybody may join and watch."""
    if player:
        return selectors.games_to_join(player)
    return selectors.visible_games(None).filter(status=Game.Status.OPEN, access=Game.Access.OPEN)


@never_cache
@require_safe
def open_tables(request: HttpRequest) -> HttpResponse:
    """List the tables with a free seat, and seats of running games that can be taken over."""
    player = reader_of(request)
    form = FilterForm(request.GET)
    pages = Paginator(selectors.nearly_full_first(form.chosen(joinable(player))), PAGE_SIZE).get_page(
        request.GET.get("page")
    )
    tables = with_seats(pages.object_list)
    context = {
        "form": form,
        "pages": pages,
        "tables": tables,
        "filtered": any(request.GET.get(name) for name in form.fields),
    }
    if player:
        left = _list_open_seats(player)
        context |= {"left": left, "can_count": any(row["can_count"] for row in left)}
    return render(request, "web/open_tables.html", context)


def _list_open_seats(player: Player) -> list[dict[str, object]]:
    """Return the seats in running games that their players left, or that a stand-in holds."""
    rows: list[Seat] = list(
        selectors.open_seats_for(player, timezone.now())
        .select_related("game__host")
        .order_by("-open_since", "-pk")[:PAGE_SIZE]
    )
    listed = {
        listed_game.game.pk: listed_game
        for listed_game in with_seats({seat.game_id: seat.game for seat in rows}.values())
    }
    can_count = results.begun_by_people([game for game in listed if listed[game].game.rated])
    return [{"seat": seat, "listed": listed[seat.game_id], "can_count": seat.game_id in can_count} for seat in rows]


@require_POST
@csrf_protect
@login_required
def take_over(request: HttpRequest, game_id: str, seat: int) -> HttpResponse:
    """Take over an open seat of a running game."""
    seen(request, game_id)
    player, rated = cast("Player", request.user), "rated" in request.POST
    try:
        takeovers.take_over(player=player, game_id=game_id, seat=seat, now=timezone.now(), rated=rated)
    except Refused as refusal:
        return page(request, "web/refused.html", {}, refusal)
    return redirect("table", game_id)


@require_POST
@csrf_protect
def join(request: HttpRequest, game_id: str) -> HttpResponse:
    """Join the table, and redirect to the waiting room or the game.

    Strangers sign in first, and return to the table.
    """
    player = reader_of(request)
    if player is None:
        return redirect_to_login(reverse("waiting-room", args=[game_id]))
    if is_guest(player):
        return redirect(f"{reverse('keep-table')}?next={reverse('waiting-room', args=[game_id])}")
    if not visible.may_know(player, game_id):
        raise Http404
    try:
        game = lobby.join_game(player=player, game_id=game_id, now=timezone.now())
    except Refused as refusal:
        return page(request, "web/refused.html", {}, refusal)
    return redirect(with_seats([game])[0].path)


@require_POST
@csrf_protect
@login_required
def decline(request: HttpRequest, game_id: str) -> HttpResponse:
    """Decline an invitation."""
    lobby.decline(player=cast("Player", request.user), game_id=game_id, now=timezone.now())
    return redirect_confirming(reverse("my-games"), did="decline")
