"""Announcements: what the hosts of a club tell all its members, on the club's page and by email.

Nobody reads the announcements of somebody whom they have muted or blocked.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from games import names, signals
from games.competitions import hosts
from games.competitions.clubs import selectors
from games.competitions.clubs.creation import A_DAY, locked_for_host
from games.errors import Forbidden, NotFound, QuotaSpent, Unprocessable
from games.models import Block, Club, ClubAnnouncement, ClubMember, Player, TalkMute
from games.models.club import LONGEST_ANNOUNCEMENT
from games.people import audit, rights, spoken_lines
from games.people.suspension import awake, heard

MOST_A_DAY: Final = 3
"""How many announcements all hosts of a club together can make in a day."""
SENT_TWICE: Final = timedelta(minutes=10)
"""Within this time the same words are the same announcement."""
REMOVED: Final = "announcement_removed"
"""The kind of an admin's act among the admins' acts."""


def announce(*, host: Player, club_id: str, text: str, now: datetime) -> ClubAnnouncement:
    """Announce something to all members, who hear of it by email unless they have switched that off.

    Repeating the host's latest announcement within ten minutes, as a page that is sent twice does, returns that one.

    Raises Unprocessable (nothing_announced, announcement_too_long), NotFound("no_such_club"), Forbidden
    (account_suspended, account_muted, address_needed, only_hosts), Refused("too_many_announcements").
    """
    words = names.paragraphs(text)
    if not words:
        raise Unprocessable("nothing_announced")
    if len(words) > LONGEST_ANNOUNCEMENT:
        raise Unprocessable("announcement_too_long", most=LONGEST_ANNOUNCEMENT)
    with transaction.atomic():
        host = heard(host, now)
        club = locked_for_host(host, club_id)
        latest = ClubAnnouncement.objects.filter(club=club, by=host).order_by("-created_at", "-id").first()
        if latest is not None and latest.text == words and latest.created_at > now - SENT_TWICE:
            return latest
        _refuse_more_today(club, now)
        announcement = ClubAnnouncement.objects.create(club=club, by=host, text=words, created_at=now)
        signals.club_announced.send(sender=ClubAnnouncement, announcement=announcement, now=now)
    return announcement


def _refuse_more_today(club: Club, now: datetime) -> None:
    lately = ClubAnnouncement.objects.filter(club=club, created_at__gt=now - A_DAY).order_by("-created_at")
    times = list(lately.values_list("created_at", flat=True)[:MOST_A_DAY])
    if len(times) >= MOST_A_DAY:
        raise QuotaSpent("too_many_announcements", most=MOST_A_DAY).after(times[-1] + A_DAY - now)


def take_back(*, host: Player, club_id: str, announcement_id: str, now: datetime) -> None:
    """Take an announcement back, whichever host has made it; emails that wait are not sent. Repeating it does nothing.

    Raises NotFound (no_such_club, no_such_announcement), Forbidden (account_suspended, address_needed, only_hosts).
    """
    with transaction.atomic():
        club = locked_for_host(awake(host, now), club_id)
        if not ClubAnnouncement.objects.filter(pk=announcement_id, club=club).update(text=""):
            raise NotFound("no_such_announcement")


def remove_as_admin(*, admin: Player, announcement_id: str, now: datetime) -> None:
    """Remove an announcement that nobody should read, on record. Raises Forbidden("right_missing"), NotFound."""
    rights.check(admin, hosts.TAKES_NAMES)
    with transaction.atomic():
        announcement = ClubAnnouncement.objects.select_for_update(no_key=True).filter(pk=announcement_id).first()
        if announcement is None:
            raise NotFound("no_such_announcement")
        if announcement.text:
            announcement.text = ""
            announcement.save(update_fields=["text"])
            detail = {"club": announcement.club_id, "announcement": announcement.pk}
            audit.note(admin, REMOVED, now, player=announcement.by, detail=detail)


def read_by(reader: Player, club: Club) -> QuerySet[ClubAnnouncement]:
    """Return what a member reads of the club's announcements, the newest first."""
    rows = ClubAnnouncement.objects.filter(club=club).exclude(text="").select_related("by")
    return rows.exclude(by__in=spoken_lines.unread_authors(reader)).order_by("-created_at", "-id")


def hearers_of(announcement: ClubAnnouncement) -> QuerySet[Player]:
    """Return the members who are notified of an announcement: not its author, who knows it.

    Whoever has switched its emails off still finds it among the notices.
    """
    rows = ClubMember.objects.filter(club=announcement.club_id, state=ClubMember.State.MEMBER)
    deaf = Block.objects.filter(other=announcement.by_id).values("player")
    muting = TalkMute.objects.filter(other=announcement.by_id).values("player")
    people = Player.objects.filter(pk__in=rows.values("player")).exclude(pk=announcement.by_id)
    return people.exclude(pk__in=deaf).exclude(pk__in=muting).order_by("pk")


def choose_emails(*, player: Player, club_id: str, wanted: bool) -> None:
    """Switch the emails with the club's announcements on or off for a member.

    Raises NotFound("no_such_club"), Forbidden("only_members").
    """
    rows = ClubMember.objects.filter(club=club_id, player=player, state=ClubMember.State.MEMBER, club__closed_at=None)
    if not rows.update(hears_by_email=wanted):
        selectors.get_seen(player, club_id)
        raise Forbidden("only_members")


def stop_emails(player_id: str, club_id: str) -> None:
    """Switch these emails off for whoever has one of them; nothing happens to anyone who is no member any more."""
    ClubMember.objects.filter(club=club_id, player=player_id).update(hears_by_email=False)
