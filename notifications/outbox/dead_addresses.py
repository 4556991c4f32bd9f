"""Addresses that get no more emails: a server refused them for good, or somebody there complained.

A player's address is marked so while it is the player's. Codes that somebody is waiting for are sent all the same: who
gets one can sign in, and say that the mailbox works again.
"""

from datetime import datetime
from typing import Final

from django.db import transaction

from games import email_addresses, sealing
from games.models import Player
from notifications import wake_up
from notifications.models import DeadAddress, Mail
from notifications.outbox import queue

PURPOSE: Final = "sent to"
COMPLAINT: Final = "complaint"
"""Instead of a server's reply code."""
KEPT_BACK: Final = "dead_address"
"""Why an email was not sent."""


def digest(address: str) -> str:
    """What a mail's row keeps of the address that it was sent to."""
    return digests(address)[0]


def digests(address: str) -> list[str]:
    """What rows may keep of an address: some may be of an older key, or of how an older release spelled it."""
    return sealing.digests(PURPOSE, *email_addresses.hashed_forms(address))


def mark(player: Player, code: str, now: datetime) -> None:
    """The player's address gets no more emails. `code`: a server's reply, or COMPLAINT."""
    facts = {"address": player.email or "", "code": code, "since": now}
    DeadAddress.objects.update_or_create(player=player, defaults=facts)


@transaction.atomic
def mark_for(mail: Mail, code: str, now: datetime) -> bool:
    """Marks the address that this mail was sent to, if it still is its player's: once for each mail.

    It waits while the mail is being sent. False if nothing was marked.
    """
    sent = Mail.objects.select_for_update(of=("self",), no_key=True).select_related("player").get(pk=mail.pk)
    if sent.player is None or not sent.player.email or not _was_sent_to(sent, sent.player.email):
        return False
    mark(sent.player, code, now)
    sent.sent_to = ""
    sent.save(update_fields=["sent_to"])
    return True


def of(player: Player) -> DeadAddress | None:
    """The mark on the address that the player has now, if any."""
    dead = DeadAddress.objects.filter(player=player).first()
    return dead if dead is not None and is_of(dead.address, player.email or "") else None


def is_of(dead: str, address: str) -> bool:
    """Whether a mark on one address is about this one."""
    return email_addresses.comparison_key(dead) == email_addresses.comparison_key(address)


@transaction.atomic
def try_again(player: Player, now: datetime) -> None:
    """Lets emails go to the player's address again, those first that were kept back and still matter."""
    dead = DeadAddress.objects.filter(player=player).first()
    if dead is None:
        return
    failed = Mail.objects.filter(player=player, state=Mail.State.FAILED, settled_at__gte=dead.since)
    queue.retry(failed.filter(last_error__in=[KEPT_BACK, dead.code]), now=now)
    dead.delete()
    wake_up.after_commit()


def _was_sent_to(mail: Mail, address: str) -> bool:
    return bool(mail.sent_to) and mail.sent_to in digests(address)
