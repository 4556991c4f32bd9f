"""An operator's view of streams: the doctor's line, and the number of open streams."""

import time

import pytest
from prometheus_client import REGISTRY

from notifications.doctor import Level, work
from tests.api.table import guests, sit_down
from tests.streams.listening import Process, process


def until(told: Level) -> str:
    """Return the doctor's text once it has this level: a process appears and disappears with a short delay."""
    while True:
        (found,) = work.streams()
        if found.level is told:
            return found.text
        time.sleep(0.01)


@pytest.mark.django_db(transaction=True)
def test_the_doctor_says_whether_any_process_serves_them() -> None:
    assert "start deploy/stream" in until(Level.WARNING)
    with process():
        assert until(Level.FINE) == "1 running"
    assert "start deploy/stream" in until(Level.WARNING)


def test_how_many_are_open_can_be_read(streams: Process) -> None:
    def count() -> list[float]:
        return [REGISTRY.get_sample_value("night_mail_open_streams", {"of": of}) or 0 for of in ("account", "game")]

    people = guests(2)
    game = sit_down(people)
    before = count()
    ears = [streams.heard_by(people[0], path) for path in ("/stream", f"/games/{game}/stream", f"/games/{game}/stream")]
    assert count() == [before[0] + 1, before[1] + 2]
    for ear in ears:
        streams.leave(ear)
    while len(streams.streams.hub):
        time.sleep(0.01)
    assert count() == before
