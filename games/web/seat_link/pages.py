"""The page of a link to a seat, where its holder says "not me", ends all links, or uses it alongside their account."""

from typing import Final

from django.core.signing import BadSignature
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_safe

from games import languages
from games.models import Player
from games.presentation import words
from games.web import choices, language
from games.web.access import reader_of
from games.web.seat_link import browsers, rights
from games.web.seat_link.browsers import LinkOver
from games.web.seat_link.rights import SeatRight

END: Final = "ended"
REFERRER: Final = "strict-origin"
"""The policy that keeps the address with the token from the pages that a reader visits next."""


@never_cache
@require_safe
def exchange(request: HttpRequest, token: str) -> HttpResponse:
    """Exchange the token for the cookie, and redirect to the plain address. Nothing else is shown or changed.

    The link's choice (a route, cards) is kept, even for a reader who is first asked whose seat it is.
    """
    try:
        right = rights.read(token, timezone.now())
    except BadSignature:
        answer = browsers.over(request)
        answer["Referrer-Policy"] = REFERRER
        return answer
    game_id, reader = right.game.pk, reader_of(request)
    chosen = choices.query(request.GET.dict())
    if reader is not None and reader.pk == right.player.pk:
        return _redirect("table", game_id, chosen)
    agreed = reader is not None and _has_agreed_before(request, right, reader)
    answer = _redirect("table" if reader is None or agreed else "seat-link", game_id, chosen)
    browsers.hand_out(answer, right, token, reader if agreed else None)
    language.remember(answer, languages.of_player(right.player))
    return answer


def _redirect(page: str, game_id: str, chosen: str) -> HttpResponse:
    answer = HttpResponseRedirect(reverse(page, args=[game_id]) + chosen, status=303)
    answer["Referrer-Policy"] = REFERRER
    return answer


def _has_agreed_before(request: HttpRequest, right: SeatRight, reader: Player) -> bool:
    """Check whether the signed-in player has agreed to the same seat by an older link."""
    try:
        held_seat = browsers.held(request, right.game.pk, timezone.now())
    except LinkOver:
        return False
    return held_seat is not None and held_seat.agreed_by == reader.pk and held_seat.right.is_same_seat(right)


@method_decorator([csrf_protect, never_cache, browsers.says_when_over], name="dispatch")
class SeatLinkPage(View):
    """The page about the seat that the browser holds in this game, and what its holder can do about it."""

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        held_seat = browsers.held(request, game_id, timezone.now())
        reader = reader_of(request)
        context = {
            "game_id": game_id,
            "held": held_seat,
            "title": words.game_name(held_seat.right.game) if held_seat else "",
            "ask": held_seat is not None and reader is not None and not held_seat.counts_for(reader),
            "ended": "ended" in request.GET,
        }
        return render(request, "web/seat_link/page.html", context)

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Open the seat for a reader signed in as somebody else, forget it, or end all links to it.

        The form goes to its page's own address, which contains the link's choice.
        """
        now, action = timezone.now(), request.POST.get("do", "")
        held_seat = browsers.held(request, game_id, now)
        if held_seat is None or action not in ("open", "not_me", END):
            return redirect("seat-link", game_id)
        if action == "open":
            answer = _redirect("table", game_id, choices.query(request.GET.dict()))
            browsers.hand_out(answer, held_seat.right, held_seat.token, reader_of(request))
            return answer
        if action == END:
            held_seat.right.end(now)
        answer = HttpResponseRedirect(f"{reverse('seat-link', args=[game_id])}?{action}", status=303)
        browsers.take_away(answer, game_id)
        return answer
