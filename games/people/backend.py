"""Whose session a browser's is: what Django asks for every page, so the statement is written out."""

from typing import Final

from allauth.account.auth_backends import AuthenticationBackend
from django.db import connection

from games.models import Player
from games.store.columns import Columns

PLAYER: Final = Columns(Player, "player")
FIND: Final = f"SELECT {PLAYER.sql} FROM games_player player WHERE player.id = %s AND player.is_active"


class PlayerBackend(AuthenticationBackend):
    """django-allauth's, which finds the player without the ORM: see `games.store.sql`."""

    def get_user(self, user_id: str) -> Player | None:
        """The player of a session; None where the account is closed."""
        with connection.cursor() as cursor:
            cursor.execute(FIND, [user_id])
            row = cursor.fetchone()
        return None if row is None else PLAYER.instance(row)
