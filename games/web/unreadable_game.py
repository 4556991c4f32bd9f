"""The page about a game whose log cannot be read, instead of any page of that game that failed."""

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.models import Game, Player, Seat
from games.table import store
from games.table.rulings import unreadable
from games.web.seat_link.browsers import LinkOver, viewer

CONFLICT = 409


def is_about_unreadable_game(request: HttpRequest) -> bool:
    """Check whether a failed request names a game in its address, and that game's log cannot be read."""
    try:
        game = _find_named(request)
        return game is not None and not unreadable.is_readable(game)
    except DatabaseError:
        return False


def show(request: HttpRequest) -> HttpResponse:
    """Say what is wrong; a player at the table is led to the page where it can be reported."""
    game = _find_named(request)
    context = {"game": game if game is not None and _plays(request, game) else None}
    answer = render(request, "web/unreadable.html", context, status=CONFLICT)
    answer["Cache-Control"] = "no-store"
    return answer


def _find_named(request: HttpRequest) -> Game | None:
    game_id = request.resolver_match.kwargs.get("game_id") if request.resolver_match else None
    begun = Game.objects.filter(pk=game_id or "", head__gt=0)
    return store.read(str(game_id)) if begun.exists() else None


def _plays(request: HttpRequest, game: Game) -> bool:
    try:
        reader: Player | None = viewer(request, game.pk).player
    except LinkOver:
        return False
    return reader is not None and Seat.objects.filter(game=game, player=reader).exists()
