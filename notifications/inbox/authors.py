"""Authors of emails to the site, known by a keyed hash of their address, since they need no account."""

from typing import Final

from django.db.models import QuerySet

from games import email_addresses, encryption
from notifications.models import SiteEmail

PURPOSE: Final = "author of an email"


def hashed(address: str) -> str:
    """Return the hash that a new row stores of the address in From."""
    return encryption.digests(PURPOSE, *email_addresses.hashed_forms(address))[0]


def emails_of(address: str) -> QuerySet[SiteEmail]:
    """Return the stored emails in the name of this address, as long as we keep that information."""
    return SiteEmail.objects.filter(author_hash__in=encryption.digests(PURPOSE, *email_addresses.hashed_forms(address)))
