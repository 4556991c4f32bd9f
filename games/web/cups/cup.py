"""The page of a cup: its state, its rounds and standings, and what the reader can do."""

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
from games.competitions.cups import admission, bracket, course, creation, scores, selectors
from games.competitions.cups.course import CupCourse
from games.competitions.cups.rounds import BREAK, fewest
from games.errors import NotFound, Refused
from games.models import Cup, CupEntrant, Player
from games.people.suspension import is_guest
from games.web import host_actions
from games.web.access import reader_of
from games.web.correction import find_judge, list_judged
from games.web.cups import rounds
from games.web.cups.shown import ShownCup, zone_of
from games.web.sign_in import page

MOST_NAMED: Final = 60
"""How many entrants are named at most; of the others only the number is shown."""


@method_decorator([csrf_protect, never_cache], name="dispatch")
class CupPage(View):
    """A cup's page, for everyone who may know of the cup."""

    def get(self, request: HttpRequest, cup_id: str) -> HttpResponse:
        return _show_page(request, _get_cup(request, cup_id))

    def post(self, request: HttpRequest, cup_id: str) -> HttpResponse:
        """Enter or leave the cup, or call it off. Repeating any of these changes nothing."""
        cup, reader = _get_cup(request, cup_id), reader_of(request)
        if reader is None or is_guest(reader):
            return redirect("account_login" if reader is None else "keep-table")
        try:
            confirmation = _act(request, cup, reader)
        except Refused as refusal:
            return _show_page(request, _get_cup(request, cup_id), refusal)
        if confirmation:
            messages.success(request, confirmation)
        return redirect("cup", cup_id) if audience.is_known(cup, reader) else redirect("cups")


def _get_cup(request: HttpRequest, cup_id: str) -> Cup:
    try:
        return selectors.get(reader_of(request), cup_id)
    except NotFound:
        raise Http404 from None


def _act(request: HttpRequest, cup: Cup, reader: Player) -> str:
    """Perform a button's action, and return its confirmation. Raise Refused."""
    now = timezone.now()
    match request.POST.get("do"):
        case "enter":
            place = request.POST.get("instead_of") or None
            admission.enter(player=reader, cup_id=cup.pk, instead_of=place, now=now)
            return _("You have entered.")
        case "leave":
            # A page that was loaded before the cup began has not said that leaving is final.
            admission.leave_as_seen(player=reader, cup_id=cup.pk, state=request.POST.get("state", ""), now=now)
            return _("You have left the cup.")
        case "call_off":
            creation.call_off(player=reader, cup_id=cup.pk, now=now)
            return _("The cup is called off.")
    return host_actions.act(request, cup, reader, now)


def _show_page(request: HttpRequest, cup: Cup, refusal: Refused | None = None) -> HttpResponse:
    reader, cup_course = reader_of(request), course.current_course(cup)
    entrant = next((row for row in cup_course.entered if reader and row.player_id == reader.pk), None)
    shown_cup = ShownCup(cup, zone_of(reader))
    games = [table.game for table in cup_course.tables()]
    judged = list_judged(cup, games, find_judge(request, cup), timezone.now())
    context: dict[str, object] = {
        "shown": shown_cup,
        "cup": cup,
        "rounds": rounds.shown_rounds(cup_course, shown_cup, reader, judged),
        "lines": rounds.lines(scores.cup_standings(cup_course), reader),
        "entrants": [entrant.player for entrant in cup_course.entered if entrant.left_at is None][:MOST_NAMED],
        "reader": reader,
        "entrant": entrant,
        "invitation": None if entrant and entrant.left_at is None else invitations.find(cup, reader, timezone.now()),
        "fewest": fewest(cup),
        "tie_breaks": scores.tie_breaks_of(cup),
        **_describe_for_reader(cup_course, entrant, reader, shown_cup),
        "is_host": cup.ended_at is None and hosts.is_host(reader, cup),
    }
    if reader is not None and context["is_host"]:
        context["can_change"] = host_actions.offer(cup, _find_moving_date(cup_course), reader)
    return page(request, "web/cups/cup.html", context, refusal)


def _find_moving_date(cup_course: CupCourse) -> datetime | None:
    """Return the date that the host can move: of the beginning, or the end of the round that runs."""
    if cup_course.cup.state == Cup.State.OPEN:
        return cup_course.cup.entry_closes_at
    last = cup_course.last
    return last.round.ends_at if last is not None and last.round.closed_at is None else None


def _describe_for_reader(
    cup_course: CupCourse, entrant: CupEntrant | None, reader: Player | None, shown_cup: ShownCup
) -> dict[str, object]:
    """Return the reader's possible actions and status in the cup."""
    cup, inside = cup_course.cup, bracket.still_in(cup_course)
    plays = entrant is not None and entrant.left_at is None and (cup.state == Cup.State.OPEN or entrant.seed in inside)
    goes_on = cup.state in (Cup.State.OPEN, Cup.State.RUNNING)
    return {
        "knockout": cup.is_knockout,
        "plays": plays and goes_on,
        "may_enter": entrant is None and admission.can_enter(cup, timezone.now()) and audience.is_open_to(cup, reader),
        "now": _describe_now(cup_course, shown_cup),
        "won_by": [
            standing.entrant.player
            for standing in scores.cup_standings(cup_course)
            if standing.status == scores.CupStatus.WON
        ],
        "own_table": _find_own_table(cup_course, entrant),
    }


def _describe_now(cup_course: CupCourse, shown_cup: ShownCup) -> str:
    """Return which round is running and until when, or when the next one begins."""
    last = cup_course.last
    if last is None or cup_course.cup.state != Cup.State.RUNNING:
        return shown_cup.status_text
    placeholders = {"n": last.round.number, "ends": shown_cup.format_time(last.round.ends_at)}
    if last.round.closed_at is None:
        return _("Round %(n)d runs until %(ends)s at the latest") % placeholders
    return _("Round %(n)d begins on %(begins)s") % {
        "n": last.round.number + 1,
        "begins": shown_cup.format_time(last.round.closed_at + BREAK),
    }


def _find_own_table(cup_course: CupCourse, entrant: CupEntrant | None) -> str | None:
    """Return the id of the reader's running game in the newest round, if any."""
    if entrant is None or entrant.left_at is not None or cup_course.last is None:
        return None
    own_tables = (table for table in cup_course.last.tables if entrant.seed in table.seeds and table.runs)
    return next((table.game.game_id for table in own_tables), None)
