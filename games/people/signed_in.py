"""Whose a browser's session is: every page asks, and the player has come with the session's row."""

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from games.models import Player
from games.people.sessions import SessionStore


class SignedInMiddleware(AuthenticationMiddleware):
    """Django's, but that it asks PostgreSQL for the player only where the session is not plainly the player's."""

    def process_request(self, request: HttpRequest) -> None:
        """Let the reader be found when a view first asks."""
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _reader(request))  # type: ignore[assignment]


def _reader(request: HttpRequest) -> Player | AnonymousUser:
    session = request.session
    assert isinstance(session, SessionStore)
    return _player(session) or get_user(request)


def _player(session: SessionStore) -> Player | None:
    """Whose session it is, by its own word and by the hash that ends with all of the player's sessions."""
    player_id, sealed = session.get(SESSION_KEY), session.get(HASH_SESSION_KEY, "")
    player = session.player
    if player is None or player.pk != player_id or not player.is_active:
        return None
    if constant_time_compare(sealed, player.get_session_auth_hash()):
        return player
    if any(constant_time_compare(sealed, before) for before in player.get_session_auth_fallback_hash()):
        _seal_anew(session, player)
        return player
    return None


def _seal_anew(session: SessionStore, player: Player) -> None:
    """Seal the session again with the SECRET_KEY of now, so that the one before may go.

    Django would give the session a new name, too: whoever asks twice at once, or of two processes of which one has the
    new key and one not yet, would be signed out.
    """
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
