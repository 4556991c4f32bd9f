"""The page of the only email we send to a stranger's address: the table, and a seat for anyone who gives a name.

The link proves, like a code, that its reader reads the mail of the address; GET changes nothing.
"""

from typing import cast

from allauth.account.utils import perform_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from games.competitions.series import selectors as series
from games.errors import Refused
from games.lobby import address_links
from games.lobby.address_links import OpenedInvitation
from games.models import Game, Player
from games.people.suspension import is_guest
from games.presentation.words.commitments import commitments
from games.web.access import reader_of
from games.web.forms import NewNameForm
from games.web.join_link import REFERRER, may_sign_up
from games.web.listed import with_seats
from games.web.sign_in import page


@method_decorator([csrf_protect, never_cache], name="dispatch")
class InvitedPage(View):
    """The table behind the link, and the possible answers."""

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        """Show the players, and how to get a seat, or why there is none. A player at the table is redirected there."""
        opened, player = address_links.read(token), _find_member(request)
        if opened is not None and player is not None:
            (listed,) = with_seats([opened.invitation.game])
            if any(seat.player_id == player.pk for seat in listed.seats):
                return redirect(listed.path)
        return _show_page(request, opened)

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        """Seat a player, or a newcomer who gives a name; or decline."""
        opened, player = address_links.read(token), _find_member(request)
        if opened is None or opened.invitation.game.status != Game.Status.OPEN:
            return self.get(request, token)
        if request.POST.get("do") == "decline":
            address_links.decline(opened=opened, now=timezone.now())
            return _show_page(request, address_links.read(token), declined=True)
        form = NewNameForm(request.POST)
        if player is None and not form.is_valid():
            return _show_page(request, opened, form, status=400)
        try:
            return _seat_player(request, opened, player, form)
        except Refused as refusal:
            return _show_page(request, address_links.read(token), form, refusal)


def _seat_player(
    request: HttpRequest, opened: OpenedInvitation, player: Player | None, form: NewNameForm
) -> HttpResponse:
    """Seat the player, sign them in, and redirect to the table. Raise Refused."""
    answer = None
    if player is None:
        player = _sign_up(opened, form)
        request.session.set_expiry(None)  # a guest's session was shorter
        answer = perform_login(request, player)
    game = address_links.join(opened=opened, player=player, now=timezone.now())
    table_redirect = redirect(with_seats([game])[0].path)
    return table_redirect if answer is None or reader_of(request) == player else cast("HttpResponse", answer)


def _sign_up(opened: OpenedInvitation, form: NewNameForm) -> Player:
    name = form.cleaned_data["name"]
    return address_links.sign_up(opened=opened, name=name, facts=form.facts(), now=timezone.now())


def _find_member(request: HttpRequest) -> Player | None:
    """Return the signed-in player, unless it is a guest."""
    player = reader_of(request)
    return None if player is None or is_guest(player) else player


def _show_page(
    request: HttpRequest,
    opened: OpenedInvitation | None,
    form: NewNameForm | None = None,
    refusal: Refused | None = None,
    *,
    declined: bool = False,
    status: int = 200,
) -> HttpResponse:
    game = opened.invitation.game if opened else None
    context = {
        "listed": with_seats([game])[0] if game else None,
        "host": opened.invitation.invited_by.display_name if opened else "",
        "open": game is not None and game.status == Game.Status.OPEN,
        "commitments": _list_commitments(game) if game else [],
        "member": _find_member(request),
        "form": (form or NewNameForm()) if opened and address_links.is_of_stranger(opened) and may_sign_up() else None,
        "answered": opened is not None and opened.invitation.answered_at is not None,
        "declined": declined,
        "here": request.path,
    }
    if opened is None and refusal is None:
        status = 410
    answer = page(request, "web/invited.html", context, refusal, status=status)
    answer["Referrer-Policy"] = REFERRER
    return answer


def _list_commitments(game: Game) -> list[str]:
    place = series.place_of(game)
    return commitments(game, place.series.games_wanted if place else 1)


@method_decorator([csrf_exempt, never_cache], name="dispatch")
class NoInvitationsPage(View):
    """A page that stops invitations by email to an address permanently.

    The token authorizes it, no cookie; mail programs post here, too.
    """

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        """Show what the button would stop."""
        good = address_links.is_stop(token)
        return page(request, "web/no_invitations.html", {"good": good}, status=200 if good else 410)

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        """Stop such emails (RFC 8058, 3.2). Repeating it does no harm."""
        stopped = address_links.stop(token=token, now=timezone.now())
        return page(request, "web/no_invitations.html", {"done": stopped}, status=200 if stopped else 410)
