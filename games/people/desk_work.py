"""Who of the admins is at which item of the queue, and what they note about it for each other.

All of it is among the admins' acts: claimed, given back, noted. A claim ends by itself after a day, so that nobody who
forgets it stops the others. A note can ask for a group of admins, whose right the item takes.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import F

from games import advisory_locks
from games.errors import Refused, Unprocessable
from games.models import AdminAct, Game, Player
from games.people import audit

CLAIMED: Final = "item_claimed"
RELEASED: Final = "item_given_back"
NOTED: Final = "item_noted"
LASTS: Final = timedelta(days=1)
LOOKED_BACK: Final = timedelta(days=90)


@dataclass(slots=True)
class DeskWork:
    """What admins did about an item: who is at it, their notes, and the group that the last note asks for."""

    by: Player | None = None
    since: datetime | None = None
    notes: list[AdminAct] = field(default_factory=list)
    asks_for: str = ""


def work_on(keys: Collection[str], now: datetime) -> Mapping[str, DeskWork]:
    """Return what was done about each of these items lately; nothing for an item that nobody has touched."""
    kinds = (CLAIMED, RELEASED, NOTED)
    acts = AdminAct.objects.filter(what__in=kinds, at__gt=now - LOOKED_BACK, detail__item__in=list(keys))
    work: defaultdict[str, DeskWork] = defaultdict(DeskWork)
    for act in acts.select_related("by").annotate(why=F("reason__text")).order_by("at", "pk"):
        item = work[act.detail["item"]]
        if act.what == NOTED:
            item.notes.append(act)
            item.asks_for = act.detail.get("asks_for", "")
        else:
            is_held = act.what == CLAIMED and act.at > now - LASTS
            item.by, item.since = (act.by, act.at) if is_held else (None, None)
    return work


def claim(*, admin: Player, item: str, game: Game | None, now: datetime) -> None:
    """Show the others that this admin is at the item. Claiming it again changes nothing.

    Raises Refused("claimed_by_another").
    """
    with transaction.atomic():
        work = _lock(item, now)
        if work.by is not None and work.by != admin:
            raise Refused("claimed_by_another", name=work.by.name)
        if work.by is None:
            audit.note(admin, CLAIMED, now, game=game, detail={"item": item})


def release(*, admin: Player, item: str, game: Game | None, now: datetime) -> None:
    """Give back an item that this admin has claimed; for anybody else nothing changes."""
    with transaction.atomic():
        if _lock(item, now).by == admin:
            audit.note(admin, RELEASED, now, game=game, detail={"item": item})


def note(*, admin: Player, item: str, game: Game | None, text: str, now: datetime, asks_for: str = "") -> None:
    """Note something for the other admins, or ask for one of a group; whoever asks gives the item back.

    Raises Unprocessable("unknown_group").
    """
    if asks_for and not Group.objects.filter(name=asks_for).exists():
        raise Unprocessable("unknown_group")
    with transaction.atomic():
        detail = {"item": item, "asks_for": asks_for} if asks_for else {"item": item}
        audit.note(admin, NOTED, now, game=game, detail=detail, reason=text)
        if asks_for:
            release(admin=admin, item=item, game=game, now=now)


def _lock(item: str, now: datetime) -> DeskWork:
    """Let nobody else claim the item in this transaction; return who has."""
    advisory_locks.wait_for_name(f"desk {item}")
    return work_on([item], now).get(item) or DeskWork()
