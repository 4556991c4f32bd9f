"""Loops: programs that answer our emails without declaring themselves must not be answered forever (RFC 3834 2).

Their emails order nothing. After the same text twice within an hour about the same question, or more texts in a short
while or in a day than somebody who looks for the right words writes, they get no more answers, but one about each new
question. An email that is read as an order always gets one, valid or not.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from games.models import Turn
from notifications.inbox import acceptance
from notifications.inbox.pace import HOUR
from notifications.inbox.reading import UnreadableEmail, typed_text
from notifications.inbox.sender import headers
from notifications.inbox.sender.headers import TooMuch
from notifications.models import InboundEmail, SiteEmail
from notifications.times import short

NO_ORDER: Final = "no_order"
"""The reason code of an email that was answered although it ordered nothing."""
NO_ORDER_AGAIN: Final = "no_order_again"
"""The reason code of an email that was not answered because it might belong to a loop."""
MOST: Final = 8
"""The most answers within `A_WHILE` to a player's emails without orders: silence makes people think that they moved."""
A_WHILE: Final = timedelta(minutes=10)
DAY: Final = timedelta(days=1)
MOST_A_DAY: Final = 24
_SAME_TEXTS: Final = 3
"""How many of the latest answered emails a new one is compared with."""


def is_loop(email: InboundEmail | SiteEmail, lines: Sequence[str], now: datetime) -> bool:
    """Check whether an email without an order repeats an earlier one about its game, or is one too many."""
    if _count_left(email, now) <= 0:
        return not _is_of_new_question(email, now)
    lately = _find_alike(email, now).filter(settled_at__gt=now - HOUR)[:_SAME_TEXTS]
    return any(_read_lines(earlier) == tuple(lines) for earlier in lately)


def repeats_itself(email: SiteEmail, lines: Sequence[str], now: datetime) -> bool:
    """Check whether a stranger's email says what one of the latest did that were answered within an hour."""
    rows = SiteEmail.objects.filter(author_hash=email.author_hash, answer__isnull=False, settled_at__gt=now - HOUR)
    return any(_read_lines(earlier) == tuple(lines) for earlier in rows.order_by("-settled_at", "-pk")[:_SAME_TEXTS])


def warnings(email: InboundEmail | SiteEmail, now: datetime) -> list[str]:
    """Return the warning for the last answer before a pause, and for those within it; nothing for any other answer."""
    if _count_left(email, now) > 1:
        return []
    last = _("For a while I answer only emails with an order. Moves are played as always.")
    return [f"{last} {_tell_end(email, now)}"]


def _tell_end(email: InboundEmail | SiteEmail, now: datetime) -> str:
    """Say when everything is answered again, where this email is answered now."""
    times = [now, *_find_answered(email, now).values_list("settled_at", flat=True)]
    ends = [times[most - 1] + period for most, period in ((MOST, A_WHILE), (MOST_A_DAY, DAY)) if len(times) >= most]
    player = email.player if isinstance(email, SiteEmail) else email.address.player
    until = short(max(ends, default=now), player.time_zone if player else "UTC")
    return _("From %(until)s on I answer everything again.") % {"until": until}


def _is_of_new_question(email: InboundEmail | SiteEmail, now: datetime) -> bool:
    """Check whether an email answers a question about which no other has been answered within a day.

    Only the game opens new questions, so that no loop opens any; and `MOST_A_DAY` holds all the same.
    """
    if not isinstance(email, InboundEmail) or not email.address.prompt:
        return False
    answered = _find_answered_replies(email, now)
    asked_before = answered.filter(address__game=email.address.game_id, address__prompt=email.address.prompt)
    return answered.count() < MOST_A_DAY and not asked_before.exists()


def _count_left(email: InboundEmail | SiteEmail, now: datetime) -> int:
    """Return how many more emails without orders the author is answered now."""
    answered = _find_answered(email, now)
    in_a_while = answered.filter(settled_at__gt=now - A_WHILE).count()
    return min(MOST - in_a_while, MOST_A_DAY - answered.count())


def _find_answered(email: InboundEmail | SiteEmail, now: datetime) -> QuerySet[InboundEmail] | QuerySet[SiteEmail]:
    """Return the same author's emails without orders that were answered lately, the latest first."""
    if isinstance(email, InboundEmail):
        return _find_answered_replies(email, now)
    rows = SiteEmail.objects.filter(author_hash=email.author_hash, **_lately(now))
    return rows.order_by("-settled_at", "-pk")


def _find_answered_replies(email: InboundEmail, now: datetime) -> QuerySet[InboundEmail]:
    rows = InboundEmail.objects.filter(address__player=email.address.player_id, **_lately(now))
    return rows.order_by("-settled_at", "-pk")


def _lately(now: datetime) -> dict[str, object]:
    return {"reason": NO_ORDER, "settled_at__gt": now - DAY, "raw__isnull": False}


def _find_alike(email: InboundEmail | SiteEmail, now: datetime) -> QuerySet[InboundEmail] | QuerySet[SiteEmail]:
    """Return those of the answered emails that answered the same question of the same game, as the game stands."""
    if not isinstance(email, InboundEmail):
        return _find_answered(email, now)
    address = email.address
    alike = _find_answered_replies(email, now).filter(
        address__game=address.game_id, address__prompt=address.prompt, address__proposal=address.proposal_id
    )
    turns = Turn.objects.filter(game=address.game_id, player=address.player_id, closed_at=None)
    opened_at = turns.aggregate(latest=Max("opened_at"))["latest"]
    return alike.filter(settled_at__gte=opened_at) if opened_at else alike


def _read_lines(email: InboundEmail | SiteEmail) -> tuple[str, ...]:
    try:
        return typed_text(headers.read_email(acceptance.content(email) or b"")).lines
    except (TooMuch, UnreadableEmail):
        return ()
