"""Bots at tables: only where the host allows them, and never two seats in one pair of hands behind others' backs.

A bot's owner can see all that the bot sees. So an owner and their bots, or two bots of one owner, sit down together
only where nobody else sits yet: anyone who joins later reads whose bots they are. Such a game is not rated.
"""

from collections.abc import Iterable

from games.errors import Forbidden, Refused
from games.models import Cup, Game, League, Player, Seat


def refuse_bot(table: Game | Cup | League, player: Player) -> None:
    """Raise Forbidden("bots_not_allowed") for a bot where the host has not allowed them."""
    if player.is_bot and table.bots != Game.Bots.ALLOWED:
        raise Forbidden("bots_not_allowed", name=player.name)


def refuse_same_hands(others: Iterable[Player], player: Player) -> None:
    """Raise Refused("same_hands") if among these others are people and the player's owner, or bots of one owner."""
    people = [other for other in others if other != player and other.kind != Player.Kind.HOUSE]
    if share_hands(people, player) and any(other.hands != player.hands for other in people):
        raise Refused("same_hands", name=player.name)


def share_hands(others: Iterable[Player], player: Player) -> bool:
    """Check whether one of the others is the player's owner or bot, or a bot of the same owner."""
    return any(other != player and other.hands == player.hands for other in others)


def players_at(game: Game) -> list[Player]:
    """Return all who sit at the game's table, by seat."""
    seats = Seat.objects.filter(game=game, player__isnull=False).select_related("player").order_by("number")
    return [seat.player for seat in seats if seat.player]
