"""The ground of each board, as a file: see `games.pictures.ground`.

It is the same for everybody and has a name of its own content, so browsers and caches keep it for a year. It holds no
secret, so it goes out compressed, which pages must not (deploy/nginx.conf says why).
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
from games.pictures import ground
from games.pictures.geometry import file_name

POLICY: Final = "default-src 'none'"
FOR_A_YEAR: Final = "public, max-age=31536000, immutable"
FOR_A_MINUTE: Final = "public, max-age=60"
"""For a page that an older or a newer release has made, while one takes the other's place."""


@cache
def address(board: Board) -> str:
    """Where a page finds the board's ground. Raises NoPicture."""
    return reverse("ground", args=[file_name(board), ground.version(board)])


@require_safe
@vary_on_headers("Accept-Encoding")
def board_ground(request: HttpRequest, board: str, version: str) -> HttpResponse:
    """The file."""
    found = _boards().get(board)
    if found is None:
        raise Http404
    kept = FOR_A_YEAR if version == ground.version(found) else FOR_A_MINUTE
    headers = {"Cache-Control": kept, "Content-Security-Policy": POLICY}
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(ground.drawn(found), content_type="image/svg+xml", headers=headers)
    return HttpResponse(_packed(found), content_type="image/svg+xml", headers={**headers, "Content-Encoding": "gzip"})


@cache
def _boards() -> dict[str, Board]:
    return {file_name(rules.board): rules.board for rules in engine.RULESETS.values() if rules.board.routes}


@cache
def _packed(board: Board) -> bytes:
    return gzip.compress(ground.drawn(board).encode(), 9, mtime=0)
