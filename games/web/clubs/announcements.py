"""All announcements of a club, for its members; hosts announce and take back here, and members choose their emails."""

from typing import Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games.competitions.clubs import announcements, selectors
from games.competitions.clubs.selectors import SeenClub
from games.errors import NotFound, Refused
from games.models import Player
from games.models.club import LONGEST_ANNOUNCEMENT
from games.web.access import reader_of
from games.web.sign_in import page

PAGE_SIZE: Final = 20


@method_decorator([csrf_protect, never_cache], name="dispatch")
class AnnouncementsPage(View):
    """The announcements of a club, the newest first."""

    def get(self, request: HttpRequest, club_id: str) -> HttpResponse:
        """Show them to a member."""
        return _show_page(request, *get_as_member(request, club_id))

    def post(self, request: HttpRequest, club_id: str) -> HttpResponse:
        """Announce something, take it back, or switch the emails on or off."""
        member, seen_club = get_as_member(request, club_id)
        try:
            confirmation = _act(request, member, club_id)
        except Refused as refusal:
            return _show_page(request, member, seen_club, refusal)
        if confirmation:
            messages.success(request, confirmation)
        return redirect("club", club_id)


def get_as_member(request: HttpRequest, club_id: str) -> tuple[Player, SeenClub]:
    """Return the reader and the club for one of its members. Raise Http404 for anyone else."""
    reader = reader_of(request)
    try:
        seen_club = selectors.get_seen(reader, club_id)
    except NotFound:
        raise Http404 from None
    if reader is None or not seen_club.is_member:
        raise Http404
    return reader, seen_club


def _act(request: HttpRequest, member: Player, club_id: str) -> str:
    """Perform a button's action, and return its confirmation. Raise Refused."""
    now = timezone.now()
    match request.POST.get("do"):
        case "announce":
            announcements.announce(host=member, club_id=club_id, text=request.POST.get("text", ""), now=now)
            return _("The members read it here and, if they want emails, in one.")
        case "take_back":
            key = request.POST.get("announcement", "")
            announcements.take_back(host=member, club_id=club_id, announcement_id=key, now=now)
            return _("Taken back. Emails that have been sent can’t be.")
        case "emails":
            wanted = bool(request.POST.get("on"))
            announcements.choose_emails(player=member, club_id=club_id, wanted=wanted)
            return _("Announcements come by email, too.") if wanted else _("You get no emails of announcements here.")
    return ""


def _show_page(
    request: HttpRequest, member: Player, seen_club: SeenClub, refusal: Refused | None = None
) -> HttpResponse:
    rows = announcements.read_by(member, seen_club.club)
    context: dict[str, object] = {
        "seen": seen_club,
        "club": seen_club.club,
        "reader": member,
        "pages": Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page")),
        "typed": request.POST.get("text", ""),
        "longest": LONGEST_ANNOUNCEMENT,
    }
    return page(request, "web/clubs/announcements.html", context, refusal)
