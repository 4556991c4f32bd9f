"""The reader of a page, and the game as that reader may see it. A game the reader may not know of doesn't exist."""

from django.http import Http404, HttpRequest
from django.utils import timezone

from games.errors import NotFound
from games.lobby.visible import VisibleGame, seen_by
from games.models import Player
from games.people import second_factors


def reader_of(request: HttpRequest) -> Player | None:
    """Return the signed-in player, if any."""
    return request.user if isinstance(request.user, Player) else None


def comes_as_admin(request: HttpRequest) -> bool:
    """Check whether the reader has recently used a second factor in this browser, as every admin's action requires."""
    reader = reader_of(request)
    return reader is not None and second_factors.is_shown(request, reader, timezone.now())


def seen(request: HttpRequest, game_id: str) -> VisibleGame:
    """Return the game, its seats, its open turns and the reader's seat. Raise Http404."""
    try:
        return seen_by(reader_of(request), game_id)
    except NotFound:
        raise Http404 from None
