"""The one list of what admins did and looked at."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from games.models import AdminAct, AdminReason, Game, Player


def note(
    admin: Player,
    what: str,
    now: datetime,
    *,
    game: Game | None = None,
    entry: int | None = None,
    player: Player | None = None,
    detail: Mapping[str, Any] | None = None,
    reason: str = "",
) -> AdminAct:
    """Write an act down for ever. `detail` holds codes, numbers and ids; `reason` is free text and can be erased."""
    with transaction.atomic():
        act = AdminAct.objects.create(
            at=now, by=admin, what=what, game=game, entry=entry, player=player, detail=dict(detail or {})
        )
        if reason:
            AdminReason.objects.create(act=act, text=reason)
    return act
