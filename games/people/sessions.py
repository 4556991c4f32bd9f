"""Browsers' sessions, stored as Django stores them, each with its player (`SESSION_ENGINE`).

So all sessions of a player can be found, and a page knows the browser's user without decoding anything.
"""

from typing import Final

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from games.models import BrowserSession, Player
from games.table.store.columns import Columns

SESSION: Final = Columns(BrowserSession, "session")
PLAYER: Final = Columns(Player, "player")
FIND_SESSION: Final = f"""
SELECT {SESSION.sql}, {PLAYER.sql}
FROM games_browsersession session LEFT JOIN games_player player ON player.id = session.player_id
WHERE session.session_key = %s AND session.expire_date > %s
"""
"""SQL written by hand, since every page runs it: see `games.table.store.sql`."""


class SessionStore(db.SessionStore):
    """Django's session store, on our own table. The class name is part of the salt with which older releases signed.

    `player`: the user who was signed in when the session was read.
    """

    player: Player | None = None

    @classmethod
    def get_model_class(cls) -> type[BrowserSession]:
        return BrowserSession

    def _get_session_from_db(self) -> BrowserSession | None:
        with connection.cursor() as cursor:
            cursor.execute(FIND_SESSION, [self.session_key, timezone.now()])
            row = cursor.fetchone()
        if row is not None:
            player = row[SESSION.count :]
            self.player = PLAYER.instance(player) if player[0] is not None else None
            return SESSION.instance(row[: SESSION.count])
        self._session_key = None
        return None

    def create_model_instance(self, data: dict[str, object]) -> BrowserSession:
        """Return the row, with the signed-in player."""
        row, player = super().create_model_instance(data), data.get(SESSION_KEY)
        assert isinstance(row, BrowserSession)
        row.player_id = None if player is None else str(player)
        return row


def forget_those_of_older_releases() -> int:
    """Delete the sessions in Django's own table, since a migration has copied them. Return their number."""
    return Session.objects.all().delete()[0]
