"""Pictures for pages: thumbnails as images of their own, and whole boards within a page."""

from collections.abc import Mapping
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

import engine
from engine.boards import Board
from games.etags import etag, headers, is_fresh
from games.lobby.visible import VisibleGame
from games.models import Seat
from games.presentation import pictures
from games.presentation.pictures import IN_A_PAGE, LIGHTS, Way, kept
from games.presentation.pictures.of_games import GamePicture
from games.presentation.pictures.yards import BEFORE
from games.web import grounds
from games.web.access import seen

POLICY: Final[Mapping[str, str]] = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
"""The content policy of pictures, which load nothing and contain their own style."""
YARDS: Final[engine.View] = {
    **BEFORE,
    "market": ["red", "green", "locomotive", "yellow", "purple"],
    "deck": 48,
    "seats": [
        {
            "seat": seat,
            "away": None,
            "points": 0,
            "cards": 0,
            "tickets": 0,
            "yard": [{"color": color, "cards": cards, "locomotives": 0} for color, cards in yard],
            "on_track": 0,
            "completed": [],
        }
        for seat, yard in enumerate(
            [
                [("red", 3), ("blue", 1), ("black", 2)],
                [("green", 2), ("white", 1)],
                [("yellow", 4), ("purple", 1), ("orange", 1)],
                [("black", 1), ("blue", 2)],
            ]
        )
    ],
}
"""An example of a game without a map: some cards in some yards."""
SOME_MINUTES: Final = "public, max-age=300"


@require_safe
@vary_on_cookie
def thumbnail(request: HttpRequest, game_id: str) -> HttpResponse:
    """Send a small picture of the position. It shows no tickets, so everyone who may see the game gets the same."""
    visible_game = seen(request, game_id)
    light = _read_light(request)
    tag = etag(visible_game.game.pk, visible_game.game.head, "thumbnail", light, *names(visible_game.seats))
    if is_fresh(request.headers, tag):
        return HttpResponseNotModified(headers=headers(tag))
    return _send_picture(_draw_position(visible_game, Way("thumbnail", light)), headers(tag))


@require_safe
def board(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Send a small picture of an empty board."""
    if ruleset not in engine.RULESETS:
        raise Http404
    rules, way = engine.RULESETS[ruleset], Way("thumbnail", _read_light(request))
    tag = etag("board", ruleset, way.light)
    how_long = {"ETag": tag, "Cache-Control": SOME_MINUTES}
    if is_fresh(request.headers, tag):
        return HttpResponseNotModified(headers=how_long)
    drawn = pictures.empty(rules, way) if rules.board.routes else pictures.position(rules.board, YARDS, way)
    return _send_picture(drawn, how_long)


def whole(visible_game: VisibleGame) -> SafeString:
    """Return the board as a spectator sees it, to be embedded in a page."""
    board = engine.ruleset(visible_game.game.ruleset, visible_game.game.options).board
    return mark_safe(_draw_position(visible_game, _make_way(board)))


def untouched(ruleset: str) -> SafeString:
    """Return an empty board, to be embedded in a page."""
    rules = engine.RULESETS[ruleset]
    return mark_safe(pictures.empty(rules, _make_way(rules.board)))


def _make_way(board: Board) -> Way:
    return Way(IN_A_PAGE, IN_A_PAGE, grounds.address(board))


def names(seats: list[Seat]) -> list[str]:
    """Return the players' names, by seat; "" for an empty seat."""
    return [seat.player.public_name if seat.player else "" for seat in seats]


def _draw_position(visible_game: VisibleGame, way: Way) -> str:
    """Draw the position as a spectator sees it, cached by position."""
    return kept.svg(GamePicture.asked(visible_game.game, visible_game.seats, None, way))


def _read_light(request: HttpRequest) -> str:
    light = request.GET.get("light", "auto")
    return light if light in LIGHTS else "auto"


def _send_picture(drawn: str, more: Mapping[str, object]) -> HttpResponse:
    return HttpResponse(drawn, content_type="image/svg+xml", headers={**POLICY, **more})
