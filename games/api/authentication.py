"""Authentication by `Authorization: Bearer ...` (RFC 6750), with a personal token or an app's."""

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from django.db import connection
from django.http import HttpRequest
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

from games.api.problems import Problem
from games.models import AccessToken, Player
from games.people import sightings
from games.people.network_limits import WRONG_TOKENS
from games.people.networks import network_of
from games.table.store.columns import Columns

REALM: Final = 'Bearer realm="night-mail"'
FOUND: Final = "night_mail_token"
"""The request's attribute for the token it shows."""
USE_NOTED_EVERY: Final = timedelta(hours=1)
"""The precision of `last_used_at`, so that reading rarely writes."""

TOKEN: Final = Columns(AccessToken, "token")
PLAYER: Final = Columns(Player, "player")
FIND: Final = f"""
SELECT {TOKEN.sql}, {PLAYER.sql}
FROM games_accesstoken token JOIN games_player player ON player.id = token.user_id
WHERE token.token_checksum = %s AND player.is_active
"""
"""The query in plain SQL, since every request runs it: see `games.table.store.sql`."""


class BearerTokenAuthentication(BaseAuthentication):
    """Bearer tokens, found by hash with their player in one query. A browser's cookie is not accepted here."""

    def authenticate(self, request: Request) -> tuple[Player, AccessToken] | None:
        secret = bearer_secret(request)
        if secret is None:
            return None
        token = find(secret, request._request)
        if token is None or token.user is None:
            if not WRONG_TOKENS.allows(network_of(request)):
                raise Throttled(WRONG_TOKENS.refuse())
            raise Problem("invalid_token", headers={"WWW-Authenticate": f'{REALM}, error="invalid_token"'})
        note_use(token, request, timezone.now())
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return REALM


def bearer_secret(request: HttpRequest | Request) -> str | None:
    """Return the secret in an `Authorization` header of the scheme Bearer; None for any other."""
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None


def find(secret: str, request: HttpRequest) -> AccessToken | None:
    """Return the token with this secret, if it is now valid for the request. Queries the database once per request."""
    if not hasattr(request, FOUND):
        setattr(request, FOUND, _query_token(secret, request))
    token: AccessToken | None = getattr(request, FOUND)
    return token


def _query_token(secret: str, request: HttpRequest) -> AccessToken | None:
    with connection.cursor() as cursor:
        cursor.execute(FIND, [sha256(secret.encode(errors="replace")).hexdigest()])
        row = cursor.fetchone()
    if row is None:
        return None
    token = TOKEN.instance(row[: TOKEN.count])
    token.user = PLAYER.instance(row[TOKEN.count :])
    return token if timezone.now() < token.expires and _is_for(token, request) else None


def _is_for(token: AccessToken, request: HttpRequest | Request) -> bool:
    """Check whether the token is bound to this address, or to none (RFC 8707)."""
    if not token.resource:
        return True
    uri = request.build_absolute_uri(request.path)
    return bool(token.allows_audience(uri))  # type: ignore[no-untyped-call]


def note_use(token: AccessToken, request: Request, now: datetime) -> None:
    """Record, to the hour, that the token was used; for a personal token also the network, as a hash."""
    if token.last_used_at is None or now - token.last_used_at >= USE_NOTED_EVERY:
        AccessToken.objects.filter(pk=token.pk).update(last_used_at=now)
        if token.application_id is None:
            sightings.note(str(token.user_id), network_of(request), now)
