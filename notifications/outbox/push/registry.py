"""Players' actions on push subscriptions: turn on, list, test, remove."""

import binascii
from base64 import urlsafe_b64decode
from datetime import datetime
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from django.db import transaction
from django.db.models import QuerySet

from games import advisory_locks, signing_keys
from games.advisory_locks import AdvisoryLock
from games.errors import NotFound, Refused, Unprocessable
from games.ids import is_id
from games.models import AccessToken, Player
from games.people.player_rows import still_here
from games.people.suspension import refuse_guest
from notifications import wake_up
from notifications.models import PushDelivery, PushSubscription
from notifications.outbox.calls import addresses
from notifications.outbox.push import vapid

MOST: Final = 10
MOST_TESTS: Final = 3
"""The most waiting test messages of one subscription."""
POINT_BYTES, SECRET_BYTES = 65, 16


class BrowserKeys(NamedTuple):
    """A browser's subscription as in `PushSubscription.toJSON`: its address, and its keys in base64url."""

    endpoint: str
    p256dh: str
    auth: str


def subscriptions_of(player: Player) -> QuerySet[PushSubscription]:
    """Return the player's subscriptions, the oldest first."""
    return PushSubscription.objects.filter(player=player).order_by("created_at", "pk")


def find(player: Player, subscription_id: str) -> PushSubscription:
    """Return one of the player's subscriptions. Raises NotFound("no_such_push_subscription")."""
    subscription = subscriptions_of(player).filter(pk=subscription_id).first() if is_id(subscription_id) else None
    if subscription is None:
        raise NotFound("no_such_push_subscription")
    return subscription


@transaction.atomic
def register(
    *, player: Player, keys: BrowserKeys, label: str, now: datetime, token: AccessToken | None = None
) -> PushSubscription:
    """Turn notifications on in a browser. One that is already known becomes this player's: one browser, one player.

    `token` is the token that registers it, and whose end deletes it.

    Raises Unprocessable (push_endpoint, push_keys), Refused (push_is_off, too_many_push_subscriptions), Forbidden for a
    guest, who gets no emails, and for anyone who is gone.
    """
    believes = vapid.public_key()
    host = _check_host(keys.endpoint)
    _check_keys(keys)
    player, digests = still_here(player), _digests(keys.endpoint)
    refuse_guest(player)
    _lock_browser(digests[-1])
    PushSubscription.objects.filter(digest__in=digests).delete()
    if subscriptions_of(player).count() >= MOST:
        raise Refused("too_many_push_subscriptions", limit=MOST)
    return PushSubscription.objects.create(
        player=player,
        token=token,
        label=label,
        sealed=keys._asdict(),
        digest=digests[0],
        server=host,
        believes=believes,
        created_at=now,
    )


def remove(*, subscription: PushSubscription) -> None:
    """Delete a subscription, with its waiting messages."""
    subscription.delete()


@transaction.atomic
def test(*, subscription: PushSubscription, now: datetime) -> None:
    """Send the browser a test message that says nothing about any game.

    Raises Refused("push_is_off"), Refused("too_many_deliveries"), NotFound("no_such_push_subscription").
    """
    vapid.public_key()
    if not PushSubscription.objects.select_for_update(no_key=True).filter(pk=subscription.pk).exists():
        raise NotFound("no_such_push_subscription")
    if subscription.deliveries.filter(state=PushDelivery.State.QUEUED, mail=None).count() >= MOST_TESTS:
        raise Refused("too_many_deliveries", limit=MOST_TESTS)
    PushDelivery.objects.create(subscription=subscription, created_at=now, next_attempt_at=now)
    wake_up.after_commit(wake_up.wake_pusher)


def _check_host(endpoint: str) -> str:
    """Return the push service's host: it must have a name, and be on the Internet.

    Raises Unprocessable("push_endpoint").
    """
    try:
        host = addresses.read(endpoint).host
    except Refused as error:
        raise Unprocessable("push_endpoint") from error
    if not addresses.NAME.fullmatch(host):
        raise Unprocessable("push_endpoint")
    return host


def _check_keys(keys: BrowserKeys) -> None:
    """Refuse keys unless `p256dh` is a point on the curve and `auth` a 16-byte secret.

    Raises Unprocessable("push_keys").
    """
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), _decode(keys.p256dh, POINT_BYTES))
        _decode(keys.auth, SECRET_BYTES)
    except (ValueError, binascii.Error) as error:
        raise Unprocessable("push_keys") from error


def _decode(text: str, length: int) -> bytes:
    """Decode base64url of a given length in bytes. Raises ValueError, binascii.Error."""
    decoded = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    if len(decoded) != length:
        raise ValueError
    return decoded


def _lock_browser(digest: str) -> None:
    """Make other registrations of the same browser wait, so that they see what this transaction writes."""
    advisory_locks.wait_for_key(AdvisoryLock.BROWSERS, int(digest[:8], 16))


def _digests(endpoint: str) -> list[str]:
    return signing_keys.hashes("notifications.push", endpoint)
