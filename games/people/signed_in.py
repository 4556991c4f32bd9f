"""The user of a browser's session: every page needs it, and the session's row already contains the player."""

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from games.models import Player
from games.people.sessions import SessionStore


class SignedInMiddleware(AuthenticationMiddleware):
    """Django's middleware, but it queries the player only if the session's own player is not beyond doubt."""

    def process_request(self, request: HttpRequest) -> None:
        """Set a lazy `user` that is looked up when a view first needs it."""
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _reader(request))  # type: ignore[assignment]


def _reader(request: HttpRequest) -> Player | AnonymousUser:
    session = request.session
    assert isinstance(session, SessionStore)
    return _player(session) or get_user(request)


def _player(session: SessionStore) -> Player | None:
    """Return the session's player, if its id and the hash that ends all of a player's sessions match."""
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
    """Sign the session's hash again with the current SECRET_KEY, so that the previous key can be retired.

    Django would also change the session's key, which would sign out a user with two requests at the same time, or with
    requests to two processes of which only one has the new SECRET_KEY.
    """
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
