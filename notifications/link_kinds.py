"""Every kind of signed link in our emails: where it leads, what its holder may do there, and for how long."""

from datetime import UTC, datetime, timedelta
from typing import Final

from django.core.signing import BadSignature, Signer

from games.services.addresses import STOP
from games.services.codes import WAY_IN
from games.signed_links import SEPARATOR, LinkKind, Old, new_kind, signed_with

HALF_A_YEAR: Final = timedelta(days=180)
SEASON: Final = timedelta(days=90)
SEASONS_FROM: Final = datetime(2020, 1, 1, tzinfo=UTC)


def _of_a_season(token: str, address: str, now: datetime) -> str:
    """How links to the page of mail were signed before: good until the end of the season after theirs."""
    value = Signer(sep=SEPARATOR, salt=f"notifications.my_mail:{address}").unsign(token)
    season = int(value.partition(".")[2])
    if (now - SEASONS_FROM) // SEASON - season > 1:
        raise BadSignature("too old")
    return ""


def _kind(page: str, may: str, old: Old) -> LinkKind:
    """A kind of link that ends after half a year."""
    return LinkKind(page, frozenset(may.split()), HALF_A_YEAR, old)


UNSUBSCRIBE: Final = LinkKind("unsubscribe", frozenset({"unsubscribe"}), None, signed_with("notifications.unsubscribe"))
"""An email may be opened years later (RFC 8058), so it never ends; and it does nothing else."""
MAIL: Final = _kind("mail-page-by-link", "mail game away back unblock", _of_a_season)
DISPUTES: Final = _kind("disputes-page", "open say withdraw", signed_with("notifications.complaints"))
PLAN: Final = _kind("plan-page", "cancel", signed_with("notifications.plan_page"))
SEAT: Final = _kind("seat-page", "take decline return block unblock", signed_with("notifications.seat_page"))
INVITATION: Final = _kind("invitation-page", "join decline block unblock", new_kind)
PAUSE: Final = _kind("pause-page", "agree refuse", new_kind)

BY_ROWS: Final = (WAY_IN, STOP)
"""A row stands behind each of these, which is used once."""
ALL: Final = (UNSUBSCRIBE, MAIL, DISPUTES, PLAN, SEAT, INVITATION, PAUSE, *BY_ROWS)
