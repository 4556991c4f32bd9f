"""Apps that players offer to others (RFC 6749): registered, changed, given a new secret and deleted by their owners."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Count, Q
from django.utils.translation import ngettext
from oauth2_provider.generators import generate_client_secret

from games import names
from games.errors import Refused
from games.models import Application, Player
from games.people import audit
from games.people.suspension import awake

MOST_APPS: Final = 10
DELETED: Final = "app_deleted"
MOST_ADDRESSES: Final = 10
"""How many redirect addresses an app can have."""


class AppWish(NamedTuple):
    """An owner's settings for an app. `redirects`: see `Application`."""

    name: str
    redirects: Sequence[str]


class OwnApp(NamedTuple):
    """An app and the number of players who have authorized it."""

    app: Application
    players: int


def apps_owned_by(owner: Player) -> list[OwnApp]:
    """Return the player's own apps, by name."""
    users = Count("refreshtoken__user", filter=Q(refreshtoken__revoked=None), distinct=True)
    owned = Application.objects.filter(user=owner).annotate(users=users)
    return [OwnApp(app, app.users) for app in sorted(owned, key=lambda app: (names.sort_key(app.name), app.pk))]


def get(owner: Player, client_id: str) -> Application:
    """Return one of the player's own apps. Raises Application.DoesNotExist."""
    return Application.objects.get(user=owner, client_id=client_id)


@transaction.atomic
def register(*, owner: Player, wish: AppWish, has_secret: bool, now: datetime) -> tuple[Application, str]:
    """Create an app and its secret, which is shown only once; an empty one for a public client (RFC 6749, 2.1).

    Raises Refused("too_many_apps"), ValidationError by field, Forbidden for anyone suspended or inactive, and for a
    guest.
    """
    awake(owner, now)  # and locked, so that two at once are counted one by one
    if Application.objects.filter(user=owner).count() >= MOST_APPS:
        raise Refused("too_many_apps", limit=MOST_APPS)
    secret = generate_client_secret() if has_secret else ""
    app = Application(
        user=owner,
        client_type=Application.CLIENT_CONFIDENTIAL if has_secret else Application.CLIENT_PUBLIC,
        authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
        client_secret=secret,
    )
    _save(app, wish)
    return app, secret


@transaction.atomic
def change(*, owner: Player, client_id: str, wish: AppWish, now: datetime) -> Application:
    """Change name and addresses. Raises Application.DoesNotExist; ValidationError, Forbidden as `register` does."""
    awake(owner, now)
    app = get(owner, client_id)
    _save(app, wish)
    return app


@transaction.atomic
def renew_secret(*, owner: Player, client_id: str, now: datetime) -> tuple[Application, str]:
    """Create a new secret; the old one stops working at once.

    Raises Application.DoesNotExist, also for a public client; Forbidden as `register` does.
    """
    awake(owner, now)
    app = Application.objects.get(user=owner, client_id=client_id, client_type=Application.CLIENT_CONFIDENTIAL)
    app.client_secret = secret = generate_client_secret()
    app.save(update_fields=["client_secret", "updated"])
    return app, secret


@transaction.atomic
def delete(*, owner: Player, client_id: str) -> None:
    """Delete the app and all tokens that it holds. Raises Application.DoesNotExist."""
    get(Player.objects.select_for_update(no_key=True).get(pk=owner.pk), client_id).delete()


@transaction.atomic
def delete_as_admin(*, admin: Player, app: Application, now: datetime) -> None:
    """Delete anybody's app and all tokens that it holds, on record. The caller has checked the admin's permission."""
    audit.note(admin, DELETED, now, player=app.user, detail={"client_id": app.client_id})
    app.delete()


def _save(app: Application, wish: AppWish) -> None:
    if len(set(wish.redirects)) > MOST_ADDRESSES:
        too_many = ValidationError(
            ngettext("At most %(most)d address.", "At most %(most)d addresses.", MOST_ADDRESSES),
            params={"most": MOST_ADDRESSES},
        )
        raise ValidationError({"redirect_uris": too_many})
    try:
        names.validate_player_name(wish.name)
    except ValidationError as error:
        raise ValidationError({"name": error}) from error
    app.name, app.redirect_uris = wish.name, " ".join(dict.fromkeys(wish.redirects))
    app.full_clean()
    try:
        with transaction.atomic():
            app.save()
    except IntegrityError:
        app.clean()  # raises for an app that somebody else registered at the same moment
        raise
