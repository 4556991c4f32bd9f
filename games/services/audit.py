"""The one list of what admins did and looked at."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction

from games.models import AdminAct, AdminReason, Game, Player

LOOKED_AT: Final = "looked_at"
NOTED: Final = "noted"
SEARCHED: Final = "searched"
EXPORTED: Final = "audit_exported"
SECRETS_OPENED: Final = "secrets_opened"
MOVE_TRIED: Final = "move_tried"
TELL_SECRETS: Final = (SECRETS_OPENED, MOVE_TRIED)
"""By these an admin has learned what seats hold."""
ONCE: Final = timedelta(hours=1)
"""Who comes back within this time is still looking."""


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


def looked_at(admin: Player, what: Game | Player, now: datetime) -> None:
    """Note that an admin has opened a game's or a person's page, once an hour."""
    about: dict[str, Any] = {"game": what} if isinstance(what, Game) else {"player": what}
    if not AdminAct.objects.filter(by=admin, what=LOOKED_AT, at__gt=now - ONCE, **about).exists():
        note(admin, LOOKED_AT, now, **about)


def searched(admin: Player, found: Sequence[str], now: datetime) -> None:
    """Note that an admin searched for people, and whom it found: what was sought may be an address, and is not kept."""
    note(admin, SEARCHED, now, detail={"players": list(found)})
