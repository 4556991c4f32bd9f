"""The list of leagues, those that can be entered first."""

from typing import Final

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.competitions.leagues import selectors
from games.web.access import reader_of
from games.web.leagues.shown import shown

PAGE_SIZE: Final = 20


@never_cache
@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """List leagues, the site's own first; with `?closed=1` those in which no more seasons begin."""
    reader, closed = reader_of(request), request.GET.get("closed") == "1"
    league_rows = (
        selectors.played_to_the_end(reader) if closed else selectors.visible_leagues(reader).filter(closed_at=None)
    ).order_by("-official", "-created_at", "pk")
    pages = Paginator(league_rows, PAGE_SIZE).get_page(request.GET.get("page"))
    own = {league.pk for league in selectors.leagues_of(reader, reader)} if reader else set()
    context = {"pages": pages, "leagues": shown(pages.object_list, reader), "own": own, "closed": closed}
    return render(request, "web/leagues/list.html", context)
