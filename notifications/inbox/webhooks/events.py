"""Provider events about our emails, as parsed by django-anymail, which count like delivery reports.

The provider has authenticated, so its word counts for every address that we have sent an email to. But it may have
received a bounce from anyone, so a bounce marks an address only after a second one on another day; and as in a live
session, only permanent failures of the address count. If it quotes no server, its own reason is used.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from anymail.signals import AnymailTrackingEvent

from games.email_addresses import comparison_key
from notifications.models import Mail
from notifications.outbox import dead_addresses, smtp
from notifications.outbox.dead_addresses import Follows

UNDELIVERED: Final = frozenset({"bounced", "rejected"})
GONE: Final = frozenset({"invalid", "bounced"})
"""django-anymail's reasons that concern the address. A "spam" rejection is the result of an earlier complaint."""
_REPLY: Final = re.compile(r"(?<![\d.])([245]\d\d)(?![\d.])(?:[ -]#?([245]\.\d{1,3}\.\d{1,3}))?")
_STATUS: Final = re.compile(r"(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])")
LONGEST: Final = 1_000
"""How many characters of a server's reply are examined."""


def heed(event: AnymailTrackingEvent, now: datetime) -> bool:
    """Act on an event. Return whether an address was marked."""
    code = verdict(event)
    mail = _find_last_sent_to(str(event.recipient or "")) if code else None
    if mail is None:
        return False
    if code == dead_addresses.COMPLAINT:
        return dead_addresses.heed_complaint(mail, now)
    return dead_addresses.heed_bounce(mail, code, min(_read_instant(event) or now, now)) is Follows.MARKED


def _read_instant(event: AnymailTrackingEvent) -> datetime | None:
    """Return when the event happened by the provider's account, who may post it again on another day."""
    at = event.timestamp
    return at.replace(tzinfo=at.tzinfo or UTC) if isinstance(at, datetime) else None


def verdict(event: AnymailTrackingEvent) -> str:
    """Return the code for which to mark the address; "" if it should not be marked."""
    kind, reason = event.event_type, event.reject_reason
    if kind == "complained" or (kind == "rejected" and reason == "spam"):
        return dead_addresses.COMPLAINT
    if kind not in UNDELIVERED or _is_soft(event.esp_event):
        return ""
    number, status = _read_answer(str(event.mta_response or "")[:LONGEST], event.esp_event)
    if number or status:
        return f"{number} {status}".strip() if smtp.is_dead(number or status[:1], status) else ""
    return str(reason) if reason in GONE else ""


def _read_answer(text: str, event: object) -> tuple[str, str]:
    """Return the reply code and status in a server's reply, "" if unknown; Mailgun has the code in a separate field."""
    reply, status = _REPLY.search(text), _STATUS.search(text)
    beside = event.get("event-data", {}).get("delivery-status", {}).get("code") if isinstance(event, Mapping) else None
    number = reply[1] if reply else str(beside or "")
    return number if re.fullmatch(r"[245]\d\d", number) else "", (reply and reply[2]) or (status[1] if status else "")


def _is_soft(event: object) -> bool:
    """Check whether the provider considers the failure temporary: Postmark by a type, Mailjet by a flag."""
    return isinstance(event, Mapping) and (event.get("Type") == "SoftBounce" or event.get("hard_bounce") is False)


def _find_last_sent_to(address: str) -> Mail | None:
    """Return the last email sent to this address about which no report has been acted on."""
    sent = Mail.objects.filter(player__email_key=comparison_key(address), sent_to__in=dead_addresses.digests(address))
    return sent.order_by("-settled_at").first()
