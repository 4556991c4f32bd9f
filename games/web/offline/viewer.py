"""A mark on each page by which the service worker recognizes whose page it is; to anybody else it says nothing."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from games.models import Player

HEADER: Final = "Night-Mail-Viewer"
NOBODY: Final = "-"
"""The mark for strangers, and for a seat opened by a link."""


def mark(player: Player | None) -> str:
    """Return the player's mark, which is the same in all browsers in which the player signs in."""
    return NOBODY if player is None else salted_hmac("games.web.offline", player.pk).hexdigest()[:20]


class TellViewer:
    """Middleware that adds the viewer's mark to every page, unless the page's view has set another."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Mark only pages, so that polls, redirects and errors do not load the player."""
        answer = self._get_response(request)
        if answer.status_code == 200 and answer.get("Content-Type", "").startswith("text/html"):
            user = getattr(request, "user", None)
            answer.headers.setdefault(HEADER, mark(user if isinstance(user, Player) else None))
        return answer
