"""The talk of a club: its members alone read it and join in. Limits and mutes are those of a table's talk.

Nobody reads the lines of somebody whom they have muted or blocked. An admin can remove a line (`reports`).
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from games.competitions.clubs import selectors
from games.competitions.clubs.creation import locked
from games.errors import Forbidden, NotFound
from games.models import Club, ClubLine, ClubMember, Player
from games.people import spoken_lines
from games.people.suspension import heard

PAGE: Final = 200
"""The most lines in one answer."""
SENT_TWICE: Final = timedelta(minutes=1)


def say(*, player: Player, club_id: str, text: str, now: datetime) -> ClubLine:
    """Say a line to all members of the club.

    Repeating one's own line within a minute, while it is the newest one, returns that line.

    Raises Unprocessable (nothing_said, line_too_long), NotFound("no_such_club"), Forbidden (account_suspended,
    account_muted, address_needed, only_members), Refused("too_many_lines").
    """
    words = spoken_lines.wording(text)
    with transaction.atomic():
        player = heard(player, now)
        club = locked(club_id)
        refuse_outsider(player, club)
        newest = ClubLine.objects.filter(club=club, number=club.lines).select_related("by").first()
        if newest is not None and _is_said_twice(newest, player, words, now):
            return newest
        spoken_lines.refuse_flood(ClubLine.objects.filter(by=player, club=club), now)
        club.lines += 1
        club.save(update_fields=["lines"])
        line: ClubLine = ClubLine.objects.create(club=club, number=club.lines, by=player, text=words, said_at=now)
    return line


def _is_said_twice(newest: ClubLine, player: Player, words: str, now: datetime) -> bool:
    """Check whether the line is one that its page sends a second time."""
    return newest.by_id == player.pk and newest.text == words and newest.said_at > now - SENT_TWICE


def refuse_outsider(player: Player, club: Club) -> None:
    """Raise Forbidden("only_members"), or NotFound("no_such_club") for whoever may not know of the club."""
    if not ClubMember.objects.filter(club=club, player=player, state=ClubMember.State.MEMBER).exists():
        selectors.get_seen(player, club.pk)
        raise Forbidden("only_members")


def read_by(reader: Player, club: Club) -> QuerySet[ClubLine]:
    """Return what a member reads of the talk, the newest line first."""
    rows = ClubLine.objects.filter(club=club).exclude(by__in=spoken_lines.unread_authors(reader))
    return rows.select_related("by").order_by("-number")


def find_line(reader: Player, club_id: str, number: int) -> ClubLine:
    """Return a line that a member reads, and that still has its words.

    Raises NotFound (no_such_club, no_such_line), Forbidden("only_members").
    """
    seen_club = selectors.get_seen(reader, club_id)
    if not seen_club.is_member:
        raise Forbidden("only_members")
    line = read_by(reader, seen_club.club).exclude(text="").filter(number=number).first()
    if line is None:
        raise NotFound("no_such_line", line=number)
    return line
