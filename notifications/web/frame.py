"""The common base of pages about one game that emails link to, most of them without sign-in.

The token in the address is the key, not a cookie, so no other page can make anyone post. A GET changes nothing. A link
works until two months after the game's end, unless it is revoked earlier (`games.signed_links`).
"""

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from engine.errors import EngineError
from games import languages, signed_links
from games.errors import Refused
from games.models import Game, Player
from games.people import sightings
from games.people.networks import network_of
from games.refusals import explained
from games.signed_links import LinkKind
from games.web.seat_link import browsers
from notifications import links
from notifications.links import Holder

END: Final = "end_links"
"""The action that every such page offers: to revoke the links of its kind to this game."""


Act = Callable[[Player, Game, Mapping[str, str]], None]


@method_decorator([csrf_exempt, never_cache], name="dispatch")
class GamePage(View):
    """A page for one kind of link, which shows its content on GET, and does one of its `acts` on POST.

    Each act must be harmless if repeated: pages grow stale, and buttons are pressed twice.
    """

    kind: ClassVar[LinkKind]
    template: ClassVar[str]
    acts: ClassVar[Mapping[str, Act]]

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        return self.page(request, links.read_game(self.kind, token, timezone.now()))

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        """Carry out the requested act, or show why not; also record the network for admins, as sign-ins do."""
        now = timezone.now()
        holder = links.read_game(self.kind, token, now)
        sightings.note(holder.player.pk, network_of(request), now)
        action = request.POST.get("do", "")
        if action == END:
            signed_links.end(holder.opened, now)
            return ended(request, holder.player)
        return self.do(request, holder, action)

    def do(self, request: HttpRequest, holder: Holder, action: str) -> HttpResponse:
        """Do one of the acts that the link is for; ignore anything else."""
        act = self.acts.get(action) if holder.opened.may(action) else None
        languages.activate_for(holder.player)
        try:
            if act is not None:
                act(holder.player, holder.game, request.POST.dict())
        except Refused as refusal:
            return self.page(request, holder, why(refusal))
        except EngineError as refusal:
            return self.page(request, holder, explained(refusal).detail)
        return HttpResponseRedirect(request.path, status=303)

    def page(self, request: HttpRequest, holder: Holder, refusal: object = None, **more: object) -> HttpResponse:
        """Return the page in its present state."""
        player, game, _ = holder
        languages.activate_for(player)
        context = {"game": game, "player": player, "refusal": refusal, **self.context(player, game), **more}
        return render(request, self.template, context)

    def context(self, player: Player, game: Game) -> dict[str, object]:
        """Return what the page shows in addition to the game."""
        raise NotImplementedError


class AccountPage(GamePage):
    """A page whose link alone does not open it: the player must sign in, since anyone may have received the email.

    It shows what players said among themselves, or speaks for a player to the others.
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
    """Return the text of a refusal."""
    problem = explained(refusal)
    return problem.detail or problem.title


def ended(request: HttpRequest, player: Player) -> HttpResponse:
    """Return the page that confirms that links were revoked."""
    languages.activate_for(player)
    return render(request, "notifications/ended.html")
