"""A front server's verdict on an email's author (RFC 8601), if the operator trusts that server.

Anyone can write such a field. So it counts only under a name that the operator has configured, only if topmost, and
never if the email reached us directly or through a provider's webhook.
"""

from collections.abc import Collection, Sequence
from typing import Final, Protocol

from authres import AuthenticationResultsHeader
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings

from games.email_addresses import domain_key
from notifications.inbox.sender.headers import Header
from notifications.models import InboundEmail

PASS: Final = "pass"
ALIGNED: Final = frozenset({"dmarc", "dkim"})
SIGNED: Final = frozenset({"dkim"})


class Property(Protocol):
    """What a server examined: "header.from", with its domain."""

    type: str
    name: str
    value: object


class MethodResult(Protocol):
    """A server's result for one method."""

    method: str
    result: str
    properties: Sequence[Property]


_FIRST: Final = frozenset({InboundEmail.Door.SMTP, InboundEmail.Door.HOOK})
"""Ways in on which no server of the operator has removed forged fields."""


def vouch_for_author(header: Header, door: InboundEmail.Door, by: Collection[str] = ALIGNED) -> bool:
    """Check whether a trusted server vouches for an email's author: `by` DMARC, or by an aligned DKIM signature."""
    if door in _FIRST or not settings.MAIL_IN_TRUSTED or not header.author:
        return False
    domain = header.author.rpartition("@")[2]
    value = next(filter(_is_trusted, header.all("authentication-results")), "")
    return any(result.method in by and _passes(result, domain) for result in _parse_results(value))


def _is_trusted(value: str) -> bool:
    """Check whether a field is by a trusted server: the authserv-id is first, perhaps with a version (RFC 8601 2.2)."""
    identifier = value.partition(";")[0].split()
    return bool(identifier) and identifier[0].lower() in settings.MAIL_IN_TRUSTED


def _parse_results(value: str) -> Sequence[MethodResult]:
    try:
        return list(AuthenticationResultsHeader.parse(f"Authentication-Results: {value}").results)
    except SoftTimeLimitExceeded:
        raise
    except Exception:  # a strange field can make the library raise anything
        return ()


def _passes(result: MethodResult, domain: str) -> bool:
    if result.result != PASS:
        return False
    properties = {prop.name: str(prop.value).lower() for prop in result.properties if prop.type == "header"}
    if result.method == "dmarc":
        return domain_key(properties.get("from", "")) == domain
    return result.method == "dkim" and domain_key(properties.get("d", "")) == domain
