"""Third-party apps that a player has authorized (RFC 6749), and revoking the authorization."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple, cast

from django.conf import settings
from django.db import transaction
from oauth2_provider.models import revoke_access_token

from games import names
from games.models import AccessToken, Application, Grant, Player, RefreshToken
from games.scopes import SCOPES


class LetIn(NamedTuple):
    """An app that can act for a player: it has an access token, or a refresh token to get one."""

    app: Application
    scope: str
    since: datetime
    last_used_at: datetime | None


def authorized_apps(player: Player, now: datetime) -> list[LetIn]:
    """Return all apps that the player has authorized, by name.

    An app whose access token has expired is included as long as it can refresh it.
    """
    access, refresh = list(_access(player, now)), list(_refresh(player, now))
    app_ids = [token.application_id for token in access] + [token.application_id for token in refresh]
    return [
        _let_in(
            app,
            [token for token in access if token.application_id == app.pk],
            [token for token in refresh if token.application_id == app.pk],
        )
        for app in sorted(
            Application.objects.filter(pk__in=filter(None, app_ids)), key=lambda app: (names.sort_key(app.name), app.pk)
        )
    ]


def scopes_of(player: Player, app_id: int, now: datetime) -> frozenset[str]:
    """Return the scopes this app has for the player; none if it is not or no longer authorized."""
    return next(
        (frozenset(app.scope.split()) for app in authorized_apps(player, now) if app.app.pk == app_id), frozenset()
    )


def _access(player: Player, now: datetime) -> Iterable[AccessToken]:
    return AccessToken.objects.filter(user=player, application__isnull=False, expires__gt=now)


def _refresh(player: Player, now: datetime) -> Iterable[RefreshToken]:
    lasts = cast("int", settings.OAUTH2_PROVIDER["REFRESH_TOKEN_EXPIRE_SECONDS"])
    good = RefreshToken.objects.filter(user=player, revoked=None).select_related("access_token")
    return [token for token in good if (now - token.updated).total_seconds() < lasts]


def _let_in(app: Application, access: list[AccessToken], refresh: list[RefreshToken]) -> LetIn:
    traded: list[AccessToken] = [token.access_token for token in refresh if token.access_token]
    scopes = {scope for token in (*access, *traded) for scope in token.scope.split()}
    used = [token.last_used_at for token in (*access, *traded) if token.last_used_at]
    since: list[datetime] = [*(token.created for token in access), *(token.created for token in refresh)]
    return LetIn(app, " ".join(scope for scope in SCOPES if scope in scopes), min(since), max(used, default=None))


@transaction.atomic
def show_out(*, player: Player, app_id: int) -> bool:
    """Revoke all tokens and grants that the app holds for the player; return whether there were any.

    The app can ask for authorization again.
    """
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    grants, _ = Grant.objects.filter(user=player, application=app_id).delete()
    refresh = list(RefreshToken.objects.filter(user=player, application=app_id, revoked=None))
    for token in refresh:
        token.revoke()  # type: ignore[no-untyped-call]
    access = list(AccessToken.objects.filter(user=player, application=app_id))
    for access_token in access:
        revoke_access_token(access_token)
    return bool(grants or refresh or access)
