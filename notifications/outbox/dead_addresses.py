"""Addresses that get no more emails, because a server permanently refused them, or their owner complained.

A refusal in a session of our own marks an address at once, since we have spoken to the server, and so does a complaint.
A bounce sent to us may be forged, or result from a server's temporary error: the first one is recorded, and a second
one on another day marks the address. The mark holds while the address is the player's. Codes that somebody is waiting
for are sent anyway: whoever receives one can sign in, and declare that the mailbox works again.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Final

from django.db import transaction

from games import email_addresses, encryption
from games.models import Player
from games.people import audit
from notifications import wake_up
from notifications.models import DeadAddress, FirstBounce, Mail
from notifications.outbox import queue

PURPOSE: Final = "sent to"
COMPLAINT: Final = "complaint"
"""The code of a complaint, instead of a server's reply code."""
KEPT_BACK: Final = "dead_address"
"""The error of an email that was not sent because its address is marked."""
RESUMED: Final = "emails_resumed"
LEAST_APART: Final = timedelta(hours=12)
"""The least time between two bounces that mark an address: an hour's error around midnight does not count as two
days."""
LONGEST_APART: Final = timedelta(days=30)
"""The most time between them; a later bounce counts as a first one again."""


class Follows(Enum):
    """The effect of a bounce: a step towards marking the address, or nothing.

    `NOTHING`: another report was processed before, or the email went elsewhere.
    """

    NOTHING = auto()
    NOTED = auto()
    MARKED = auto()


def digest(address: str) -> str:
    """Return the hash that a mail's row stores of the address it was sent to."""
    return digests(address)[0]


def digests(address: str) -> list[str]:
    """Return all hashes that rows may store of an address: by older keys, or of an older release's spelling."""
    return encryption.digests(PURPOSE, *email_addresses.hashed_forms(address))


def mark(player: Player, code: str, now: datetime) -> None:
    """Stop emails to the player's address. `code` is a server's reply, or COMPLAINT."""
    values = {"address": player.email or "", "code": code, "since": now}
    DeadAddress.objects.update_or_create(player=player, defaults=values)
    FirstBounce.objects.filter(player=player).delete()


@transaction.atomic
def heed_complaint(mail: Mail, now: datetime) -> bool:
    """Mark the address that this mail was sent to, if it is still its player's. Return whether it was marked."""
    player = _take_reader(mail)
    if player is not None:
        mark(player, COMPLAINT, now)
    return player is not None


@transaction.atomic
def heed_bounce(mail: Mail, code: str, at: datetime) -> Follows:
    """Record that this mail's address, if it is still its player's, bounced; at the second time, mark it.

    `at` is when the bounce arrived.
    """
    player = _take_reader(mail)
    if player is None:
        return Follows.NOTHING
    if not _is_second(player, at):
        return Follows.NOTED
    mark(player, code, at)
    return Follows.MARKED


def went_to(mail: Mail, addresses: Iterable[str]) -> bool:
    """Check whether this mail went to any of these addresses, and no report about it has been processed."""
    return any(_was_sent_to(mail, address) for address in addresses)


def _take_reader(mail: Mail) -> Player | None:
    """Return the player whose address this mail was sent to, if it is unchanged; only once for each mail.

    It waits while the mail is being sent.
    """
    sent = Mail.objects.select_for_update(no_key=True, of=("self",)).select_related("player").get(pk=mail.pk)
    if sent.player is None or not sent.player.email or not _was_sent_to(sent, sent.player.email):
        return None
    sent.sent_to = ""
    sent.save(update_fields=["sent_to"])
    return sent.player


def _is_second(player: Player, at: datetime) -> bool:
    """Check whether the address has bounced before, on another day; if not, record this bounce as its first."""
    values = {"address": player.email or "", "bounced_at": at}
    first, is_new = FirstBounce.objects.select_for_update(no_key=True).get_or_create(player=player, defaults=values)
    if is_new:
        return False
    if not is_of(first.address, player.email or "") or at - first.bounced_at > LONGEST_APART:
        FirstBounce.objects.filter(pk=first.pk).update(**values)
        return False
    return at.date() > first.bounced_at.date() and at - first.bounced_at >= LEAST_APART


def dead_address_of(player: Player) -> DeadAddress | None:
    """Return the mark on the player's present address, if any."""
    dead = DeadAddress.objects.filter(player=player).first()
    return dead if dead is not None and is_of(dead.address, player.email or "") else None


def is_of(dead: str, address: str) -> bool:
    """Check whether a mark on the first address concerns the second."""
    return email_addresses.comparison_key(dead) == email_addresses.comparison_key(address)


@transaction.atomic
def try_again(player: Player, now: datetime) -> None:
    """Resume emails to the player's address, first those that were kept back and still matter."""
    FirstBounce.objects.filter(player=player).delete()
    dead = DeadAddress.objects.filter(player=player).first()
    if dead is None:
        return
    failed = Mail.objects.filter(player=player, state=Mail.State.FAILED, settled_at__gte=dead.since)
    queue.retry(failed.filter(last_error__in=[KEPT_BACK, dead.code]), now=now)
    dead.delete()
    wake_up.after_commit()


@transaction.atomic
def try_again_as_admin(*, admin: Player, player: Player, now: datetime) -> None:
    """Resume emails to somebody's address, on record. The caller has checked the admin's permission."""
    try_again(player, now)
    audit.note(admin, RESUMED, now, player=player)


def _was_sent_to(mail: Mail, address: str) -> bool:
    return bool(mail.sent_to) and mail.sent_to in digests(address)
