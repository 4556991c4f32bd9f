"""The stream of an account: what waits for the player, then what happens, by ids alone.

Its events are numbered rows; the package's docstring explains how they are numbered.
"""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import OperationalError, connection, transaction

from engine.codec import Json
from games.api.instants import instant
from games.lobby import selectors
from games.models import Player
from notifications.models import AccountEvent
from notifications.streams.events import StreamEvent, event

KEPT: Final = timedelta(days=7)
"""How long events are kept, and still written for players who no longer listen."""
MOST_MISSED: Final = 5000
"""The most missed events with which a reader can resume, since all are in memory at once."""
YOUNG: Final = timedelta(minutes=5)
"""No transaction takes as long: a player who has listened for longer misses nothing."""
OFFERS: Final = frozenset({AccountEvent.Kind.INVITATION, AccountEvent.Kind.SEAT_OFFERED})
"""Events that a player must not see if they come from somebody whom the player blocks."""

LISTEN: Final = """
INSERT INTO notifications_listening AS ear (player_id, listens, last, floor, since, heard_at)
VALUES (%(player)s, true, 0, 0, %(now)s, %(now)s)
ON CONFLICT (player_id) DO UPDATE SET
    listens = true,
    heard_at = %(now)s,
    since = CASE WHEN ear.listens THEN ear.since ELSE %(now)s END,
    last = CASE WHEN ear.listens THEN ear.last ELSE ear.last + 1 END,
    floor = CASE WHEN ear.listens THEN ear.floor ELSE ear.last + 1 END
RETURNING CASE WHEN ear.since > %(old)s THEN pg_current_xact_id()::text::bigint END
"""
SETTLED: Final = """
SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint > %(transaction_id)s OR NOT EXISTS (
    SELECT FROM pg_snapshot_xip(pg_current_snapshot()) AS running
        JOIN pg_locks own
        ON own.locktype = 'transactionid' AND own.mode = 'ExclusiveLock' AND own.transactionid = running::xid
        JOIN pg_locks held ON held.virtualtransaction = own.virtualtransaction
        JOIN pg_database here ON here.oid = held.database AND here.datname = current_database()
    WHERE running::text::bigint <= %(transaction_id)s
)
"""
"""Transactions are numbered for all databases of a server; those in other databases write nothing here."""

NUMBER: Final = """
SELECT player_id FROM notifications_listening
WHERE player_id IN (SELECT player_id FROM notifications_accountevent WHERE number IS NULL)
ORDER BY player_id FOR NO KEY UPDATE;
WITH counted AS (
    SELECT event.id, ear.last + row_number() OVER (PARTITION BY event.player_id ORDER BY event.id) AS number
    FROM notifications_accountevent event JOIN notifications_listening ear USING (player_id)
    WHERE event.number IS NULL AND event.player_id = ANY(%(locked)s)
), numbered AS (
    UPDATE notifications_accountevent event SET number = counted.number FROM counted WHERE event.id = counted.id
    RETURNING event.player_id, event.number
)
UPDATE notifications_listening ear SET last = newest.number
FROM (SELECT player_id, max(number) AS number FROM numbered GROUP BY player_id) newest
WHERE ear.player_id = newest.player_id
"""
LOCK, COUNT = NUMBER.split(";")
PATIENCE: Final = "SET LOCAL lock_timeout = '500ms'"
"""A process that holds a lock for longer must be dead: its machine is unreachable, or it hangs."""

SINCE: Final = """
SELECT event.number, event.kind, event.game_id, event.entry, event.seat, event.about, event.at,
    entry.kind, entry.seat, entry.public -> 'deadlines', entry.public -> 'events' @> '[{"type": "game_ended"}]',
    entry.public -> 'pauses'
FROM notifications_accountevent event
    LEFT JOIN games_entry entry
    ON event.kind = 'entry' AND entry.game_id = event.game_id AND entry.number = event.entry
WHERE event.player_id = %s AND event.number > %s
ORDER BY event.number
"""

