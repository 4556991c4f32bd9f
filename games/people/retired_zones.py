"""Time zones that the release does not know: retired since a player chose one, or known only to another machine.

Such a player's times are in UTC. Each is told only once, since the zone is then set to UTC.
"""

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from games import zones
from games.models import Player
from games.people import accounts
from games.signals import account_mail

TEMPLATE = "account/email/zone_retired"


def replace(*, now: datetime) -> int:
    """Set the zone of everyone whose zone is not in `zones.NAMES` to UTC, and email them. Return their number."""
    retired = Player.objects.filter(is_active=True).exclude(time_zone__in=zones.NAMES)
    return sum(_replace(player, now) for player in retired)


@transaction.atomic
def _replace(player: Player, now: datetime) -> bool:
    zone = player.time_zone
    accounts.change_profile(player=player, changes={"time_zone": "UTC"}, now=now)
    if player.email:
        context = {
            "name": player.name,
            "language": player.language,
            "zone": zone,
            "link": settings.PUBLIC_URL + reverse("settings-hours"),
        }
        account_mail.send(
            sender=Player, address=player.email, player=player, template=TEMPLATE, context=context, awaited=False
        )
    return True
