"""Owners, their bots, and tables for them."""

from datetime import timedelta
from typing import Any

from games.lobby import lobby
from games.models import BotPolicy, Game, Player
from games.people import bot_policies, bots
from tests.games.stories import DAY, NOON


def bot_of(owner: Player, name: str = "Rook", **policy: Any) -> Player:
    """Return a new bot of this owner. With a policy it accepts challenges at once."""
    made = bots.make(owner=owner, name=name, now=NOON).bot
    if policy:
        takes(made, **policy)
    return Player.objects.get(pk=made.pk)


def takes(bot: Player, **policy: Any) -> BotPolicy:
    """Set which challenges the bot accepts."""
    assert bot.owner is not None
    choice = bot_policies.PolicyChoice(**{"challenges": "at_once", **policy})
    return bot_policies.choose(owner=bot.owner, bot_id=bot.pk, choice=choice)


def table(host: Player, *, seats: int = 2, time: timedelta = DAY, **wishes: Any) -> Game:
    """Return an open table that allows bots by default."""
    agreed = {"ruleset": "usa@1", "bots": "allowed", "access": "invitation", **wishes}
    return lobby.create_game(host=host, wishes=lobby.Wishes(seats=seats, time_per_move=time, **agreed), now=NOON)


def challenge(game: Game, *bots: Player) -> Game:
    """Challenge bots as the host; return the game afterwards."""
    lobby.invite(host=game.host, game_id=game.pk, names=[bot.name for bot in bots], now=NOON)
    return Game.objects.get(pk=game.pk)
