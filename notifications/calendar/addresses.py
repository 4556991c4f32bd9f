"""The secret address of a calendar: its player has one at most, and a new one replaces the old.

Whoever knows it reads the calendar without signing in, and can do nothing else. It is shown once; only a keyed digest
of its secret is stored (`games.encryption.digests`).
"""

from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from games import encryption
from games.ids import random_text
from games.models import Player
from games.people.player_rows import still_here
from notifications.models import CalendarAddress

PURPOSE: Final = "calendar address"
SECRET_LENGTH: Final = 32
"""The number of characters of a secret, of five bits each."""


def create(*, player: Player, now: datetime) -> str:
    """Create a new secret, and return it; the old one stops working. Raises Forbidden for anyone who is gone."""
    secret = random_text(SECRET_LENGTH)
    fields = {"digest": encryption.digests(PURPOSE, secret.encode())[0], "created_at": now}
    with transaction.atomic():
        CalendarAddress.objects.update_or_create(player=still_here(player), defaults=fields)
    return secret


def revoke(player: Player) -> None:
    """Revoke the player's address, if there is one."""
    CalendarAddress.objects.filter(player=player).delete()


def find_address(player: Player) -> CalendarAddress | None:
    """Return the player's address, without its secret, which nobody knows; None if there is none."""
    return CalendarAddress.objects.filter(player=player).first()


def find_owner(secret: str) -> Player | None:
    """Return the player whose calendar this secret opens, or None."""
    hashes = encryption.digests(PURPOSE, secret.encode())
    return Player.objects.filter(calendar_address__digest__in=hashes, is_active=True).first()


def url(secret: str) -> str:
    """Return the address with this secret, as calendar programs fetch it."""
    return settings.PUBLIC_URL + reverse("calendar-feed", args=[secret])


def query_of_club(club_id: str) -> str:
    """Return what makes the address, with this at its end, that of a club's calendar."""
    return f"?club={club_id}"
