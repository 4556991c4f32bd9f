"""A league: what goes on in it, its divisions season by season, and what the reader can do."""

from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games.competitions import hosting
from games.competitions.leagues import entering, founding, selectors, tables
from games.competitions.leagues.ladder import SMALLEST
from games.competitions.leagues.selectors import LeaguePart
from games.competitions.results import USUAL
from games.errors import NotFound, Refused
from games.models import League, LeagueSeason, Player
from games.people.suspension import is_guest
from games.web.doors import page
from games.web.leagues.divisions import ShownDivision
from games.web.leagues.shown import ShownLeague, zone_of
from games.web.seeing import comes_as_admin, reader_of

MOST_NAMED: Final = 60
"""Of those who have entered; of more, only their number is told."""


@method_decorator([csrf_protect, never_cache], name="dispatch")
class LeaguePage(View):
    """For everybody: a league is public."""

    def get(self, request: HttpRequest, league_id: str, number: int | None = None) -> HttpResponse:
        """The season that runs; between two, the last one; or the one that the address names."""
        return _page(request, _get_league(league_id), number)

    def post(self, request: HttpRequest, league_id: str, number: int | None = None) -> HttpResponse:
        """Enters, leaves or closes. Doing so again changes nothing."""
        league, reader = _get_league(league_id), reader_of(request)
        if reader is None or is_guest(reader):
            return redirect("account_login" if reader is None else "keep-table")
        try:
            told = _do(request, league, reader)
        except Refused as refusal:
            return _page(request, _get_league(league_id), number, refusal)
        if told:
            messages.success(request, told)
        return redirect("league", league_id)


def _get_league(league_id: str) -> League:
    try:
        return selectors.get(league_id)
    except NotFound:
        raise Http404 from None


def _do(request: HttpRequest, league: League, reader: Player) -> str:
    """Does what a button asks for; returns what to say of it. Raises Refused."""
    here: dict[str, Any] = {"player": reader, "league_id": league.pk, "now": timezone.now()}
    match request.POST.get("do"):
        case "enter":
            entering.enter(**here)
            return _("You have entered.")
        case "leave":
            # A page that was loaded before the season began gives up no place: it had not said what that means.
            entering.leave_as_seen(place=request.POST.get("place", ""), **here)
            return _("You have left the league.")
        case "close":
            founding.close(**here, as_admin=comes_as_admin(request))
            return _("The league is closed.")
    return ""


def _page(request: HttpRequest, league: League, number: int | None, refusal: Refused | None = None) -> HttpResponse:
    reader = reader_of(request)
    newest, shown = selectors.newest(league), _season(league, number)
    part = selectors.part_of(reader, league)
    divisions = [ShownDivision(table, reader) for table in tables.division_tables(shown)] if shown else []
    context: dict[str, Any] = {
        "shown": ShownLeague(league, zone_of(reader)),
        "league": league,
        "newest": newest,
        "season": shown,
        "seasons": [season for season in selectors.seasons(league) if season.state != LeagueSeason.State.PLANNED],
        "divisions": divisions,
        "games_of": request.GET.get("games", ""),
        "own_games": [game for division in divisions for game in division.own_games],
        "part": part,
        "place": entering.key_of(part.place),
        "reader": reader,
        "fewest": SMALLEST,
        "tie_breaks": USUAL,
        **_about(league, newest, part, reader),
        "may_close": league.closed_at is None and hosting.may_end(reader, league, as_admin=comes_as_admin(request)),
    }
    return page(request, "web/leagues/league.html", context, refusal)


def _season(league: League, number: int | None) -> LeagueSeason | None:
    """Of which divisions are shown. Raises Http404 for one that has not begun."""
    begun = [season for season in selectors.seasons(league) if season.state != LeagueSeason.State.PLANNED]
    if number is None:
        found = begun[0] if begun else None
    else:
        found = next((one for one in begun if one.number == number), None)
        if found is None:
            raise Http404
    if found is not None:
        found.league = league
    return found


def _about(league: League, newest: LeagueSeason | None, part: LeaguePart, reader: Player | None) -> dict[str, Any]:
    """What the reader may do, and who has entered for a season that is still to begin."""
    running = newest is not None and newest.state == LeagueSeason.State.RUNNING
    planned = newest is not None and newest.state == LeagueSeason.State.PLANNED
    waits = newest is not None and reader is not None and running and part.entered_at and not part.place
    entrants = selectors.entrants(league)[:MOST_NAMED] if planned else ()
    return {
        "running": running,
        "planned": planned,
        "in_line": selectors.number_in_line(newest, reader) if waits and newest and reader else None,
        "entrants": [entrant.player for entrant in entrants],
        "may_enter": part.entered_at is None and league.closed_at is None,
    }
