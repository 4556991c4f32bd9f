"""The clubs that a batch of emails is about, with what their readers are to them."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from django.db.models import Q

from games.models import Block, Club, ClubAnnouncement, ClubMember, TalkMute
from notifications.batch.free_seats import has_blocked, is_blocked
from notifications.models import Notification

WAITING: Final = ClubMember.State.ASKED


class Clubs:
    """The rows of clubs, each kind read when it is first asked for."""

    def __init__(self, notifications: Sequence[Notification]) -> None:
        self._notifications = notifications

    @cached_property
    def rows(self) -> dict[str, Club]:
        """The clubs that are not closed, by id."""
        ids = {notification.club_id for notification in self._notifications if notification.club_id is not None}
        return Club.objects.filter(closed_at=None).in_bulk(list(ids)) if ids else {}

    @cached_property
    def _people(self) -> list[ClubMember]:
        """Return who asks, and what the readers are to the clubs: not an invitation over which a block stands."""
        readers = {notification.player_id for notification in self._notifications if notification.club_id is not None}
        if not self.rows:
            return []
        held_back = Q(is_blocked("invited_by") | has_blocked("invited_by"), state=ClubMember.State.INVITED)
        rows = ClubMember.objects.filter(Q(player__in=readers) | Q(state=WAITING), club__in=list(self.rows))
        rows = rows.exclude(held_back)
        return list(rows.select_related("player", "invited_by").order_by("since", "pk"))

    @cached_property
    def _by_reader(self) -> dict[tuple[str, str], ClubMember]:
        return {(row.club_id, row.player_id): row for row in self._people}

    def membership(self, notification: Notification) -> ClubMember | None:
        """Return what the reader is to the club; None also if the club is closed."""
        return self._by_reader.get((notification.club_id or "", notification.player_id))

    def waiting(self, club_id: str) -> list[ClubMember]:
        """Return those who ask to join, the first to ask first."""
        return [row for row in self._people if row.club_id == club_id and row.state == WAITING]

    @cached_property
    def _announcements(self) -> dict[str, ClubAnnouncement]:
        """The announcements that nobody has taken back, by id."""
        ids = {notification.announcement_id for notification in self._notifications if notification.announcement_id}
        rows = ClubAnnouncement.objects.filter(pk__in=ids).exclude(text="").select_related("by")
        return {row.pk: row for row in rows} if ids else {}

    @cached_property
    def _unread(self) -> set[tuple[str, str]]:
        """Readers, each with an author of an announcement whom they have muted or blocked."""
        authors = {row.by_id for row in self._announcements.values()}
        readers = {notification.player_id for notification in self._notifications if notification.announcement_id}
        if not authors:
            return set()
        muted = TalkMute.objects.filter(player__in=readers, other__in=authors).values_list("player_id", "other_id")
        blocked = Block.objects.filter(player__in=readers, other__in=authors).values_list("player_id", "other_id")
        return set(muted.union(blocked))

    def announcement(self, notification: Notification) -> ClubAnnouncement | None:
        """Return the announcement; None if it was taken back, or the reader does not read its author any more."""
        row = self._announcements.get(notification.announcement_id or "")
        return None if row is None or (notification.player_id, row.by_id) in self._unread else row

    def are_emails_wanted(self, notification: Notification) -> bool:
        """Check whether the reader gets the club's announcements by email; true of everything else."""
        row = self.membership(notification)
        return notification.announcement_id is None or row is None or row.hears_by_email
