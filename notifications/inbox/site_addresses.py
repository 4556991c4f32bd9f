"""The site's own address, and those at which one replies to what we answered to an email there.

The site's own is the operator's MAIL_IN_ADDRESS, `play@host`. A reply goes to `play+re<row>x<mac>@host`: which row, and
a keyed hash of that, so that nobody can write to one who has not got our answer. Nothing of it is kept.
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
"""How long an email's row stays: longer than anyone could send the same one again, and mean it."""
PURPOSE: Final = "reply to the site"
_TOKEN: Final = re.compile(rf"re([0-9a-f]{{1,10}})x([a-z2-7]{{{MAC_LENGTH}}})")


def is_own(address: str) -> bool:
    """Check whether an address is the site's own."""
    return are_offered() and address.lower() == settings.MAIL_IN_ADDRESS


def reply_to(email: SiteEmail) -> str:
    """Return where our answer to an email is replied to."""
    local, _, host = settings.MAIL_IN_ADDRESS.partition("@")
    return f"{local}+re{email.pk:x}x{_compute_macs(email.pk)[0]}@{host}"


def answered_at(address: str, now: datetime) -> SiteEmail | None:
    """Return the email whose answer is replied to at this address; None for any other, and when it is long ago."""
    match = _TOKEN.fullmatch(token_in(address) or "")
    if match is None or match[2] not in _compute_macs(key := int(match[1], 16)):
        return None
    return SiteEmail.objects.filter(pk=key, received_at__gt=now - LASTS).first()


def is_reply_to(address: str, email: SiteEmail) -> bool:
    """Check whether our answer to this email is replied to at this address."""
    match = _TOKEN.fullmatch(token_in(address) or "")
    return match is not None and int(match[1], 16) == email.pk and match[2] in _compute_macs(email.pk)


def forget_old(now: datetime, limit: int = 1000) -> None:
    """Throw away up to this many emails that are long past, with their keys."""
    old = list(SiteEmail.objects.filter(received_at__lt=now - LASTS).values_list("pk", flat=True)[:limit])
    SiteEmail.objects.filter(pk__in=old).delete()


def _compute_macs(key: int) -> list[str]:
    """Return a hash with each of our keys, the first one's first."""
    return addresses.short_macs(PURPOSE, str(key))
