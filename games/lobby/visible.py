"""A game as a reader may see it; to anyone who may not know of it, it does not exist."""

from collections.abc import Iterable
from typing import NamedTuple

from games import replica
from games.errors import NotFound
from games.lobby import club_tables, departures, selectors
from games.models import Game, Player, Seat, Turn
from games.table import store


class VisibleGame(NamedTuple):
    """A game that the reader may know of, its seats and open turns, and the reader's own seat."""

    game: Game
    seats: list[Seat]
    turns: list[Turn]
    own: int | None


class LogReader(NamedTuple):
    """The number of the last log entry of a game that the reader may know of, and the reader's own seat."""

    head: int
    own: int | None


def may_know(player: Player | None, game_id: str) -> bool:
    """Check whether this player (None: anyone) may know of the game; so may a player for whom a stand-in plays."""
    return selectors.may_know(player, game_id) or (player is not None and departures.has_stand_in(game_id, player))


def glanced_at(player: Player | None, game_id: str) -> LogReader:
    """Return what a reader of the game's log needs. Raises NotFound, as `seen_by` does."""
    _may_look_on(player, game_id)
    try:
        head, public, own = store.glance(game_id, player.pk if player else None)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None
    _refuse_strangers(player, game_id, public=public, own=own)
    return LogReader(head, own)


def seen_by(player: Player | None, game_id: str) -> VisibleGame:
    """Return the game as this player, or anyone, may see it. Raises NotFound."""
    _may_look_on(player, game_id)
    try:
        game, seats, turns = store.look(game_id)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None
    own = next((seat.number for seat in seats if player and seat.player_id == player.pk), None)
    _refuse_strangers(player, game_id, public=game.public, own=own)
    name_clubs(player, [game])
    if own is None:
        hide_blocks(player, [game])
    return VisibleGame(game, seats, turns, own)


def table_seen_by(player: Player | None, game_id: str, *, lines: int, entries: int = store.EVERY) -> store.WholeTable:
    """Return the game with the newest lines of its talk and entries of its log, as `seen_by` does. Raises NotFound."""
    try:
        table = store.whole_table(game_id, player.pk if player else None, lines=lines, entries=entries)
    except Game.DoesNotExist:
        raise NotFound("no_such_game") from None
    _refuse_strangers(player, game_id, public=table.game.public, own=table.own)
    return table


def hide_blocks(player: Player | None, games: Iterable[Game]) -> None:
    """Make games of hosts who have blocked the player look as if by invitation, unless the player sits there.

    Joining is refused as for anyone who was not invited, so the player cannot tell why.
    """
    open_ones = {game.pk: game for game in games if game.access != Game.Access.INVITATION}
    if player is not None and open_ones:
        for key in selectors.hidden_from(player).filter(pk__in=open_ones).values_list("pk", flat=True):
            open_ones[key].looks_invited = True


def name_clubs(player: Player | None, games: Iterable[Game]) -> None:
    """Let these games name their clubs, where this player (None: anyone) is in the club, or everyone sees it."""
    of_clubs = [game for game in games if game.club_id is not None]
    if of_clubs:
        known_ids = set(club_tables.known_clubs(player).filter(pk__in=[game.club_id for game in of_clubs]))
        for game in of_clubs:
            game.names_club = game.club_id in known_ids


def _may_look_on(player: Player | None, game_id: str) -> None:
    """Allow onlookers to read from the replica, which may be a second behind."""
    if player and replica.is_for_onlookers() and selectors.looks_on(player, game_id):
        replica.look_on()


def _refuse_strangers(player: Player | None, game_id: str, *, public: bool, own: int | None) -> None:
    if own is None and not public and not (player and may_know(player, game_id)):
        raise NotFound("no_such_game")
