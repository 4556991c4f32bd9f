"""The page of a series: its standings, its games, and whether the reader plays the next one."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games.competitions.series import departures, selectors
from games.competitions.series.selectors import SeenSeries
from games.competitions.series.series_table import TIE_BREAKS
from games.errors import NotFound, Refused
from games.web.access import reader_of
from games.web.listed import ListedGame
from games.web.sign_in import page


@method_decorator([csrf_protect, never_cache], name="dispatch")
class SeriesPage(View):
    """A series' page, for anyone who may know of one of its games."""

    def get(self, request: HttpRequest, series_id: str) -> HttpResponse:
        return _show_page(request, _find_series(request, series_id))

    def post(self, request: HttpRequest, series_id: str) -> HttpResponse:
        """Leave the series after the running game, or stay after all."""
        seen_series, player = _find_series(request, series_id), reader_of(request)
        if player is None:
            return redirect("account_login")
        try:
            if request.POST.get("do") == "leave":
                departures.leave(player=player, series_id=series_id, now=timezone.now())
            elif request.POST.get("do") == "stay":
                departures.stay(player=player, series_id=series_id)
        except Refused as refusal:
            return _show_page(request, seen_series, refusal)
        return redirect("series", series_id)


def _find_series(request: HttpRequest, series_id: str) -> SeenSeries:
    try:
        return selectors.seen_by(reader_of(request), series_id)
    except NotFound:
        raise Http404 from None


def _show_page(request: HttpRequest, seen_series: SeenSeries, refusal: Refused | None = None) -> HttpResponse:
    newest = seen_series.games[-1]
    context: dict[str, object] = {
        "seen": seen_series,
        "listed": ListedGame(newest.game, list(newest.seats)),
        "games": [
            {
                "number": game.number,
                "listed": ListedGame(game.game, list(game.seats)),
            }
            for game in seen_series.games
        ],
        "tie_breaks": TIE_BREAKS,
        "reader": reader_of(request),
    }
    return page(request, "web/series.html", context, refusal)
