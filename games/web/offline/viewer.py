"""Whose page it is, as a mark that says so to the service worker, and nothing to anyone else."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from games.models import Player

HEADER: Final = "Night-Mail-Viewer"
NOBODY: Final = "-"
"""Of a stranger, and of a seat that a link has opened."""


def mark(player: Player | None) -> str:
    """The same for all browsers in which the player signs in."""
    return NOBODY if player is None else salted_hmac("games.web.offline", player.pk).hexdigest()[:20]


class TellViewer:
    """Puts the mark on every page that is shown, unless its view has put another there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Only pages have it: whoever polls, leads elsewhere or has failed looks nobody up for that."""
        answer = self._get_response(request)
        if answer.status_code == 200 and answer.get("Content-Type", "").startswith("text/html"):
            user = getattr(request, "user", None)
            answer.headers.setdefault(HEADER, mark(user if isinstance(user, Player) else None))
        return answer
