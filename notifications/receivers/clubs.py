"""What happens between clubs and players becomes notifications."""

from datetime import datetime
from typing import Final

from django.dispatch import receiver

from games import signals
from games.models import Club, Player
from notifications.models import Notification
from notifications.policy import kinds
from notifications.policy.creation import note

OF_PLAYER: Final = {"invited": kinds.CLUB_INVITED, "let_in": kinds.CLUB_LET_IN, "host": kinds.CLUB_HOST}


@receiver(signals.club_changed)
def on_club_changed(club: Club, what: str, player: Player, now: datetime, **_: object) -> None:
    """Notify the player, or the hosts if the player asks to join."""
    kind = OF_PLAYER.get(what, kinds.CLUB_ASKED)
    hosts = Player.objects.filter(clubs__club=club, clubs__is_host=True).order_by("pk")
    told = list(hosts) if kind is kinds.CLUB_ASKED else [player]
    note([Notification(player=reader, club=club, kind=kind.name, created_at=now) for reader in told])
