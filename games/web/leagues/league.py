"""The page of a league: its state, its divisions season by season, and what the reader can do."""

from datetime import datetime
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games.competitions import audience, hosts, invitations
from games.competitions.leagues import admission, creation, ladder, selectors, tables
from games.competitions.leagues.selectors import LeaguePart
from games.competitions.results import in_order
from games.errors import NotFound, Refused
from games.models import League, LeagueSeason, Player
from games.people.suspension import is_guest
from games.web import host_actions
from games.web.access import reader_of
from games.web.correction import find_judge, list_judged
from games.web.leagues.divisions import ShownDivision
from games.web.leagues.shown import ShownLeague, zone_of
from games.web.sign_in import page

MOST_NAMED: Final = 60
"""How many entrants are named at most; of the others only the number is shown."""


@method_decorator([csrf_protect, never_cache], name="dispatch")
class LeaguePage(View):
    """A league's page, for everyone who may know of the league."""

    def get(self, request: HttpRequest, league_id: str, number: int | None = None) -> HttpResponse:
        """Show the season that the address names; otherwise the running one or, between two, the last one."""
        return _show_page(request, _get_league(request, league_id), number)

    def post(self, request: HttpRequest, league_id: str, number: int | None = None) -> HttpResponse:
        """Enter or leave the league, or close it. Repeating any of these changes nothing."""
        league, reader = _get_league(request, league_id), reader_of(request)
        if reader is None or is_guest(reader):
            return redirect("account_login" if reader is None else "keep-table")
        try:
            confirmation = _act(request, league, reader)
        except Refused as refusal:
            return _show_page(request, _get_league(request, league_id), number, refusal)
        if confirmation:
            messages.success(request, confirmation)
        return redirect("league", league_id) if audience.is_known(league, reader) else redirect("leagues")


def _get_league(request: HttpRequest, league_id: str) -> League:
    try:
        return selectors.get(reader_of(request), league_id)
    except NotFound:
        raise Http404 from None


def _act(request: HttpRequest, league: League, reader: Player) -> str:
    """Perform a button's action, and return its confirmation. Raise Refused."""
    now = timezone.now()
    match request.POST.get("do"):
        case "enter":
            place = request.POST.get("instead_of") or None
            admission.enter(player=reader, league_id=league.pk, instead_of=place, now=now)
            return _("You have entered.")
        case "leave":
            # A page that was loaded before the season began must not give up a place, since it has not warned of that.
            admission.leave_as_seen(player=reader, league_id=league.pk, place=request.POST.get("place", ""), now=now)
            return _("You have left the league.")
        case "close":
            creation.close(player=reader, league_id=league.pk, now=now)
            return _("The league is closed.")
    return host_actions.act(request, league, reader, now)


def _show_page(
    request: HttpRequest, league: League, number: int | None, refusal: Refused | None = None
) -> HttpResponse:
    reader = reader_of(request)
    newest, season = selectors.newest(league), _find_season(league, number)
    part = selectors.part_of(reader, league)
    divisions = _show_divisions(request, league, season) if season else []
    context: dict[str, object] = {
        "shown": ShownLeague(league, zone_of(reader)),
        "league": league,
        "newest": newest,
        "season": season,
        "seasons": [season for season in selectors.seasons(league) if season.state != LeagueSeason.State.PLANNED],
        "divisions": divisions,
        "games_of": request.GET.get("games", ""),
        "own_games": [game for division in divisions for game in division.own_games],
        "part": part,
        "place": admission.key_of(part.place),
        "reader": reader,
        "invitation": invitations.find(league, reader, timezone.now()),
        "fewest": ladder.fewest(league.seats),
        "tie_breaks": in_order(league.tie_breaks),
        **_describe_for_reader(league, newest, part, reader),
        "may_close": league.closed_at is None and hosts.is_host(reader, league),
    }
    if reader is not None and context["may_close"]:
        context["can_change"] = host_actions.offer(league, _find_moving_date(newest), reader)
    return page(request, "web/leagues/league.html", context, refusal)


def _show_divisions(request: HttpRequest, league: League, season: LeagueSeason) -> list[ShownDivision]:
    season_tables = tables.division_tables(season)
    games = [game for table in season_tables for game in table.games]
    judged = list_judged(league, games, find_judge(request, league), timezone.now())
    return [ShownDivision(table, reader_of(request), judged) for table in season_tables]


def _find_moving_date(newest: LeagueSeason | None) -> datetime | None:
    """Return the date that the host can move: of the season's beginning, or of the end of the one that runs."""
    if newest is None or newest.state == LeagueSeason.State.OVER:
        return None
    return newest.starts_at if newest.state == LeagueSeason.State.PLANNED else newest.ends_at


def _find_season(league: League, number: int | None) -> LeagueSeason | None:
    """Return the season whose divisions are shown. Raise Http404 for one that has not begun."""
    started_seasons = [season for season in selectors.seasons(league) if season.state != LeagueSeason.State.PLANNED]
    if number is None:
        season = started_seasons[0] if started_seasons else None
    else:
        season = next((season for season in started_seasons if season.number == number), None)
        if season is None:
            raise Http404
    if season is not None:
        season.league = league
    return season


def _describe_for_reader(
    league: League, newest: LeagueSeason | None, part: LeaguePart, reader: Player | None
) -> dict[str, object]:
    """Return the reader's possible actions, and the entrants of a season that has not begun."""
    running = newest is not None and newest.state == LeagueSeason.State.RUNNING
    planned = newest is not None and newest.state == LeagueSeason.State.PLANNED
    waits = newest is not None and reader is not None and running and part.entered_at and not part.place
    entrants = selectors.entrants(league)[:MOST_NAMED] if planned else ()
    removed = part.entered_at is None and reader is not None and admission.is_kept_out(league, reader)
    return {
        "running": running,
        "planned": planned,
        "in_line": selectors.number_in_line(newest, reader) if waits and newest and reader else None,
        "entrants": [entrant.player for entrant in entrants],
        "removed": removed,
        "may_enter": not removed
        and part.entered_at is None
        and league.closed_at is None
        and audience.is_open_to(league, reader),
    }
