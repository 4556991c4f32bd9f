"""The list of cups, those that can be entered first."""

from typing import Final

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.competitions.cups import selectors
from games.models import Cup
from games.web.access import reader_of
from games.web.cups.shown import shown

PAGE_SIZE: Final = 20
DONE: Final = (Cup.State.OVER, Cup.State.CALLED_OFF)


@never_cache
@require_safe
def cups(request: HttpRequest) -> HttpResponse:
    """List cups open for entry, then running ones, the site's own first; with `?over=1` those that are over."""
    reader, over = reader_of(request), request.GET.get("over") == "1"
    cup_rows = selectors.visible_cups(reader)
    if over:
        cup_rows = cup_rows.filter(state__in=DONE).order_by("-ended_at", "pk")
    else:  # "open" sorts before "running"
        cup_rows = cup_rows.exclude(state__in=DONE).order_by("state", "-official", "entry_closes_at", "pk")
    pages = Paginator(cup_rows, PAGE_SIZE).get_page(request.GET.get("page"))
    own = {cup.pk for cup in selectors.cups_of(reader, reader)} if reader else set()
    context = {"pages": pages, "cups": shown(pages.object_list, reader), "own": own, "over": over}
    return render(request, "web/cups/list.html", context)
