"""The page of a join link: the table, and a seat. A newcomer gives name and address, types the code, and sits down.

The address contains the token, since the link is meant to be passed on. No page that a reader visits from here learns
it, and GET changes nothing.
"""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from games.errors import Refused
from games.lobby import join_links
from games.models import Game, JoinLink, Player
from games.people import accounts, admission
from games.people.networks import network_of
from games.people.suspension import is_guest
from games.web.access import reader_of
from games.web.forms import SignUpForm
from games.web.listed import ListedGame, with_seats
from games.web.sign_in import await_code, page

REFERRER: Final = "strict-origin"


@method_decorator([csrf_protect, never_cache], name="dispatch")
class JoinPage(View):
    """The table behind the link, for anyone who has it."""

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        """Show the players, and how to get a seat, or why there is none. A player at the table is redirected there."""
        link = join_links.read(token)
        if link is not None and (own_table := _find_own_table(link, reader_of(request))):
            return redirect(own_table.path)
        return _show_page(request, link, SignUpForm())

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        """Seat a player; or first email a code to a newcomer."""
        link, player = join_links.read(token), reader_of(request)
        if link is None or link.game.status != Game.Status.OPEN:
            return self.get(request, token)
        if player is not None and not is_guest(player):
            return _seat_player(request, link, player)
        form = SignUpForm(request.POST)
        if not form.is_valid():
            return _show_page(request, link, form, status=400)
        try:
            code = _mail_code(request, link, form)
        except Refused as refusal:
            return _show_page(request, link, form, refusal)
        await_code(request, code, request.path)
        return redirect("code")


def _seat_player(request: HttpRequest, link: JoinLink, player: Player) -> HttpResponse:
    try:
        game = join_links.join(player=player, link=link.pk, now=timezone.now())
    except Refused as refusal:
        return _show_page(request, join_links.read(join_links.token(link)), SignUpForm(), refusal)
    return redirect(with_seats([game])[0].path)


def _mail_code(request: HttpRequest, link: JoinLink, form: SignUpForm) -> str:
    """Email a newcomer a code, and return its confirmation. Raise Refused."""
    cleaned = form.cleaned_data
    code = accounts.sign_up(
        address=cleaned["email"],
        name=cleaned["name"],
        facts=form.facts(),
        asked_by=network_of(request),
        now=timezone.now(),
        join_link=link.pk,
    )
    return code.pk


def _find_own_table(link: JoinLink, player: Player | None) -> ListedGame | None:
    (listed,) = with_seats([link.game])
    sits = player is not None and any(seat.player_id == player.pk for seat in listed.seats)
    return listed if sits else None


def _show_page(
    request: HttpRequest,
    link: JoinLink | None,
    form: SignUpForm,
    refusal: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    player = reader_of(request)
    context = {
        "listed": with_seats([link.game])[0] if link else None,
        "open": link is not None and link.game.status == Game.Status.OPEN,
        "member": player is not None and not is_guest(player),
        "form": form if may_sign_up() else None,
        "here": request.path,
    }
    if link is None and refusal is None:
        status = 410
    answer = page(request, "web/join.html", context, refusal, status=status)
    answer["Referrer-Policy"] = REFERRER
    return answer


def may_sign_up() -> bool:
    """Check whether strangers can sign up here, by whatever link."""
    try:
        admission.check("", timezone.now())
    except Refused:
        return False
    return True
