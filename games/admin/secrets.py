"""Opening the secrets of seats: a deliberate act with a reason, on a separate page, and nowhere else.

Each look is a recorded act: the page with the secrets is the response to the form, cannot be linked to, and is not
cached.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from engine.boards import Board
from engine.codec import Json
from engine.parts.tickets import HeldTicketView
from games.admin.desk_access import REFUSALS, Acting, admin_of, check, refusal_sentence, status_of, words
from games.admin.situation import Situation
from games.models import Game, Player
from games.presentation import words as sentences
from games.table.rulings import secrets

TITLES: Final = {
    "hand": gettext_lazy("Hand"),
    "tickets": gettext_lazy("Tickets"),
    "on_track": gettext_lazy("Stack on the track"),
    "chosen": gettext_lazy("Chosen to complete"),
    "offer": gettext_lazy("Offered tickets"),
    "suggestion": gettext_lazy("Best set to complete"),
}


class SecretsPage(Acting):
    """The page that asks for a reason, and responds with the secrets."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.secrets_view)
        return [path("<str:object_id>/secrets/", view, name="games_game_secrets"), *super().get_urls()]

    def secrets_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the form; with a reason, show what every seat holds now."""
        game = self.readable(request, object_id)
        check(request, "open_secrets", game)
        if request.method != "POST":
            return self.page(request, game, "secrets", {})
        admin, reason = admin_of(request), words(request, "reason")
        try:
            hands = secrets.open_secrets(admin=admin, game_id=game.pk, reason=reason, now=timezone.now())
        except REFUSALS as refusal:
            return self.page(request, game, "secrets", {"refused": refusal_sentence(refusal)}, status_of(refusal))
        answer = self.page(request, game, "secrets", {"hands": list(_describe_hands(hands, game, admin))})
        answer["Cache-Control"] = "no-store"
        return answer


def _describe_hands(hands: Iterable[Json], game: Game, admin: Player) -> Iterator[Json]:
    names, board = Situation.load(game, admin).names, engine.ruleset(game.ruleset).board
    for seat, hand in enumerate(hands):
        holdings = {
            **hand,
            **{name: prompt.get(name) for prompt in hand["prompts"] for name in ("offer", "suggestion")},
        }
        rows = [
            (title, _describe_things(holdings[name], board))
            for name, title in TITLES.items()
            if holdings.get(name) is not None
        ]
        yield {"seat": seat, "name": names(seat), "rows": rows}


def _describe_things(things: dict[str, int] | list[int | HeldTicketView], board: Board) -> list[str]:
    """Describe cards by kind, and tickets by number or as the seat's own view shows them."""
    if isinstance(things, dict):
        return [sentences.counted(things)] if things else []
    return [_describe_ticket(ticket, board) for ticket in things]


def _describe_ticket(ticket: int | HeldTicketView, board: Board) -> str:
    if not isinstance(ticket, dict):
        return sentences.ticket(ticket, board)
    name = sentences.ticket(ticket["number"], board)
    return _("%s, completed") % name if ticket.get("completed") else name