HEARD: Final = """
WITH locked AS (
    SELECT player_id FROM notifications_listening WHERE player_id = ANY(%(players)s) FOR NO KEY UPDATE SKIP LOCKED
)
UPDATE notifications_listening ear SET heard_at = %(now)s FROM locked WHERE ear.player_id = locked.player_id
"""

GAMES: Final = """
SELECT game.id, game.status, game.head, seat.number, turn.prompt_opened, turn.kind, turn.deadline_at
FROM games_seat seat
    JOIN games_game game ON game.id = seat.game_id AND game.status IN ('open', 'running')
    LEFT JOIN games_turn turn
    ON turn.game_id = seat.game_id AND turn.seat = seat.number AND turn.closed_at IS NULL
        AND game.paused_at IS NULL
WHERE seat.player_id = %s
ORDER BY game.created_at, game.id
"""

FORGET: Final = """
SELECT FROM notifications_listening
WHERE player_id IN (SELECT player_id FROM notifications_accountevent WHERE at < %(before)s)
    OR listens AND heard_at < %(before)s
ORDER BY player_id FOR NO KEY UPDATE;
WITH old AS (
    DELETE FROM notifications_accountevent WHERE at < %(before)s RETURNING player_id, number
), erased AS (SELECT player_id, max(number) AS number FROM old GROUP BY player_id)
UPDATE notifications_listening ear SET floor = greatest(ear.floor, erased.number)
FROM erased WHERE ear.player_id = erased.player_id;
UPDATE notifications_listening SET listens = false WHERE listens AND heard_at < %(before)s
"""


class AccountPlace(NamedTuple):
    """The position after the event with this number."""

    number: int

    @property
    def id(self) -> str:
        """The position's id, as clients send it back."""
        return str(self.number)

    def has(self, event: StreamEvent) -> bool:
        """Check whether the event had been sent by this position."""
        return isinstance(event.place, AccountPlace) and self.number >= event.place.number


class EventRow(NamedTuple):
    """An event as `SINCE` reads it; for an entry, the last five fields come from the log."""

    number: int
    kind: str
    game: str
    entry: int
    seat: int
    about: str
    at: datetime
    entry_kind: str
    acting: int | None
    deadlines: str | None
    over: bool
    pauses: str | None

    def question(self) -> tuple[str, str] | None:
        """Return the seat's prompt that the entry opens, or asks again by a new deadline, and that deadline."""
        questions = json.loads(self.deadlines or "{}").items()
        return next(((prompt, at) for prompt, at in questions if prompt.endswith(f".{self.seat}")), None)

    def type(self) -> str:
        """Return the entry's most important meaning for the player."""
        if self.over:
            return "game_over"
        if self.question():
            return "your_turn"
        if self.pauses is None:
            return "entry"
        return "paused" if json.loads(self.pauses) else "resumed"


class AccountSource(NamedTuple):
    """The source of a player's account stream."""

    player: str

    @property
    def name(self) -> str:
        """The name that calls use for it."""
        return self.player

    def present(self) -> tuple[list[StreamEvent], AccountPlace]:
        """Return what waits for the player now."""
        number_waiting()
        place = AccountPlace(_read_counts(self.player)[0])  # before the state, so that the state misses nothing
        return [event("account", place, _read_state(self.player))], place

    def resumed(self, last: str) -> tuple[list[StreamEvent], AccountPlace] | None:
        """Return what came after the event with this number, then the present state; None if that is too much or no
        longer stored.

        Return None, too, if there never was such an event. The state asks again what has not been answered, so that
        no program waits for a question that it heard of when it could not answer.
        """
        if not (last.isascii() and last.isdigit() and len(last) < 16):
            return None
        number_waiting()
        newest, floor = _read_counts(self.player)
        oldest = max(floor, newest - MOST_MISSED)
        if not oldest <= int(last) <= newest:
            return None
        events, place = self.since(last)
        return [*events, event("account", place, _read_state(self.player))], place

    def since(self, place_id: str) -> tuple[list[StreamEvent], AccountPlace]:
        """Return what came after the position with this id."""
        number = int(place_id)
        with connection.cursor() as cursor:
            cursor.execute(SINCE, [self.player, number])
            rows = [EventRow(*row) for row in cursor.fetchall()]
        events = [stream_event for row in rows for stream_event in _read_events(self.player, row)]
        return events, AccountPlace(rows[-1].number if rows else number)


