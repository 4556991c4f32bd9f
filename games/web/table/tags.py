"""ETags of the table's answers (RFC 9110, 8.8.3): a client with the newest need not fetch it again.

A tag is a keyed hash of who looks, what can change, and how the page was asked for; never of what the game hides.
"""

import json
from collections.abc import Sequence
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language

from games import store
from games.errors import NotFound
from games.etags import CACHE_CONTROL, tag_of
from games.models import Player
from games.seats import selectors

HOLDER: Final = 7
"""In a row of `store.changing`."""
DRAWN_BY: Final = 1
"""Counts up when the same game is shown otherwise."""


def state(player: Player | None, game_id: str) -> list[Sequence[object]]:
    """What can change of the game for this viewer: one statement for who has a seat. Raises NotFound."""
    rows = store.changing(game_id)
    if not rows or not _may_know(player, game_id, rows):
        raise NotFound("no_such_game")
    return [[player and player.pk], *map(list, rows)]


def holder(request: HttpRequest, game_id: str) -> str | None:
    """The player who sits there and whose browser has the newest of what is asked for, by id; None: nobody can tell.

    A tag is a keyed hash of who looks, so whoever sends one was given it, and may be told that nothing has changed
    without being looked up: that is most of what a poll would cost.
    """
    rows = store.changing(game_id)
    for player in {str(row[HOLDER]) for row in rows if row[HOLDER]}:
        whole: list[Sequence[object]] = [[player], *map(list, rows)]
        if any(is_fresh(request, tag(request, [by_link, *whole])) for by_link in (False, True)):
            return player
    return None


def sits(player: Player, state: list[Sequence[object]]) -> bool:
    """Whether the player has a seat there, by what `state` has found."""
    return any(player.pk in row for row in state[1:])


def _may_know(player: Player | None, game_id: str, rows: list[tuple[object, ...]]) -> bool:
    if player is None:
        return selectors.visible_games(None).filter(pk=game_id).exists()
    return any(player.pk in row for row in rows) or selectors.visible_games(player).filter(pk=game_id).exists()


def tag(request: HttpRequest, *facts: object) -> str:
    """A strong tag that stands for these facts, at this address, in this language and for these cookies."""
    cookies = [request.COOKIES.get(name, "") for name in (settings.CSRF_COOKIE_NAME, "light")]
    whole = json.dumps([DRAWN_BY, request.get_full_path(), get_language(), cookies, facts], default=str)
    return tag_of(whole.encode())


def is_fresh(request: HttpRequest, tag: str) -> bool:
    """Whether the browser has what the tag stands for."""
    return tag in [each.removeprefix("W/") for each in parse_etags(request.headers.get("If-None-Match", ""))]


def not_modified(request: HttpRequest) -> HttpResponse:
    """The browser has the newest."""
    return tagged(HttpResponse(status=304), request.headers["If-None-Match"])


def tagged(answer: HttpResponse, tag: str) -> HttpResponse:
    """The answer, to be kept by its reader alone and asked for again with its tag."""
    answer["ETag"], answer["Cache-Control"] = tag, CACHE_CONTROL
    patch_vary_headers(answer, ["Cookie"])
    return answer
