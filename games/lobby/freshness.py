"""The state of a game that tells an open page whether anything has changed, read by one statement without models.

Browsers ask every few seconds. A page is made for one viewer, so the statement also finds whose browser asks, by its
session's row, and for each player at the table the facts that would change the page or end the right to see it.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, NamedTuple

from games import replica
from games.models.game import NUDGED_FOR, Game
from games.models.turn import FRESH

SHARED: Final = 15
"""The number of columns of a row that are for everybody; those after them are for the seat's player only."""
LINKS: Final = "table-by-link"
"""The name of the kind of links to a seat in `games.web.seat_link`."""
WATCHED: Final = """
SELECT game.id, game.head, game.status, game.name, game.secrets_open_at, game.closes_at, host.name,
    seat.player_id, player.name, seat.status, seat.agrees_to_open, game.talk_open,
    CASE WHEN game.talk_open OR (game.access = %(open)s AND game.started_at IS NOT NULL AND game.ended_at IS NOT NULL)
        THEN game.lines END,
    game.nudged_at > %(nudged_after)s,
    (SELECT count(*) FROM games_turn turn WHERE turn.game_id = seat.game_id AND turn.closed_at IS NULL
        AND turn.opened_at + %(fresh)s * (turn.deadline_at - turn.opened_at) <= %(now)s),
    player.email, player.password, player.is_active, note.written_at, plan.made_at, plan.state, plan.played,
    game.lines, game.proposals_open,
    (SELECT max(ended.at) FROM games_endedlinks ended WHERE ended.player_id = seat.player_id
        AND (ended.kind, ended.subject) IN (('', ''), (%(links)s, seat.game_id || '-' || seat.number))),
    CASE WHEN game.ended_at IS NOT NULL THEN (
        SELECT string_agg((rematch.id, rematch.status, own.id)::text, ' ' ORDER BY rematch.id) FROM games_game rematch
        LEFT JOIN games_seat own ON own.game_id = rematch.id AND own.player_id = seat.player_id
        WHERE rematch.again_of_id = game.id AND (own.id IS NOT NULL OR EXISTS (SELECT FROM games_invitation invited
            WHERE invited.game_id = rematch.id AND invited.player_id = seat.player_id))) END,
    player.language,
    (SELECT session.player_id FROM games_browsersession session
        WHERE session.session_key = %(session)s AND session.expire_date > %(now)s)
FROM games_seat seat
    JOIN games_game game ON game.id = seat.game_id
    JOIN games_player host ON host.id = game.host_id
    LEFT JOIN games_player player ON player.id = seat.player_id
    LEFT JOIN games_privatenote note ON note.game_id = seat.game_id AND note.player_id = seat.player_id
    LEFT JOIN games_plan plan
    ON plan.game_id = seat.game_id AND plan.seat = seat.number AND plan.player_id = seat.player_id
WHERE seat.game_id = %(game)s
ORDER BY seat.number
"""
STATUS: Final = 2
HOLDER: Final = 7
NOTED: Final = 3
"""The indexes of columns in a row, and in its private part."""

Facts = tuple[object, ...]


class Watched(NamedTuple):
    """The state of a game. `reader`: the session's player. `shared`: one row per seat, none if there is no game.

    `own`: the private facts of each player at the table: address, mark of valid sessions, whether the account is open,
    when a note was written, the state of a plan, the numbers of lines and proposals, when links to the seat were ended,
    after the end the rematches that the player may know of, and the player's language.
    """

    reader: str | None
    shared: list[Facts]
    own: Mapping[str, Facts]

    @property
    def is_over(self) -> bool:
        """Check whether the game has ended."""
        return any(row[STATUS] not in (Game.Status.OPEN, Game.Status.RUNNING) for row in self.shared)

    def language_of(self, player_id: str) -> str | None:
        """Return the language of this player's account; None for somebody who is not at the table."""
        return str(self.own[player_id][-1]) if player_id in self.own else None

    def is_noted(self, player_id: str) -> bool:
        """Check whether this player has written a note about the game."""
        return player_id in self.own and self.own[player_id][NOTED] is not None


def look(game_id: str, session_key: str | None, now: datetime) -> Watched:
    """Return the current state of the game for the browser with this session."""
    reader_and_times = {"session": session_key, "now": now, "nudged_after": now - NUDGED_FOR, "open": Game.Access.OPEN}
    with replica.cursor() as cursor:
        cursor.execute(WATCHED, {"game": game_id, "links": LINKS, "fresh": FRESH, **reader_and_times})
        rows = list(cursor)
    reader = rows[0][-1] if rows else None
    return Watched(reader, [row[:SHARED] for row in rows], {row[HOLDER]: row[SHARED:-1] for row in rows if row[HOLDER]})
