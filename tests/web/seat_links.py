"""Browsers that have opened the link to a seat."""

from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

from django.utils import timezone

from games.models import Game, Player
from games.web.seat_link import rights
from tests.games.stories import chosen, holder, players, prompts, started
from tests.web.paper import Visitor

OVER: Final = "This link has ended"
HAND: Final = "Your hand"


def begun(people: list[Player] | None = None, **wishes: object) -> Game:
    """Return a game in its first turn, started now."""
    now = timezone.now()
    return chosen(started(people or players(2), now=now, **wishes), now=now)


def link_to(game: Game, seat: int = 0, now: datetime | None = None) -> str:
    """Return the path of a link to this seat."""
    return urlsplit(rights.url(holder(game, seat), game.pk, seat, now or timezone.now())).path


def opened(game: Game, seat: int = 0, player: Player | None = None) -> Visitor:
    """Return a browser that has opened the link, signed in or not."""
    visitor = Visitor(player, game.pk)
    assert visitor.http.get(link_to(game, seat)).status_code == 303
    return visitor


def asked(game: Game) -> int:
    """Return the seat that is to play."""
    seat: int = prompts(game)[0]["seat"]
    return seat


def head(game: Game) -> int:
    return Game.objects.get(pk=game.pk).head
