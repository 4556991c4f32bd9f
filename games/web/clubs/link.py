"""The page of a club's link, for whoever has it: the club, and a button to join."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games.competitions.clubs import links, selectors
from games.errors import Refused
from games.models import ClubLink
from games.people.suspension import is_guest
from games.web.access import reader_of
from games.web.join_link import REFERRER
from games.web.sign_in import page


@method_decorator([csrf_protect, never_cache], name="dispatch")
class ClubLinkPage(View):
    """The club behind the link. No page that a reader visits from here learns the link, and GET changes nothing."""

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        """Show the club and its hosts; a member is redirected to the club's page."""
        link, reader = links.read(token), reader_of(request)
        if link is not None and reader is not None and selectors.see(reader, link.club).is_member:
            return redirect("club", link.club_id)
        return _show_page(request, link)

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        """Let the reader join at once."""
        reader = reader_of(request)
        if reader is None or is_guest(reader):
            return redirect("account_login" if reader is None else "keep-table")
        try:
            member = links.join(player=reader, token=token, now=timezone.now())
        except Refused as refusal:
            return _show_page(request, links.read(token), refusal)
        return redirect("club", member.club_id)


def _show_page(request: HttpRequest, link: ClubLink | None, refusal: Refused | None = None) -> HttpResponse:
    reader = reader_of(request)
    members = list(selectors.members_of(link.club)) if link else []
    context = {
        "club": link.club if link else None,
        "count": len(members),
        "hosts": [row.player for row in members if row.is_host],
        "may_join": reader is not None and not is_guest(reader),
        "here": request.path,
    }
    status = 410 if link is None and refusal is None else 200
    answer = page(request, "web/clubs/link.html", context, refusal, status=status)
    answer["Referrer-Policy"] = REFERRER
    return answer
