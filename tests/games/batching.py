"""Helpers for tests of sweeps: counting statements, and comparing all rows that a sweep may write."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from django.db import connection, models
from django.test.utils import CaptureQueriesContext

from games.models import (
    AdminAct,
    BulkItem,
    Departure,
    Entry,
    EntrySecret,
    Game,
    Outage,
    Plan,
    Proposal,
    RatedSeat,
    Ruling,
    Seat,
    Turn,
)
from games.table import store
from games.table.play.batches import Batches
from notifications.models import AccountEvent, Notification

TOLD: tuple[type[models.Model], ...] = (
    Entry,
    Game,
    Seat,
    Turn,
    Plan,
    Proposal,
    Ruling,
    BulkItem,
    AdminAct,
    Departure,
    RatedSeat,
    Notification,
    AccountEvent,
    Outage,
)
"""All models whose rows a sweep may write, except sealed ones."""
LEFT_OUT: dict[type[models.Model], set[str]] = {
    Notification: {"created_at"},  # some are stamped with another clock than the sweep's
    AdminAct: {"detail"},  # it contains the ruling's key
}


def facts() -> dict[str, Any]:
    """Return all rows without sequence numbers and sealed values, to compare."""
    rows: dict[str, Any] = {model.__name__: _rows(model) for model in TOLD}
    rows["positions"] = {game.pk: store.load(store.read(game.pk)).state for game in Game.objects.filter(head__gt=0)}
    rows["parts"] = sorted(EntrySecret.objects.values_list("game_id", "number", "holder"))
    return rows


def _rows(model: type[models.Model]) -> list[str]:
    left_out = LEFT_OUT.get(model, set()) | ({"id"} if isinstance(model._meta.pk, models.AutoField) else set())
    names = [field.attname for field in model._meta.concrete_fields if field.attname not in left_out]
    return sorted(map(repr, model._default_manager.values_list(*names)))


def statements(work: Callable[[], int]) -> tuple[int, int]:
    """Return the result of the work, and how many statements it took."""
    with CaptureQueriesContext(connection) as asked:
        done = work()
    return done, len(asked)


def takes_at_most_three_each(sweep: Batches[Any], now: datetime) -> None:
    """Check that a sweep handles 20 or more due things with at most three statements each, on a stopped clock."""
    quick: Batches[Any] = replace(sweep, clock=lambda: 0.0)
    done, asked = statements(partial(quick.run, now))
    assert (done >= 20, asked <= 3 * done) == (True, True), (sweep.name, done, asked)
