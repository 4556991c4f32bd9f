"""Push subscriptions as their players handle them: turn on, list, test, remove."""

import binascii
from base64 import urlsafe_b64decode
from datetime import datetime
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from django.db import connection, transaction
from django.db.models import QuerySet

from games import signing_keys
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
"""Of one subscription that wait."""
POINT_BYTES, SECRET_BYTES = 65, 16
REGISTERING: Final = 0x70757368
"""The class of the advisory locks under which browsers are registered; any number that nothing else uses."""


class BrowserKeys(NamedTuple):
    """What a browser gets when it subscribes, as it says it (`PushSubscription.toJSON`): its address, and its keys in
    base64url.
    """

    endpoint: str
    p256dh: str
    auth: str


def subscriptions_of(player: Player) -> QuerySet[PushSubscription]:
    """All of the player's, the oldest first."""
    return PushSubscription.objects.filter(player=player).order_by("created_at", "pk")


def find(player: Player, subscription_id: str) -> PushSubscription:
    """One of them. Raises NotFound("no_such_push_subscription")."""
    found = subscriptions_of(player).filter(pk=subscription_id).first() if is_id(subscription_id) else None
    if found is None:
        raise NotFound("no_such_push_subscription")
    return found


@transaction.atomic
def register(
    *, player: Player, keys: BrowserKeys, label: str, now: datetime, token: AccessToken | None = None
) -> PushSubscription:
    """Turns notifications on there. A browser that is known already becomes this player's: one browser, one player.

    `token`: with which it is registered, and ends.

    Raises Unprocessable (push_endpoint, push_keys), Refused (push_is_off, too_many_push_subscriptions), Forbidden for
    a guest, who gets no emails to tell of, and for anyone who is gone.
    """
    believes = vapid.public_key()
    host = _host(keys.endpoint)
    _check(keys)
    player, digests = still_here(player), _digests(keys.endpoint)
    refuse_guest(player)
    _take_turns(digests[-1])
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
    """Nothing more is told there, nor what waits."""
    subscription.delete()


@transaction.atomic
def test(*, subscription: PushSubscription, now: datetime) -> None:
    """Tells the browser that it works. Raises Refused("push_is_off"), Refused("too_many_deliveries"),
    NotFound("no_such_push_subscription").
    """
    vapid.public_key()
    if not PushSubscription.objects.select_for_update().filter(pk=subscription.pk).exists():
        raise NotFound("no_such_push_subscription")
    if subscription.deliveries.filter(state=PushDelivery.State.QUEUED, mail=None).count() >= MOST_TESTS:
        raise Refused("too_many_deliveries", limit=MOST_TESTS)
    PushDelivery.objects.create(subscription=subscription, created_at=now, next_attempt_at=now)
    wake_up.after_commit(wake_up.wake_pusher)


def _host(endpoint: str) -> str:
    """Of a push service: it has a name, and stands on the Internet."""
    try:
        host = addresses.read(endpoint).host
    except Refused as error:
        raise Unprocessable("push_endpoint") from error
    if not addresses.NAME.fullmatch(host):
        raise Unprocessable("push_endpoint")
    return host


def _check(keys: BrowserKeys) -> None:
    """A point of the curve, and a secret."""
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), _bytes(keys.p256dh, POINT_BYTES))
        _bytes(keys.auth, SECRET_BYTES)
    except (ValueError, binascii.Error) as error:
        raise Unprocessable("push_keys") from error


def _bytes(text: str, length: int) -> bytes:
    """Raises ValueError, binascii.Error."""
    found = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    if len(found) != length:
        raise ValueError
    return found


def _take_turns(digest: str) -> None:
    """Of two players who register one browser at the same moment, the second finds what the first has written."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [REGISTERING, int(digest[:8], 16) - 2**31])


def _digests(endpoint: str) -> list[str]:
    return signing_keys.hashes("notifications.push", endpoint)
