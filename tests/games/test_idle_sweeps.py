"""With nothing due a sweep makes a single query."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.competitions import circulars
from games.competitions.cups import sweeps as cups
from games.competitions.leagues import sweeps as leagues
from games.competitions.series import progress
from games.lobby import closure
from games.models import Heartbeat
from games.people import addresses
from games.table.agreements import settlement
from games.table.clocks import heartbeats
from games.table.plans import execution
from games.table.play import deadlines, grace, stand_ins
from games.table.rulings import bulk, pauses
from notifications.inbox import pipeline
from notifications.inbox import queue as inbound
from notifications.outbox import queue
from notifications.outbox.push.queue import MESSAGES
from notifications.outbox.webhooks.queue import DELIVERIES
from notifications.policy import reminders
from tests.games.stories import NOON, chosen, players, started

pytestmark = pytest.mark.django_db

SWEEPS: dict[str, Callable[[datetime], object]] = {
    "deadlines": lambda now: deadlines.sweep(now=now),
    "graces": lambda now: grace.say_time_is_over(now=now),
    "plans": lambda now: execution.act_due(now=now),
    "stand-ins": lambda now: stand_ins.play_due(now=now),
    "pauses": lambda now: pauses.end_long_ones(now=now),
    "proposals": lambda now: settlement.settle_due(now=now),
    "closings": lambda now: closure.close_due(now=now),
    "circulars": lambda now: circulars.send_due(),
    "bulk rulings": lambda now: bulk.work(now=now),
    "series": lambda now: progress.advance_due(now=now),
    "leagues": lambda now: leagues.sweep(now=now),
    "cups": lambda now: cups.sweep(now=now),
    "changes of address": lambda now: addresses.settle_due(now=now),
    "reminders": lambda now: reminders.note_due(now=now),
    "gathering": lambda now: queue.gather(now=now, limit=100),
    "emails": lambda now: queue.is_due(now=now),
    "old emails": lambda now: queue.prune(now=now),
    "webhooks": lambda now: DELIVERIES.is_due(now=now),
    "pushes": lambda now: MESSAGES.is_due(now=now),
    "inbound emails": lambda now: pipeline.process_due(now=now),
    "old inbound emails": lambda now: inbound.erase_old(now=now),
}


@pytest.mark.parametrize("name", SWEEPS)
def test_with_nothing_due_a_sweep_takes_one_statement(name: str) -> None:
    chosen(started(players(2)))
    queue.gather(now=NOON, limit=100)
    for claim in queue.claim(now=NOON, limit=100):
        claim.close(claim.row.State.SENT, now=NOON)
    Heartbeat.objects.update_or_create(source=heartbeats.SWEEP, defaults={"at": NOON})
    later = NOON + timedelta(minutes=1)
    SWEEPS[name](later)
    with CaptureQueriesContext(connection) as asked:
        assert not SWEEPS[name](later)
    assert len(asked) == 1, [query["sql"] for query in asked]
