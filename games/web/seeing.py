"""A game as the reader of a page may see it. For anyone who may not know of a game, it does not exist."""

from django.http import Http404, HttpRequest

from games.errors import NotFound
from games.models import Player
from games.seats.visible import VisibleGame, seen_by


def reader_of(request: HttpRequest) -> Player | None:
    """The signed-in player."""
    return request.user if isinstance(request.user, Player) else None


def seen(request: HttpRequest, game_id: str) -> VisibleGame:
    """The game, its seats, its open turns and the reader's seat. Raises Http404."""
    try:
        return seen_by(reader_of(request), game_id)
    except NotFound:
        raise Http404 from None
