"""Whose the emails to the site are: by a keyed hash of the address that wrote them, which need not have an account."""

from typing import Final

from django.db.models import QuerySet

from games import email_addresses, encryption
from notifications.models import SiteEmail

PURPOSE: Final = "author of an email"


def hashed(address: str) -> str:
    """Return what a new row has of the address in From."""
    return encryption.digests(PURPOSE, *email_addresses.hashed_forms(address))[0]


def emails_of(address: str) -> QuerySet[SiteEmail]:
    """Return the emails that came in the name of this address, while we know that they did."""
    return SiteEmail.objects.filter(author_hash__in=encryption.digests(PURPOSE, *email_addresses.hashed_forms(address)))
