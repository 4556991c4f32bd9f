"""The base map of each board, as a file: see `games.presentation.pictures.ground`.

It is the same for everybody and its name contains a hash of its content, so browsers and caches keep it for a year. It
contains no secret, so it may be compressed, which pages must not be (deploy/nginx.conf says why).
"""

import gzip
from functools import cache
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

import engine
from engine.boards import Board
from games.presentation.pictures import ground
from games.presentation.pictures.geometry import file_name
from games.web.language import says_nothing

POLICY: Final = "default-src 'none'"
FOR_A_YEAR: Final = "public, max-age=31536000, immutable"
FOR_A_MINUTE: Final = "public, max-age=60"
"""The caching for a page of an older or newer release, while one release replaces the other."""


@cache
def address(board: Board) -> str:
    """Return the address of the board's base map. Raise NoPicture."""
    return reverse("ground", args=[file_name(board), ground.version(board.map)])


@says_nothing
@require_safe
@vary_on_headers("Accept-Encoding")
def board_ground(request: HttpRequest, board: str, version: str) -> HttpResponse:
    """Send the board's base map."""
    board_map = _list_boards().get(board)
    if board_map is None:
        raise Http404
    cache_control = FOR_A_YEAR if version == ground.version(board_map) else FOR_A_MINUTE
    headers = {"Cache-Control": cache_control, "Content-Security-Policy": POLICY}
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(ground.drawn(board_map), content_type="image/svg+xml", headers=headers)
    return HttpResponse(
        _compress(board_map), content_type="image/svg+xml", headers={**headers, "Content-Encoding": "gzip"}
    )


@cache
def _list_boards() -> dict[str, Board]:
    return {file_name(rules.board): rules.board.map for rules in engine.RULESETS.values() if rules.board.routes}


@cache
def _compress(board: Board) -> bytes:
    return gzip.compress(ground.drawn(board).encode(), 9, mtime=0)
