"""Personal access tokens: created, listed, revoked. Only their hashes are stored."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from oauth2_provider.models import clear_expired, revoke_access_token, set_token_value

from games.errors import Refused
from games.ids import random_text
from games.models import AccessToken, BrowserSession, Player
from games.people import audit
from games.people.player_rows import still_here
from games.people.sessions import forget_those_of_older_releases
from games.scopes import FOR_ADMINS, SCOPES

SECRET_PREFIX: Final = "nm_"
"""A prefix by which people, and programs that look for leaked secrets, recognize a token."""
SECRET_LENGTH: Final = 40
"""The number of characters after the prefix, of five bits each."""
SHOWN_LENGTH: Final = 8
MOST_TOKENS: Final = 100
REVOKED: Final = "token_revoked"

SIGN_IN_LABEL: Final = "sign-in"
SIGN_IN_LASTS: Final = timedelta(hours=24)


@transaction.atomic
def create_personal_token(
    *, player: Player, label: str, scopes: Iterable[str], expires_at: datetime, now: datetime
) -> tuple[AccessToken, str]:
    """Create a token and its secret, which is shown only once.

    Raises Refused("too_many_tokens"), Forbidden for anyone who is inactive.
    """
    still_here(player)  # and locked, so that two simultaneous requests are counted one after the other
    if tokens_of(player, now).count() >= MOST_TOKENS:
        raise Refused("too_many_tokens", limit=MOST_TOKENS)
    return _create(player, label, scopes, expires_at)


@transaction.atomic
def create_sign_in_token(*, player: Player, now: datetime) -> tuple[AccessToken, str]:
    """Create the token you get for an emailed code: it can do everything that players can, for a day.

    It never has an admin's scopes. It counts toward no limit, since you need it to revoke tokens, and the number of
    codes is limited. Raises Forbidden for anyone who is inactive.
    """
    still_here(player)
    scopes = [scope for scope in SCOPES if scope not in FOR_ADMINS]
    return _create(player, SIGN_IN_LABEL, scopes, now + SIGN_IN_LASTS)


def _create(player: Player, label: str, scopes: Iterable[str], expires_at: datetime) -> tuple[AccessToken, str]:
    secret = SECRET_PREFIX + random_text(SECRET_LENGTH)
    token = AccessToken(
        user=player,
        label=label,
        prefix=secret[:SHOWN_LENGTH],
        scope=" ".join(scope for scope in SCOPES if scope in set(scopes)),
        expires=expires_at,
    )
    set_token_value(token, secret)
    token.save(force_insert=True)
    return token, secret


def forget_expired(*, now: datetime) -> int:
    """Delete expired tokens with refresh tokens that can no longer be used, and browsers' old sessions.

    Returns the number of rows. An app's token stays as long as its refresh token is valid.
    """
    before = AccessToken.objects.count()
    clear_expired()
    deleted, _ = BrowserSession.objects.filter(expire_date__lte=now).delete()
    return deleted + forget_those_of_older_releases() + before - AccessToken.objects.count()


def tokens_of(player: Player, now: datetime) -> QuerySet[AccessToken]:
    """Return the player's valid tokens, including apps', newest first."""
    return AccessToken.objects.filter(user=player, expires__gt=now).select_related("application").order_by("-id")


@transaction.atomic
def revoke_token(*, player: Player, token_id: int) -> None:
    """Revoke a token at once; an app also loses its refresh token.

    Raises AccessToken.DoesNotExist when the player has no such token.
    """
    revoke_access_token(AccessToken.objects.get(user=player, pk=token_id))


@transaction.atomic
def revoke_as_admin(*, admin: Player, token: AccessToken, now: datetime) -> None:
    """Revoke anybody's token at once, on record. The caller has checked the admin's permission."""
    audit.note(admin, REVOKED, now, player=token.user, detail={"token": token.pk})
    revoke_access_token(token)


def end_tokens(player: Player) -> None:
    """Revoke all personal tokens of the player at once."""
    AccessToken.objects.filter(user=player, application=None).delete()
