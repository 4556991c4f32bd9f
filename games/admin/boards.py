"""The board on a game's own page, as a spectator sees it."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path

from games.admin.desk_access import Acting
from games.admin.page import view_of
from games.presentation.pictures import Way
from games.presentation.pictures.of_games import GamePicture
from games.table import store

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""The policy for a picture, which loads nothing and contains its own style."""


class BoardPages(Acting):
    """The picture of the board on a game's page."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.board_view)
        return [path("<str:object_id>/board.svg", view, name="games_game_board"), *super().get_urls()]

    def board_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Draw what is public. Raise Http404 if the position cannot be loaded."""
        game = self.readable(request, object_id)
        view, _trouble = view_of(game)
        if view is None:
            raise Http404
        _game, seats, _turns = store.look(game.pk)
        svg = GamePicture.asked(game, seats, None, Way("table", "auto")).svg()
        headers = {"Content-Security-Policy": POLICY, "Cache-Control": "private, no-cache"}
        return HttpResponse(svg, content_type="image/svg+xml", headers=headers)
