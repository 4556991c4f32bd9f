"""A game as the reader of a page may see it. To anyone who may not know of a game, it does not exist."""

from django.http import Http404, HttpRequest

from games import store
from games.api.games.of_game import VisibleGame
from games.models import Game, Player
from games.seats import selectors


def reader_of(request: HttpRequest) -> Player | None:
    """Who is signed in."""
    return request.user if isinstance(request.user, Player) else None


def seen(request: HttpRequest, game_id: str) -> VisibleGame:
    """The game, its seats, its open turns and the reader's seat. Raises Http404."""
    player = reader_of(request)
    try:
        game, seats, turns = store.look(game_id)
    except Game.DoesNotExist:
        raise Http404 from None
    own = next((seat.number for seat in seats if player and seat.player_id == player.pk), None)
    if own is None and not game.public and not (player and selectors.may_know(player, game_id)):
        raise Http404
    return VisibleGame(game, seats, turns, own)
