"""The page on which people without a program look at their plan in a game, and cancel it; a mail leads there.

The token in the address is a signed player and game. Whoever holds the mail can see the plan; such a mail tells the
player's hand, so it is nobody else's to read. Nothing happens on GET: link scanners fetch every link.
"""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
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
from notifications.game_links import GameLinks
from notifications.pages import language

links = GameLinks("plan-page")


@method_decorator([csrf_exempt, never_cache], name="dispatch")
class PlanPage(View):
    """The token in the address is the key, no cookie is: so nobody can be made to post by another page."""

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        """The plan, if there is one. It changes nothing."""
        player, game = links.read(token)
        shown = _shown(player, game)
        why = plans.why_stopped(game_id=game.pk, seat=shown.plan.seat, player_id=player.pk) if shown else None
        told = {"game": game, "plan": shown.plan if shown else None, "why": explain(why) if why else ""}
        with override(language(player)):
            return render(request, "notifications/plan.html", told)

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        """Cancels it, by the service that the API uses. Once more does no harm."""
        player, game = links.read(token)
        if _shown(player, game) is not None:
            plans.cancel(player=player, game_id=game.pk)
        return HttpResponseRedirect(request.path, status=303)


def _shown(player: Player, game: Game) -> plans.Shown | None:
    """The plan; None where there is none, or no seat any more."""
    try:
        return plans.look(player=player, game_id=game.pk, now=timezone.now())
    except Refused:
        return None
