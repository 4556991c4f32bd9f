"""Bots at tables: only if the host allows them, and never two seats secretly controlled by the same person.

A bot's owner can see everything that the bot sees. So an owner and their bots, or two bots of one owner, may sit down
together only if nobody else sits there yet: anyone who joins later sees whose bots they are. Such a game is not rated.
"""

from collections.abc import Iterable

from games.errors import Forbidden, Refused
from games.models import Cup, Game, League, Player, Seat


def refuse_bot(table: Game | Cup | League, player: Player) -> None:
    """Raise Forbidden("bots_not_allowed") for a bot if the host has not allowed bots."""
    if player.is_bot and table.bots != Game.Bots.ALLOWED:
        raise Forbidden("bots_not_allowed", name=player.name)


def refuse_same_hands(others: Iterable[Player], player: Player) -> None:
    """Raise Refused("same_hands") if the player shares an owner with one of the others and further people sit there."""
    people = [other for other in others if other != player and other.kind != Player.Kind.HOUSE]
    if share_hands(people, player) and any(other.hands != player.hands for other in people):
        raise Refused("same_hands", name=player.name)


def share_hands(others: Iterable[Player], player: Player) -> bool:
    """Check whether one of the others is the player's owner or bot, or a bot of the same owner."""
    return any(other != player and other.hands == player.hands for other in others)


def players_at(game: Game) -> list[Player]:
    """Return all players at the game's table, by seat."""
    seats = Seat.objects.filter(game=game, player__isnull=False).select_related("player").order_by("number")
    return [seat.player for seat in seats if seat.player]
