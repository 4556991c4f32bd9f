"""Writing entries and their effects on rows, for many games in one message to PostgreSQL.

If a game has several entries, only the state after the last is written, except to the log: a turn that one entry opens
and another closes is inserted as closed.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from django.db import connection

from engine.record import Record
from games.models import Entry, EntrySecret, Game, GameSecret, Turn
from games.table.store import secret_parts
from games.table.store.columns import Saved
from games.table.store.loader import LoadedGame, sealed_position
from games.table.store.updates import all_but
from games.table.store.write_batches import RowWriter, Stage

if TYPE_CHECKING:
    from django.db.backends.utils import _SQLType


class Turns(NamedTuple):
    """An entry's effect on turns: it closes those of some seats, opens new ones, and changes accounts of seats.

    `accounts`: bank and time stopped, by seat. `counted`: the seat whose closed turn counts as a move, and whether the
    move was in time.
    """

    closed: Sequence[int]
    opened: Sequence[Turn]
    counted: tuple[int, bool] | None = None
    accounts: Mapping[int, tuple[timedelta, timedelta]] = MappingProxyType({})


class Written(NamedTuple):
    """A decided entry, with the table it belongs to and its effect on the turns."""

    table: LoadedGame
    entry: Entry
    record: Record
    turns: Turns


ENTRY: Final = Saved(Entry)
PARTS: Final = Saved(EntrySecret)
OPENED: Final = Saved(Turn, but=["id"])
POSITION: Final = all_but(GameSecret, "seed", "key")
STATE: Final = all_but(
    Game,
    "name",
    "ruleset",
    "board_digest",
    "options",
    "host_id",
    "access",
    "public",
    "club_id",
    "order",
    "pause_on_dispute",
    "time_per_move",
    "clock",
    "minimum_reliability",
    "rated",
    "minimum_rating",
    "maximum_rating",
    "created_at",
    "commitment",
    "lines",
    "talk_open",
    "talk_opened_after",
    "nudged_at",
    "proposals_open",
    "never_started",
    "quarantined_until",
    "quarantine_error",
)
"""The update of a game's row after an entry.

The columns left out are set before the first entry, do not concern the log, or change without the game's lock.
"""

RECORD: Final = f"""
{ENTRY.insert};
{PARTS.insert_many};
{POSITION.one};
{STATE.one};
UPDATE games_turn
SET closed_at = %(entry_at)s, stops = '[]', in_time = CASE WHEN seat = %(counted)s THEN %(in_time)s::bool END
WHERE game_id = %(entry_game_id)s AND closed_at IS NULL AND seat = ANY(%(closed)s::smallint[]);
{OPENED.insert_many}
"""
"""The statement for a single entry, as after a move; the one with lists would take longer to build."""

RECORD_MANY: Final = f"""
{ENTRY.insert_many};
{PARTS.insert_many};
{POSITION.many};
{STATE.many};
UPDATE games_turn turn SET closed_at = part.at, stops = '[]', in_time = part.in_time
FROM unnest(
    %(closed_game)s::text[], %(closed_seat)s::smallint[], %(closed_at)s::timestamptz[], %(closed_in_time)s::bool[]
) AS part (game, seat, at, in_time)
WHERE turn.game_id = part.game AND turn.seat = part.seat AND turn.closed_at IS NULL;
{OPENED.insert_many}
"""

ACCOUNTS: Final = """;
UPDATE games_seat seat SET bank = part.bank, stopped = part.stopped
FROM unnest(%(of_game)s::text[], %(of_seat)s::smallint[], %(bank)s::interval[], %(stopped)s::interval[])
    AS part (game, number, bank, stopped)
WHERE seat.game_id = part.game AND seat.number = part.number
"""
SeatKey = tuple[str, int]


class Closed(NamedTuple):
    """The closing of an open turn: when, and whether it counts as in time."""

    at: datetime
    in_time: bool | None


def _write(many: Sequence[Written]) -> None:
    """Write entries with their secret parts and their changes to games' rows, positions and turns.

    Raises IntegrityError if an entry's number is already taken.
    """
    accounts = {
        (decided.entry.game_id, seat): account for decided in many for seat, account in decided.turns.accounts.items()
    }
    statement, parameters = (
        (RECORD, _parameters_of_one(many[0])) if len(many) == 1 else (RECORD_MANY, _parameters_of_many(many))
    )
    with connection.cursor() as cursor:
        if accounts:
            cursor.execute(statement + ACCOUNTS, parameters | _parameters_of_accounts(accounts))
        else:
            cursor.execute(statement, parameters)


def _parameters_of_one(decided: Written) -> dict[str, "_SQLType"]:
    table, entry, record, turns = decided
    counted, in_time = turns.counted or (None, None)
    return {
        **ENTRY.values(entry),
        **PARTS.lists(secret_parts.rows(record, entry.game_id)),
        **POSITION.values(_remember_position(table)),
        **STATE.values(table.game),
        **OPENED.lists(turns.opened),
        "closed": list(turns.closed),
        "counted": counted,
        "in_time": in_time,
    }


def _parameters_of_many(many: Sequence[Written]) -> dict[str, "_SQLType"]:
    tables = list({decided.entry.game_id: decided.table for decided in many}.values())
    opened, closed = _turns(many)
    return {
        **ENTRY.lists([decided.entry for decided in many]),
        **PARTS.lists([part for decided in many for part in secret_parts.rows(decided.record, decided.entry.game_id)]),
        **POSITION.lists([_remember_position(table) for table in tables]),
        **STATE.lists([table.game for table in tables]),
        **OPENED.lists(opened),
        **_parameters_of_closed(closed),
    }


def _remember_position(table: LoadedGame) -> GameSecret:
    """Return the row of the game's secrets with the current position; with none if the game is not readable."""
    secret = table.secret
    if not table.is_readable:
        secret.position = secret.position_number = None
        return secret
    secret.position = sealed_position(table.codec, table.game, table.state)
    secret.position_number = table.game.head
    return secret


def _turns(many: Sequence[Written]) -> tuple[list[Turn], dict[SeatKey, Closed]]:
    """Return the turns to insert, some of them already closed, and how existing turns are closed."""
    opened: list[Turn] = []
    still_open: dict[SeatKey, Turn] = {}
    closed: dict[SeatKey, Closed] = {}
    for decided in many:
        counted, in_time = decided.turns.counted or (None, None)
        for seat in decided.turns.closed:
            place, end = (decided.entry.game_id, seat), Closed(decided.entry.at, in_time if seat == counted else None)
            turn = still_open.pop(place, None)
            if turn is None:
                closed[place] = end
            else:
                turn.closed_at, turn.in_time, turn.stops = end.at, end.in_time, []
        opened += decided.turns.opened
        still_open |= {(turn.game_id, turn.seat): turn for turn in decided.turns.opened}
    return opened, closed


def _parameters_of_closed(closed: Mapping[SeatKey, Closed]) -> dict[str, "_SQLType"]:
    return {
        "closed_game": [game for game, _ in closed],
        "closed_seat": [seat for _, seat in closed],
        "closed_at": [end.at for end in closed.values()],
        "closed_in_time": [end.in_time for end in closed.values()],
    }


def _parameters_of_accounts(accounts: Mapping[SeatKey, tuple[timedelta, timedelta]]) -> dict[str, "_SQLType"]:
    return {
        "of_game": [game for game, _ in accounts],
        "of_seat": [seat for _, seat in accounts],
        "bank": [bank for bank, _ in accounts.values()],
        "stopped": [stopped for _, stopped in accounts.values()],
    }


ENTRIES: Final = RowWriter(Stage.ENTRIES, _write)
