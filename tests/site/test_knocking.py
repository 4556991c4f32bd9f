"""The worker probes the web server: who is told if it does not answer, or if something else answers."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer
from structlog.testing import capture_logs

from deploy.ports import free_port
from games.models import Heartbeat
from games.table.clocks import heartbeats, probe
from games.table.play import deadlines
from notifications import monitoring
from tests.games.stories import NOON

MINUTE = timedelta(minutes=1)


def late(minutes: int) -> set[str]:
    return {one.what for one in monitoring.look(NOON + minutes * MINUTE)}


@pytest.mark.django_db(transaction=True)
def test_a_refusal_is_a_mistake_that_is_told_at_once(
    live_server: LiveServer, settings: Settings, client: Client, time_machine: Any
) -> None:
    time_machine.move_to(NOON)
    settings.HEARTBEAT_URL = f"{live_server}/heartbeat"
    settings.ALLOWED_HOSTS = ["games.example.org"]
    with capture_logs() as lines:
        probe.knock(now=NOON)
        probe.knock(now=NOON + MINUTE)
    (line,) = [line for line in lines if line["event"] == "web_refused"]
    assert (line["log_level"], line["status"]) == ("error", 400)
    answer = client.get("/health", headers={"Host": "games.example.org"})
    (told,) = answer.json()["late"]
    assert (answer.status_code, told["what"], told["since"]) == (503, "web_refused", "2026-03-02T12:00:00Z")
    assert "HEARTBEAT_URL" in told["to_do"]

    settings.ALLOWED_HOSTS = ["localhost"]
    settings.HEARTBEAT_URL = f"{live_server}/health"  # 200 is not an answer of the site either
    probe.knock(now=NOON + 2 * MINUTE)
    assert "web_refused" in late(2)

    settings.HEARTBEAT_URL = f"{live_server}/heartbeat"
    probe.knock(now=NOON + 3 * MINUTE)
    assert late(3) == set()


@pytest.mark.django_db
def test_where_nobody_ever_answered_deadlines_wait_and_it_is_told(settings: Settings) -> None:
    settings.HEARTBEAT_URL = f"http://127.0.0.1:{free_port()}/heartbeat"
    for minutes in range(7):
        probe.knock(now=NOON + minutes * MINUTE)
        deadlines.sweep(now=NOON + minutes * MINUTE)
        assert heartbeats.web_is_silent(now=NOON + minutes * MINUTE) == (minutes > 2)
        assert late(minutes) == ({"web"} if minutes >= 5 else set())
    assert Heartbeat.objects.get(source=heartbeats.WEB).at == NOON


@pytest.mark.django_db
def test_where_nobody_knocks_the_worker_is_away_and_not_the_web() -> None:
    deadlines.sweep(now=NOON)
    heartbeats.web_answered(now=NOON)
    assert late(6) == {"worker"}
