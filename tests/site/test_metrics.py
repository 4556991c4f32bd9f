"""The site's state, as Prometheus reads it."""

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from games.models import Dispute, Game
from notifications.models import Mail
from tests.games.stories import NOON, players, started
from ttr_site import metrics

Samples = dict[tuple[str, str], float]


def scraped(client: Client) -> Samples:
    """Return each sample by its name and the value of its only label."""
    metrics.state.forget()
    text = client.get("/metrics").content.decode()
    return {
        (sample.name, next(iter(sample.labels.values()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if len(sample.labels) == 1
    }


@pytest.mark.django_db
def test_how_things_stand(client: Client) -> None:
    before = scraped(client)
    assert {before["night_mail_games", status] for status in Game.Status.values} == {0}
    assert {before["night_mail_disputes", state] for state in Dispute.State.values} == {0}
    people = players(2)
    started(people)
    for state, attempts in (("queued", 0), ("queued", 3), ("failed", 1)):
        Mail.objects.create(player=people[0], state=state, attempts=attempts, created_at=NOON, next_attempt_at=NOON)
    after = scraped(client)
    assert after["night_mail_games", "running"] == 1
    assert after["night_mail_open_turns", "all"] == 2
    assert {state: after["night_mail_outbox", state] for state in ("queued", "put_off", "failed", "sent")} == {
        "queued": 2,
        "put_off": 1,
        "failed": 1,
        "sent": 0,
    }
    assert after["night_mail_notifications_waiting", "new"] == 4
    assert after["night_mail_queue_length", "celery"] >= 0
    assert after["night_mail_overdue_seconds", "turns"] > 0


@pytest.mark.django_db
def test_the_answer_is_good_for_some_seconds(client: Client) -> None:
    scraped(client)
    started(players(2))
    assert 'night_mail_games{status="running"} 0.0' in client.get("/metrics").content.decode()
