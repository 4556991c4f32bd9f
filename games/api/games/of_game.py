"""The common base of views of a game: for anyone who may not know of the game, it does not exist."""

from django.db import Error
from django.utils import timezone
from rest_framework.response import Response

from engine.codec import Json
from games.api.conditional import Conditional
from games.api.errors import as_problem
from games.api.games.game import TableRows, game_detail
from games.api.permissions import reader_of
from games.api.view import ApiView
from games.errors import NotFound
from games.lobby import visible
from games.lobby.visible import VisibleGame, seen_by
from games.models import Game, Player
from games.people import reliability

SERVER_ERRORS = 500


class Hiding(ApiView):
    """A view at an address with a `game_id`.

    For a player who may not know of the game, every refusal becomes "no such game", whatever its reason: an error in
    query or body, an unsupported method, the game's state. A view that acts for anyone who asks must check this first
    (`games.lobby.visible.seen_by`).
    """

    def handle_exception(self, exc: Exception) -> Response:
        problem = as_problem(exc, self.request.method) if self.is_admitted else None
        tells = problem is not None and problem.status_code < SERVER_ERRORS
        answer: Response = super().handle_exception(self._unless_hidden(exc) if tells else exc)
        return answer

    def _unless_hidden(self, refusal: Exception) -> Exception:
        """Return the refusal, or the error that hides the game from the reader, or a database error."""
        try:
            may_know = self.may_know(reader_of(self.request), self.kwargs["game_id"])
        except Error as away:
            return away
        return refusal if may_know else NotFound("no_such_game")

    def may_know(self, reader: Player | None, game_id: str) -> bool:
        """Check whether the reader may know of the game, and so why something is refused."""
        return visible.may_know(reader, game_id)


class OfGame(Hiding, Conditional):
    """A view at an address with a `game_id` whose responses carry tags."""


def detail(player: Player, game_id: str, status: int = 200) -> Response:
    """Return the response that shows a game to the player."""
    return Response(shown(seen_by(player, game_id)), status=status)


def shown(visible_game: VisibleGame) -> Json:
    """Return the game and, before it begins, its players' reliability."""
    game, table = visible_game.game, TableRows(*visible_game[1:])
    forming = game.status == Game.Status.OPEN
    people = [seat.player_id for seat in table.seats if seat.player_id] if forming else []
    return game_detail(game, table, reliability.reliability_of(people, timezone.now()) if people else {})
