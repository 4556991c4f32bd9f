"""The page of a club: what waits for the reader there, its tables, its members, and what the reader can do."""

from datetime import datetime, timedelta
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

from games.competitions.clubs import announcements, ladder, membership, selectors, succession, talk
from games.competitions.clubs.selectors import SeenClub
from games.competitions.cups import selectors as cups
from games.competitions.leagues import selectors as leagues
from games.errors import NotFound, Refused
from games.lobby import selectors as lobby
from games.models import Club, ClubMember, Game, Player
from games.models.club import LONGEST_ANNOUNCEMENT
from games.people.suspension import is_guest
from games.web.access import reader_of
from games.web.clubs.members import by_name
from games.web.cups.shown import ShownCup
from games.web.cups.shown import shown as shown_cups
from games.web.leagues.shown import ShownLeague
from games.web.leagues.shown import shown as shown_leagues
from games.web.listed import awaited, with_seats
from games.web.sign_in import page

MOST_TABLES: Final = 12
MOST_ENDED: Final = 5
MOST_MEMBERS: Final = 12
MOST_ANNOUNCEMENTS: Final = 3
MOST_LINES: Final = 6
LATELY: Final = timedelta(days=90)


@method_decorator([csrf_protect, never_cache], name="dispatch")
class ClubPage(View):
    """A club's page, for everyone who may know of the club."""

    def get(self, request: HttpRequest, club_id: str) -> HttpResponse:
        """Show the club; its tables only to members."""
        return _show_page(request, _get_club(request, club_id))

    def post(self, request: HttpRequest, club_id: str) -> HttpResponse:
        """Join, ask, decline or leave. Repeating any of these changes nothing.

        Whoever leaves or declines twice, and by then no longer knows of the club, goes on to the list of clubs.
        """
        reader = reader_of(request)
        is_known = selectors.known_to(reader).filter(pk=club_id).exists()
        if not is_known and reader is not None and request.POST.get("do") in ("leave", "decline"):
            return redirect("clubs")
        _get_club(request, club_id)
        if reader is None or is_guest(reader):
            return redirect("account_login" if reader is None else "keep-table")
        try:
            confirmation = _act(request, club_id, reader)
        except Refused as refusal:
            return _show_page(request, _get_club(request, club_id), refusal)
        if confirmation:
            messages.success(request, confirmation)
        is_known = selectors.known_to(reader).filter(pk=club_id).exists()
        return redirect("club", club_id) if is_known else redirect("clubs")


def _get_club(request: HttpRequest, club_id: str) -> SeenClub:
    try:
        return selectors.get_seen(reader_of(request), club_id)
    except NotFound:
        raise Http404 from None


def _act(request: HttpRequest, club_id: str, reader: Player) -> str:
    """Perform a button's action, and return its confirmation. Raise Refused."""
    now = timezone.now()
    match request.POST.get("do"):
        case "join":
            row = membership.join(player=reader, club_id=club_id, now=now)
            return _("You are a member.") if row.state == ClubMember.State.MEMBER else ""
        case "decline":
            membership.decline(player=reader, club_id=club_id, now=now)
        case "leave":
            heir = request.POST.get("heir", "")
            membership.leave(player=reader, club_id=club_id, heir_name=heir, now=now)
            return _("You have left the club.")
    return ""


def _show_page(request: HttpRequest, seen_club: SeenClub, refusal: Refused | None = None) -> HttpResponse:
    reader, now = reader_of(request), timezone.now()
    shows_members = seen_club.club.public or seen_club.is_member
    members = by_name(list(selectors.members_of(seen_club.club)))
    context: dict[str, object] = {
        "seen": seen_club,
        "club": seen_club.club,
        "reader": reader,
        "count": len(members),
        "members": members[:MOST_MEMBERS] if shows_members else [],
        "hosts": [row.player for row in members if row.is_host],
    }
    context["competitions"] = _list_competitions(seen_club.club, reader)
    if reader is not None and seen_club.is_member:
        context |= _list_tables(seen_club, reader, now)
        context["announcements"] = announcements.read_by(reader, seen_club.club)[:MOST_ANNOUNCEMENTS]
        context["lines"] = talk.read_by(reader, seen_club.club)[:MOST_LINES]
        context["longest"] = LONGEST_ANNOUNCEMENT
        context["ladder"] = [line for line in ladder.build_ladder(seen_club.club) if line.played][:MOST_MEMBERS]
        context["heirs"] = succession.heirs_of(seen_club.club, reader, now) if seen_club.is_host else []
        context["waiting"] = selectors.waiting_at(seen_club.club).count() if seen_club.is_host else 0
    return page(request, "web/clubs/club.html", context, refusal)


def _list_competitions(club: Club, reader: Player | None) -> list[ShownLeague | ShownCup]:
    """Return the leagues and cups of the club that go on, as far as the reader may know of them."""
    open_leagues = leagues.visible_leagues(reader).filter(club=club, closed_at=None).order_by("-created_at", "pk")
    open_cups = cups.visible_cups(reader).filter(club=club, ended_at=None).order_by("-created_at", "pk")
    return [*shown_leagues(open_leagues, reader), *shown_cups(open_cups, reader)]


def _list_tables(seen_club: SeenClub, reader: Player, now: datetime) -> dict[str, object]:
    """Return the club's tables, and those that wait for the reader, the most urgent first."""
    alive = selectors.tables_of(seen_club.club).filter(status__in=(Game.Status.OPEN, Game.Status.RUNNING))
    rows = list(alive[: 2 * MOST_TABLES])
    running = [game for game in rows if game.status == Game.Status.RUNNING and not game.paused_at]
    waiting = lobby.games_waiting_for(reader).filter(club=seen_club.club)
    forming = with_seats([game for game in rows if game.status == Game.Status.OPEN])
    return {
        "forming": forming,
        "mine": {listed.game.pk for listed in forming if any(seat.player_id == reader.pk for seat in listed.seats)},
        "running": awaited(running, reader, now, own=False),
        "paused": with_seats([game for game in rows if game.paused_at]),
        "due": sorted(awaited(waiting, reader, now, own=True), key=lambda listed: listed.turn.deadline_at),
        "ended": with_seats(selectors.ended_since(seen_club.club, now - LATELY)[:MOST_ENDED]),
    }
