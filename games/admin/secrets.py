"""Opening what seats secretly hold: a deliberate act with a reason, on a page of its own, and nowhere else.

Each look is an act of its own: the page that shows the secrets is the answer to the form, cannot be linked to, and is
kept by no cache.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import engine
from engine.boards import Board
from engine.codec import Json
from games import words as sentences
from games.admin.acting import REFUSALS, Acting, admin_of, check, refusal_sentence, status_of, words
from games.admin.situation import Situation
from games.models import Game, Player
from games.rulings import secrets

TITLES: Final = {
    "hand": gettext_lazy("Hand"),
    "tickets": gettext_lazy("Tickets"),
    "on_track": gettext_lazy("Stack on the track"),
    "chosen": gettext_lazy("Chosen to complete"),
    "offer": gettext_lazy("Offered tickets"),
    "suggestion": gettext_lazy("Best set to complete"),
}


class SecretPages(Acting):
    """The page that asks for the reason, and answers with the secrets."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.secrets_view)
        return [path("<str:object_id>/secrets/", view, name="games_game_secrets"), *super().get_urls()]

    def secrets_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The form; or, with a reason, what every seat holds now."""
        game = self.readable(request, object_id)
        check(request, "open_secrets", game)
        if request.method != "POST":
            return self.page(request, game, "secrets", {})
        admin, reason = admin_of(request), words(request, "reason")
        try:
            hands = secrets.open_secrets(admin=admin, game_id=game.pk, reason=reason, now=timezone.now())
        except REFUSALS as refusal:
            return self.page(request, game, "secrets", {"refused": refusal_sentence(refusal)}, status_of(refusal))
        answer = self.page(request, game, "secrets", {"hands": list(_shown(hands, game, admin))})
        answer["Cache-Control"] = "no-store"
        return answer


def _shown(hands: Iterable[Json], game: Game, admin: Player) -> Iterator[Json]:
    names, board = Situation.load(game, admin).names, engine.ruleset(game.ruleset).board
    for seat, hand in enumerate(hands):
        held = {**hand, **{name: prompt.get(name) for prompt in hand["prompts"] for name in ("offer", "suggestion")}}
        rows = [(title, _things(held[name], board)) for name, title in TITLES.items() if held.get(name) is not None]
        yield {"seat": seat, "name": names(seat), "rows": rows}


def _things(held: Any, board: Board) -> list[str]:
    """Cards by kind, or tickets: by number, or as the seat's own view has them."""
    if isinstance(held, dict):
        return [sentences.counted(held)] if held else []
    return [_ticket(one, board) for one in held]


def _ticket(one: Any, board: Board) -> str:
    if not isinstance(one, dict):
        return sentences.ticket(one, board)
    name = sentences.ticket(one["number"], board)
    return _("%s, completed") % name if one.get("completed") else name
