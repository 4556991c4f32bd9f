"""The talk of a club, for its members: all of it, saying something, muting somebody, and reporting a line."""

from typing import Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games.competitions.clubs import reports, talk
from games.competitions.clubs.selectors import SeenClub
from games.errors import Refused
from games.models import Player, TalkMute
from games.people import relations
from games.web.clubs.announcements import get_as_member
from games.web.sign_in import page

PAGE_SIZE: Final = 50


@method_decorator([csrf_protect, never_cache], name="dispatch")
class ClubTalkPage(View):
    """The lines of a club's talk, the newest first."""

    def get(self, request: HttpRequest, club_id: str) -> HttpResponse:
        """Show them to a member; with `report`, the form that reports that line."""
        member, seen_club = get_as_member(request, club_id)
        return _show_page(request, member, seen_club)

    def post(self, request: HttpRequest, club_id: str) -> HttpResponse:
        """Say something, mute a line's author, or report the line."""
        member, seen_club = get_as_member(request, club_id)
        try:
            confirmation = _act(request, member, club_id)
        except Refused as refusal:
            return _show_page(request, member, seen_club, refusal)
        if confirmation:
            messages.success(request, confirmation)
        return redirect("club-talk", club_id)


def _act(request: HttpRequest, member: Player, club_id: str) -> str:
    """Perform a button's action, and return its confirmation. Raise Refused."""
    now, text = timezone.now(), request.POST.get("text", "")
    match request.POST.get("do"):
        case "say":
            talk.say(player=member, club_id=club_id, text=text, now=now)
        case "mute":
            line = talk.find_line(member, club_id, _read_number(request))
            relations.add(TalkMute, player=member, other_id=line.by_id, now=now)
            return _("You don’t read %(name)s any more.") % {"name": line.by.display_name}
        case "report":
            reports.report(player=member, club_id=club_id, number=_read_number(request), text=text, now=now)
            return _("The admins look at it, and email you what comes of it.")
    return ""


def _read_number(request: HttpRequest) -> int:
    """Return the number of the line that the form or the address names; 0 if it names none."""
    text = request.POST.get("number") or request.GET.get("report") or ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _show_page(
    request: HttpRequest, member: Player, seen_club: SeenClub, refusal: Refused | None = None
) -> HttpResponse:
    rows, action = talk.read_by(member, seen_club.club), request.POST.get("do")
    number = _read_number(request) if request.method == "GET" or action == "report" else 0
    reported = reports.find_line(member, seen_club.club, number) if number else None
    # What is written to the admins must not turn up in the form that shows it to everybody.
    is_of_form_shown = action == ("report" if reported else "say")
    context: dict[str, object] = {
        "seen": seen_club,
        "club": seen_club.club,
        "reader": member,
        "reported": reported,
        "pages": Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page")),
        "typed": request.POST.get("text", "") if is_of_form_shown else "",
    }
    return page(request, "web/clubs/talk.html", context, refusal)
