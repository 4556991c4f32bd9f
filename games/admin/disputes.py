"""Disputes on the game's page: what was complained about and said to it, and an admin's answer."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _

from games import docket
from games.admin.acting import Acting, admin_of, check, to_game, told, words
from games.admin.situation import Situation
from games.errors import Refused
from games.models import Dispute
from games.services import disputes

RIGHT = disputes.SETTLE


class DisputePages(Acting):
    """Where an admin's answer to a dispute is sent."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.dispute_view)
        at = "<str:object_id>/dispute/<str:dispute_id>/"
        return [path(at, view, name="games_game_dispute"), *super().get_urls()]

    def dispute_view(self, request: HttpRequest, object_id: str, dispute_id: str) -> HttpResponse:
        """Say something to it, or settle it; then back to the game."""
        game = self.readable(request, object_id)
        check(request, RIGHT, game)
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not Dispute.objects.filter(pk=dispute_id, game=game).exists():
            raise Http404
        try:
            _answer(request, dispute_id)
        except Refused as refusal:
            messages.error(request, told(refusal))
        return to_game(game)


def _answer(request: HttpRequest, dispute_id: str) -> None:
    text = words(request, "text")
    common: dict[str, Any] = {"admin": admin_of(request), "dispute_id": dispute_id, "now": timezone.now(), "text": text}
    if "resolve" in request.POST:
        disputes.resolve(**common)
        messages.success(request, _("The dispute is resolved; the players are told."))
    elif "dismiss" in request.POST:
        disputes.dismiss(**common)
        messages.success(request, _("The dispute is dismissed; the players are told."))
    elif text:
        disputes.comment_as_admin(**common)
        messages.success(request, _("Said."))


def dispute_box(situation: Situation) -> dict[str, Any]:
    """What the game's page shows of disputes, the open ones first."""
    found = sorted(docket.of_game(situation.game), key=lambda dispute: dispute.state != Dispute.State.OPEN)
    return {"disputes": found, "may_settle": situation.may(RIGHT)}
