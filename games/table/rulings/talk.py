"""Rulings about the talk: whether spectators may read it and join in."""

from typing import Final

from games.errors import Refused
from games.logged_entries import PublicEntry
from games.models import Game
from games.table.rulings.commands import OpenTalk, Order
from games.table.rulings.context import Change, Handler, RulingContext


def open_talk(context: RulingContext, order: OpenTalk) -> Change:
    """Open the talk to spectators, or close it. Raises Refused if that would change nothing."""
    context.running()
    if context.game.talk_open == order.is_open:
        raise Refused("nothing_changes")
    return Change({"is_open": order.is_open}, talk_open=order.is_open)


def _other_way(game: Game, ruled: PublicEntry) -> Order:
    return OpenTalk(not ruled["is_open"])


HANDLERS: Final = (Handler(OpenTalk, open_talk, _other_way),)
