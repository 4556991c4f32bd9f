"""One ruling for many games: after an outage all get more time, or stand still, or run on.

The order is confirmed once and written down with its games; a worker then rules on them one by one, as in any sweep
(`games.play.sweeping`), so that admins can watch its progress, and nothing is lost with a worker. An admin who plays in
one of the games is refused there as everywhere.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from engine.errors import EngineError
from games.errors import NotFound, Refused
from games.models import BulkItem, BulkRuling, Game, Player
from games.people import audit, rights
from games.play.sweeping import DueRow, Sweep
from games.rulings import Order, Pause, Resume, refuse_single, rule_in_bulk
from games.rulings.commands import read, written

RIGHT: Final = "bulk"


def start(
    *,
    admin: Player,
    order: Order,
    now: datetime,
    game_ids: Sequence[str] | None = None,
    text: str = "",
    note: str = "",
) -> BulkRuling:
    """Order the same for these games, or for all that it makes sense for.

    Raises Forbidden (right_missing), Unprocessable (not_in_bulk), NotFound (no_such_game), Refused (no_games).
    """
    rights.check(admin, RIGHT)
    refuse_single(order)
    with transaction.atomic():
        games = _chosen(order, game_ids)
        bulk = BulkRuling.objects.create(
            by=admin, asked=written(order), public_text=text, staff_note=note, created_at=now
        )
        BulkItem.objects.bulk_create([BulkItem(bulk=bulk, game_id=game) for game in games], batch_size=1000)
        detail = {"bulk": bulk.pk, "ruling": order.kind, "games": len(games)}
        audit.note(admin, "bulk_started", now, detail=detail, reason=note)
    return bulk


def candidates(order: Order) -> QuerySet[Game]:
    """The games for which the order makes sense."""
    running = Game.objects.filter(status=Game.Status.RUNNING)
    if isinstance(order, Pause):
        return running.exclude(pauses__contains=[order.reason])
    if isinstance(order, Resume):
        paused = running.filter(paused_at__isnull=False)
        return paused if order.reason is None else paused.filter(pauses__contains=[order.reason])
    return running


def work(*, now: datetime, limit: int | None = None) -> int:
    """Rules on the games that wait, on so many at most; how many."""
    worked = BULK.run(now, most=limit)
    unfinished = BulkRuling.objects.filter(finished_at=None)
    unfinished.exclude(items__state=BulkItem.State.PENDING).update(finished_at=now)
    return worked


def is_due() -> bool:
    """Whether any game waits."""
    return _pending().exists()


def progress(bulk_id: str) -> BulkRuling:
    """The bulk ruling with its counts: `total`, `pending`, `done`, `refused`, `failed`. Raises NotFound."""
    counts = {state.value: Count("items", filter=Q(items__state=state)) for state in BulkItem.State}
    found = BulkRuling.objects.select_related("by").annotate(total=Count("items"), **counts)
    try:
        return found.get(pk=bulk_id)
    except BulkRuling.DoesNotExist:
        raise NotFound("no_such_bulk_ruling") from None


def _chosen(order: Order, game_ids: Sequence[str] | None) -> list[str]:
    if game_ids is None:
        games = list(candidates(order).order_by("id").values_list("pk", flat=True))
    else:
        games = sorted(Game.objects.filter(pk__in=game_ids).values_list("pk", flat=True))
        if missing := sorted(set(game_ids) - set(games)):
            raise NotFound("no_such_game", games=missing)
    if not games:
        raise Refused("no_games")
    return games


def _pending(_now: datetime | None = None) -> QuerySet[BulkItem]:
    return BulkItem.objects.filter(state=BulkItem.State.PENDING)


def _work(_game: Game, item_id: int, now: datetime) -> bool:
    """False if somebody else has ruled meanwhile."""
    item = _pending().select_related("bulk", "bulk__by").filter(pk=item_id).first()
    if item is None:
        return False
    try:
        with transaction.atomic():
            _rule(item, now)
    except (Refused, EngineError) as refusal:
        item.state, item.code = BulkItem.State.REFUSED, refusal.code
    item.save(update_fields=["state", "code"])
    return True


def _failed(row: DueRow, error: Exception) -> int:
    """One game's failure does not stop the others."""
    return _pending().filter(pk=row.key).update(state=BulkItem.State.FAILED, code=type(error).__name__[:64])


def _rule(item: BulkItem, now: datetime) -> None:
    bulk = item.bulk
    rule_in_bulk(
        admin=bulk.by,
        game_id=item.game_id,
        order=read(bulk.asked),
        now=now,
        text=bulk.public_text,
        note=bulk.staff_note,
    )
    item.state, item.code = BulkItem.State.DONE, ""


BULK: Final = Sweep(name="bulk", due=_pending, act=_work, at="bulk__created_at", failed=_failed)
