"""Reading from a replica what may be a second old, as long as it keeps up; otherwise from the primary.

1. A GET of a route below is for the replica if a stranger asks. For routes in `ELSEWHERE` this also applies to
   players without a seat there, which `games.lobby.visible` determines on the primary; for `OF_NOBODY`, to everyone.
2. The replica keeps up if it has replayed what the primary had written a few seconds ago. One request a second checks
   this, and the others use its result. No clocks are compared, and an idle primary causes no lag.
3. If a statement fails there all the same, the request is answered again from the primary, as a GET may be.
"""

import time
from collections import deque
from collections.abc import Callable
from threading import Lock
from typing import Any, Final

import structlog
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import DatabaseError, connection, connections
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve
from prometheus_client import Counter, Gauge
from psycopg_pool import PoolTimeout

from games.replica import REPLICA, ReadFrom, reading_from
from games.web.seat_link.browsers import COOKIE

LISTS: Final = frozenset(
    {"games", "open-seats", "players", "player", "played", "cups", "cup", "leagues", "league", "league-seasons"}
    | {"league-season", "series", "bots", "open-tables", "ruleset-leaderboard", "leaderboard", "export-games"}
)
PAGES_OF_GAMES: Final = frozenset(
    {"table", "table-news", "table-log", "table-talk", "thumbnail"}
    | {"replay-beginning", "replay", "replay-picture", "film-file", "game-export"}
)
ELSEWHERE: Final = frozenset(
    {"game", "log", "game-picture", "game-png", "game-entry", "game-points", "film", "export-game"}
)
"""API routes that look up a game's reader: those without a seat in it read from the replica, too."""
OF_NOBODY: Final = frozenset({"ruleset-leaderboard", "leaderboard"})
"""Routes whose content nobody changes by their own requests."""

LOOK_EVERY: Final = 1.0
AGAIN_AFTER: Final = 5.0
"""Seconds for which an unresponsive replica is not asked."""
WRITTEN: Final = "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn"
REPLAYED: Final = "SELECT pg_last_wal_replay_lsn() - '0/0'::pg_lsn"

lag = Gauge(
    "night_mail_replica_lag_seconds",
    "By how much the replica is behind the primary at most; infinite while it does not answer",
    multiprocess_mode="livemax",
)
reads = Counter("night_mail_replica_reads", "Requests that could be read from the replica, by what answered", ["by"])
log = structlog.get_logger(__name__)


class Delay:
    """The replica's lag, known to all threads of a process and measured by one."""

    def __init__(self) -> None:
        self._lock, self._marks = Lock(), deque[tuple[float, int]]()
        self._next_look, self._behind = 0.0, float("inf")

    def keeps_up(self) -> bool:
        """Check whether the replica's lag is within the limit."""
        if time.monotonic() >= self._next_look and self._lock.acquire(blocking=False):
            try:
                self._look()
            finally:
                self._lock.release()
        return self._behind <= settings.REPLICA_MOST_LAG

    def gave_up(self, error: BaseException | None = None) -> None:
        """Stop using the replica for a while, because it does not respond."""
        log.warning("replica_left_alone", error=type(error).__name__ if error else "no_replica")
        self._next_look = time.monotonic() + AGAIN_AFTER
        self._behind = float("inf")
        lag.set(self._behind)

    def _look(self) -> None:
        self._next_look = (now := time.monotonic()) + LOOK_EVERY
        try:
            self._marks.append((now, _read_position(connection, WRITTEN) or 0))
            replayed = _read_position(connections[REPLICA], REPLAYED)
        except (DatabaseError, PoolTimeout) as error:
            self.gave_up(error)
            return
        if replayed is None:  # it has been promoted to a primary
            self.gave_up()
            return
        self._behind = now - self._newest(replayed)
        lag.set(self._behind)

    def _newest(self, replayed: int) -> float:
        """Return the latest instant up to which the replica has everything, forgetting older ones."""
        reached = -float("inf")
        while self._marks and self._marks[0][1] <= replayed:
            reached = self._marks.popleft()[0]
        if reached > -float("inf"):
            self._marks.appendleft((reached, 0))
        return reached


def _read_position(database: Any, statement: str) -> int | None:
    with database.cursor() as cursor:
        cursor.execute(statement)
        (position,) = cursor.fetchone()
    return None if position is None else int(position)


class ReadFromReplica:
    """Middleware directly around the view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if REPLICA not in settings.DATABASES:
            raise MiddlewareNotUsed
        self._get_response, self._delay = get_response, Delay()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        source = source_of(request)
        if source is ReadFrom.PRIMARY:
            return self._get_response(request)
        answer = self._read_from_replica(request, source) if self._delay.keeps_up() else None
        reads.labels("primary" if answer is None else "replica").inc()
        return answer or self._get_response(request)

    def _read_from_replica(self, request: HttpRequest, source: ReadFrom) -> HttpResponse | None:
        """Answer from the replica; None if it cannot."""
        failures: list[DatabaseError] = []

        def noting(execute: Callable[..., Any], *statement: Any) -> Any:
            try:
                return execute(*statement)
            except DatabaseError as error:
                failures.append(error)
                raise

        try:
            connections[REPLICA].ensure_connection()
        except (DatabaseError, PoolTimeout) as error:
            self._delay.gave_up(error)
            return None
        with connections[REPLICA].execute_wrapper(noting), reading_from(source):
            answer = self._get_response(request)
        if failures:
            self._delay.gave_up(failures[0])
            return None
        return answer


def source_of(request: HttpRequest) -> ReadFrom:
    """Return where this request may be read from."""
    if request.method not in ("GET", "HEAD"):
        return ReadFrom.PRIMARY
    try:
        route = resolve(request.path_info).url_name
    except Resolver404:
        return ReadFrom.PRIMARY
    if route in OF_NOBODY or (_is_a_stranger(request) and route in LISTS | PAGES_OF_GAMES | ELSEWHERE):
        return ReadFrom.REPLICA
    return ReadFrom.REPLICA_FOR_ONLOOKERS if route in ELSEWHERE else ReadFrom.PRIMARY


def _is_a_stranger(request: HttpRequest) -> bool:
    """Check whether a request comes from a stranger, without token, session and seat.

    A stranger cannot have changed anything.
    """
    identifying = {settings.SESSION_COOKIE_NAME, COOKIE}
    return "Authorization" not in request.headers and identifying.isdisjoint(request.COOKIES)
