"""Listeners and their rights, checked every few seconds in one statement for all."""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import Final, NamedTuple

from django.db import connection

GOOD: Final = """
WITH good AS (
    SELECT id, password FROM games_player
    WHERE id = ANY(%(players)s) AND is_active AND (suspended_until IS NULL OR suspended_until <= %(now)s)
)
SELECT 'token', token.id::text, '' FROM games_accesstoken token JOIN good ON good.id = token.user_id
WHERE token.id = ANY(%(tokens)s) AND token.expires > %(now)s AND %(scope)s = ANY(string_to_array(token.scope, ' '))
UNION ALL
SELECT 'session', session.session_key, good.password
FROM games_browsersession session JOIN good ON good.id = session.player_id
WHERE session.session_key = ANY(%(sessions)s) AND session.expire_date > %(now)s
UNION ALL
SELECT 'seat', seat.game_id || ' ' || seat.player_id, seat.number::text
FROM games_seat seat WHERE seat.game_id = ANY(%(games)s) AND seat.player_id = ANY(%(players)s)
"""
SCOPE: Final = "games:read"


class Listener(NamedTuple):
    """A reader of a stream, by a token or by a browser's session, which is valid as long as its mark exists."""

    player: str
    token: int | None
    session: str = ""
    mark: str = ""


class Hearing(NamedTuple):
    """A listener and, for a game's stream, the reader's own seat."""

    listener: Listener
    game: str | None
    own: int | None


class Rights:
    """The rights that these listeners still have, as of one statement."""

    def __init__(self, hearings: Collection[Hearing], now: datetime) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                GOOD,
                {
                    "players": list({hearing.listener.player for hearing in hearings}),
                    "tokens": list(
                        {hearing.listener.token for hearing in hearings if hearing.listener.token is not None}
                    ),
                    "sessions": list({hearing.listener.session for hearing in hearings if hearing.listener.session}),
                    "games": list(_find_games(hearings)),
                    "scope": SCOPE,
                    "now": now,
                },
            )
            self._found = {(kind, name): more for kind, name, more in cursor.fetchall()}

    def good(self, hearing: Hearing) -> bool:
        """Check whether a stream may continue: its listener is still admitted, and has the same seat, or none."""
        listener = hearing.listener
        if listener.token is not None:
            is_admitted = ("token", str(listener.token)) in self._found
        else:
            is_admitted = self._found.get(("session", listener.session)) == listener.mark
        return is_admitted and (hearing.game is None or self._find_seat(hearing) == hearing.own)

    def _find_seat(self, hearing: Hearing) -> int | None:
        number = self._found.get(("seat", f"{hearing.game} {hearing.listener.player}"))
        return None if number is None else int(number)


def _find_games(hearings: Iterable[Hearing]) -> Iterator[str]:
    yield from {hearing.game for hearing in hearings if hearing.game is not None}
