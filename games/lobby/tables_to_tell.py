"""Open tables that a player would like to hear of, without having been asked to join."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from django.db.models import QuerySet

from games.errors import Refused
from games.lobby import bots, selectors
from games.models import Game, Player
from games.people import reliability
from games.ratings import rating_table


def newest_table(until: datetime) -> datetime | None:
    """Return when the newest of the open tables was opened that anybody may hear of; None if there is none."""
    opened = _open_to_all(Game.objects.all()).filter(created_at__lte=until).order_by("-created_at")
    return opened.values_list("created_at", flat=True).first()


def find_tables(
    player: Player, wanted: Mapping[str, object], opened: tuple[datetime, datetime], now: datetime
) -> Iterator[Game]:
    """Yield the tables opened between these instants at which the player may sit down, the newest first.

    `wanted`: what the columns of their rows must hold. Nobody hears of private tables, of those by invitation, or of
    hosts whom they block or who block them.
    """
    after, until = opened
    tables = _open_to_all(selectors.games_to_join(player)).filter(**wanted, created_at__gt=after, created_at__lte=until)
    invitations = selectors.invitations_of(player).values("pk")
    rows = tables.exclude(selectors.by_blocked(player, "host")).exclude(pk__in=invitations)
    yield from (game for game in rows.order_by("-created_at", "-pk") if _may_join(game, player, now))


def _open_to_all(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.filter(status=Game.Status.OPEN, access=Game.Access.OPEN, public=True, practice=False)


def _may_join(game: Game, player: Player, now: datetime) -> bool:
    """Check whether the player meets what the host asks of everybody at the table."""
    try:
        bots.refuse_bot(game, player)
        reliability.refuse_unreliable(game, player, now)
        rating_table.refuse_outside(game, [player])
    except Refused:
        return False
    return True
