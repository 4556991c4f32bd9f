"""How reliable a player is: the share of moves made in time, and the games left, in the last 365 days.

Everything that counts is recorded as it happens: with each closed turn, whether it was answered in time; with each
entry by which a player leaves, that the game was left. So it is read in one query from two indexes, for all players of
a table at once, and only when needed. Since every program asks for its player, the statement is written out.

A turn of the table is one move, however many questions it asks: its last one counts. Using grace time is not late;
a move by a plan counts as the player's own. What an admin's ruling does or takes back counts neither way, nor does a
turn that another player's action closes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import connection

from games.errors import Forbidden
from games.models import Departure, Game, Player, Seat, Turn

LOOKED_BACK: Final = timedelta(days=365)
FEWEST_MOVES: Final = 10
"""A player with fewer moves is new, and no share is shown."""
OF: Final = """
SELECT player.id, turns.moves, turns.in_time, departures.number
FROM games_player AS player
CROSS JOIN LATERAL (
    SELECT count(*) AS moves, count(*) FILTER (WHERE turn.in_time) AS in_time FROM games_turn AS turn
    WHERE turn.player_id = player.id AND turn.in_time IS NOT NULL AND turn.closed_at > %(since)s
) AS turns
CROSS JOIN LATERAL (
    SELECT count(*) AS number FROM games_departure AS departure
    WHERE departure.player_id = player.id AND departure.at > %(since)s AND NOT EXISTS (
        SELECT FROM games_seat AS seat
        WHERE seat.game_id = departure.game_id AND seat.player_id = player.id AND seat.status = ANY(%(at_the_table)s)
    )
) AS departures
WHERE player.id = ANY(%(players)s) AND player.erased_at IS NULL
"""
AT_THE_TABLE: Final = (Seat.Status.PLAYING, Seat.Status.ABSENT)


@dataclass(frozen=True, slots=True)
class Reliability:
    """A reliability, as everybody may see it. `percent` of the moves were made in time (None for a new player)."""

    percent: int | None
    games_left: int


NEW: Final = Reliability(None, 0)


def reliability_of(players: Iterable[str], now: datetime) -> dict[str, Reliability]:
    """Return the reliability of these players, by id, in one query. Erased players are left out."""
    with connection.cursor() as cursor:
        cursor.execute(
            OF,
            {
                "players": list(set(players)),
                "since": now - LOOKED_BACK,
                "at_the_table": list(AT_THE_TABLE),
            },
        )
        return {
            player: Reliability(_percent(moves, in_time), games_left) for player, moves, in_time, games_left in cursor
        }


def _percent(moves: int, in_time: int) -> int | None:
    """Return the percentage, rounded down, so that only a player who has never missed a move has 100."""
    return None if moves < FEWEST_MOVES else in_time * 100 // moves


def refuse_unreliable(game: Game, player: Player, now: datetime) -> None:
    """Refuse a player who is less reliable than the game demands. New players may join, or nobody could ever begin.

    Raises Forbidden("reliability_too_low") with the player's and the demanded share.
    """
    if game.minimum_reliability is None:
        return
    percent = reliability_of([player.pk], now).get(player.pk, NEW).percent
    if percent is not None and percent < game.minimum_reliability:
        raise Forbidden("reliability_too_low", name=player.name, percent=percent, demanded=game.minimum_reliability)


def note_departure(game: Game, player: str, how: str, now: datetime) -> None:
    """Record, for `games.table.play.log_entries`, that the player has left the game by an entry of this kind."""
    Departure.objects.update_or_create(game=game, player_id=player, defaults={"how": how, "at": now})


def forgive(game: Game, as_of: int) -> None:
    """Uncount all moves after this entry, made in time or missed, since a ruling takes them back."""
    at = game.entries.get(number=as_of).at
    Turn.objects.filter(game=game, closed_at__gt=at, in_time__isnull=False).update(in_time=None)
