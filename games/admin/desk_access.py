"""The base of the admin pages about a game: who may see them, who may act, and how refusals look."""

from typing import Final, cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.errors import EngineError
from games import refusals
from games.admin.read_only import Reading
from games.errors import Forbidden, Refused
from games.models import Game, Player
from games.names import paragraphs
from games.people import audit, rights

FORBIDDEN, CONFLICT = 403, 409
REFUSALS: Final = (Refused, EngineError)
LONGEST_TEXT = 2000


class Denied(PermissionDenied):
    """A refusal for lack of a right, which it names: `games.admin.refusal_page` shows it as a page."""

    def __init__(self, refusal: Forbidden) -> None:
        super().__init__(refusal_sentence(refusal))
        self.refusal = refusal


class Acting(Reading):
    """An admin page: reading it takes the permission to view games, and each act checks `games.people.rights`."""

    def readable(self, request: HttpRequest, object_id: str) -> Game:
        """Return a page's game and record the visit. Raise PermissionDenied, or Http404 if the game does not exist."""
        game: Game | None = self.get_object(request, object_id)
        if not self.has_view_permission(request, game):
            raise PermissionDenied
        if game is None:
            raise Http404
        audit.looked_at(admin_of(request), game, timezone.now())
        return game

    def refuse_strangers(self, request: HttpRequest) -> None:
        """Raise PermissionDenied for users without the permission to view games."""
        if not self.has_view_permission(request):
            raise PermissionDenied

    def page(
        self, request: HttpRequest, game: Game, template: str, context: dict[str, object], status: int = 200
    ) -> HttpResponse:
        """Render one of the game's pages."""
        common = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "game": game,
            "title": game.name or _("Game %(id)s") % {"id": game.id},
            "media": self.media,
        }
        return TemplateResponse(request, f"admin/games/game/{template}.html", {**common, **context}, status=status)

    def other_page(
        self, request: HttpRequest, template: str, context: dict[str, object], status: int = 200
    ) -> HttpResponse:
        """Render an admin page that is not about a single game."""
        common = {**self.admin_site.each_context(request), "opts": self.opts, "media": self.media}
        return TemplateResponse(request, f"admin/games/{template}.html", {**common, **context}, status=status)


def admin_of(request: HttpRequest) -> Player:
    """Return the admin who makes the request; nobody else is let in (`games.admin.entry`)."""
    return cast("Player", request.user)


def words(request: HttpRequest, field: str) -> str:
    """Return the text of a form's field, cleaned, and cut to `LONGEST_TEXT` characters."""
    return paragraphs(request.POST.get(field, ""))[:LONGEST_TEXT]


def check(request: HttpRequest, right: str, game: Game | None = None) -> None:
    """Raise Denied if the admin may not do this, or has a seat in the game."""
    try:
        rights.check(admin_of(request), right, game)
    except Forbidden as refusal:
        raise Denied(refusal) from None


def to_game(game: Game) -> HttpResponseRedirect:
    """Redirect to the game's page."""
    return HttpResponseRedirect(reverse("admin:games_game_change", args=[game.pk]))


def refusal_sentence(refusal: Refused | EngineError) -> str:
    """Return a refusal as a sentence."""
    problem = refusals.explained(refusal)
    return problem.detail if isinstance(refusal, EngineError) else problem.sentences


def status_of(refusal: Refused | EngineError) -> int:
    """Return 403 if the admin lacks the right, 409 if the state of the game forbids the action."""
    return FORBIDDEN if isinstance(refusal, Forbidden) else CONFLICT
