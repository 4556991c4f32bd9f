"""What players decide about each other: blocks, friends, mutes. The others need not agree, and are not told.

A kind of relation is a model of `Relation`. What a block means: `blocks`; a mute: `games.table.talk`. Friends are
listed first when you invite.
"""

from datetime import datetime
from typing import Final, TypeVar

from django.db import transaction
from django.db.models import QuerySet

from games import names
from games.errors import NotFound, Refused, Unprocessable
from games.ids import is_id
from games.models import Player
from games.models.relations import Relation
from games.people.player_rows import still_here

MOST: Final = 500
Kind = TypeVar("Kind", bound=Relation)


def select(kind: type[Kind], player: Player) -> QuerySet[Kind]:
    """Return the player's relations of one kind, with the others' accounts, the latest first."""
    rows = kind._default_manager.filter(player=player)
    return rows.select_related("other").order_by("-created_at", "-pk")


def list_all(kind: type[Kind], player: Player) -> list[Kind]:
    """Return the same, in the order in which the player reads them."""
    rows = list(select(kind, player))
    return sorted(rows, key=lambda row: (names.sort_key(row.other.name), row.pk)) if kind.by_name else rows


def exists(kind: type[Relation], player: Player, other: Player) -> bool:
    """Check whether there is such a relation to exactly this account, so that it can be removed."""
    return kind._default_manager.filter(player=player, other=other).exists()


@transaction.atomic
def add(kind: type[Relation], *, player: Player, other_id: str, now: datetime) -> None:
    """Add a relation; doing so again changes nothing.

    Raises NotFound("no_such_player") for anyone who is no candidate, Unprocessable(`to_oneself`), Refused(`too_many`),
    Forbidden for a player who is inactive.
    """
    player = still_here(player)
    other = Player.objects.filter(kind.candidates, pk=other_id).first()
    if other is None:
        raise NotFound("no_such_player", names=[other_id])
    if other == player:
        raise Unprocessable(kind.to_oneself)
    if not exists(kind, player, other) and select(kind, player).count() >= MOST:
        raise Refused(kind.too_many, most=MOST)
    kind._default_manager.get_or_create(player=player, other=other, defaults={"created_at": now})


def remove(kind: type[Relation], *, player: Player, other_id: str) -> None:
    """Remove a relation; nothing changes if there is none. Invitations that a block held back are not sent later."""
    if is_id(other_id):
        kind._default_manager.filter(player=player, other=other_id).delete()
