"""The machine's clock is put back or forward while the site runs: ticks go on, and the consequences are reported."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from celery import Celery
from celery.beat import Scheduler
from django.test import Client

from games.models import Heartbeat, Outage
from games.table.clocks import heartbeats
from games.table.play import deadlines
from notifications import monitoring
from notifications.doctor.work import duties, heard
from tests.games.stories import DAY, NOON, chosen, players, started
from ttr_site.ticks import timetable

HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)


class Counted(Scheduler):
    """A beat that counts its messages."""

    def __init__(self, **settings: Any) -> None:
        self.sent: Counter[str] = Counter()
        super().__init__(**settings)

    def apply_async(self, entry: Any, *_: Any, **__: Any) -> None:
        self.sent[entry.name] += 1


@pytest.mark.parametrize("step", [-HOUR, HOUR, -DAY])
def test_ticks_go_on_when_the_clock_steps(step: timedelta) -> None:
    """Check for ten deadline ticks in the five minutes before, and ten in the five minutes after."""
    passed = [0.0]
    app = Celery("beat", broker="memory://", fixups=[], set_as_current=False)
    app.conf.beat_schedule = timetable(30, now=lambda: NOON + passed[0] * SECOND)
    beat = Counted(app=app, lazy=False)
    counts = []
    for begin in (NOON, NOON + step):
        before = Counter(beat.sent)
        with time_machine.travel(begin, tick=False) as clock:
            for second in range(300):
                clock.move_to(begin + second * SECOND)
                beat.tick()
                passed[0] += 1
        counts.append(beat.sent - before)
    for sent in counts:
        assert 9 <= sent["deadlines"] <= 11
        assert 4 <= sent["leagues"] <= 6


def fast_by_an_hour() -> None:
    for source in (heartbeats.WEB, heartbeats.SWEEP):
        Heartbeat.objects.create(source=source, at=NOON + HOUR)


@pytest.mark.django_db
def test_heartbeats_of_the_future_are_named() -> None:
    """The parts are running, so nobody is told to start them: the clock was put back."""
    fast_by_an_hour()
    with time_machine.travel(NOON, tick=False):
        answer = Client().get("/health")
        doctor = [found.text for found in duties()]
    assert (answer.status_code, answer.json()["status"]) == (503, "late")
    (late,) = answer.json()["late"]
    assert late["what"] == "clock"
    assert "clock was put back" in late["to_do"]
    assert [late["to_do"] in text for text in doctor] == [True]
    assert "still to come" in heard(NOON + HOUR, NOON).text


@pytest.mark.django_db
def test_a_disk_that_was_last_well_in_the_future_is_not_well() -> None:
    """A later check records the current time; the disk has not been well since."""
    heartbeats.note(source=monitoring.MACHINE, now=NOON)
    heartbeats.note(source=monitoring.DISK, now=NOON + HOUR)
    assert [late.what for late in monitoring.look(NOON)] == [monitoring.DISK]
    heartbeats.note(source=monitoring.MACHINE, now=NOON + HOUR)
    assert [late.what for late in monitoring.look(NOON)] == ["clock"]


@pytest.mark.django_db
def test_the_clock_is_named_until_each_part_has_corrected_its_own() -> None:
    fast_by_an_hour()
    heartbeats.beat(source=heartbeats.SWEEP, now=NOON)
    assert [late.what for late in monitoring.look(NOON)] == ["clock"]
    heartbeats.web_answered(now=NOON)
    assert monitoring.look(NOON) == []


@pytest.mark.django_db
def test_each_part_that_is_there_corrects_its_own() -> None:
    fast_by_an_hour()
    with time_machine.travel(NOON, tick=False):
        Client().post("/heartbeat")
    deadlines.sweep(now=NOON)
    assert set(Heartbeat.objects.values_list("at", flat=True)) == {NOON}
    assert not Outage.objects.exists()
    assert heartbeats.last_heard(heartbeats.SWEEP) == NOON


@pytest.mark.django_db
def test_a_clock_that_is_a_little_ahead_is_another_machines() -> None:
    Heartbeat.objects.create(source=heartbeats.SWEEP, at=NOON + 5 * SECOND)
    heartbeats.beat(source=heartbeats.SWEEP, now=NOON)
    assert heartbeats.last_heard(heartbeats.SWEEP) == NOON + 5 * SECOND


@pytest.mark.django_db
def test_nobodys_time_runs_out_until_the_web_has_been_heard_by_the_clock_as_it_is() -> None:
    chosen(started(players(2)))
    due = NOON + 3 * DAY
    Heartbeat.objects.create(source=heartbeats.SWEEP, at=due)
    Heartbeat.objects.create(source=heartbeats.WEB, at=due + HOUR)
    assert deadlines.sweep(now=due) == 0
    heartbeats.web_answered(now=due)
    assert deadlines.sweep(now=due) == 1


def test_a_step_forward_is_an_outage_as_before() -> None:
    assert heartbeats.is_silence(datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 1, 1, tzinfo=UTC))