def listen(player: str, now: datetime) -> int | None:
    """Start writing events for the player.

    Return a transaction that must be `settled` before the present state is read, if some may not have seen this change.
    Raises OperationalError if another process holds the player's lock for too long.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(PATIENCE)
        cursor.execute(LISTEN, {"player": player, "now": now, "old": now - YOUNG})
        (transaction_id,) = cursor.fetchone()
    return None if transaction_id is None else int(transaction_id)


def settled(transaction_id: int) -> bool:
    """Check whether all transactions of this database have ended that began before this one was committed."""
    with connection.cursor() as cursor:
        cursor.execute(SETTLED, {"transaction_id": transaction_id})
        return bool(cursor.fetchone()[0])


def number_waiting() -> None:
    """Number all players' events that have no number yet, under the players' locks.

    Several processes may do so at once: after taking the lock, a statement sees what another has numbered in the
    meantime. Players whose lock is held for too long are skipped, so that all others keep receiving events.
    """
    try:
        _number_events(LOCK)
    except OperationalError:
        _number_events(f"{LOCK} SKIP LOCKED")


def _number_events(lock: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(PATIENCE)
        cursor.execute(lock)
        locked = [player for (player,) in cursor.fetchall()]
        if locked:
            cursor.execute(COUNT, {"locked": locked})


def still_heard(players: Sequence[str], now: datetime) -> None:
    """Record that these players are listening."""
    with connection.cursor() as cursor:
        cursor.execute(HEARD, {"players": list(players), "now": now})


def forget_old(*, now: datetime) -> None:
    """Erase events that are too old to be sent, and stop writing them for players who have not listened for as long."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(FORGET, {"before": now - KEPT})


def _read_counts(player: str) -> tuple[int, int]:
    """Return the numbers of the last event and of the last erased one."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT last, floor FROM notifications_listening WHERE player_id = %s", [player])
        last, floor = cursor.fetchone() or (0, 0)
        return int(last), int(floor)


def _read_events(player: str, row: EventRow) -> Iterator[StreamEvent]:
    place = AccountPlace(row.number)
    common = {"game": row.game, "at": instant(row.at)}
    if row.kind == AccountEvent.Kind.ENTRY:
        yield _build_entry_event(place, common, row)
    elif row.kind not in OFFERS or selectors.may_know(Player.from_db("default", ["id"], [player]), row.game):
        yield event(row.kind, place, {**common, **json.loads(row.about)})


def _build_entry_event(place: AccountPlace, common: Json, row: EventRow) -> StreamEvent:
    """Return an entry as its most important meaning for the player: the end, a question, a pause, or just an entry."""
    prompt, deadline = row.question() or (None, None)
    facts = {"entry": row.entry, "kind": row.entry_kind, "seat": row.acting, "your_seat": row.seat}
    return event(row.type(), place, {**common, **facts, "prompt": prompt, "deadline_at": deadline})


def _read_state(player: str) -> Json:
    with connection.cursor() as cursor:
        cursor.execute(GAMES, [player])
        rows = cursor.fetchall()
    invited = selectors.invitations_of(Player.from_db("default", ["id"], [player]))
    return {
        "games": [_game_row(*row) for row in rows],
        "invitations": list(invited.order_by("created_at", "id").values_list("id", flat=True)),
    }


def _game_row(
    game: str, status: str, head: int, seat: int, opened: int | None, kind: str | None, deadline: datetime | None
) -> Json:
    question = None
    if opened is not None:
        question = {"prompt": f"{opened}.{seat}", "type": kind, "deadline_at": instant(deadline)}
    return {"game": game, "status": status, "head": head, "your_seat": seat, "waiting": question}
