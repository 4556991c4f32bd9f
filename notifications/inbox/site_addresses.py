"""The site's own address, and the addresses for replying to our answers.

The site's own is the operator's MAIL_IN_ADDRESS, `play@host`. Replies go to `play+re<row>x<mac>@host`: the row's number
and a keyed hash of it, so that only recipients of our answer can write there. None of this is stored.
"""

import re
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from notifications.letters import addresses
from notifications.letters.addresses import MAC_LENGTH
from notifications.models import SiteEmail
from notifications.reply_addresses import are_offered, token_in

LASTS: Final = timedelta(days=60)
"""How long an email's row is kept: longer than anyone could resend the same email in earnest."""
PURPOSE: Final = "reply to the site"
_TOKEN: Final = re.compile(rf"re([0-9a-f]{{1,10}})x([a-z2-7]{{{MAC_LENGTH}}})")


def is_own(address: str) -> bool:
    """Check whether an address is the site's own."""
    return are_offered() and address.lower() == settings.MAIL_IN_ADDRESS


def reply_to(email: SiteEmail) -> str:
    """Return the address for replying to our answer to an email."""
    local, _, host = settings.MAIL_IN_ADDRESS.partition("@")
    return f"{local}+re{email.pk:x}x{_compute_macs(email.pk)[0]}@{host}"


def answered_at(address: str, now: datetime) -> SiteEmail | None:
    """Return the email whose answer is replied to at this address; None for other addresses, or if it is too old."""
    match = _TOKEN.fullmatch(token_in(address) or "")
    if match is None or match[2] not in _compute_macs(key := int(match[1], 16)):
        return None
    return SiteEmail.objects.filter(pk=key, received_at__gt=now - LASTS).first()


def is_reply_to(address: str, email: SiteEmail) -> bool:
    """Check whether this is the address for replying to our answer to this email."""
    match = _TOKEN.fullmatch(token_in(address) or "")
    return match is not None and int(match[1], 16) == email.pk and match[2] in _compute_macs(email.pk)


def forget_old(now: datetime, limit: int = 1000) -> None:
    """Delete up to this many emails that are long past, with their keys."""
    old = list(SiteEmail.objects.filter(received_at__lt=now - LASTS).values_list("pk", flat=True)[:limit])
    SiteEmail.objects.filter(pk__in=old).delete()


def _compute_macs(key: int) -> list[str]:
    """Return a hash with each of our keys, the current key's first."""
    return addresses.short_macs(PURPOSE, str(key))
