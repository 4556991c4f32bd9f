"""A limit on answers to a player: beyond an hourly number, answers wait and are combined. Orders never wait.

Nor do answers to moves, which ask what follows: no loop can play on for long.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import ngettext

from games.models import Player
from notifications.models import InboundEmail, SiteEmail
from notifications.times import short

HOUR: Final = timedelta(hours=1)
MOST_AN_HOUR: Final = 40
"""Answers per hour to one player, beside those to moves: more than anyone playing by email needs."""
MOVED: Final = "moved"
"""The reason code of an email that moved a game on, which only the game's own progress can repeat."""


@dataclass(frozen=True, slots=True)
class AnswerPace:
    """When the next answer may be sent, and the `warning` in it if later answers will have to wait, or ""."""

    free_at: datetime
    warning: str


def answer_pace(player: Player | None, now: datetime, *, has_moved: bool = False) -> AnswerPace:
    """Return a player's pace, counting replies and emails to the site together. Strangers have other limits.

    What `has_moved` the game neither counts nor waits, for its answer asks the next question; so it does not warn.
    """
    if player is None or has_moved:
        return AnswerPace(now, "")
    times = [now, *_find_answer_times(player, now)]
    if len(times) < MOST_AN_HOUR:
        return AnswerPace(now, "")
    if len(times) > MOST_AN_HOUR:
        return AnswerPace(times[MOST_AN_HOUR] + HOUR, "")
    sentence = ngettext(
        "You have had %(most)d answer within an hour. Whatever you write is still done at once, but the next answers "
        "wait until %(until)s, and come together. Only answers to your moves do not wait.",
        "You have had %(most)d answers within an hour. Whatever you write is still done at once, but the next answers "
        "wait until %(until)s, and come together. Only answers to your moves do not wait.",
        MOST_AN_HOUR,
    )
    until = short(times[MOST_AN_HOUR - 1] + HOUR, player.time_zone)
    return AnswerPace(now, sentence % {"most": MOST_AN_HOUR, "until": until})


def _find_answer_times(player: Player, now: datetime) -> list[datetime]:
    """Return when emails that moved no game were answered within the last hour, the latest first."""
    lately = {"answer__isnull": False, "settled_at__gt": now - HOUR}
    replies = InboundEmail.objects.filter(address__player=player, **lately).exclude(reason=MOVED)
    to_replies = replies.values_list("settled_at", flat=True)
    to_site = SiteEmail.objects.filter(player=player, **lately).values_list("settled_at", flat=True)
    return sorted(filter(None, [*to_replies, *to_site]), reverse=True)
