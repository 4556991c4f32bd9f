"""Pages about one game that emails lead to, most of them without a login: what they have in common.

The token in the address is the key, not a cookie, so no other page can make anyone post. Nothing happens on GET. A link
is good until two months after the game's end, if it does not end before (`games.signed_links`).
"""

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import override
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from engine.errors import EngineError
from games import signed_links
from games.errors import Refused
from games.models import Game, Player
from games.people import sightings
from games.people.networks import network_of
from games.refusals import explained
from games.signed_links import LinkKind
from games.web.seat_link import browsers
from notifications import languages, links
from notifications.links import Holder

END: Final = "end_links"
"""What every such page lets its holder do: end the links of its kind about this game."""


Act = Callable[[Player, Game, Mapping[str, str]], None]


@method_decorator([csrf_exempt, never_cache], name="dispatch")
class GamePage(View):
    """A page of one kind of link: it shows on GET, and does one of its `acts` on POST, by the API's services.

    Each act must do no harm if repeated: pages grow stale, and buttons are pressed twice.
    """

    kind: ClassVar[LinkKind]
    template: ClassVar[str]
    acts: ClassVar[Mapping[str, Act]]

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        return self.page(request, links.read_game(self.kind, token, timezone.now()))

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        """Do what was asked, or say why not, and record the network as for a sign-in, for judges."""
        now = timezone.now()
        holder = links.read_game(self.kind, token, now)
        sightings.note(holder.player.pk, network_of(request), now)
        action = request.POST.get("do", "")
        if action == END:
            signed_links.end(holder.opened, now)
            return ended(request, holder.player)
        return self.do(request, holder, action)

    def do(self, request: HttpRequest, holder: Holder, action: str) -> HttpResponse:
        """Do one of the acts that the link is for; anything else does nothing."""
        act = self.acts.get(action) if holder.opened.may(action) else None
        with override(languages.of_player(holder.player)):
            try:
                if act is not None:
                    act(holder.player, holder.game, request.POST.dict())
            except Refused as refusal:
                return self.page(request, holder, why(refusal))
            except EngineError as refusal:
                return self.page(request, holder, explained(refusal).detail)
        return HttpResponseRedirect(request.path, status=303)

    def page(self, request: HttpRequest, holder: Holder, refusal: object = None, **more: object) -> HttpResponse:
        """Return the page as it is now."""
        player, game, _ = holder
        context = {"game": game, "player": player, "refusal": refusal, **self.context(player, game), **more}
        with override(languages.of_player(player)):
            return render(request, self.template, context)

    def context(self, player: Player, game: Game) -> dict[str, object]:
        """Return what the page shows beside the game."""
        raise NotImplementedError


class AccountPage(GamePage):
    """A page that its link does not open by itself: the player must sign in, since anyone may have got the email.

    It shows what was said among the players, or speaks for one to the others.
    """

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        return self._sign_in(request, token) or super().get(request, token)

    @method_decorator(csrf_protect)
    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        return self._sign_in(request, token) or super().post(request, token)

    def _sign_in(self, request: HttpRequest, token: str) -> HttpResponse | None:
        player, game, _ = links.read_game(self.kind, token, timezone.now())
        return None if request.user.pk == player.pk else browsers.ask_to_sign_in(request, game.pk)


def why(refusal: Refused) -> object:
    """Return what a refusal says to people."""
    problem = explained(refusal)
    return problem.detail or problem.title


def ended(request: HttpRequest, player: Player) -> HttpResponse:
    """Return the page that says that links were ended."""
    with override(languages.of_player(player)):
        return render(request, "notifications/ended.html")
