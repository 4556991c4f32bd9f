"""Checks whether older keys can be removed: what still needs them, and until when."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from games.models import AddressInvitation, AnsweredRequest, ContactedAddress, IdempotencyKey, Mention, Moderation
from games.table.store import key_ring
from games.web.seat_link.rights import HALF_A_YEAR
from notifications.doctor import Finding, fine, warning
from notifications.models import Mail, PushSubscription, ReplyAddress, SiteEmail
from notifications.outbox.push import vapid

A_DAY = timedelta(days=1)
"""The time from the first process that uses a new key first to the last one."""


def signing() -> Iterator[Finding]:
    """Check SECRET_KEY: its signatures last half a year, except links to unsubscribe, which last forever."""
    if not settings.SECRET_KEY_FALLBACKS:
        return
    if settings.SECRET_KEY_SINCE is None:
        yield warning("SECRET_KEY_FALLBACKS", "have no date: set SECRET_KEY_SINCE to the day when SECRET_KEY came in")
        return
    until = settings.SECRET_KEY_SINCE + HALF_A_YEAR + A_DAY
    if timezone.now().date() < until:
        yield fine("SECRET_KEY_FALLBACKS", f"sign links that are good until {until}: keep them until then")
    else:
        yield fine(
            "SECRET_KEY_FALLBACKS",
            "may go; only unsubscribe links in emails, and secrets of apps not shown, since then end",
        )


def sealing() -> Iterator[Finding]:
    """Check SEED_KEYS: a command re-encrypts what they encrypted, and their hashes disappear with the rows."""
    if len(settings.SEED_KEYS) < 2:
        return
    if key_ring.sealed_with_older():
        yield warning("SEED_KEYS", "older keys still seal games: run `night-mail owner reseal`")
        return
    before = _find_first_use(settings.SEED_KEYS_SINCE)
    counts = {kind: count for kind, rows in hashed(before).items() if (count := rows.count())}
    names = Moderation.objects.filter(created_at__lte=before).exclude(name_hash="").exclude(appeal__verdict="lifted")
    if counts:
        uses = ", ".join(f"{count} {kind}" for kind, count in counts.items())
        yield fine("SEED_KEYS", f"older keys seal nothing, but are in hashes of {uses}: keep them")
    elif count := names.count():
        yield fine("SEED_KEYS", f"older keys may go; only names that admins took away ({count}) are then free again")
    else:
        yield fine("SEED_KEYS", "older keys are not needed any more, and may go")


def _find_first_use(since: date | None) -> datetime:
    """Return when all processes used the first key first; now if nobody knows when it was added."""
    return datetime.combine(since, time(), UTC) + A_DAY if since else timezone.now()


def hashed(before: datetime) -> dict[str, QuerySet]:  # type: ignore[type-arg]
    """Return rows with a keyed hash from before this instant, which end some day."""
    return {
        "reply addresses": ReplyAddress.objects.filter(created_at__lte=before, expires_at__gt=timezone.now()),
        "sent emails": Mail.objects.filter(created_at__lte=before).exclude(sent_to=""),
        "emails to the site": SiteEmail.objects.filter(received_at__lte=before),
        "answered moves": IdempotencyKey.objects.filter(created_at__lte=before),
        "answered requests": AnsweredRequest.objects.filter(created_at__lte=before),
        "invitations to addresses": AddressInvitation.objects.filter(created_at__lte=before),
        "addresses that want none": ContactedAddress.objects.filter(emailed_at__lte=before),
        "names in texts": Mention.objects.filter(found_at__lte=before).exclude(word=""),
    }


def pushing() -> Iterator[Finding]:
    """Check VAPID_PRIVATE_KEY: whether browsers are still subscribed under an older key."""
    if settings.VAPID_PRIVATE_KEY_FALLBACKS:
        count = PushSubscription.objects.exclude(believes=vapid.public_key()).count()
        todo = (
            f"{count} browsers believe them: keep them" if count else "no browser believes them any more: they may go"
        )
        yield fine("VAPID_PRIVATE_KEY_FALLBACKS", todo)
