"""Everything that a table's page shows to one reader, read in one message to PostgreSQL."""

from typing import Final, NamedTuple

from django.db.backends.utils import CursorWrapper

from games import replica
from games.logged_entries import LoggedEntry
from games.models import Game, Player, Seat, SeriesGame, TalkLine, Turn
from games.table.store.awaited import LIST, Awaited, awaited
from games.table.store.columns import Columns
from games.table.store.sql import LOOK, Row, looked, unpacked
from games.table.store.views import entry_for_seat

EVERY: Final = 1 << 30
"""A number greater than that of the entries of any log."""
PLACE: Final = Columns(SeriesGame, "place")
LINE: Final = Columns(TalkLine, "line")
SPEAKER: Final = Columns(Player, "speaker", "id", "name", "kind", "erased_at")

STATEMENTS: Final = f"""
{LOOK};
SELECT {LINE.sql}, {SPEAKER.sql}
FROM games_talkline line JOIN games_player speaker ON speaker.id = line.by_id
WHERE line.game_id = %(game)s
    AND NOT EXISTS (SELECT FROM games_talkmute mute WHERE mute.player_id = %(reader)s AND mute.muted_id = line.by_id)
ORDER BY line.number DESC
LIMIT %(most)s;
SELECT {PLACE.sql} FROM games_seriesgame place WHERE place.game_id = %(game)s;
{LIST};
SELECT entry.number, entry.public, entry.hash, CASE WHEN entry.packed IS NOT NULL THEN entry.at END, entry.packed,
    part.holder, part.body, entry.parts
FROM games_game game
    JOIN games_entry entry
    ON entry.game_id = game.id AND entry.number > game.head - %(entries)s AND entry.number <= game.head
    LEFT JOIN games_seat seat ON seat.game_id = game.id AND seat.player_id = %(reader)s
    LEFT JOIN games_entrysecret part
    ON part.game_id = entry.game_id AND part.number = entry.number AND part.holder = seat.number
WHERE game.id = %(game)s
ORDER BY entry.number
"""


class WholeTable(NamedTuple):
    """A game as its page shows it to a reader, whose seat is `own` (None: a spectator).

    `lines` and `entries` are the newest of its talk and of its log, as the reader may read them, oldest first.
    `awaiting` are all games that wait for the reader, the most urgent first. The game is read with its place in a
    series.
    """

    game: Game
    seats: list[Seat]
    turns: list[Turn]
    lines: list[TalkLine]
    own: int | None
    awaiting: list[Awaited]
    entries: list[LoggedEntry]


def whole_table(game_id: str, reader: str | None, *, lines: int, entries: int = EVERY) -> WholeTable:
    """Return the result of `look`, and the latest lines and entries, for a player (None: anyone).

    Lines by players whom the reader has muted are left out; permission to read the talk or the game is not checked.
    Raises Game.DoesNotExist.
    """
    parameters = {"game": game_id, "reader": reader, "most": lines, "entries": entries, "running": Game.Status.RUNNING}
    with replica.cursor() as cursor:
        cursor.execute(STATEMENTS, parameters)
        table = looked(cursor)
        if table is None:
            raise Game.DoesNotExist
        game, seats, turns = table
        talk_lines = [_line(row) for row in _next(cursor)][::-1]
        _place_in_series(game, _next(cursor))
        awaiting = [awaited(row) for row in _next(cursor)]
        log = _next(cursor)
    own = next((seat.number for seat in seats if reader is not None and seat.player_id == reader), None)
    newest = [_entry(game, own, row) for row in log if row[0] <= game.head]
    return WholeTable(game, seats, turns, talk_lines, own, awaiting, newest)


def _next(cursor: CursorWrapper) -> list[Row]:
    """Return the rows of the message's next statement."""
    cursor.nextset()
    rows: list[Row] = cursor.fetchall()
    return rows


def _line(row: Row) -> TalkLine:
    line = LINE.instance(row[: LINE.count])
    line.by = SPEAKER.instance(row[LINE.count :])
    return line


def _place_in_series(game: Game, rows: list[Row]) -> None:
    place = PLACE.instance(rows[0]) if rows else None
    SeriesGame.game.field.remote_field.set_cached_value(game, place)


def _entry(game: Game, own: int | None, row: Row) -> LoggedEntry:
    """Return an entry as the reader may read it, ignoring a seat taken since the first statement."""
    number, public, seal, at, packed, holder, body, parts = row
    plain = unpacked(number, public, seal, at, packed)
    return entry_for_seat(game.pk, own, number, plain.public, plain.hash, body if holder == own else None, parts)
