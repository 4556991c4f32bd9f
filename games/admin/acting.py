"""What all pages of the desk about one game share: who may see it, who may act, and how refusals look."""

from typing import Any, Final, cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.errors import EngineError
from games import refusals
from games.admin.reading import Reading
from games.errors import Forbidden, Refused
from games.models import Game, Player
from games.names import paragraphs
from games.people import audit, rights

FORBIDDEN, CONFLICT = 403, 409
REFUSALS: Final = (Refused, EngineError)
LONGEST_TEXT = 2000


class Denied(PermissionDenied):
    """A refusal by right, with what was refused: `games.admin.refusing` makes a page of it."""

    def __init__(self, refusal: Forbidden) -> None:
        super().__init__(refusal_sentence(refusal))
        self.refusal = refusal


class Acting(Reading):
    """Reading a page takes the permission to view games; each act asks `games.people.rights`, as everywhere else."""

    def readable(self, request: HttpRequest, object_id: str) -> Game:
        """The game of a page; that it was looked at is noted. Raises PermissionDenied, or Http404 where it is not."""
        game: Game | None = self.get_object(request, object_id)
        if not self.has_view_permission(request, game):
            raise PermissionDenied
        if game is None:
            raise Http404
        audit.looked_at(admin_of(request), game, timezone.now())
        return game

    def refuse_strangers(self, request: HttpRequest) -> None:
        """Raises PermissionDenied without the permission to view games."""
        if not self.has_view_permission(request):
            raise PermissionDenied

    def page(
        self, request: HttpRequest, game: Game, template: str, context: dict[str, Any], status: int = 200
    ) -> HttpResponse:
        """One of the game's pages."""
        common = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "game": game,
            "title": game.name or _("Game %(id)s") % {"id": game.id},
            "media": self.media,
        }
        return TemplateResponse(request, f"admin/games/game/{template}.html", {**common, **context}, status=status)

    def other_page(
        self, request: HttpRequest, template: str, context: dict[str, Any], status: int = 200
    ) -> HttpResponse:
        """A page of the desk that is about no single game."""
        common = {**self.admin_site.each_context(request), "opts": self.opts, "media": self.media}
        return TemplateResponse(request, f"admin/games/{template}.html", {**common, **context}, status=status)


def admin_of(request: HttpRequest) -> Player:
    """Who is at the desk; the admin's own door has seen to it that it is somebody."""
    return cast("Player", request.user)


def words(request: HttpRequest, field: str) -> str:
    """What was written into a field, as far as it can be kept."""
    return paragraphs(request.POST.get(field, ""))[:LONGEST_TEXT]


def check(request: HttpRequest, right: str, game: Game | None = None) -> None:
    """Raises Denied where the admin may not do this, or has a seat in the game."""
    try:
        rights.check(admin_of(request), right, game)
    except Forbidden as refusal:
        raise Denied(refusal) from None


def to_game(game: Game) -> HttpResponseRedirect:
    """Back to the game's page."""
    return HttpResponseRedirect(reverse("admin:games_game_change", args=[game.pk]))


def refusal_sentence(refusal: Refused | EngineError) -> str:
    """A refusal as a sentence."""
    said = refusals.explained(refusal)
    return said.detail if isinstance(refusal, EngineError) else f"{said.title}. {said.detail}".strip()


def status_of(refusal: Refused | EngineError) -> int:
    """403 where it is not the admin's to do, 409 where the game does not allow it."""
    return FORBIDDEN if isinstance(refusal, Forbidden) else CONFLICT
