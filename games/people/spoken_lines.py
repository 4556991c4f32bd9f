"""What a line of talk can be, how many a player can say in an hour and in a day, at a table or in a club, and whose
lines a player does not read.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q, QuerySet

from games.errors import QuotaSpent, Unprocessable
from games.models import ClubLine, Player, TalkLine, TalkMute
from games.models.talk import LONGEST_LINE
from games.names import one_line
from games.people import blocks

MOST: Final = ((timedelta(hours=1), 30), (timedelta(days=1), 120))
"""Spans of time, and the maximum number of lines of a player within each in one game, or in one club."""


def wording(text: str) -> str:
    """Return the text as one line. Raise Unprocessable if it is empty or too long."""
    words = one_line(text)
    if not words:
        raise Unprocessable("nothing_said")
    if len(words) > LONGEST_LINE:
        raise Unprocessable("line_too_long", most=LONGEST_LINE)
    return words


def unread_authors(reader: Player) -> QuerySet[Player, str]:
    """Return the ids of the people of whom the reader reads nothing: those whom the reader has muted or blocked."""
    muted = Q(pk__in=TalkMute.objects.filter(player=reader).values("other"))
    return Player.objects.filter(muted | Q(pk__in=blocks.blocked_by(reader))).values_list("pk", flat=True)


def refuse_flood(own_lines: QuerySet[TalkLine] | QuerySet[ClubLine], now: datetime) -> None:
    """Raise QuotaSpent("too_many_lines") if the player's own lines in one place are too many by now."""
    longest, most = MOST[-1]
    lately = own_lines.filter(said_at__gt=now - longest).order_by("-said_at")
    times = list(lately.values_list("said_at", flat=True)[:most])
    for span, count in MOST:
        if len(times) >= count and times[count - 1] > now - span:
            raise QuotaSpent("too_many_lines", most=count, hours=int(span.total_seconds()) // 3600).after(
                times[count - 1] + span - now
            )
