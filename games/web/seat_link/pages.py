"""Where the link leads, and where its holder says "not me", ends all links, or uses it beside their account."""

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

from games import words
from games.models import Player
from games.web import choosing
from games.web.seat_link import browsers, rights
from games.web.seat_link.browsers import LinkOver
from games.web.seat_link.rights import SeatRight
from games.web.seeing import reader_of

END: Final = "ended"
REFERRER: Final = "strict-origin"
"""No page that is gone to from here learns the address with the token."""


@never_cache
@require_safe
def exchange(request: HttpRequest, token: str) -> HttpResponse:
    """Exchanges the token for the cookie, and leads to the plain address. It shows and changes nothing else.

    What the link chooses (a route, cards) is chosen there, too; also for a reader who is asked first whose seat it is.
    """
    try:
        right = rights.read(token, timezone.now())
    except BadSignature:
        answer = browsers.over(request)
        answer["Referrer-Policy"] = REFERRER
        return answer
    game_id, reader = right.game.pk, reader_of(request)
    chosen = choosing.query(request.GET.dict())
    if reader is not None and reader.pk == right.player.pk:
        return _lead("table", game_id, chosen)
    agreed = reader is not None and _agreed_before(request, right, reader)
    answer = _lead("table" if reader is None or agreed else "seat-link", game_id, chosen)
    browsers.hand_out(answer, right, token, reader if agreed else None)
    return answer


def _lead(page: str, game_id: str, chosen: str) -> HttpResponse:
    answer = HttpResponseRedirect(reverse(page, args=[game_id]) + chosen, status=303)
    answer["Referrer-Policy"] = REFERRER
    return answer


def _agreed_before(request: HttpRequest, right: SeatRight, reader: Player) -> bool:
    """Whether the signed-in player has agreed to this very seat by an older link."""
    try:
        found = browsers.held(request, right.game.pk, timezone.now())
    except LinkOver:
        return False
    return found is not None and found.agreed_by == reader.pk and found.right.is_same_seat(right)


@method_decorator([csrf_protect, never_cache, browsers.says_when_over], name="dispatch")
class SeatLinkPage(View):
    """Whose seat the browser holds in this game, and what its holder can do about it."""

    def get(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """It changes nothing."""
        held = browsers.held(request, game_id, timezone.now())
        reader = reader_of(request)
        context = {
            "game_id": game_id,
            "held": held,
            "title": words.game_name(held.right.game) if held else "",
            "ask": held is not None and reader is not None and not held.counts_for(reader),
            "ended": "ended" in request.GET,
        }
        return render(request, "web/seat_link/page.html", context)

    def post(self, request: HttpRequest, game_id: str) -> HttpResponse:
        """Opens the seat for a reader signed in as somebody else, forgets it, or ends all links to it.

        The form goes to its page's own address, which has what the link chose.
        """
        now, wanted = timezone.now(), request.POST.get("do", "")
        held = browsers.held(request, game_id, now)
        if held is None or wanted not in ("open", "not_me", END):
            return redirect("seat-link", game_id)
        if wanted == "open":
            answer = _lead("table", game_id, choosing.query(request.GET.dict()))
            browsers.hand_out(answer, held.right, held.token, reader_of(request))
            return answer
        if wanted == END:
            held.right.end(now)
        answer = HttpResponseRedirect(f"{reverse('seat-link', args=[game_id])}?{wanted}", status=303)
        browsers.take_away(answer, game_id)
        return answer
