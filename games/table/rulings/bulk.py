"""Bulk rulings: one order for many games, such as to extend, pause or resume all of them after an outage,
or to take back what was played in it because time ran out.

The order is confirmed once and stored with its games; a worker then rules on them, many together, as in any sweep
(`games.table.play.batches`), so that admins can watch the progress, and nothing is lost if a worker stops. For a game
in which the admin plays, the ruling is refused as everywhere.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from engine.errors import EngineError
from games.errors import Forbidden, NotFound, Refused
from games.kinds import EntryKind
from games.models import BulkItem, BulkRuling, Entry, Game, Player
from games.people import audit, rights
from games.table import store
from games.table.play import due_work
from games.table.play.batches import Batches
from games.table.play.sweeps import BATCH, DueRow, DueRows
from games.table.rulings import Extend, Order, Pause, Resume, refuse_single
from games.table.rulings.clock import refuse_without_time
from games.table.rulings.commands import TakeBackTimeouts, read, written
from games.table.rulings.handler import build_context_of_held, rule_in_bulk

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
    """Give the order for these games, or for all games to which it applies.

    Raises Forbidden (right_missing), Unprocessable (not_in_bulk, deadline_or_hours), NotFound (no_such_game) and
    Refused (no_games).
    """
    rights.check(admin, RIGHT)
    refuse_single(order)
    if not order.kind.in_bulk:
        rights.check(admin, order.right)
    if isinstance(order, Extend):
        refuse_without_time(order)
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
    """Return the games to which the order applies."""
    running = Game.objects.filter(status=Game.Status.RUNNING)
    if isinstance(order, Pause):
        return running.exclude(pauses__contains=[order.reason])
    if isinstance(order, Resume):
        paused = running.filter(paused_at__isnull=False)
        return paused if order.reason is None else paused.filter(pauses__contains=[order.reason])
    if isinstance(order, TakeBackTimeouts):
        expired = Entry.objects.filter(kind=EntryKind.TIMEOUT, at__range=(order.since, order.until))
        return running.filter(pk__in=expired.values("game"))
    return running


def work(*, now: datetime, limit: int = BATCH) -> int:
    """Rule on waiting games, up to a limit; return how many.

    If the admin has lost the right, no further games are ruled on.
    """
    if not due_work.is_due(UNFINISHED, now):
        return 0
    unfinished, worked = _unfinished(now).select_related("by").order_by("created_at", "pk"), 0
    for bulk in unfinished:
        worked += BulkSweep(bulk).batches.run(now, most=limit - worked)
    unfinished.exclude(items__state=BulkItem.State.PENDING).update(finished_at=now)
    return worked


def is_due() -> bool:
    """Check whether any game waits."""
    return _pending().exists()


def _unfinished(_now: datetime) -> QuerySet[BulkRuling]:
    return BulkRuling.objects.filter(finished_at=None)


def progress(bulk_id: str) -> BulkRuling:
    """Return the bulk ruling with its counts: `total`, `pending`, `done`, `refused`, `failed`. Raises NotFound."""
    counts = {state.value: Count("items", filter=Q(items__state=state)) for state in BulkItem.State}
    rulings = BulkRuling.objects.select_related("by").annotate(total=Count("items"), **counts)
    try:
        return rulings.get(pk=bulk_id)
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


def _pending() -> QuerySet[BulkItem]:
    return BulkItem.objects.filter(state=BulkItem.State.PENDING)


@dataclass(frozen=True, slots=True)
class Waiting:
    """The items of a batch by key, and those of its games in which the admin plays or has played."""

    items: Mapping[int, BulkItem]
    plays: Collection[str]


class BulkSweep:
    """The sweep over the games of one bulk ruling, with the right of the admin who gave it."""

    def __init__(self, bulk: BulkRuling) -> None:
        self._bulk = bulk
        order = read(bulk.asked)
        self._may = rights.has(bulk.by, RIGHT) and (order.kind.in_bulk or rights.has(bulk.by, order.right))

    @property
    def batches(self) -> Batches[Waiting]:
        """The record of the sweep to run."""
        return Batches(name="bulk", due=self._waiting, read=self._read, act=self._work, on_failure=_failed)

    def _waiting(self, _now: datetime) -> QuerySet[BulkItem]:
        return _pending().filter(bulk=self._bulk)

    def _read(self, rows: Sequence[DueRow], held_games: Mapping[str, store.HeldGame]) -> Waiting:
        """Return the items that are still waiting, and the admin's games among them."""
        waiting = _pending().filter(pk__in=[row.key for row in rows], game__in=list(held_games))
        return Waiting({item.pk: item for item in waiting}, rights.played_by(self._bulk.by, held_games))

    def _work(self, held_game: store.HeldGame, item_id: int, now: datetime, batch: Waiting) -> bool:
        """Rule on one game. Return False if somebody else has meanwhile ruled on it."""
        item = batch.items.get(item_id)
        if item is None:
            return False
        try:
            self._check(item, batch)
            self._rule(held_game, now)
            item.state = BulkItem.State.DONE
        except (Refused, EngineError) as refusal:
            item.state, item.code = BulkItem.State.REFUSED, refusal.code
        store.save([item], "state", "code", game=item.game_id)
        return True

    def _check(self, item: BulkItem, batch: Waiting) -> None:
        """Raise what `rights.check` would raise for this game and the admin who gave the order."""
        if not self._may:
            raise Forbidden("right_missing", right=RIGHT)
        if item.game_id in batch.plays:
            raise Forbidden("plays_in_this_game")

    def _rule(self, held_game: store.HeldGame, now: datetime) -> None:
        bulk, context = self._bulk, build_context_of_held(held_game, now)
        order, text, note = read(bulk.asked), bulk.public_text, bulk.staff_note
        rule_in_bulk(context, admin=bulk.by, order=order, now=now, text=text, note=note)


def _failed(row: DueRow, error: Exception) -> int:
    """Record that a game has failed, which does not stop the others."""
    return _pending().filter(pk=row.key).update(state=BulkItem.State.FAILED, code=type(error).__name__[:64])


UNFINISHED: Final = DueRows(name="bulk", due=_unfinished)
