"""What happens between clubs and players becomes notifications."""

from datetime import datetime, timedelta
from typing import Final

from django.dispatch import receiver

from games import signals
from games.competitions.clubs import announcements
from games.models import Club, ClubAnnouncement, Player
from notifications.models import Notification
from notifications.policy import kinds
from notifications.policy.creation import note

OF_PLAYER: Final = {"invited": kinds.CLUB_INVITED, "let_in": kinds.CLUB_LET_IN, "host": kinds.CLUB_HOST}

A_DAY: Final = timedelta(days=1)


@receiver(signals.club_changed)
def on_club_changed(
    club: Club, what: str, player: Player, now: datetime, last: datetime | None = None, **_: object
) -> None:
    """Notify the player, or the hosts if the player asks to join.

    An invitation is told once in a day, however often it is taken back meanwhile; so is a request, of which the hosts
    were told at `last`.
    """
    kind = OF_PLAYER.get(what, kinds.CLUB_ASKED)
    hosts = Player.objects.filter(clubs__club=club, clubs__is_host=True).order_by("pk")
    readers = list(hosts) if kind is kinds.CLUB_ASKED else [player]
    since = now - A_DAY if kind is kinds.CLUB_INVITED else last
    if since is not None:
        before = Notification.objects.filter(club=club, kind=kind.name, created_at__gte=since)
        heard = set(before.exclude(state=Notification.State.SUPERSEDED).values_list("player", flat=True))
        readers = [reader for reader in readers if reader.pk not in heard]
    note([Notification(player=reader, club=club, kind=kind.name, created_at=now) for reader in readers])


@receiver(signals.club_announced)
def on_club_announced(announcement: ClubAnnouncement, now: datetime, **_: object) -> None:
    """Notify the members; whether they want an email is checked when it is sent."""
    note(
        [
            Notification(
                player=reader,
                club=announcement.club,
                announcement=announcement,
                kind=kinds.CLUB_ANNOUNCED.name,
                created_at=now,
            )
            for reader in announcements.hearers_of(announcement)
        ]
    )
