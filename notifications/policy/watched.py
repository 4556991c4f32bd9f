"""Telling hosts, once after an upgrade, that anyone can watch the tables by invitation that they made before it.

Such tables were watched unless their hosts said otherwise; now they are watched only if their hosts say so. The tables
that exist keep what they have, so their hosts should know it.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db.migrations.recorder import MigrationRecorder

from games.models import Game, Seat
from notifications.models import Notification
from notifications.policy import creation, kinds

UPGRADED_WITH: Final = ("notifications", "0005_calendar_addresses")
"""A migration of the release that changed it."""
LONGEST_ROLL: Final = timedelta(hours=1)
"""After its migrations, the release before may go on making tables for so long, and would lose notifications of a kind
that it does not know."""
UNTIL: Final = timedelta(days=7)
"""Much shorter than notifications are kept: as long as one is, its host is not told again."""
MOST: Final = 200
"""Tables at once."""


def find_upgrade() -> datetime | None:
    """Return when this site was upgraded; None for one that was new then, whose hosts have known no other rule."""
    app, name = UPGRADED_WITH
    applied = dict(MigrationRecorder.Migration.objects.filter(app=app).values_list("name", "applied"))
    upgraded_at = applied.get(name)
    return upgraded_at if upgraded_at and upgraded_at - min(applied.values()) > LONGEST_ROLL else None


def tell_hosts(upgraded_at: datetime, now: datetime) -> int:
    """Notify the hosts of such tables that are not over, those of competitions apart. Return how many there were."""
    if not LONGEST_ROLL <= now - upgraded_at < UNTIL:
        return 0
    tables = Game.objects.filter(
        status__in=(Game.Status.OPEN, Game.Status.RUNNING),
        created_at__lt=upgraded_at + LONGEST_ROLL,
        access=Game.Access.INVITATION,
        public=True,
        practice=False,
    )
    untold = tables.exclude(order=Game.Order.PAIRED).exclude(notifications__kind=kinds.STILL_WATCHED.name)
    return creation.create([_build(game, now) for game in untold.select_related("host").order_by("pk")[:MOST]])


def _build(game: Game, now: datetime) -> Notification:
    seat = Seat.objects.filter(game=game, player=game.host).exclude(game__status=Game.Status.OPEN).first()
    return Notification(
        kind=kinds.STILL_WATCHED.name,
        player=game.host,
        game=game,
        seat=seat.number if seat else None,
        created_at=now,
    )
