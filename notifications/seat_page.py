"""The page on which people without a program answer the offer of a seat, or come back to their own; mails lead there.

The token in the address is a signed player and game. Whoever holds the mail can answer in the player's name, as long as
the game runs. Nothing happens on GET: link scanners fetch every link.
"""

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import override
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from engine.errors import EngineError
from games import store
from games.api.problems import Problem
from games.errors import Refused
from games.models import Game, Player, Seat, SeatOffer
from games.refusals import explain
from games.services import seat_offers, seats, takeovers
from notifications.game_links import GameLinks
from notifications.pages import language

links = GameLinks("seat-page")


@method_decorator([csrf_exempt, never_cache], name="dispatch")
class SeatPage(View):
    """The token in the address is the key, no cookie is: so nobody can be made to post by another page."""

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        """What there is to answer. It changes nothing."""
        return _page(request, *links.read(token))

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        """Does it, by the services that the API uses."""
        player, game = links.read(token)
        act, seat = ACTS.get(request.POST.get("do", "")), request.POST.get("seat", "")
        with override(language(player)):
            try:
                if act is not None:
                    act(player, game, seat)
            except Refused as refusal:
                return _page(request, player, game, _why(refusal))
            except EngineError as refusal:
                return _page(request, player, game, explain(refusal))
        return HttpResponseRedirect(request.path, status=303)


def _page(request: HttpRequest, player: Player, game: Game, refusal: object = None) -> HttpResponse:
    told = {
        "game": game,
        "offers": _offers(player, game),
        "sits": game.seats.filter(player=player, status=Seat.Status.PLAYING).exists(),
        "back": _can_come_back(player, game),
        "refusal": refusal,
    }
    with override(language(player)):
        return render(request, "notifications/seat.html", told)


def _why(refusal: Refused) -> object:
    parameters: dict[str, Any] = {**refusal.detail}
    return Problem(refusal.code, **parameters).detail


def _offers(player: Player, game: Game) -> list[SeatOffer]:
    return list(SeatOffer.objects.filter(game=game, player=player, closed_at=None).order_by("seat"))


def _can_come_back(player: Player, game: Game) -> bool:
    if game.status != Game.Status.RUNNING:
        return False
    try:
        own = takeovers.own_seat(game, store.look(game.pk)[1], player)
    except Refused:
        return False
    return own.player_id != player.pk or own.status != Seat.Status.PLAYING


def _take(player: Player, game: Game, seat: str) -> None:
    for offer in _meant(player, game, seat):
        takeovers.take_over(player=player, game_id=game.pk, seat=offer.seat, now=timezone.now())


def _decline(player: Player, game: Game, seat: str) -> None:
    for offer in _meant(player, game, seat):
        seat_offers.withdraw(player=player, game_id=game.pk, seat=offer.seat, now=timezone.now())


def _meant(player: Player, game: Game, seat: str) -> list[SeatOffer]:
    """The offer of just the seat that the page showed; none where it does not stand any more."""
    return [offer for offer in _offers(player, game) if str(offer.seat) == seat]


def _come_back(player: Player, game: Game, _seat: str) -> None:
    if _can_come_back(player, game):
        seats.come_back(player=player, game_id=game.pk, now=timezone.now())


ACTS: Final[dict[str, Callable[[Player, Game, str], None]]] = {"take": _take, "decline": _decline, "return": _come_back}
"""Each of them does no harm once more."""
