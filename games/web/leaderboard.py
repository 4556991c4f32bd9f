"""The leaderboard: the best players of each game, a page at a time."""

from typing import Final

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import rulesets
from games.presentation import words
from games.ratings import rating_table
from games.web.access import reader_of

PAGE_SIZE: Final = 50


@never_cache
@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    """Show the best players of the game that `?ruleset=` names, or of the first game."""
    offered = list(rulesets.offered())
    ruleset = request.GET.get("ruleset", "")
    chosen = ruleset if ruleset in offered else offered[0]
    pages = Paginator(rating_table.leaders(chosen), PAGE_SIZE).get_page(request.GET.get("page"))
    reader = reader_of(request)
    rows = [
        {"place": place, "player": row.player, "skill": rating_table.skill_of(row), "games": row.games}
        for place, row in enumerate(pages.object_list, pages.start_index())
    ]
    context = {
        "kinds": [{"ruleset": name, "title": words.title(name), "here": name == chosen} for name in offered],
        "title": words.title(chosen),
        "pages": pages,
        "rows": rows,
        "fewest": rating_table.FEWEST_GAMES,
        "reader": reader,
    }
    return render(request, "web/leaderboard.html", context)
