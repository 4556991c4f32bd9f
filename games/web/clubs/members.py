"""The members of a club; for its hosts, also who asks to join, who is invited, and the ways to bring people in."""

from datetime import datetime
from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games.competitions.clubs import invitations, links, membership, selectors
from games.competitions.clubs.selectors import SeenClub
from games.errors import NotFound, Refused
from games.models import ClubMember, Player
from games.names import sort_key
from games.web.access import reader_of
from games.web.clubs.forms import InviteToClubForm
from games.web.sign_in import page


@method_decorator([csrf_protect, never_cache], name="dispatch")
class ClubMembersPage(View):
    """The list of a club's members, with its hosts' buttons."""

    def get(self, request: HttpRequest, club_id: str) -> HttpResponse:
        """Show the members to everyone who may see the club's page."""
        return _show_page(request, _get_listed(request, club_id))

    def post(self, request: HttpRequest, club_id: str) -> HttpResponse:
        """Perform a host's action. Repeating it changes nothing."""
        seen_club, reader = _get_listed(request, club_id), reader_of(request)
        if reader is None:
            return redirect("account_login")
        form = InviteToClubForm(reader, request.POST) if request.POST.get("do") == "invite" else None
        if form is not None and not form.is_valid():
            return _show_page(request, seen_club, form=form, status=400)
        try:
            confirmation = _act(request, club_id, reader, form)
        except Refused as refusal:
            return _show_page(request, _get_listed(request, club_id), refusal, form=form)
        if confirmation:
            messages.success(request, confirmation)
        return redirect("club-members", club_id)


def _get_listed(request: HttpRequest, club_id: str) -> SeenClub:
    """Return the club for those who may read its list. Who is only invited to a private club sees its hosts."""
    try:
        seen_club = selectors.get_seen(reader_of(request), club_id)
    except NotFound:
        raise Http404 from None
    if not (seen_club.club.public or seen_club.is_member):
        raise Http404
    return seen_club


def _act(request: HttpRequest, club_id: str, host: Player, form: InviteToClubForm | None) -> str:
    """Perform a button's action, and return its confirmation. Raise Refused."""
    now, player_id = timezone.now(), request.POST.get("player", "")
    match request.POST.get("do"):
        case "invite" if form is not None:
            count = len(invitations.invite(host=host, club_id=club_id, names=form.names(), now=now))
            sentence = ngettext("%(n)d player is invited.", "%(n)d players are invited.", count)
            return sentence % {"n": count} if count else _("They are in the club or invited already.")
        case "link":
            links.make(host=host, club_id=club_id, now=now)
        case "unlink":
            links.take_back(host=host, club_id=club_id)
        case "let_in":
            row = membership.let_in(host=host, club_id=club_id, player_id=player_id, now=now)
            return _("%(name)s is a member now.") % {"name": row.player.display_name}
        case "put_out":
            return _put_out(request, club_id, host, now)
        case "host":
            row = membership.make_host(host=host, club_id=club_id, player_id=player_id, now=now)
            return _("%(name)s hosts the club, too.") % {"name": row.player.display_name}
        case "step_down":
            membership.step_down(host=host, club_id=club_id, now=now)
            return _("You are a member like the others.")
    return ""


def _put_out(request: HttpRequest, club_id: str, host: Player, now: datetime) -> str:
    """Do what the button says, unless the player is not what the host saw any more; then say so of a member."""
    player_id, expected = request.POST.get("player", ""), request.POST.get("state", "")
    after = membership.put_out(host=host, club_id=club_id, player_id=player_id, now=now, state=expected)
    return _("They are a member by now.") if after == ClubMember.State.MEMBER else ""


def by_name(rows: list[ClubMember]) -> list[ClubMember]:
    """Sort members for people: hosts first, then by name."""
    return sorted(rows, key=lambda row: (not row.is_host, sort_key(row.player.public_name), row.pk))


def _show_page(
    request: HttpRequest,
    seen_club: SeenClub,
    refusal: Refused | None = None,
    *,
    form: InviteToClubForm | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, object] = {
        "seen": seen_club,
        "club": seen_club.club,
        "members": by_name(list(selectors.members_of(seen_club.club))),
    }
    if seen_club.is_host:
        link = links.link_of(seen_club.club)
        context |= {
            "waiting": list(selectors.waiting_at(seen_club.club)),
            "invited": list(selectors.invited_to(seen_club.club)),
            "form": form or InviteToClubForm(cast("Player", request.user)),
            "link": links.address(link) if link else "",
        }
    return page(request, "web/clubs/members.html", context, refusal, status=status)
