"""The networks players come from, day by day, so that an admin can see when two players at a table share one.

A keyed hash of the network (an IPv4 address, or the /64 of an IPv6 one) is kept for thirty days, and deleted when the
player is erased. An app's server is not its player's network, so only sign-ins and personal tokens count.
"""

from datetime import datetime, timedelta
from typing import Final

from allauth.account.signals import user_logged_in
from django.db.models import Exists, OuterRef, QuerySet
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from games import signing_keys
from games.models import NetworkSeen, Player
from games.people.networks import network_of

KEPT: Final = timedelta(days=30)
SALT: Final = "games.services." + "sightings"
"""A salt that must never change: hashes made with it are stored."""


def note(player_id: str, network: str, now: datetime) -> None:
    """Record that the player came from this network today."""
    sighting = NetworkSeen(player_id=player_id, day=now.date(), network=_hashes(network)[0])
    NetworkSeen.objects.bulk_create([sighting], ignore_conflicts=True)


def came_from(network: str) -> QuerySet[Player]:
    """Return players recently seen on this network."""
    sightings = NetworkSeen.objects.filter(player=OuterRef("pk"), network__in=_hashes(network))
    return Player.objects.filter(Exists(sightings))


@receiver(user_logged_in)
def signed_in(request: HttpRequest, user: Player, **_: object) -> None:
    """Record the network of a browser that signs in."""
    note(user.pk, network_of(request), timezone.now())


def forget_old(*, now: datetime) -> int:
    """Delete sightings older than the limit; return their number."""
    deleted, _ = NetworkSeen.objects.filter(day__lt=(now - KEPT).date()).delete()
    return deleted


def _hashes(network: str) -> list[str]:
    return [hashed[:32] for hashed in signing_keys.hashes(SALT, network)]
