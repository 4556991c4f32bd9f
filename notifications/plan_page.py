"""The page on which people without a program look at their plan in a game, and cancel it; a mail leads there.

The token in the address is a signed player and game. Whoever holds the mail can see the plan; such a mail tells the
player's hand, so it is nobody else's to read. Nothing happens on GET: link scanners fetch every link.
"""

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import override
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from games.errors import Refused
from games.models import Game, Player
from games.refusals import explain
from games.services import plans
from notifications.pages import language

_signer = Signer(sep="~", salt="notifications.plan_page")


def token(player_id: str, game_id: str) -> str:
    """The token that opens the plan of this player in this game."""
    return _signer.sign(f"{player_id}.{game_id}")


def url(player_id: str, game_id: str) -> str:
    """The public address of the token."""
    return settings.PUBLIC_URL + reverse("plan-page", args=[token(player_id, game_id)])


def read(signed: str) -> tuple[Player, Game]:
    """Whose token it is, and for which game. Raises `BadSignature` when it is not one of ours."""
    player_id, _, game_id = _signer.unsign(signed).partition(".")
    player = Player.objects.filter(pk=player_id, is_active=True).first()
    game = Game.objects.filter(pk=game_id).first()
    if player is None or game is None:
        raise BadSignature("gone")
    return player, game


@method_decorator([csrf_exempt, never_cache], name="dispatch")
class PlanPage(View):
    """The token in the address is the key, no cookie is: so nobody can be made to post by another page."""

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        """The plan, if there is one. It changes nothing."""
        player, game = _read(token)
        shown = _shown(player, game)
        why = plans.why_stopped(game_id=game.pk, seat=shown.plan.seat, player_id=player.pk) if shown else None
        told = {"game": game, "plan": shown.plan if shown else None, "why": explain(why) if why else ""}
        with override(language(player)):
            return render(request, "notifications/plan.html", told)

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        """Cancels it, by the service that the API uses. Once more does no harm."""
        player, game = _read(token)
        if _shown(player, game) is not None:
            plans.cancel(player=player, game_id=game.pk)
        return HttpResponseRedirect(request.path, status=303)


def _read(signed: str) -> tuple[Player, Game]:
    try:
        return read(signed)
    except BadSignature as error:
        raise Http404 from error


def _shown(player: Player, game: Game) -> plans.Shown | None:
    """The plan; None where there is none, or no seat any more."""
    try:
        return plans.look(player=player, game_id=game.pk, now=timezone.now())
    except Refused:
        return None
