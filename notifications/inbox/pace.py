"""A limit on answers to a player: beyond an hourly number, answers wait and are combined. Orders never wait."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _

from games.models import Player
from notifications.models import InboundEmail, SiteEmail
from notifications.times import short

HOUR: Final = timedelta(hours=1)
MOST_AN_HOUR: Final = 40
"""Answers per hour to one player: more than anyone playing by email needs."""


@dataclass(frozen=True, slots=True)
class AnswerPace:
    """When the next answer may be sent, and the `warning` in it if later answers will have to wait, or ""."""

    free_at: datetime
    warning: str


def answer_pace(player: Player | None, now: datetime) -> AnswerPace:
    """Return a player's pace, counting replies and emails to the site together. Strangers have other limits."""
    times = [now, *_find_answer_times(player, now)] if player is not None else [now]
    if len(times) > MOST_AN_HOUR:
        return AnswerPace(times[MOST_AN_HOUR] + HOUR, "")
    if player is None or len(times) < MOST_AN_HOUR:
        return AnswerPace(now, "")
    sentence = _(
        "You have had %(most)d answers within an hour. Whatever you write is still done at once, but the next answers "
        "wait until %(until)s, and come together."
    )
    until = short(times[-1] + HOUR, player.time_zone)
    return AnswerPace(now, sentence % {"most": MOST_AN_HOUR, "until": until})


def _find_answer_times(player: Player, now: datetime) -> list[datetime]:
    """Return when emails were answered within the last hour, the latest first."""
    lately = {"answer__isnull": False, "settled_at__gt": now - HOUR}
    to_replies = InboundEmail.objects.filter(address__player=player, **lately).values_list("settled_at", flat=True)
    to_site = SiteEmail.objects.filter(player=player, **lately).values_list("settled_at", flat=True)
    return sorted(filter(None, [*to_replies, *to_site]), reverse=True)
