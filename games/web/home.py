"""The front page: what this is, a game in progress, how to begin, and tables with a free seat."""

from collections.abc import Iterable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.views import View
from games import rulesets
from games.lobby import selectors
from games.lobby.visible import VisibleGame
from games.models import Game, Turn
from games.people import admission
from games.people.suspension import is_guest
from games.table import store
from games.web import boards
from games.web.access import reader_of
from games.web.forms import SignUpForm
from games.web.kinds_of_games import group_by_map, kinds
from games.web.listed import ListedGame, with_seats
from games.web.open_tables import joinable
from games.web.when import left

MOST_TABLES: Final = 5
LOOKED_THROUGH: Final = 12
"""How many of the latest games are searched for one with an interesting board."""


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show strangers how to begin, and players how to reach their games."""
    player = reader_of(request)
    member = player is not None and not is_guest(player)
    strangers_may = settings.SIGN_UP == admission.OPEN
    context: dict[str, object] = {
        "sign_up": settings.SIGN_UP,
        "member": member,
        "form": SignUpForm() if not member and strangers_may else None,
        "practice": group_by_map(kinds()) if player is not None or strangers_may else [],
        "tables": with_seats(selectors.nearly_full_first(joinable(player))[:MOST_TABLES]),
        **_choose_board(),
    }
    return render(request, "web/home.html", context)


def _choose_board() -> dict[str, object]:
    """Return a public running game on a map; if there is none, an empty board."""
    on_maps = [name for name, rules in rulesets.offered().items() if rules.board.routes]
    running = Game.objects.filter(public=True, status=Game.Status.RUNNING, paused_at=None, ruleset__in=on_maps)
    newest = running.filter(quarantined_until=None).order_by("-started_at")[:LOOKED_THROUGH]
    shown = _find_readable(sorted(newest, key=lambda game: game.head, reverse=True))
    if shown is None:
        return {"board": boards.untouched(on_maps[0])}
    visible_game, view = shown
    points = [seat["points"] for seat in view["seats"]]
    turn = min(visible_game.turns, key=lambda turn: turn.deadline_at, default=None)
    return {
        "board": boards.whole(visible_game),
        "shown": ListedGame(visible_game.game, visible_game.seats),
        "scores": list(zip(boards.names(visible_game.seats), points, strict=True)),
        "left": left(turn.deadline_at, timezone.now()) if turn else None,
        "by": _name_next_player(visible_game, turn),
    }


def _find_readable(games: Iterable[Game]) -> tuple[VisibleGame, View] | None:
    """Return the first of these games whose log can be read, and a spectator's view of it."""
    for game in games:
        visible_game = VisibleGame(*store.look(game.pk), own=None)
        view = store.onlookers_views({game.pk: visible_game.game}).get(game.pk)
        if view is not None:
            return visible_game, view
    return None


def _name_next_player(visible_game: VisibleGame, turn: Turn | None) -> str:
    return boards.names(visible_game.seats)[turn.seat] if turn else ""
